import assert from 'node:assert/strict'
import { test } from 'node:test'
import { becomes } from '../support/becomes.ts'
import { openRows } from '../support/engine.ts'
import {
  type Body,
  change,
  create,
  edit,
  read,
  restartService,
  send,
  service,
  useService,
} from '../support/scenario.ts'
import { datesOf, listed, series } from '../support/series.ts'

// Several dates of a series change at once, and are as before once that is undone.

useService()

const bulk = (records: number[], how: object): Promise<Body> =>
  edit('POST', `${service.address}/admin/api/bulk`, { kind: 'event', records, ...how })
const undo = (id: number) => edit('POST', `${service.address}/admin/api/bulk/${id}/undo`, {})
const states = async (title: string) =>
  (await listed(title)).map(
    ({ id, start_date, end_date, event_status, availability }) =>
      `${id} ${start_date.slice(5, 16)}-${end_date.slice(11, 16)} ${event_status} ${availability}`,
  )

test('dates are cancelled, sold out, moved and at other hours, and come back', async () => {
  const { title, ids } = await series({ availability: 'available' })
  const before = await states(title)
  const [first = 0, second = 0, third = 0] = ids
  const done = [
    await bulk([first, second], {
      change: {
        event_status: 'cancelled',
        translations: {
          en: { event_status_reason: 'Storm' },
          fr: { event_status_reason: 'Tempête' },
        },
      },
    }),
    await bulk([second, third], { change: { availability: 'sold_out' } }),
    await bulk([first, third], { move: 1440 }),
    await bulk([second, third], { hours: '15:00-17:30' }),
    await bulk([ids[3] ?? 0], { hours: '23:00' }),
  ]
  for (const { state, changed, refused, total } of done)
    assert.deepEqual([state, changed, refused], ['done', total, []])
  const scheduled = 'scheduled available'
  assert.deepEqual(await states(title), [
    `${first} 03-04 20:00-22:00 cancelled available`,
    `${second} 03-10 15:00-17:30 cancelled sold_out`,
    `${third} 03-18 15:00-17:30 scheduled sold_out`,
    `${ids[3]} 03-24 23:00-01:00 ${scheduled}`,
    `${ids[4]} 03-31 20:00-22:00 ${scheduled}`,
    `${ids[5]} 04-07 20:00-22:00 ${scheduled}`,
  ])
  assert.equal(
    (await read(`/events/${second}`, { ml_language: 'fr' })).event_status_reason,
    'Tempête',
  )
  for (const { id } of done.toReversed()) assert.equal((await undo(id)).undone.restored, 1)
  assert.deepEqual(await states(title), before)
})

test('dates are removed together, and come back with their IDs and differences', async () => {
  const { id, title, ids } = await series()
  const [first = 0, second = 0] = ids
  await change(second, { title: `${title} at the lake` })
  const removed = await bulk([first, second], { change: { status: 'trash' } })
  assert.equal(removed.changed, 2)
  assert.deepEqual((await datesOf(id)).slice(0, 1), ids.slice(2, 3))
  assert.equal((await send('GET', `/events/${second}`)).status, 410)
  // a second time, they are named
  const again = await bulk([first], { change: { status: 'trash' } })
  assert.deepEqual([again.changed, again.all_refused], [0, 1])
  await undo(removed.id)
  assert.deepEqual(await datesOf(id), ids)
  assert.equal((await read(`/events/${second}`)).title, `${title} at the lake`)
  // all of them: the series is in the trash
  const all = await bulk(ids, { change: { status: 'trash' } })
  assert.deepEqual(await listed(title), [])
  await undo(all.id)
  assert.deepEqual(await datesOf(id), ids)
  assert.equal((await listed(title)).length, ids.length)
})

test('a date that cannot change is named, and the others change', async () => {
  const { title, ids } = await series()
  const day = await create({
    title: 'Fair',
    all_day: true,
    recurrence: ['RRULE:FREQ=DAILY;COUNT=2'],
  })
  const [fair = 0] = await datesOf(day.id)
  const report = await bulk([ids[0] ?? 0, fair, ids[1] ?? 0], { hours: '15:00' })
  assert.equal(report.changed, 2)
  assert.deepEqual(report.refused, [
    { id: fair, title: 'Fair', message: 'An event that lasts whole days has no hours.' },
  ])
  assert.deepEqual(
    (await listed(title)).slice(0, 2).map(({ start_date }) => start_date.slice(11, 16)),
    ['15:00', '15:00'],
  )
  const bad = await send('POST', `${service.address}/admin/api/bulk`, {
    as: 'editor',
    body: { kind: 'event', records: [ids[0] ?? 0], hours: '25:00' },
  })
  assert.equal(bad.status, 400)
  const others = await send('POST', `${service.address}/admin/api/bulk`, {
    as: 'author',
    body: { kind: 'event', records: ids, change: { status: 'trash' } },
  })
  assert.deepEqual([others.body.changed, others.body.all_refused], [0, ids.length])
})

test('editors see in which fields a date is not as its series', async () => {
  const { ids } = await series()
  const [first = 0, second = 0] = ids
  const { id: venue } = await edit('POST', '/venues', { venue: 'Lake' })
  const { id: category } = await edit('POST', '/categories', { name: 'Outdoors' })
  await change(second, { title: 'At the lake', venue: venue, cost: '5', categories: [category] })
  await bulk([second], { hours: '15:00' })
  const differs = async (id: number) =>
    (await edit('GET', `/events/${id}?context=edit`)).editing.differs
  assert.deepEqual((await differs(second)).toSorted(), ['categories', 'cost', 'title', 'venue'])
  assert.equal(await differs(first), undefined)
})

test('a change that goes on after its process has ended writes no date twice', async () => {
  const { title, ids } = await series()
  const before = (await states(title)).slice(1)
  const [first = 0, second = 0, third = 0] = ids
  const moved = await bulk([second, third], { move: 1440 })
  const removed = await bulk([first], { change: { status: 'trash' } })
  const after = await states(title)
  await service.stop()
  const { rows, close } = openRows(service.settings, { mayWrite: true })
  await rows("UPDATE import_run SET state = 'running', seen = 0, report = NULL, ended = NULL")
  await close()
  await restartService()
  for (const { id, total } of [moved, removed]) {
    const bulk = () => edit('GET', `${service.address}/admin/api/bulk/${id}`)
    await becomes(async () => (await bulk()).state, 'done')
    const { changed, refused } = await bulk()
    assert.deepEqual([changed, refused], [total, []])
  }
  assert.deepEqual(await states(title), after)
  for (const { id } of [removed, moved]) await undo(id)
  assert.deepEqual((await states(title)).slice(1), before)
})
