import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linearIn } from '../../../test/support/growth.ts'
import { fieldErrorMessage } from '../../define/field-errors.ts'
import { type FetchPage, type Item, ReadError, type Refused } from '../base/item.ts'
import { robotsOf } from '../base/polite.ts'
import { readJsonLd } from './read-json-ld.ts'

const context = { zone: 'Europe/Paris', language: 'en', now: 1_800_000_000 } as const

async function read(text: string, pages: Record<string, string> = {}) {
  const requests: string[] = []
  const fetch: FetchPage = async url => {
    requests.push(url)
    const page = pages[url]
    return page === undefined
      ? { refused: 'status 404' }
      : { url, status: 200, headers: {}, bytes: Buffer.from(page) }
  }
  const source = {
    name: 'https://town.example/fair',
    async *bytes() {
      yield Buffer.from(text)
    },
    fetch,
    signal: new AbortController().signal,
  }
  const items: Item[] = []
  const refused: string[] = []
  const lines: (number | undefined)[] = []
  for await (const each of readJsonLd(source, context))
    if ('values' in each) items.push(each)
    else if ('refused' in each) {
      refused.push(reasonOf(each))
      lines.push(each.at.line)
    }
  return { items, values: items.map(({ values }) => values), refused, lines, requests }
}
const reasonOf = ({ refused }: Refused) => fieldErrorMessage('', refused, 'en')

const script = (json: unknown) =>
  `<script type="application/ld+json">${typeof json === 'string' ? json : JSON.stringify(json)}</script>`
const page = (...documents: unknown[]) =>
  `<!DOCTYPE html><html lang="fr-FR"><head>${documents.map(script).join('')}</head></html>`

const fair = {
  '@context': 'http://schema.org',
  '@type': 'Event',
  name: 'Fair',
  startDate: '2027-07-04T20:00:00+02:00',
}

test('an event as The Events Calendar writes it', async () => {
  const { items } = await read(
    page([
      {
        ...fair,
        name: 'Spring fair &#8211; day one',
        description: '&lt;p&gt;Stalls &amp;amp; music&lt;/p&gt;\\n',
        image: 'https://town.example/a.jpg',
        url: 'https://town.example/fair/',
        eventStatus: 'https://schema.org/EventCancelled',
        endDate: '2027-07-04T22:00:00+02:00',
        location: {
          '@type': 'Place',
          name: 'Market hall',
          address: {
            '@type': 'PostalAddress',
            streetAddress: '1 Square',
            addressLocality: 'Lille',
            postalCode: '59000',
            addressCountry: { '@type': 'Country', name: 'France' },
          },
          geo: { '@type': 'GeoCoordinates', latitude: '50.63', longitude: 3.06 },
          telephone: '',
        },
        organizer: { '@type': 'Person', name: 'Town', url: '', email: 'fair@town.example' },
        offers: { '@type': 'Offer', price: '12.50', priceCurrency: 'EUR' },
      },
    ]),
  )
  assert.deepEqual(items, [
    {
      kind: 'event',
      source_id: 'https://town.example/fair/',
      shared: {
        id: 'https://town.example/fair/',
        dated: 'https://town.example/fair/ 2027-07-04 20:00:00',
        before: 'https://town.example/fair/ ',
      },
      at: { line: 1, part: 'https://town.example/fair' },
      language: 'fr',
      values: {
        recurrence: [],
        title: 'Spring fair – day one',
        start_date: '2027-07-04 20:00:00',
        end_date: '2027-07-04 22:00:00',
        timezone: 'Europe/Paris',
        all_day: false,
        description: '<p>Stalls &amp; music</p>\\n',
        website: 'https://town.example/fair/',
        image: 'https://town.example/a.jpg',
        cost: '12.50 EUR',
        organizer: [{ organizer: 'Town', email: 'fair@town.example' }],
        event_status: 'cancelled',
        venue: {
          venue: 'Market hall',
          address: '1 Square',
          city: 'Lille',
          zip: '59000',
          country: 'France',
          geo_lat: 50.63,
          geo_lng: 3.06,
        },
      },
    },
  ])
})

test('graphs with IDs, subtypes, lists of items, events within events', async () => {
  const { values } = await read(
    page(
      {
        '@graph': [
          {
            '@type': ['MusicEvent', 'Thing'],
            name: 'Concert',
            startDate: '2027-07-04T20:00',
            location: { '@id': '#hall' },
            organizer: [{ '@id': '#town' }, 'Friends'],
          },
          { '@id': '#hall', '@type': 'Place', name: 'Hall', address: '1 Square, Lille' },
          { '@id': '#town', '@type': 'Organization', name: 'Town' },
        ],
      },
      {
        '@type': 'ItemList',
        itemListElement: [
          {
            '@type': 'ListItem',
            item: {
              ...fair,
              '@type': 'https://schema.org/Festival',
              subEvent: [{ ...fair, name: 'First evening' }],
            },
          },
        ],
      },
      { '@type': 'Recipe', name: 'No event', startDate: '2027-01-01' },
    ),
  )
  assert.deepEqual(
    values.map(({ title, start_date, venue, organizer }) => [title, start_date, venue, organizer]),
    [
      [
        'Concert',
        '2027-07-04 20:00:00',
        { venue: 'Hall', address: '1 Square, Lille' },
        [{ organizer: 'Town' }, { organizer: 'Friends' }],
      ],
      ['Fair', '2027-07-04 20:00:00', undefined, undefined],
      ['First evening', '2027-07-04 20:00:00', undefined, undefined],
    ],
  )
})

test('days, hours and offsets', async () => {
  const times = [
    { startDate: '2027-07-04', endDate: '2027-07-06' },
    { startDate: '2027-07-04T00:00:00+02:00', endDate: '2027-07-04T23:59:59+02:00' },
    { startDate: '2027-07-04T18:00:00Z', duration: 'PT90M' },
    { startDate: '2027-07-04T20:00:00-04:00' },
    { startDate: '2027-07-04T20:00:00.000+0200', endDate: '2027-07-03' },
  ]
  const { values, refused } = await read(
    JSON.stringify(
      [...times, { startDate: 'in July' }].map((time, n) => ({ ...fair, name: `N ${n}`, ...time })),
    ),
  )
  assert.deepEqual(
    values.map(
      ({ start_date, end_date, timezone, all_day }) =>
        `${start_date} ${end_date} ${timezone} ${all_day}`,
    ),
    [
      '2027-07-04 00:00:00 2027-07-06 23:59:59 Europe/Paris true',
      '2027-07-04 00:00:00 2027-07-04 23:59:59 Europe/Paris true',
      '2027-07-04 20:00:00 2027-07-04 21:30:00 Europe/Paris false',
      '2027-07-04 20:00:00 2027-07-04 20:00:00 UTC-4 false',
      '2027-07-04 20:00:00 2027-07-04 20:00:00 Europe/Paris false',
    ],
  )
  assert.match(refused.join(), /startDate is not a date: “in July”/)
})

test('places online, images and offers in each form', async () => {
  const { values } = await read(
    page(
      { ...fair, location: { '@type': 'VirtualLocation', url: 'https://meet.example/a' } },
      {
        ...fair,
        name: 'Both',
        location: [
          { '@type': 'VirtualLocation', url: 'https://meet.example/a' },
          { '@type': 'Place', name: 'Hall' },
        ],
      },
      {
        ...fair,
        name: 'Address',
        location: { '@type': 'PostalAddress', addressLocality: 'Lille' },
        image: [{ '@type': 'ImageObject', contentUrl: 'https://town.example/b.jpg' }],
      },
      {
        ...fair,
        name: 'Free',
        isAccessibleForFree: true,
        image: { url: ['https://town.example/c.jpg'] },
      },
      {
        ...fair,
        name: 'Prices',
        offers: [
          { price: 20, priceCurrency: 'EUR' },
          { lowPrice: '5', highPrice: '12,50', priceCurrency: 'EUR' },
          { price: 'ask' },
        ],
      },
    ),
  )
  assert.deepEqual(
    values.map(({ venue, attendance, online_url, image, cost }) => [
      venue,
      attendance,
      online_url,
      image,
      cost,
    ]),
    [
      [undefined, 'online', 'https://meet.example/a', undefined, undefined],
      [{ venue: 'Hall' }, 'mixed', 'https://meet.example/a', undefined, undefined],
      [
        { venue: 'Lille', city: 'Lille' },
        undefined,
        undefined,
        'https://town.example/b.jpg',
        undefined,
      ],
      [undefined, undefined, undefined, 'https://town.example/c.jpg', '0'],
      [undefined, undefined, undefined, undefined, '5 EUR – 12.50 EUR – 20 EUR'],
    ],
  )
})

test('broken JSON is refused, other documents of the page are read', async () => {
  const { values, refused } = await read(
    page('{"@type": "Event",', '{"@type":"Event","name":"Raw\nbreak","startDate":"2027-07-04"}'),
  )
  assert.deepEqual(
    values.map(({ title }) => title),
    ['Raw break'],
  )
  assert.deepEqual(refused, ['The JSON-LD of the page is not valid JSON.'])
  await assert.rejects(read('plain text'), ReadError)
})

test('a sitemap: each page once, as robots.txt allows, events where their own page is', async () => {
  const at = (path: string) => `https://town.example${path}`
  const map = (tag: string, urls: string[]) =>
    `<?xml version="1.0"?><${tag}>${urls.map(url => `<url><loc>${url}</loc></url>`).join('')}</${tag}>`
  const { items, refused, requests } = await read(map('sitemapindex', [at('/events.xml')]), {
    [at('/events.xml')]: map('urlset', [at('/list'), at('/fair'), at('/secret'), at('/gone')]),
    [at('/robots.txt')]: 'User-agent: *\nDisallow: /secret',
    [at('/list')]: page([
      { ...fair, name: 'Short', url: at('/fair') },
      { ...fair, name: 'Here alone', url: '/alone' },
    ]),
    [at('/fair')]: page(
      { ...fair, url: at('/fair') },
      { ...fair, startDate: '2027-07-05T20:00:00+02:00', url: at('/fair') },
    ),
  })
  assert.deepEqual(
    items.map(({ source_id, values }) => [source_id, values.title]),
    [
      [at('/alone'), 'Here alone'],
      [`${at('/fair')} 2027-07-04 20:00:00`, 'Fair'],
      [`${at('/fair')} 2027-07-05 20:00:00`, 'Fair'],
    ],
  )
  assert.deepEqual(refused.length, 2)
  assert.ok(!requests.includes(at('/secret')))
})

const longRuns: Record<string, (size: number) => string> = {
  'blanks in a script': size => script(`{"a": "${' '.repeat(size)}"}`),
  'blanks before a script that is none': size => script(`${' '.repeat(size)}a`),
  'blanks in a sitemap': size => `<urlset><loc>${' '.repeat(size)}</urlset>`,
  'openings of scripts': size => `<html>${'<script type='.repeat(size)}`,
  'openings of tags': size => JSON.stringify({ ...fair, description: '<p'.repeat(size) }),
}
for (const [name, textOf] of Object.entries(longRuns))
  test(`long runs cost little: ${name}`, () => linearIn(80_000, textOf, text => read(text)))

test('a script in a comment is read, also after letters that grow in lower case', async () => {
  const json = JSON.stringify(fair)
  for (const written of [
    `<!-- ${json} -->`,
    `\n// <![CDATA[\n${json}\n// ]]>\n`,
    `\n<!--\n${json}`,
  ]) {
    const { values } = await read(`<title>İİİ</title><!-- <script> -->${script(written)}`)
    assert.deepEqual(
      values.map(({ title }) => title),
      ['Fair'],
      written,
    )
  }
})

test('data nested too deep invalidate only their own event', async () => {
  const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000)
  const event = (more: string) => `{"@type":"Event","startDate":"2027-07-04",${more}}`
  const { values, refused } = await read(
    `[${[
      event(`"name":${'{"name":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
      event(`"name":"Free","isAccessibleForFree":${deep('[', ']')}`),
      `{"@type":${deep('[', ']')},"startDate":"2027-07-04","name":"No event"}`,
      event('"name":"Next"'),
    ].join()}]`,
  )
  assert.deepEqual(
    values.map(({ title }) => title),
    ['Free', 'Next'],
  )
  assert.deepEqual(refused, ['The event has no name.'])
})

const sitemap = (urls: readonly string[], tag = 'urlset') =>
  `<${tag}>${urls.map(url => `<loc>${url}</loc>`).join('')}</${tag}>`

test('a sitemap is read on after addresses that are no pages', async () => {
  const wrong = ['file:///etc/passwd', 'javascript:1', 'data:,a', 'null', 'https://']
  const good = 'https://town.example/good'
  for (const map of [sitemap([...wrong, good]), sitemap([...wrong, good], 'sitemapindex')]) {
    const { values, refused, requests } = await read(map, {
      [good]: map.includes('index') ? sitemap([...wrong, `${good}/1`]) : page(fair),
      [`${good}/1`]: page(fair),
    })
    assert.deepEqual(
      values.map(({ title }) => title),
      ['Fair'],
    )
    assert.match(refused[0] ?? '', /names file:\/\/\/etc\/passwd, which is not a web page/)
    assert.equal(refused.length % wrong.length, 0)
    assert.deepEqual(
      requests.filter(url => !url.startsWith('https://town.example/')),
      [],
    )
  }
})

test('without a host there are no rules for robots, and nothing is read', async () => {
  const allows = await robotsOf('null', async () => assert.fail('asked'))
  assert.equal(allows('https://town.example/'), false)
})

test('sitemaps that name many others: 200 are read, and each once', async () => {
  const first = ['a', 'b', 'c'].map(name => `https://town.example/${name}`)
  const indexOf = (size: number) =>
    sitemap(
      Array.from({ length: size }, (_, n) => `https://town.example/${n}.xml`),
      'sitemapindex',
    )
  await linearIn(16_000, indexOf, async index => {
    const { requests, refused } = await read(
      sitemap(first, 'sitemapindex'),
      Object.fromEntries(first.map(url => [url, index])),
    )
    assert.equal(requests.length, 200)
    assert.equal(new Set(requests).size, 200)
    assert.match(refused.at(-1) ?? '', /more than 200/)
  })
})

test('a refusal names the line of the event in its page', async () => {
  const event = (name: string, start: string) =>
    JSON.stringify({
      '@type': 'Event',
      name,
      startDate: start,
      url: `https://town.example/${name}`,
    })
  const written = `<html>\n<script type="application/ld+json">\n[${event('a', '2027-06-05')},\n${event('b', 'whenever')}]\n</script>\n<script type="application/ld+json">\n{nonsense}</script>`
  assert.deepEqual((await read(written)).lines, [4, 6])
})
