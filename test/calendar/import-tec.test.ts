import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ReadError } from '../../src/moving/base/item.ts'
import { type Import, importInto } from '../../src/transfer/imports.ts'
import { importSettings } from '../support/import-rows.ts'
import { edit, get, readNow, service, tenToNoon, useService } from '../support/scenario.ts'
import { playSite, type TecSite, tecEvent, tecLists } from '../support/tec-site.ts'

useService()

const importFrom = (from: string, source: string, how: Partial<Import> = {}) =>
  importInto(
    importSettings(service.settings),
    { given: new Set(), replaces: false },
    {
      format: 'tec',
      from,
      source,
      language: 'en',
      isDry: false,
      ...how,
    },
  )

/** Plays a site while it is imported. */
async function imported(source: string, site: TecSite, how: Partial<Import> = {}) {
  const played = await playSite(site)
  try {
    return { report: await importFrom(played.base, source, how), requests: played.requests }
  } finally {
    played.close()
  }
}

type Presented = Record<string, unknown> & {
  title: string
  start_date: string
  cost_details: { values: string[] }
  venue: { city: string }
  organizer: { organizer: string }[]
  categories: { name: string; parent: number }[]
  translations: { fr?: { title: string } }
}
const eventsOf = async (source: string, language = 'en') =>
  (
    await readNow('/events', {
      source,
      start_date: '1990-01-01',
      per_page: 50,
      ml_language: language,
    })
  ).events as Presented[]
const counts = ({ counts }: Awaited<ReturnType<typeof importFrom>>) =>
  Object.values(counts.event).join()

const hall = {
  id: 71,
  venue: 'Market hall',
  slug: 'market-hall',
  address: '1 Square',
  city: 'Lille',
  country: 'France',
  website: '',
  url: '{base}/venue/market-hall/',
}
const town = {
  id: 81,
  organizer: 'Town &amp; Co',
  email: 'fair@town.example',
  url: '{base}/organizer/town/',
}
const fairs = { id: 9, name: 'Fairs', slug: 'fairs', description: '', parent: 5 }
const culture = { id: 5, name: 'Culture', slug: 'culture', description: 'All of it', parent: 0 }

const english = tecLists({
  events: [
    tecEvent(1, {
      title: 'Spring fair &#8211; day one',
      slug: 'spring-fair',
      start_date: '2015-04-11 10:00:00',
      end_date: '2015-04-11 18:30:00',
      description: '<p>Stalls &amp; music.</p>\n<script>alert(1)</script>',
      excerpt: '<p>Stalls &amp; music. [&hellip;]</p>',
      cost: 'Free &#8211; 1.500€',
      cost_details: {
        currency_symbol: '€',
        currency_code: '',
        currency_position: 'postfix',
        values: ['0', '1500'],
      },
      featured: true,
      venue: hall,
      organizer: [town],
      categories: [fairs],
    }),
    tecEvent(2, {
      website: 'https://band.example/?a=1&#038;b=2',
      all_day: true,
      start_date: '2027-07-05 00:00:00',
      end_date: '2027-07-06 23:59:59',
    }),
    tecEvent(3, {
      all_day: null,
      featured: null,
      title: 'Protected: Secret',
      description: '',
      website: '',
      start_date: '2027-07-07 20:00:00',
    }),
  ],
  venues: [hall, { ...hall, id: 72, venue: 'Empty hall' }],
  organizers: [town],
  // below comes before above
  categories: [fairs, culture],
})

test('all time, texts as people wrote them, and what events are linked to', async () => {
  const { report, requests } = await imported('site', { languages: { en: english } })
  assert.deepEqual(report.problems, [])
  assert.equal(counts(report), '3,0,0,0,0')
  const [fair, band, secret] = await eventsOf('site')
  assert.ok(fair && band && secret)
  assert.equal(fair.title, 'Spring fair – day one')
  assert.equal(String(fair.description).trim(), '<p>Stalls &amp; music.</p>')
  assert.equal(fair.excerpt, '')
  assert.deepEqual(fair.cost_details.values, ['0', '1500'])
  assert.equal(fair.start_date, '2015-04-11 10:00:00')
  assert.equal(fair.slug, 'spring-fair')
  assert.equal(fair.featured, true)
  // only the page of the event
  assert.match(String(fair.website), new RegExp(`${service.address}`))
  assert.equal(fair.venue.city, 'Lille')
  assert.equal(fair.organizer[0]?.organizer, 'Town &#038; Co')
  const [category] = fair.categories
  assert.equal(category?.name, 'Fairs')
  assert.ok(Number(category?.parent) > 0)
  assert.match(String(band.website), /^https:\/\/band\.example\/\?a=1&(#038;|amp;)?b=2$/)
  assert.equal(band.all_day, true)
  assert.equal(secret.title, 'Secret')
  assert.match(report.notes.map(({ reason }) => reason).join(), /password protects/)
  const { venues } = await readNow('/venues', { source: 'site' })
  assert.equal((venues as unknown[]).length, 2)
  assert.ok(
    requests.every(
      path =>
        !path.includes('per_page=') || path.includes('per_page=50') || path.includes('per_page=1'),
    ),
  )
  const again = await imported('site', { languages: { en: english } })
  assert.equal(counts(again.report), '0,0,3,0,0')
})

const french = (shared: object[]) =>
  tecLists({
    events: [
      tecEvent(101, { title: 'Fête du printemps', slug: 'fete', ...shared[0] }),
      tecEvent(102, { title: 'Marché', slug: 'marche', ...shared[1] }),
      tecEvent(103, {
        title: 'Seulement en français',
        slug: 'seulement',
        start_date: '2027-09-09 20:00:00',
      }),
    ],
    venues: [{ ...hall, id: 171, venue: 'Halle du marché' }],
  })
const twice = tecLists({
  events: [
    tecEvent(1, { title: 'Spring fair', slug: 'fair', venue: hall }),
    tecEvent(2, { title: 'Market', slug: 'market', venue: hall }),
  ],
  venues: [hall],
})
const halle = { venue: { ...hall, id: 171, venue: 'Halle du marché' } }

for (const way of ['polylang', 'wpml', 'pages'] as const)
  test(`two languages, as the ${way} of the site link them`, async () => {
    // both begin at the same time in the same place
    const site = {
      languages: { en: twice, fr: french([halle, halle]) },
      links: new Map([
        [1, 102],
        [2, 101],
      ]),
      posts: way !== 'pages' && way,
    }
    const { report } = await imported(way, site)
    assert.deepEqual(report.problems, [])
    assert.equal(counts(report), '3,0,0,0,0')
    const titles = (await eventsOf(way, 'fr')).map(({ title }) => title).toSorted()
    assert.deepEqual(titles, ['Fête du printemps', 'Marché', 'Seulement en français'])
    const [fair] = (await eventsOf(way)).filter(({ title }) => title === 'Spring fair')
    assert.equal(fair?.translations.fr?.title, 'Marché')
    const { venues } = await readNow('/venues', { source: way, ml_language: 'fr' })
    assert.deepEqual(
      (venues as { venue: string }[]).map(({ venue }) => venue),
      ['Halle du marché'],
    )
  })

test('two languages without links are matched by start, venue and image, for review', async () => {
  const other = { venue: { ...hall, id: 171, address: '2 Street' } }
  const site = { languages: { en: twice, fr: french([{ ...halle }, other]) } }
  const { report } = await imported('matched', site)
  const english = (await eventsOf('matched')).filter(({ title }) => /^(Spring|Market)/.test(title))
  // two in the same place at the same time: nobody can know which
  assert.deepEqual(
    english.map(({ translations }) => translations.fr),
    [undefined, undefined],
  )
  assert.match(report.notes.map(({ reason }) => reason).join(), /Please review/)
  const clear = {
    languages: {
      en: tecLists({
        events: [tecEvent(1, { venue: hall, title: 'Fair' }), tecEvent(2, { title: 'Elsewhere' })],
      }),
      fr: french([halle, { start_date: '2027-08-01 20:00:00' }]),
    },
  }
  await imported('clear', clear)
  const [first] = (await eventsOf('clear')).filter(({ title }) => title === 'Fair')
  assert.equal(first?.translations.fr?.title, 'Fête du printemps')
})

test('drafts with credentials, which go to the site alone', async () => {
  const languages = { en: tecLists({ events: [tecEvent(1), tecEvent(2, { status: 'draft' })] }) }
  const authorization = `Basic ${Buffer.from('ed:secret').toString('base64')}`
  const site = { languages, credentials: 'ed:secret' }
  assert.equal(counts((await imported('open', site)).report), '1,0,0,0,0')
  const { report } = await imported('drafts', site, { authorization })
  assert.equal(counts(report), '2,0,0,0,0')
})

test('dates of a rule become a series where that is wanted', async () => {
  const dates = ['2027-07-04', '2027-07-11', '2027-07-18', '2027-08-01'].map((day, n) =>
    tecEvent(10_000_001 + n, {
      title: 'Choir',
      start_date: `${day} 20:00:00`,
      url: `{base}/event/choir/${day}/`,
      slug: 'choir',
      ...(n === 2 && { description: '<p>With guests</p>' }),
    }),
  )
  const languages = { en: tecLists({ events: [...dates, tecEvent(5)] }) }
  assert.equal(counts((await imported('dates', { languages })).report), '5,0,0,0,0')
  // IDs are made up again
  const moved = tecLists({
    events: dates.map(date => ({ ...date, id: date.id + 500 })).concat(tecEvent(5)),
  })
  assert.equal(counts((await imported('dates', { languages: { en: moved } })).report), '0,0,5,0,0')
  const { report } = await imported('series', { languages }, { series: true })
  assert.equal(counts(report), '2,0,0,0,0')
  assert.match(report.notes.map(({ reason }) => reason).join(), /4 dates become one series/)
  const presented = (await eventsOf('series')).filter(({ title }) => title === 'Choir')
  assert.deepEqual(
    presented.map(({ start_date }) => String(start_date).slice(0, 10)),
    ['2027-07-04', '2027-07-11', '2027-07-18', '2027-08-01'],
  )
  assert.match(String(presented[2]?.description), /With guests/)
})

test('pages that fail are reported, and nothing counts as gone', async () => {
  const events = Array.from({ length: 120 }, (_, n) => tecEvent(n + 1))
  const languages = { en: tecLists({ events }) }
  const instead = (path: string) =>
    path.includes('/events?') && path.includes('page=2&') ? 400 : undefined
  const { report } = await imported('gaps', { languages, instead }, { gone: 'trash' })
  assert.equal(report.counts.event.created, 70)
  assert.match(
    report.problems.map(({ reason }) => reason).join(' '),
    /Page 2 of events.*has 120 events; 70 were read/,
  )
})

test('a site without the API, or whose robots.txt refuses, is an error', async () => {
  const robots = 'User-agent: *\nDisallow: /wp-json/\n'
  await assert.rejects(imported('none', { languages: { en: tecLists() }, robots }), ReadError)
  await assert.rejects(imported('none', { languages: {} }), ReadError)
})

type Result = Presented & { id: number; source_id: string; slug: string }
const keeping = { keep_ids: true }

test('records keep the IDs of the site where this calendar has not given them', async () => {
  const { id: highest } = await edit('POST', '/events', { title: 'Here before', ...tenToNoon })
  const above = Number(highest) + 1000
  // one whose ID was given here, and some above
  const [taken, one, two] = [Number(highest), above + 5, above + 7]
  const square = { ...hall, id: above + 6, venue: 'Square' }
  const lists = tecLists({
    events: [
      tecEvent(two, { venue: square }),
      tecEvent(one, { title: 'Fair', image: { url: '{base}/lost.png' } }),
      tecEvent(taken, { title: 'Elsewhere' }),
    ],
    venues: [square],
  })
  const site = { languages: { en: lists } }
  const preview = await imported('kept', site, { ...keeping, isDry: true })
  const { report } = await imported('kept', site, keeping)
  assert.equal(counts(report), '3,0,0,0,0')
  for (const { notes } of [preview.report, report])
    assert.deepEqual(
      notes.filter(({ reason }) => /has been used/.test(reason)).map(({ source_id }) => source_id),
      [String(taken)],
    )
  const events = (await eventsOf('kept')) as Result[]
  const idOf = (source_id: number) =>
    events.find(event => event.source_id === String(source_id))?.id
  assert.deepEqual([idOf(one), idOf(two)], [one, two])
  assert.ok(Number(idOf(taken)) > two)
  const { venues } = await readNow('/venues', { source: 'kept' })
  assert.equal((venues as { id: number }[])[0]?.id, square.id)
  // nothing changes when it is repeated, and new records are above all of them
  assert.equal(counts((await imported('kept', site, keeping)).report), '0,0,3,0,0')
  const { id } = await edit('POST', '/events', { title: 'Here after', ...tenToNoon })
  assert.ok(Number(id) > two)
  // another site whose IDs are the same
  const { report: again } = await imported('kept-2', site, keeping)
  assert.equal(counts(again), '3,0,0,0,0')
  assert.equal(again.notes.filter(({ reason }) => /has been used/.test(reason)).length, 4)
})

test('a series keeps the ID of its first date, and the URL of each date leads to it', async () => {
  const { id: highest } = await edit('POST', '/events', { title: 'Before', ...tenToNoon })
  const first = Number(highest) + 100
  const days = ['2027-10-03', '2027-10-10', '2027-10-17', '2027-10-24']
  const dates = days.map((day, n) =>
    tecEvent(first + n, {
      title: 'Guided tour',
      slug: n === 0 ? 'tour' : `tour-${n + 1}`,
      start_date: `${day} 20:00:00`,
    }),
  )
  const site = { languages: { en: tecLists({ events: dates }) } }
  const how = { keep_ids: true, series: true }
  for (const outcome of ['1,0,0,0,0', '0,0,1,0,0'])
    assert.equal(counts((await imported('tours', site, how)).report), outcome)
  const [tour] = (await eventsOf('tours')) as Result[]
  assert.equal(tour?.slug, 'tour')
  assert.equal((await get(`/events/${first}`)).status, 200)
  const page = async (path: string) => {
    const response = await fetch(`${service.address}${path}`, { redirect: 'manual' })
    return `${response.status} ${response.headers.get('location') ?? ''}`.trim()
  }
  assert.equal(await page('/event/tour/'), '200')
  for (const [n, day] of days.entries()) {
    assert.equal(await page(`/event/tour/${day}/`), '200')
    if (n === 0) continue
    assert.match(await page(`/event/tour-${n + 1}/`), new RegExp(`^301 .*/event/tour/${day}/$`))
  }
})

test('a translation keeps its ID too: it leads to the record of both languages', async () => {
  const { id: highest } = await edit('POST', '/events', { title: 'Before', ...tenToNoon })
  const first = Number(highest) + 1000
  const place = { ...hall, id: first + 20 }
  const salle = { ...hall, id: first + 21, venue: 'Salle' }
  const languages = {
    en: tecLists({
      events: [tecEvent(first, { title: 'Ball', venue: place, categories: [] })],
      venues: [place],
    }),
    fr: tecLists({
      events: [tecEvent(first + 1, { title: 'Bal', slug: 'bal', venue: salle })],
      venues: [salle],
    }),
  }
  for (const posts of ['wpml', false] as const) {
    const site = { languages, links: new Map([[first, first + 1]]), posts }
    const { report } = await imported('translated', site, keeping)
    assert.deepEqual(report.problems, [])
    for (const [path, id] of [
      [`/events/${first + 1}`, first],
      [`/venues/${first + 21}`, first + 20],
    ] as const) {
      assert.equal((await readNow(path)).id, id)
    }
    const { venue, translations } = await readNow(`/events/${first}`)
    assert.equal(translations.fr.title, 'Bal')
    assert.equal(venue.translations.fr.venue, 'Salle')
  }
})
