import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

const when = { start_date: '2027-03-06 20:00', end_date: '2027-03-06 22:00' }
const compact = '/events/list/?layout=compact'

describe('the list', () => {
  let site: Service
  before(async () => {
    site = await startService({ clock: '2027-03-01T10:00:00Z', geolocation: true })
    const venues: number[] = []
    for (const [venue, geo_lat, geo_lng] of [
      ['Near hall', 45.764, 4.8357],
      ['Far hall', 48.8566, 2.3522],
    ] as const) {
      const body = { venue, geo_lat, geo_lng, status: 'publish' }
      const reply = await site.send('POST', '/venues', { as: 'administrator', body })
      venues.push((reply.body as { id: number }).id)
    }
    for (const [title, venue] of [
      ['Near concert', venues[0]],
      ['Far concert', venues[1]],
      ['Far fair', venues[1]],
    ] as const) {
      const body = {
        title,
        venue,
        cost: '12',
        description: `Many words about it ${'x'.repeat(300)}`,
        ...when,
      }
      const reply = await site.send('POST', '/events', { as: 'administrator', body })
      assert.equal(reply.status, 201, reply.text)
    }
    const walk = {
      title: 'Far walk',
      venue: venues[1],
      start_date: '2027-03-02',
      end_date: '2027-03-02',
    }
    await site.send('POST', '/events', { as: 'administrator', body: walk })
  })
  after(() => site.close())
  const get = async (path: string) => (await site.send('GET', site.address + path)).text

  test('has a line for each event in its compact layout, and keeps it on the way', async () => {
    const text = await get(compact)
    assert.equal(text.match(/<ol class="rows">/g)?.length, 1)
    assert.match(text, /Near concert<\/a><\/span> <span class="card-where">Near hall · \$12</)
    assert.doesNotMatch(text, /Many words about it|class="card"|no filter/)
    assert.match(text, /href="\/events\/list\/">Cards</)
    assert.match(text, /aria-current="true">Compact</)
    // to other filters, dates, languages and pages
    assert.equal(text.match(/<input type="hidden" name="layout" value="compact">/g)?.length, 2)
    assert.match(text, /href="\/fr\/evenements\/liste\/\?layout=compact" hreflang="fr"/)
    assert.match(text, /href="\/events\/list\/\?layout=compact&amp;past=1" rel="prev"/)
    const filtered = await get(`${compact}&q=near`)
    assert.match(filtered, /<ol class="rows">[\s\S]*<mark>Near<\/mark>/)
    assert.doesNotMatch(filtered, /Remove the filter “layout/)
    assert.match(text, /<meta name="robots" content="noindex">/)
    assert.match(await get('/events/list/'), /class="card"/)
  })

  test('says how many dates a venue has where it is chosen', async () => {
    const text = await get('/events/list/')
    assert.match(text, /<option value="\d+">Far hall \(3\)<\/option>/)
    assert.match(text, /<option value="\d+">Near hall \(1\)<\/option>/)
  })

  test('offers cities and venues where no script can find the visitor', async () => {
    const text = await get('/events/list/')
    assert.match(text, /<fieldset class="near"[^>]* hidden>/)
    assert.doesNotMatch(text, /name="geoloc/)
    assert.match(text, /<select name="venue">/)
    const near = await get('/events/list/?geoloc_lat=45.76&geoloc_lng=4.84&geoloc_radius=25')
    assert.match(near, /<select name="geoloc_radius">[\s\S]*<option value="25" selected>25 km/)
    assert.match(near, /<input type="hidden" name="geoloc_lat" value="45.76">/)
    const [form] = near.split('</search>')
    assert.equal(form?.match(/name="geoloc_radius"/g)?.length, 1)
    assert.match(near, /Near concert/)
    assert.doesNotMatch(near, /Far concert/)
  })

  test('is by date around a visitor, says how far each event is, and keeps the choice of the nearest first', async () => {
    const around = 'geoloc_lat=45.76&geoloc_lng=4.84&geoloc_radius=500'
    const titles = (text: string) =>
      [...text.matchAll(/<h\d><a[^>]*>([^<]+ \w+)<\/a>/g)].map(([, title]) => title)
    const byDate = await get(`/events/list/?${around}`)
    assert.deepEqual(titles(byDate), ['Far walk', 'Near concert', 'Far concert', 'Far fair'])
    assert.match(byDate, /Near hall · <span class="away">1\u00a0km away</)
    assert.match(byDate, /Far hall · <span class="away">392\u00a0km away</)
    const [, nearest = ''] = /href="([^"]*sort=distance)">Nearest first</.exec(byDate) ?? []
    const byDistance = await get(nearest.replaceAll('&amp;', '&'))
    assert.deepEqual(titles(byDistance), ['Near concert', 'Far walk', 'Far concert', 'Far fair'])
    assert.match(byDistance, /<input type="hidden" name="sort" value="distance">/)
    assert.match(byDistance, /geoloc_radius=500&amp;sort=distance" hreflang="fr" lang="fr">/)
    assert.match(byDistance, /href="[^"]*\/events\.ics\?[^"]*sort=distance/)
    assert.match(await get('/events/list/?sort=distance'), /Near concert/)
  })
})

test('a calendar without distance search does not offer it', async () => {
  const site = await startService({ geolocation: false })
  const { text } = await site.send('GET', `${site.address}/events/list/`)
  assert.doesNotMatch(text, /class="near"/)
  await site.close()
})
