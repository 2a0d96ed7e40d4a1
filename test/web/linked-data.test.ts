import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

// biome-ignore lint/suspicious/noExplicitAny: linked data is any JSON
type Data = any

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const when = { start_date: '2027-03-06 20:00:00', end_date: '2027-03-06 22:00:00' }
const tickets = 'https://tickets.example.org/fair'
const meeting = 'https://meet.example.org/fair'

/** A date, or a time with its offset from UTC (ISO 8601). */
const isDate = (value: Data) =>
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d[+-]\d\d:\d\d)?$/.test(value) && !Number.isNaN(Date.parse(value))
const isText = (value: Data) => typeof value === 'string' && value.trim() !== ''
const isUrl = (value: Data) =>
  typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value)
const isWord =
  (...words: string[]) =>
  (value: Data) =>
    words.some(word => value === `https://schema.org/${word}`)
const isImage = (value: Data) => value?.['@type'] === 'ImageObject' && isUrl(value.url)
const each = (holds: (value: Data) => boolean) => (value: Data) =>
  Array.isArray(value) ? value.length > 0 && value.every(holds) : holds(value)

/** The properties that Google documents for an Event: a path, its possible values, and whether there is no result without it. */
const asGoogleAsks: [
  path: string,
  holds: (value: Data) => boolean,
  need: 'required' | 'recommended',
][] = [
  ['@type', value => value === 'Event', 'required'],
  ['name', isText, 'required'],
  ['startDate', isDate, 'required'],
  ['location', each(isPlace), 'required'],
  ['endDate', isDate, 'recommended'],
  ['description', isText, 'recommended'],
  // “Repeated ImageObject or URL”
  ['image', each(value => isUrl(value) || isImage(value)), 'recommended'],
  [
    'eventStatus',
    isWord(
      'EventScheduled',
      'EventCancelled',
      'EventPostponed',
      'EventMovedOnline',
      'EventRescheduled',
    ),
    'recommended',
  ],
  [
    'eventAttendanceMode',
    isWord('OfflineEventAttendanceMode', 'OnlineEventAttendanceMode', 'MixedEventAttendanceMode'),
    'recommended',
  ],
  ['organizer', each(value => isText(value.name) && isUrl(value.url)), 'recommended'],
  ['offers.availability', isWord('InStock', 'SoldOut', 'PreOrder'), 'recommended'],
  ['offers.price', value => typeof value === 'number' && value >= 0, 'recommended'],
  ['performer', each(value => isText(value.name)), 'recommended'],
  ['offers.priceCurrency', value => /^[A-Z]{3}$/.test(value), 'recommended'],
  ['offers.url', isUrl, 'recommended'],
  ['offers.validFrom', isDate, 'recommended'],
]

/** A place has an address, in words or in parts; where people take part online has a URL. */
function isPlace(value: Data): boolean {
  if (value?.['@type'] === 'VirtualLocation') return isUrl(value.url)
  const { address } = value ?? {}
  const hasParts = address?.['@type'] === 'PostalAddress' && Object.keys(address).length > 1
  return value?.['@type'] === 'Place' && isText(value.name) && (isText(address) || hasParts)
}

const at = (data: Data, path: string) =>
  path.split('.').reduce((value, name) => value?.[name], data)

/** The faults in the eyes of Google: paths that are missing, or have another value. */
const faultsOf = (data: Data, needs: string[]) =>
  asGoogleAsks.flatMap(([path, holds, need]) => {
    const value = at(data, path)
    if (value === undefined) return needs.includes(need) ? [`${path} is missing`] : []
    return holds(value) ? [] : [`${path} is ${JSON.stringify(value)}`]
  })

describe('the data for programs on pages of events', () => {
  let site: Service
  before(async () => {
    site = await startService({ clock: '2027-03-01T10:00:00Z', timezone: 'America/New_York' })
  })
  after(() => site.close())

  const get = (path: string) =>
    site.send('GET', site.address + path, { headers: { Accept: 'text/html' } })
  async function create(body: object, path = '/events') {
    const reply = await site.send('POST', path, {
      as: 'editor',
      body: { ...(path === '/events' && { title: 'Fair', ...when }), ...body },
    })
    assert.equal(reply.status, 201, reply.text)
    return reply.body as { id: number; slug: string; url: string }
  }
  const dataIn = (text: string): Data[] =>
    [...text.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(([, json]) =>
      JSON.parse(json as string),
    )
  const metaIn = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g)].map(
        ([, name, content]) => [name, content],
      ),
    )
  async function eventIn(body: object, base = '') {
    const { slug } = await create(body)
    const { text } = await get(`${base || '/event'}/${slug}/`)
    return { data: dataIn(text).find(each => each['@type'] === 'Event'), text }
  }

  test('linked data has all that Google requires and recommends', async () => {
    const image = await site.send('POST', '/images', {
      as: 'editor',
      body: png,
      headers: { 'Content-Type': 'image/png', 'Content-Disposition': 'attachment; filename=a.png' },
    })
    const { data } = await eventIn({
      excerpt: 'All about <b>wonders</b>',
      image: image.body.id,
      cost: '$20',
      performers: ['Ana Silva'],
      venue: { venue: 'Hall', address: '1 Main St', city: 'Boston', country: 'United States' },
      organizer: [{ organizer: 'Friends' }, { organizer: 'Neighbours' }],
    })
    assert.deepEqual(faultsOf(data, ['required', 'recommended']), [])
    assert.equal(data.startDate, '2027-03-06T20:00:00-05:00')
    assert.deepEqual(
      data.organizer.map(({ name }: Data) => name),
      ['Friends', 'Neighbours'],
    )
    assert.deepEqual([data['@context'], data.inLanguage], ['https://schema.org', 'en'])
  })

  test('the data of any event meets the requirements of Google', async () => {
    const bare = { venue: 'Hall without address' }
    const events: object[] = [
      { venue: bare },
      { venue: bare, event_status: 'cancelled' },
      { venue: bare, event_status: 'postponed', all_day: true },
      { venue: bare, event_status: 'moved_online', online_url: meeting },
      { attendance: 'online' },
      { venue: bare, attendance: 'mixed', online_url: meeting },
      { venue: [bare, { venue: 'Second' }], cost: 'free', timezone: 'Asia/Kathmandu' },
      {},
      { cost: '$10 – $20', registration_url: tickets },
      { event_status: 'cancelled' },
      { venue: bare, title: '</script><b>"quoted" & co', cost: 'pay what you want' },
    ]
    for (const body of events) {
      const { data } = await eventIn(body)
      assert.deepEqual(faultsOf(data, ['required']), [], JSON.stringify(body))
    }
    const { slug } = await create({ venue: bare, recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] })
    const onDate = dataIn((await get(`/event/${slug}/2027-03-07/`)).text).find(
      each => each['@type'] === 'Event',
    )
    assert.deepEqual(faultsOf(onDate, ['required']), [])
    assert.equal(onDate.superEvent['@type'], 'EventSeries')
    const { data } = await eventIn({ venue: bare, all_day: true, end_date: '2027-03-08' })
    assert.deepEqual([data.startDate, data.endDate], ['2027-03-06', '2027-03-08'])
  })

  test('offers lead to the tickets, and say whether there are any', async () => {
    const offers = async (body: object) => (await eventIn(body)).data.offers
    const booked = { cost: '$10', registration_url: tickets }
    const inStock = 'https://schema.org/InStock'
    const open = await offers(booked)
    assert.deepEqual([open.url, open.availability], [tickets, inStock])
    for (const event_status of ['cancelled', 'postponed'])
      assert.equal(
        (await offers({ ...booked, event_status })).availability,
        'https://schema.org/SoldOut',
      )
    for (const [availability, term] of [
      ['available', 'InStock'],
      ['few_left', 'LimitedAvailability'],
      ['sold_out', 'SoldOut'],
    ]) {
      const availabilityOf = async (body: object) => {
        const { text, data } = await eventIn({ ...body, availability })
        const isBooked = 'registration_url' in body && availability !== 'sold_out'
        assert.equal(text.includes('class="button"'), isBooked)
        return data.offers
      }
      assert.equal((await availabilityOf(booked)).availability, `https://schema.org/${term}`)
      const { url, ...offer } = await availabilityOf({ cost: 'pay what you want' })
      assert.deepEqual(offer, { '@type': 'Offer', availability: `https://schema.org/${term}` })
      assert.match(url, /\/event\//)
    }
    const { price, lowPrice, highPrice } = await offers({ cost: '$10 – $20' })
    assert.deepEqual([price, lowPrice, highPrice], [undefined, 10, 20])
    assert.deepEqual(await offers({ registration_url: tickets }), {
      '@type': 'Offer',
      url: tickets,
      availability: inStock,
    })
    const { data } = await eventIn({ cost: 'free' })
    assert.deepEqual([data.offers.price, data.isAccessibleForFree], [0, true])
  })

  test('the country of a venue is a code, whatever its language; the description is all of it', async () => {
    for (const [country, code] of [
      ['États-Unis', 'US'],
      ['Allemagne', 'DE'],
      ['south korea', 'KR'],
      ['Suisse', 'CH'],
      ['gb', 'GB'],
      ['Atlantis', 'Atlantis'],
    ]) {
      const { data } = await eventIn({
        venue: { venue: `Hall of ${country}`, city: 'Town', country },
        excerpt: 'Short.',
        description: '<p>All of it.</p>',
      })
      assert.equal(data.location.address.addressCountry, code)
      assert.equal(data.description, 'All of it.')
    }
  })

  test('an event that was postponed says when it was to start, once it has another date', async () => {
    const { id, slug } = await create({ title: 'Later', event_status: 'postponed' })
    const write = async (body: object) => {
      const reply = await site.send('PATCH', `/events/${id}`, { as: 'editor', body })
      assert.equal(reply.status, 200, reply.text)
    }
    const status = async () => {
      const data = dataIn((await get(`/event/${slug}/`)).text).find(
        each => each['@type'] === 'Event',
      )
      return [data.eventStatus.replace(/.*\//, ''), data.previousStartDate]
    }
    const announced = '2027-03-06T20:00:00-05:00'
    assert.deepEqual(await status(), ['EventPostponed', undefined])
    await write({ start_date: '2027-04-10 20:00', end_date: '2027-04-10 22:00' })
    assert.deepEqual(await status(), ['EventPostponed', announced])
    await write({ event_status: 'scheduled' })
    assert.deepEqual(await status(), ['EventRescheduled', announced])
    await write({ title: 'Later on' })
    assert.deepEqual(await status(), ['EventRescheduled', announced])
    assert.match((await get(`/event/${slug}/`)).text, /Moved from Saturday 6 March 2027\./)
    await write(when)
    assert.deepEqual(await status(), ['EventScheduled', undefined])
    await write({ start_date: '2027-04-10 20:00', end_date: '2027-04-10 22:00' })
    assert.deepEqual(await status(), ['EventScheduled', undefined])
  })

  test('a moved date of a series says when it was to start, and one in a gap of the clocks does not', async () => {
    const series = await create({
      title: 'Weekly',
      start_date: '2027-03-07 02:30',
      end_date: '2027-03-07 04:00',
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
    })
    const { events } = (await site.send('GET', '/events', { query: { include: series.id } })).body
    const moved = { start_date: '2027-03-22 20:00', end_date: '2027-03-22 22:00', scope: 'this' }
    const path = `/events/${events[2].id}`
    const { body, status } = await site.send('PATCH', path, { as: 'editor', body: moved })
    assert.equal(status, 200)
    const dataAt = async (url: string) =>
      dataIn((await get(new URL(url).pathname)).text).find(each => each['@type'] === 'Event')
    const data = await dataAt(body.url)
    assert.deepEqual(
      [data.eventStatus, data.previousStartDate],
      ['https://schema.org/EventRescheduled', '2027-03-21T02:30:00-04:00'],
    )
    // on 14 March the clocks go from 2 to 3
    const inGap = await dataAt(events[1].url)
    assert.deepEqual(
      [inGap.eventStatus, inGap.previousStartDate],
      ['https://schema.org/EventScheduled', undefined],
    )
  })

  test('Open Graph and Twitter say what, when and where, in the language of the page', async () => {
    const title = 'A "quoted" <fair> & co'
    const { slug } = await create({
      title,
      excerpt: 'Short.',
      venue: { venue: 'Barn', city: 'Boston' },
      translations: { fr: { title: 'Foire & cie' } },
    })
    const meta = metaIn((await get(`/event/${slug}/`)).text)
    assert.equal(meta['og:type'], 'article')
    assert.match(meta['og:title'] as string, /^A &quot;quoted&quot; /)
    assert.match(
      meta['og:description'] as string,
      /6 March 2027, 8\u00a0pm – 10\u00a0pm · Barn, Boston · Short\./,
    )
    assert.equal(meta['og:url'], `${site.address}/event/${slug}/`)
    assert.deepEqual([meta['og:locale'], meta['og:locale:alternate']], ['en_GB', 'fr_FR'])
    assert.equal(meta['twitter:card'], 'summary')
    assert.match(meta['article:published_time'] as string, /^2027-03-01T\d\d:\d\d:\d\dZ$/)
    const french = metaIn((await get('/fr/evenement/foire-cie/')).text)
    assert.match(french['og:title'] as string, /^Foire &amp; cie$/)
    assert.match(french['og:description'] as string, /samedi 6 mars 2027/)
    assert.equal(french['og:locale'], 'fr_FR')
  })

  test('breadcrumbs lead from the calendar by the first category', async () => {
    const { body: category } = await site.send('POST', '/categories', {
      as: 'editor',
      body: { name: 'Music' },
    })
    const { text } = await eventIn({ title: 'Concert', categories: [category.id] })
    const crumbs = dataIn(text).find(({ '@type': type }) => type === 'BreadcrumbList')
    assert.deepEqual(
      crumbs.itemListElement.map(({ position, name, item }: Data) => [position, name, isUrl(item)]),
      [
        [1, 'Events', true],
        [2, 'Music', true],
        [3, 'Concert', true],
      ],
    )
  })

  test('oEmbed is found from the page, in JSON and XML, and for events of ours only', async () => {
    const { slug, url } = await create({
      title: 'To <embed> & "show"',
      venue: { venue: 'Hall', city: 'Boston' },
      organizer: { organizer: 'Friends' },
    })
    const { text } = await get(`/event/${slug}/`)
    const links = [
      ...text.matchAll(/type="(?:application\/json|text\/xml)\+oembed" href="([^"]+)"/g),
    ].map(([, href]) => (href as string).replaceAll('&amp;', '&'))
    assert.equal(links.length, 2)
    const json = await site.send('GET', links[0] as string)
    assert.deepEqual(
      [json.status, json.headers['content-type']],
      [200, 'application/json; charset=utf-8'],
    )
    const { version, type, author_name, width, height, html, title } = json.body
    assert.deepEqual(
      [version, type, author_name, width, height],
      ['1.0', 'rich', 'Friends', 600, 200],
    )
    assert.doesNotMatch(html, /<embed>/)
    assert.match(html, new RegExp(`<a href="${url}">`))
    assert.match(title, /^To /)
    const xml = await site.send('GET', links[1] as string)
    assert.equal(xml.headers['content-type'], 'text/xml; charset=utf-8')
    assert.match(xml.text, /<type>rich<\/type>/)
    const ask = (query: Record<string, string>) =>
      site.send('GET', `${site.address}/oembed?${new URLSearchParams(query)}`)
    const small = await ask({ url, maxwidth: '300', maxheight: '90' })
    assert.deepEqual([small.body.width, small.body.height], [300, 90])
    const french = await ask({ url: `${site.address}/fr/evenement/${slug}/` })
    assert.match(french.body.html, /samedi 6 mars 2027/)
    assert.equal((await ask({ url, format: 'yaml' })).status, 501)
    const bare = await ask({})
    assert.deepEqual(
      [bare.status, bare.body.code, bare.body.data.params],
      [400, 'rest_missing_callback_param', ['url']],
    )
    for (const wrong of [
      '',
      'x',
      'https://other.example/event/fair/',
      `${site.address}/event/none/`,
      `${site.address}/events/`,
      `${site.address}/%ff`,
    ])
      assert.equal((await ask({ url: wrong })).status, 404, wrong)
  })

  test('oEmbed says that an event is cancelled', async () => {
    const { url } = await create({
      title: 'Quartet',
      event_status: 'cancelled',
      translations: { fr: { title: 'Quatuor' } },
    })
    const embedded = async (of: string) =>
      (await site.send('GET', `${site.address}/oembed?${new URLSearchParams({ url: of })}`)).body
    assert.match((await embedded(url)).html, /<p>Cancelled<\/p>/)
    const french = await embedded(`${site.address}/fr/evenement/quatuor/`)
    assert.match(french.html, /<p>Annulé<\/p>/)
  })

  test('hidden records are in no data: drafts, protected events, hidden venues', async () => {
    const protectedEvent = await create({
      title: 'Members only',
      password: 'sesame',
      description: 'The secret plan',
      online_url: meeting,
      attendance: 'online',
    })
    const draft = await create({ title: 'Plan', slug: 'plan', status: 'draft' })
    for (const { slug } of [protectedEvent, draft]) {
      const page = await get(`/event/${slug}/`)
      assert.doesNotMatch(page.text, /ld\+json|secret plan|meet\.example/)
      const url = `${site.address}/event/${slug}/`
      const embed = await site.send('GET', `${site.address}/oembed?${new URLSearchParams({ url })}`)
      assert.ok(embed.status >= 400, embed.text)
      assert.doesNotMatch(embed.text, /secret plan|meet\.example/)
    }
    const { text } = await eventIn({
      title: 'Open',
      venue: { venue: 'Hidden den', status: 'draft' },
    })
    assert.doesNotMatch(text, /Hidden den/)
  })
})
