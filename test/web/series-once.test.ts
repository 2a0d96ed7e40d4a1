import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

const daily = ['Pool', 'Castle', 'Rink']
const firstSaturday = Date.UTC(2026, 11, 5)
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
/** Nine Saturdays. */
const saturdays = Array.from({ length: 9 }, (_, week) =>
  dayOf(firstSaturday + week * 7 * 86_400_000),
)

/** Three daily series of sixty dates, and a concert on each Saturday: what fills the calendar of a town. */
describe('a series among other events', () => {
  let site: Service
  before(async () => {
    site = await startService({ clock: '2026-12-01T05:00:00Z', timezone: 'UTC' })
    const create = async (body: object) => {
      const reply = await site.send('POST', '/events', { as: 'administrator', body })
      assert.equal(reply.status, 201, reply.text)
    }
    const common = { venue: { venue: 'Town hall', status: 'publish' } }
    const { body } = await site.send('POST', '/venues', { as: 'administrator', body: common.venue })
    const venue = (body as { id: number }).id
    for (const [at, title] of daily.entries())
      await create({
        title,
        venue,
        cost: 'Free',
        translations: { fr: { title: `${title} (fr)` } },
        categories: ['daily'],
        start_date: `2026-12-01 ${9 + at}:00`,
        end_date: `2026-12-01 ${10 + at}:00`,
        recurrence: ['RRULE:FREQ=DAILY;COUNT=60'],
      })
    for (const day of saturdays)
      await create({
        title: `Concert of ${day}`,
        venue,
        categories: ['music'],
        start_date: `${day} 20:30`,
        end_date: `${day} 22:30`,
      })
  })
  after(() => site.close())

  const get = async (path: string) =>
    (await site.send('GET', site.address + path, { headers: { Accept: 'text/html' } })).text
  const main = (text: string) => /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? ''
  /** The titles of links to events, in their order. */
  const titles = (text: string) =>
    [
      ...main(text).matchAll(
        /<a href="\/(?:event|fr\/evenement)\/[^"#]*"[^>]*>(?:<[^>]*>)*([^<]+)</g,
      ),
    ].map(([, title]) => title)
  const concerts = saturdays.map(day => `Concert of ${day}`)

  test('the front page shows every event once, all concerts among them', async () => {
    const text = await get('/')
    assert.deepEqual(titles(text).toSorted(), [...daily, ...concerts].toSorted())
    assert.match(text, /3 free events/)
    assert.match(text, /All events<\/a> <a [^>]*\/list\/\?occurrences=each">Each date</)
    assert.match(text, /daily[\s\S]{0,20}<span class="count">3</)
  })

  test('a list shows it on its next date, says how many others there are, and counts both', async () => {
    const text = await get('/events/list/')
    assert.deepEqual(titles(text).slice(0, 4), [...daily, concerts[0]])
    assert.equal(titles(text).length, 12)
    assert.match(text, /<h1>Upcoming events \(12\)</)
    assert.match(text, /12 events · 189 dates/)
    assert.match(text, /href="\/event\/pool\/#dates">and 59 more dates</)
    const french = await get('/fr/evenements/liste/')
    assert.match(french, /12 évènements · 189 dates/)
    assert.match(french, /et 59 autres dates/)
  })

  test('each date is an entry where an address asks for it, and links and feeds keep that', async () => {
    const text = await get('/events/list/?occurrences=each')
    assert.equal(titles(text).length, 20)
    assert.match(text, /<h1>Upcoming events \(189\)</)
    assert.match(text, /189 dates <a href="\/events\/list\/">Each event once/)
    assert.doesNotMatch(text, /more dates<|Remove the filter|no filter/)
    for (const kept of [
      /href="\/events\/list\/\?occurrences=each&amp;page=2" rel="next"/,
      /<input type="hidden" name="occurrences" value="each">/,
      /href="\/fr\/evenements\/liste\/\?occurrences=each"/,
      /events\.rss\?occurrences=each/,
      /href="\/events\/month\/2026-12\/\?occurrences=each"/,
      /<meta name="robots" content="noindex">/,
    ])
      assert.match(text, kept)
    assert.equal(titles(await get('/events/list/?occurrences=series')).length, 12)
    assert.match(await get('/events/list/?occurrences=nope'), /occurrences/)
  })

  test('search, venue, category, map, days and past events have it once too', async () => {
    assert.deepEqual(titles(await get('/events/list/?q=pool')), ['Pool'])
    assert.equal(titles(await get('/events/category/music/')).length, 9)
    assert.deepEqual(titles(await get('/events/category/daily/')), daily)
    const venue = await get('/venue/town-hall/')
    assert.equal(titles(venue).length, 12)
    assert.match(venue, /href="\/events\/list\/\?venue=\d+&amp;occurrences=each">Each date/)
    assert.equal(titles(await get('/events/map/')).length, 12)
    const weekend = await get('/events/list/?ends_after=2026-12-04&starts_before=2026-12-06')
    assert.deepEqual(titles(weekend), [...daily, concerts[0]])
    assert.match(weekend, /4 events · 7 dates/)
    assert.match(weekend, /and 1 more date</)
  })

  test('in the month, a week and a day, what is on once comes before what is on every day', async () => {
    const month = await get('/events/month/2026-12/')
    const cell = month.split('<td').find(each => each.includes('/events/2026-12-05/')) ?? ''
    assert.deepEqual(titles(`<main${cell}</main>`), [concerts[0], ...daily])
    assert.match(cell, /<ol class="rest">(?:(?!<\/ol>).)*Rink/)
    assert.match(cell, /\+ 1 more/)
    const week = await get('/events/week/2026-11-30/')
    const section = week.split('<section').find(each => each.includes('/events/2026-12-05/')) ?? ''
    assert.deepEqual(titles(`<main${section}</main>`), [concerts[0], ...daily])
    const day = await get('/events/2026-12-05/')
    assert.deepEqual(titles(day), [concerts[0], ...daily])
    assert.match(day, /Concert[\s\S]*<h2[^>]*>Several times this week<[\s\S]*Pool/)
    assert.match(await get('/fr/evenements/2026-12-05/'), /Plusieurs fois cette semaine/)
  })
})

test('an exhibition that is repeated is in one line above the month', async t => {
  const site = await startService({ clock: '2026-12-10T12:00:00Z', timezone: 'UTC' })
  t.after(() => site.close())
  const body = {
    title: 'Exhibition',
    start_date: '2026-12-01',
    end_date: '2026-12-09',
    all_day: true,
    recurrence: ['RRULE:FREQ=DAILY;INTERVAL=10;COUNT=3'],
  }
  await site.send('POST', '/events', { as: 'administrator', body })
  const { text } = await site.send('GET', `${site.address}/events/month/2026-12/`)
  assert.equal(text.split('>Exhibition</a>').length, 2)
})

test('a series that is on now is not listed again on its next date; of past ones the last date counts', async t => {
  const site = await startService({ clock: '2026-12-10T12:00:00Z', timezone: 'UTC' })
  t.after(() => site.close())
  for (const [title, start_date, end_date, rule] of [
    ['Camp', '2026-12-09 10:00', '2026-12-11 10:00', 'FREQ=WEEKLY;COUNT=4'],
    ['Talk', '2026-12-01 10:00', '2026-12-01 11:00', 'FREQ=DAILY;COUNT=5'],
    ['Walk', '2026-12-04 10:00', '2026-12-04 11:00', undefined],
  ]) {
    const recurrence = rule && { recurrence: [`RRULE:${rule}`] }
    const body = { title, start_date, end_date, ...recurrence }
    await site.send('POST', '/events', { as: 'administrator', body })
  }
  const get = async (path: string) => (await site.send('GET', site.address + path)).text
  const upcoming = await get('/events/list/')
  assert.equal(upcoming.split('>Camp</a>').length, 2)
  assert.match(upcoming, /Upcoming events \(1\)[\s\S]*1 event · 4 dates/)
  const past = await get('/events/list/?past=1')
  assert.match(past, /Past events \(2\)/)
  assert.match(past, /2026-12-05[\s\S]*>Talk<[\s\S]*>Walk</)
})
