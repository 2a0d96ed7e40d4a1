import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { restart, type Service, startService } from '../support/service.ts'

const clock = '2027-03-01T10:00:00Z'
const day = { start_date: '2027-03-06 20:00:00', end_date: '2027-03-06 22:00:00' }
const shown = { show_map: true, show_map_link: true }

describe('maps', () => {
  let site: Service
  const ids: Record<string, number> = {}
  before(async () => {
    site = await startService({ clock, timezone: 'Europe/Paris' })
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
      create('/events', { title, ...day, ...shown, ...body })
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
  const markers = (text: string) => text.match(/<svg class="mark"[\s\S]*?<\/svg>/g) ?? []
  const part = (text: string, from: string, to: string) =>
    text.slice(text.indexOf(from), text.indexOf(to, text.indexOf(from)))

  test('each venue with upcoming events has a numbered pin that leads to its entry in the list', async () => {
    const { status, text } = await get('/events/map/')
    assert.equal(status, 200)
    const pins = markers(text)
    assert.equal(pins.length, 2)
    assert.match(pins[0] ?? '', new RegExp(`href="#venue-${ids['Hall <1>']}"`))
    assert.match(pins[0] ?? '', /aria-label="1\. Hall &lt;1&gt;, 2 events"/)
    assert.match(pins[1] ?? '', /aria-label="2\. Barn, 1 event"/)
    const list = part(text, '<section class="venues"', '</section>')
    assert.match(list, /Concert[\s\S]*No map please[\s\S]*Dance/)
    assert.match(text, /<path id="map-land" class="land" d="m[-\d lmz]+"/)
    assert.doesNotMatch(text, /Long over/)
  })

  test('what has no place on the map is listed below, and nothing tells of what is closed', async () => {
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
    assert.match(fr.text, /aria-label="1\. Hall &lt;1&gt;, 2 évènements"/)
    const month = await get('/events/month/2027-05/?categories=music')
    assert.match(month.text, /href="\/events\/map\/2027-05-01\/\?categories=music"/)
    const calendar = await get('/events/map/?ical=1')
    assert.match(String(calendar.headers['content-type']), /^text\/calendar/)
  })

  test('the pages of events and venues have a map, where their records do not refuse one', async () => {
    const venue = await get('/venue/hall-1/')
    assert.equal(markers(venue.text).length, 1)
    assert.match(venue.text, /openstreetmap\.org\/directions\?to=45\.76%2C4\.83"/)
    const event = await get('/event/concert/')
    assert.equal(markers(event.text).length, 1)
    assert.match(event.text, /openstreetmap\.org\/directions/)
    for (const path of ['/event/no-map-please/', '/venue/unmapped/', '/venue/nowhere/'])
      assert.deepEqual(markers((await get(path)).text), [], path)
    assert.doesNotMatch((await get('/event/no-map-please/')).text, /openstreetmap/)
    assert.match(
      (await get('/venue/nowhere/')).text,
      /directions\?to=1%20quai%20Rambaud%2C%20Lyon"/,
    )
  })

  test('without tiles a page loads nothing from elsewhere; with them, from their host alone and with their terms', async () => {
    const plain = await get('/events/map/')
    assert.match(String(plain.headers['content-security-policy']), /img-src 'self';/)
    assert.doesNotMatch(plain.text, /<image/)
    const folder = site.settings
    site = await restart(site, {
      mapTiles: 'https://tiles.example/{z}/{x}/{y}.png?key=1&style=2',
      mapAttribution: '© Some & Maps https://tiles.example/terms',
    })
    for (const path of ['/events/map/', '/venue/hall-1/', '/event/concert/']) {
      const { headers, text } = await get(path)
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /img-src 'self' https:\/\/tiles\.example;/, path)
      assert.match(text, /href="https:\/\/tiles\.example\/\d+\/\d+\/\d+\.png\?key=1&amp;style=2"/)
      assert.match(
        text,
        /<a href="https:\/\/tiles\.example\/terms" rel="noopener">© Some &amp; Maps<\/a>/,
      )
      assert.doesNotMatch(text, /map-land/)
    }
    for (const path of ['/events/', '/event/no-map-please/'])
      assert.match(String((await get(path)).headers['content-security-policy']), /img-src 'self';/)
    site = await restart(site, { mapTiles: folder.mapTiles, mapAttribution: '' })
  })
})
