import assert from 'node:assert/strict'
import { test } from 'node:test'
import { change, create, edit, read, refused, tenToNoon, useService } from '../support/scenario.ts'

// R12: the dates of an old rule are stored from the earliest day on from which all fit.
useService({ maxOccurrences: 2000, recurrenceHorizon: 2 })

const old = {
  start_date: '2012-05-07 10:00:00',
  end_date: '2012-05-07 18:00:00',
  recurrence: ['RRULE:FREQ=DAILY'],
}
const startsOf = (events: { start_date: string }[]) =>
  events.map(({ start_date }) => start_date.slice(0, 10))

test('an old rule keeps its start, and its dates are stored from the first day from which all fit', async () => {
  const { id } = await create(old)
  const event = await edit('GET', `/events/${id}`, undefined, { query: { context: 'edit' } })
  assert.deepEqual([event.start_date, event.recurrence], [old.start_date, old.recurrence])
  // 2,000 days before the horizon, 1 May 2029
  assert.equal(event.dates_from, '2023-11-09')
  const path = `/events/${id}/occurrences`
  const all = await read(path, { per_page: 2 })
  assert.equal(all.total, 2000)
  assert.deepEqual(startsOf(all.events), ['2023-11-09', '2023-11-10'])
  // earlier ones are computed, without IDs of their own
  const around = { start_date: '2023-11-07', end_date: '2023-11-11', per_page: 3 }
  const pages = [await read(path, around), await read(path, { ...around, page: 2 })]
  assert.deepEqual(
    pages.map(({ total, events }) => [total, ...startsOf(events)]),
    [
      [5, '2023-11-07', '2023-11-08', '2023-11-09'],
      [5, '2023-11-10', '2023-11-11'],
    ],
  )
  const ids = pages.flatMap(({ events }) => events).map((each: { id: number }) => each.id === id)
  assert.deepEqual(ids, [true, true, false, false, false])
})

test('the place in a count stays, and a shorter rule gives the first dates back', async () => {
  const { id } = await create({ ...old, recurrence: ['RRULE:FREQ=DAILY;COUNT=5500'] })
  const last = await read(`/events/${id}/occurrences`, { start_date: '2027-05-20' })
  // the 5,500th day from 7 May 2012 on
  assert.deepEqual(startsOf(last.events).at(-1), '2027-05-28')
  await change(id, { recurrence: ['RRULE:FREQ=DAILY;COUNT=3'], scope: 'all' })
  const event = await read(`/events/${id}`)
  assert.equal(event.dates_from, undefined)
  assert.equal((await read(`/events/${id}/occurrences`)).total, 3)
})

test('a rule of which not even a year fits is refused', async () => {
  const often = ['RRULE:FREQ=DAILY;BYHOUR=8,9,10,11,12,13']
  const body = { title: 'Often', ...old, start_date: '2012-05-07 08:00:00', recurrence: often }
  assert.deepEqual(await refused('POST', '/events', body), [
    400,
    'rest_invalid_param',
    'recurrence',
  ])
  const single = await create({ ...tenToNoon })
  assert.equal('dates_from' in single, false)
})
