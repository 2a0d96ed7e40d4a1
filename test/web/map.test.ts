import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { prepareApp } from '../../src/web/editors/app.ts'
import { restart, type Service, startService } from '../support/service.ts'

const clock = '2027-03-01T10:00:00Z'
const day = { start_date: '2027-03-06 20:00:00', end_date: '2027-03-06 22:00:00' }
const withMap = { show_map: true, show_map_link: true }

describe('maps', () => {
  let site: Service
  const ids: Record<string, number> = {}
  before(async () => {
    await prepareApp()
    site = await startService({
      clock,
      timezone: 'Europe/Paris',
      mapSource: 'url https://tiles.example/{z}/{x}/{y}.png?key=1&style=2',
      mapAttribution: '© Some & Maps https://tiles.example/terms',
    })
    const create = async (path: string, body: object) => {
      const reply = await site.send('POST', path, { as: 'administrator', body })
      assert.equal(reply.status, 201, reply.text)
      return reply.body.id as number
    }
    const venue = async (name: string, body: object) => {
      ids[name] = await create('/venues', { venue: name, ...body })
      return ids[name]
    }
    const event = (title: string, body: object) =>
      create('/events', { title, ...day, ...withMap, ...body })
    const hall = await venue('Hall <1>', { city: 'Lyon', geo_lat: 45.76, geo_lng: 4.83 })
    const barn = await venue('Barn', { city: 'Nantes', geo_lat: 47.22, geo_lng: -1.55 })
    const secret = await venue('Wordofvenue', { status: 'private', geo_lat: 48, geo_lng: 2 })
    const unmapped = await venue('Unmapped', { geo_lat: 48, geo_lng: 2, show_map: 'false' })
    const nowhere = await venue('Nowhere', { address: '1 quai Rambaud', city: 'Lyon' })
    await event('Concert', { venue: hall, categories: ['music'] })
    await event('Dance', {
      venue: barn,
      start_date: '2027-03-20 10:00',
      end_date: '2027-03-20 12:00',
    })
    await event('At a secret place', { venue: secret })
    await event('At a place without a map', { venue: unmapped })
    await event('At a place without coordinates', { venue: nowhere })
    await event('No map please', { venue: hall, show_map: false, show_map_link: false })
    await event('Behind a password', { venue: barn, password: 'sesame' })
    await event('Wordofdraft', { venue: hall, status: 'draft' })
    await event('Wordofhidden', { venue: hall, hide_from_listings: true })
    await event('Long over', { venue: barn, start_date: '2026-01-02', end_date: '2026-01-02' })
  })
  after(() => site.close())

  const get = (path: string) =>
    site.send('GET', site.address + path, { headers: { Accept: 'text/html' } })
  const part = (text: string, from: string, to: string) =>
    text.slice(text.indexOf(from), text.indexOf(to, text.indexOf(from)))

  test('each venue with upcoming events has a pin that leads to its entry in the list', async () => {
    const { status, text } = await get('/events/map/')
    assert.equal(status, 200)
    assert.deepEqual(
      placesOn(text).map(({ href, label }) => [href, label]),
      [
        [`#venue-${ids['Hall <1>']}`, 'Hall <1>, 2 events'],
        [`#venue-${ids.Barn}`, 'Barn, 1 event'],
      ],
    )
    const list = part(text, '<section class="venues"', '</section>')
    assert.match(list, /Concert[\s\S]*No map please[\s\S]*Dance/)
    assert.doesNotMatch(text, /Long over/)
  })

  test('events without coordinates are listed below the map, and protected ones disclose nothing', async () => {
    for (const path of ['/events/map/', '/fr/evenements/carte/', '/events/map/?search=word']) {
      const { text } = await get(path)
      assert.doesNotMatch(text, /wordof/i, path)
    }
    const { text } = await get('/events/map/')
    const below = part(text, '<section class="elsewhere"', '</section>')
    for (const title of [
      'secret place',
      'without a map',
      'without coordinates',
      'Behind a password',
    ])
      assert.match(below, new RegExp(title))
  })

  test('it has the filters of other views, and begins on any day', async () => {
    const music = await get('/events/map/?categories=music')
    assert.match(music.text, /Concert/)
    assert.doesNotMatch(music.text, /Dance/)
    const later = await get('/events/map/2027-03-10/')
    assert.match(later.text, /<h1>Map of events from 10 March 2027<\/h1>/)
    assert.doesNotMatch(later.text, /Concert/)
    assert.match(later.text, /Dance/)
    const picked = await get('/events/?date=2027-03-10&view=map&categories=music')
    assert.equal(picked.headers.location, '/events/map/2027-03-10/?categories=music')
    const past = await get('/events/map/?search=over')
    assert.match(past.text, /<h2 class="section">Latest events<\/h2>[\s\S]*Long over/)
    for (const path of ['/events/map/2027-02-30/', '/events/map/1/'])
      assert.equal((await get(path)).status, 404)
  })

  test('it has its address in both languages, one of which is the canonical one', async () => {
    const [en, fr] = [await get('/events/map/'), await get('/fr/evenements/carte/')]
    assert.match(en.text, /<link rel="canonical" href="[^"]*\/events\/map\/">/)
    for (const { text } of [en, fr]) {
      assert.match(text, /hreflang="en" href="[^"]*\/events\/map\/"/)
      assert.match(text, /hreflang="fr" href="[^"]*\/fr\/evenements\/carte\/"/)
    }
    assert.match(fr.text, /<h1>Carte des évènements<\/h1>/)
    assert.equal(placesOn(fr.text)[0]?.label, 'Hall <1>, 2 évènements')
    const month = await get('/events/month/2027-05/?categories=music')
    assert.match(month.text, /href="\/events\/map\/2027-05-01\/\?categories=music"/)
    const calendar = await get('/events/map/?ical=1')
    assert.match(String(calendar.headers['content-type']), /^text\/calendar/)
  })

  test('the pages of events and venues have a map, where their records do not refuse one', async () => {
    const venue = await get('/venue/hall-1/')
    assert.deepEqual(
      placesOn(venue.text).map(({ href }) => href),
      [''],
    )
    assert.match(venue.text, /openstreetmap\.org\/directions\?to=45\.76%2C4\.83"/)
    const event = await get('/event/concert/')
    assert.deepEqual(
      placesOn(event.text).map(({ href }) => href),
      ['/venue/hall-1/'],
    )
    assert.match(event.text, /openstreetmap\.org\/directions/)
    for (const path of ['/event/no-map-please/', '/venue/unmapped/', '/venue/nowhere/'])
      assert.doesNotMatch((await get(path)).text, /data-map=|mlat=/, path)
    assert.doesNotMatch((await get('/event/no-map-please/')).text, /openstreetmap/)
    assert.match(
      (await get('/venue/nowhere/')).text,
      /directions\?to=1%20quai%20Rambaud%2C%20Lyon"/,
    )
  })

  test('the policy of a page with a map names the host of its tiles, and no other page names it', async () => {
    const policyOf = async (path: string) =>
      String((await get(path)).headers['content-security-policy'])
    for (const path of ['/events/map/', '/venue/hall-1/', '/event/concert/']) {
      const { text } = await get(path)
      assert.match(await policyOf(path), /img-src 'self' data: https:\/\/tiles\.example;/, path)
      assert.match(
        text,
        /<a href="https:\/\/tiles\.example\/terms" rel="noopener">© Some &amp; Maps<\/a>/,
      )
      // only the script asks for tiles, once the visitor wants them
      assert.doesNotMatch(text, /(src|href)="https:\/\/tiles\.example\/(?!terms)/)
      assert.match(text, /<button type="button">Show the map<\/button>/)
      assert.match(text, /The map comes from tiles\.example, which then sees your IP address/)
    }
    assert.match((await get('/fr/lieu/hall-1/')).text, /<button type="button">Afficher la carte/)
    for (const path of ['/events/', '/event/no-map-please/', '/events/map/?search=nothing'])
      assert.match(await policyOf(path), /img-src 'self';.*trusted-types 'none'/, path)
    assert.match(await policyOf('/admin/'), /img-src 'self' data: https:\/\/tiles\.example blob:;/)
  })

  test('a server of the list brings its URL, its terms and its place in the policy', async () => {
    for (const [mapSource, host, terms] of [
      ['openstreetmap', 'https://tile.openstreetmap.org', 'www.openstreetmap.org/copyright'],
      ['ign', 'https://data.geopf.fr', 'geoservices.ign.fr/'],
      ['swisstopo', 'https://wmts.geo.admin.ch', 'www.swisstopo.admin.ch/'],
    ] as const) {
      site = await restart(site, { mapSource, mapAttribution: '' })
      const { text, headers } = await get('/venue/hall-1/')
      const policy = String(headers['content-security-policy'])
      assert.ok(policy.includes(`img-src 'self' data: ${host};`), policy)
      assert.match(text, new RegExp(`<figcaption><span><a href="https://${terms}`))
    }
  })

  test('tiles of our own host need no consent', async () => {
    site = await restart(site, { mapSource: 'url /tiles/{z}/{x}/{y}.png' })
    const { text, headers } = await get('/venue/hall-1/')
    assert.match(String(headers['content-security-policy']), /img-src 'self' data:;/)
    assert.match(text, /data-map=/)
    assert.doesNotMatch(text, /Show the map<\/button>/)
  })

  test('without a source there is no map: links lead to one, and nothing is loaded from elsewhere', async () => {
    site = await restart(site, { mapSource: 'url' })
    for (const [path, links] of [
      ['/events/map/', 2],
      ['/fr/evenements/carte/', 2],
      ['/venue/hall-1/', 1],
      ['/event/concert/', 1],
      ['/event/no-map-please/', 0],
    ] as const) {
      const { text, headers } = await get(path)
      assert.doesNotMatch(text, /data-map=|<noscript>|map-\w+\.(js|css)/, path)
      assert.match(String(headers['content-security-policy']), /img-src 'self';/)
      assert.equal(
        text.match(/href="https:\/\/www\.openstreetmap\.org\/\?mlat=/g)?.length ?? 0,
        links,
      )
    }
    assert.match((await get('/venue/hall-1/')).text, />Show on OpenStreetMap<\/a>/)
    assert.match((await get('/fr/lieu/hall-1/')).text, />Voir sur OpenStreetMap<\/a>/)
  })
})

test('a pin says how many events its venue has, also those on later pages of the map', async t => {
  await prepareApp()
  const site = await startService({
    clock,
    timezone: 'Europe/Paris',
    mapSource: 'url /{z}/{x}/{y}',
  })
  t.after(() => site.close())
  const later = { start_date: '2027-09-06 20:00:00', end_date: '2027-09-06 22:00:00' }
  for (const [venue, recurrence, own] of [
    ['Often', ['RRULE:FREQ=DAILY;COUNT=80'], day],
    ['Once', undefined, day],
    ['Often', undefined, later],
  ] as const) {
    const { status, text } = await site.send('POST', '/events', {
      as: 'editor',
      body: {
        title: `At ${venue}`,
        ...own,
        ...(recurrence && { recurrence }),
        venue: { venue, geo_lat: 45.76, geo_lng: 4.83 },
      },
    })
    assert.equal(status, 201, text)
  }
  const labels = async (query: string) => {
    const url = `${site.address}/events/map/${query}`
    const { text } = await site.send('GET', url, { headers: { Accept: 'text/html' } })
    return placesOn(text).map(({ label }) => label)
  }
  assert.deepEqual(await labels(''), ['Often, 2 events', 'Once, 1 event'])
  assert.deepEqual(await labels('?occurrences=each'), ['Often, 2 events', 'Once, 1 event'])
  assert.deepEqual(await labels('?occurrences=each&page=2'), ['Often, 2 events'])
  assert.deepEqual(await labels('?venue=999999'), [])
  // what would take as many searches is not counted
  assert.deepEqual(await labels('?search=often&occurrences=each'), ['Often'])
  assert.deepEqual(await labels('?search=once'), ['Once, 1 event'])
})

/** The places of the map of a page. */
const placesOn = (text: string): { id: number; href: string; label: string }[] => {
  const [, data = ''] = /data-map="([^"]*)"/.exec(text) ?? []
  return data ? JSON.parse(decode(data)).places : []
}

const decode = (attribute: string) =>
  attribute
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
