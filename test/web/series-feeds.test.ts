import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  at,
  dateOf,
  datesIn,
  entriesIn,
  fetched,
  linesOf,
  page,
  paris,
  series,
  textOf,
  uidOf,
} from '../support/expanded-calendar.ts'
import { change, create, edit, read, send, service, useService } from '../support/scenario.ts'

useService({ clock: '2027-03-01T10:00:00Z', maxPerPage: 500, maxFeedEvents: 60 })

for (const patch of [
  { status: 'draft' },
  { status: 'private' },
  { status: 'pending' },
  { password: 'open' },
  { hide_from_listings: true },
]) {
  const kind = Object.entries(patch).join()
  test(`a date with ${kind} is not in files and feeds, and one for editors is in theirs`, async () => {
    const event = await series(['RRULE:FREQ=WEEKLY;COUNT=5'], { tags: `seen ${kind}` })
    const { id } = await dateOf(event.slug, '2027-03-21')
    await change(id, {
      ...patch,
      title: 'SECRET',
      start_date: '2027-03-22 19:11:00',
      end_date: '2027-03-22 19:12:00',
    })
    const feed = `/events.ics?include=${event.id}`
    const { secret } = await service.accounts.issue({ login: 'editor', form: 'feed', name: kind })
    for (const path of [`/event/${event.slug}.ics`, feed]) {
      const text = await fetched(path)
      assert.doesNotMatch(text, /SECRET|1911/, path)
      assert.ok(linesOf(text).includes('EXDATE;TZID=Europe/Paris:20270321T200000'), text)
      assert.equal(datesIn(text, uidOf(event.id), '2028').length, 4)
    }
    const own = await fetched(`${feed}&token=${secret}`)
    const sees = 'status' in patch
    assert.equal(/SECRET/.test(own), sees, own)
    assert.equal(datesIn(own, uidOf(event.id), '2028').length, sees ? 5 : 4)
    if (patch.status !== 'draft') return
    const drafts = await fetched(`/events.ics?status=draft&include=${event.id}&token=${secret}`)
    assert.match(drafts, /SECRET/)
    assert.equal(datesIn(drafts, uidOf(event.id), '2028').length, 5)
  })
}

test('a series without a date that readers see is in no feed and has no file', async () => {
  const event = await series(['RRULE:FREQ=WEEKLY;COUNT=2'])
  for (const day of ['2027-03-07', '2027-03-14'])
    await change((await dateOf(event.slug, day)).id, { status: 'draft' })
  assert.doesNotMatch(await fetched(`/events.ics?include=${event.id}`), /VEVENT/)
  assert.equal((await page(`/event/${event.slug}.ics`)).status, 404)
})

test('a series with a password is in feeds with its title and dates only', async () => {
  const event = await series(['RRULE:FREQ=WEEKLY;COUNT=4'], {
    password: 'open',
    description: 'HIDDEN',
    cost: '98765',
  })
  const own = { query: { occurrence: '2027-03-14', password: 'open' } }
  const { id } = await edit('GET', `/events/by-slug/${event.slug}`, undefined, own)
  await change(id, { title: 'Own title', description: 'HIDDEN too' })
  const text = await fetched(`/events.ics?include=${event.id}`)
  assert.doesNotMatch(text, /HIDDEN|98765/)
  assert.equal(datesIn(text, uidOf(event.id), '2028').length, 4)
  assert.equal((await page(`/event/${event.slug}.ics`)).status, 403)
})

test('one date of a series in the list puts the whole series into the feed, once', async () => {
  const event = await series(['RRULE:FREQ=DAILY;COUNT=30'])
  const { id } = await dateOf(event.slug, '2027-03-14')
  await change(id, { tags: 'only that day' })
  const filter = 'tags=only-that-day'
  const feed = await page(`/events.ics?${filter}`)
  assert.equal(feed.headers['x-total'], '1')
  assert.equal(datesIn(feed.text, uidOf(event.id), '2028').length, 30)
  const each = await fetched(`/events.ics?${filter}&occurrences=each`)
  assert.deepEqual(
    entriesIn(each).map(entry => textOf(entry, 'uid')),
    [uidOf(id)],
  )
  const within = await page(`/events.ics?include=${event.id}&occurrences=nonsense`)
  assert.equal(within.status, 400)
  const past = await fetched('/events.ics?start_date=2027-03-20&end_date=2027-03-22')
  assert.equal(datesIn(past, uidOf(event.id), '2028').length, 30)
})

test('changes of a series reach its subscribers, under the UID of the event', async () => {
  const event = await create({ title: 'Class', ...paris, tags: 'followed' })
  const feed = async () => entriesIn(await fetched('/events.ics?tags=followed'))
  const seen = async (name: string) => (await feed()).map(entry => textOf(entry, name))
  assert.deepEqual(await seen('uid'), [uidOf(event.id)])
  await change(event.id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5'] })
  assert.deepEqual([await seen('uid'), await seen('sequence')], [[uidOf(event.id)], ['1']])
  const { id } = await dateOf('class', '2027-03-14')
  await change(id, { title: 'Other' })
  assert.deepEqual(
    [await seen('summary'), await seen('sequence')],
    [
      ['Class', 'Other'],
      ['2', '2'],
    ],
  )
  await edit('DELETE', `/events/${id}`)
  assert.deepEqual([await seen('summary'), await seen('sequence')], [['Class'], ['3']])
  assert.match(
    await fetched('/events.ics?tags=followed'),
    /EXDATE;TZID=Europe\/Paris:20270314T200000/,
  )
  await edit('DELETE', `/events/${event.id}`)
  assert.deepEqual([await seen('uid'), await seen('status')], [[uidOf(event.id)], ['CANCELLED']])
  await change(event.id, { status: 'publish' })
  assert.deepEqual(await seen('status'), ['CONFIRMED'])
  await change(event.id, { recurrence: [] })
  assert.deepEqual([await seen('uid'), await seen('rrule')], [[uidOf(event.id)], ['null']])
})

test('a series with a date that differs reaches its subscribers when it goes, too', async () => {
  const event = await series(['RRULE:FREQ=WEEKLY;COUNT=5'], { tags: 'leaving' })
  await change((await dateOf(event.slug, '2027-03-14')).id, { title: 'Own' })
  const state = async () =>
    entriesIn(await fetched('/events.ics?tags=leaving')).map(entry => textOf(entry, 'status'))
  const [there, removed] = [['CONFIRMED', 'CONFIRMED'], ['CANCELLED']]
  assert.deepEqual(await state(), there)
  await edit('DELETE', `/events/${event.id}`)
  assert.deepEqual(await state(), removed)
  await change(event.id, { status: 'publish' })
  assert.deepEqual(await state(), there)
  await edit('DELETE', `/events/${event.id}`)
  await edit('DELETE', `/events/${event.id}?force=true`)
  assert.deepEqual(await state(), removed)
})

test('a permanently deleted series leaves lists that had only one of its dates', async () => {
  await create({ title: 'First', ...paris, tags: 'alone' })
  const event = await series(['RRULE:FREQ=WEEKLY;COUNT=5'])
  await change((await dateOf(event.slug, '2027-03-14')).id, { tags: 'alone' })
  const total = async () => (await read('/events', { tags: 'alone', per_page: 1 })).total
  for (let n = 0; n < 4; n++) assert.equal(await total(), 2)
  await edit('DELETE', `/events/${event.id}?force=true`)
  assert.equal(await total(), 1)
})

test('a feed ends with the series whose dates fill it', async () => {
  const many = async (title: string) => {
    const event = await series(['RRULE:FREQ=DAILY;COUNT=70'], { title, tags: 'full' })
    const { body } = await send('GET', `/events/${event.id}/occurrences`, {
      query: { per_page: 70 },
    })
    for (const { id } of body.events) await change(id, { cost: '5' })
    return event
  }
  const first = await many('Full')
  await many('Fuller')
  const text = await fetched('/events.ics?tags=full')
  assert.equal(entriesIn(text).length, 71)
  // other queries have the same events from the cache
  for (const page of [2, 3])
    assert.equal(entriesIn(await fetched(`/events.ics?tags=full&page=${page}`)).length, 71)
  assert.equal(datesIn(text, uidOf(first.id), '2028').length, 70)
})

test('five thousand dates are one entry', async () => {
  const event = await series(
    ['RRULE:FREQ=HOURLY;COUNT=5000'],
    at('2027-03-07 20:00', '2027-03-07 21:00', 'UTC'),
  )
  const text = await fetched(`/event/${event.slug}.ics`)
  assert.ok(text.length < 10_000, `${text.length}`)
  assert.equal(datesIn(text, uidOf(event.id), '2035').length, 5000)
})

test('feeds of news have a series once, those of data each date, and both the other on demand', async () => {
  const event = await series(['RRULE:FREQ=WEEKLY;BYDAY=SU;COUNT=4'], {
    tags: 'news',
    title: 'Market',
  })
  const { id } = await dateOf(event.slug, '2027-03-07')
  const of = (format: string, more = '') => fetched(`/events.${format}?tags=news${more}`)
  const counts = async (more: string) => ({
    rss: (await of('rss', more)).split('<item>').length - 1,
    atom: (await of('atom', more)).split('<entry').length - 1,
    json: JSON.parse(await of('json', more)).items.length,
    csv: (await of('csv', more)).trim().split('\r\n').length - 1,
    geojson: JSON.parse(await of('geojson', more)).features.length,
  })
  assert.deepEqual(await counts(''), { rss: 1, atom: 1, json: 1, csv: 4, geojson: 4 })
  const [once, each] = [await counts('&occurrences=series'), await counts('&occurrences=each')]
  assert.deepEqual(
    [new Set(Object.values(once)), new Set(Object.values(each))],
    [new Set([1]), new Set([4])],
  )
  const rss = await of('rss')
  assert.ok(rss.includes(`<link>${event.url}</link>`), rss)
  assert.match(rss, new RegExp(`<guid[^>]*>tag:[^<]*:event-${event.id}</guid>`))
  assert.match(rss, /every Sunday, 4 times/)
  const dates = await of('rss', '&occurrences=each')
  assert.match(dates, new RegExp(`:event-${id}</guid>`))
  assert.doesNotMatch(dates, /every Sunday/)
  const csv = await of('csv', '&occurrences=series')
  assert.match(csv, new RegExp(`^${event.id},[^\\r]*2027-03-07 20:00:00`, 'm'))
})
