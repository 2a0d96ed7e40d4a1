import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clashesIn, type DatedEvent } from './clashes.ts'

const event = (id: number, change: Partial<DatedEvent> = {}): DatedEvent => ({
  id,
  record: id,
  title: `Event ${id}`,
  start: '2027-03-05 20:00:00',
  end: '2027-03-05 22:00:00',
  isAllDay: false,
  venues: [7],
  ...change,
})
const late = { start: '2027-03-05 22:00:00', end: '2027-03-05 23:00:00' }

test('events of one title, day and place are twins, whatever their hour; dates of one series are not', () => {
  const twins = [event(1, { title: 'Jazz' }), event(2, { title: ' jazz ', ...late })]
  assert.deepEqual(clashesIn(twins), { twins: [1, 2], overlaps: [] })
  const elsewhere = twins.map((each, at) => ({ ...each, venues: at === 0 ? [7] : [8] }))
  assert.deepEqual(clashesIn(elsewhere), { twins: [], overlaps: [] })
  const nowhere = twins.map(each => ({ ...each, venues: [] }))
  assert.deepEqual(clashesIn(nowhere).twins, [1, 2])
  const series = twins.map(each => ({ ...each, record: 9 }))
  assert.deepEqual(clashesIn(series), { twins: [], overlaps: [] })
})

test('two events in one hall overlap if one begins before the other ends', () => {
  assert.deepEqual(clashesIn([event(1), event(2)]).overlaps, [1, 2])
  assert.deepEqual(clashesIn([event(1), event(2, late)]).overlaps, [])
  assert.deepEqual(clashesIn([event(1), event(2, { venues: [] })]).overlaps, [])
  assert.deepEqual(clashesIn([event(1, { venues: [] }), event(2, { venues: [] })]).overlaps, [])
})

test('exhibitions and all-day events share their place with others', () => {
  const exhibition = event(2, { start: '2027-03-05 09:00:00', end: '2027-03-09 21:00:00' })
  assert.deepEqual(clashesIn([event(1), exhibition]).overlaps, [])
  assert.deepEqual(clashesIn([event(1), event(2, { isAllDay: true })]).overlaps, [])
})
