import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addMonths,
  dateParts,
  endOfDay,
  firstWall,
  formatWall,
  isoWithOffset,
  lastWall,
  startOfDay,
  wallTime,
  weekdayOf,
} from './clock.ts'

const walls = fc.integer({ min: firstWall, max: lastWall })

test('a wall time is written as date and time, from the year 1 to 9999', () => {
  assert.equal(formatWall(0), '1970-01-01 00:00:00')
  assert.equal(formatWall(-1), '1969-12-31 23:59:59')
  assert.equal(formatWall(wallTime(2026, 7, 10, 20, 5, 9)), '2026-07-10 20:05:09')
  assert.equal(formatWall(wallTime(2028, 2, 29)), '2028-02-29 00:00:00')
  assert.equal(formatWall(firstWall), '0001-01-01 00:00:00')
  assert.equal(formatWall(lastWall), '9999-12-31 23:59:59')
})

test('it is written as the calendar of JavaScript would', () => {
  fc.assert(
    fc.property(walls, at => {
      const theirs = new Date(at * 1000).toISOString()
      assert.equal(formatWall(at), theirs.slice(0, 19).replace('T', ' '))
      assert.equal(weekdayOf(at), new Date(at * 1000).getUTCDay())
    }),
  )
})

test('its parts come in the order of the API', () => {
  assert.deepEqual(Object.entries(dateParts(wallTime(2026, 7, 10, 20, 5, 9))), [
    ['year', '2026'],
    ['month', '07'],
    ['day', '10'],
    ['hour', '20'],
    ['minutes', '05'],
    ['seconds', '09'],
  ])
})

test('a day goes from midnight to its last second, before 1970 too', () => {
  assert.equal(formatWall(startOfDay(wallTime(1969, 7, 20, 20, 17, 40))), '1969-07-20 00:00:00')
  assert.equal(formatWall(endOfDay(wallTime(1969, 7, 20, 20, 17, 40))), '1969-07-20 23:59:59')
  fc.assert(
    fc.property(walls, at => {
      assert.equal(formatWall(startOfDay(at)), `${formatWall(at).slice(0, 10)} 00:00:00`)
      assert.equal(formatWall(endOfDay(at)), `${formatWall(at).slice(0, 10)} 23:59:59`)
    }),
  )
})

test('parts beyond their range roll on', () => {
  assert.equal(formatWall(wallTime(2026, 2, 30)), '2026-03-02 00:00:00')
  assert.equal(formatWall(wallTime(2026, 0, 0)), '2025-11-30 00:00:00')
  assert.equal(formatWall(wallTime(2026, 13, 1, 24)), '2027-01-02 00:00:00')
})

test('months are added as PHP does: a missing day rolls into the next month', () => {
  const from = (text: [number, number, number], count: number) =>
    formatWall(addMonths(wallTime(...text) + 3661, count))
  assert.equal(from([2026, 1, 31], 1), '2026-03-03 01:01:01')
  assert.equal(from([2028, 1, 31], 1), '2028-03-02 01:01:01')
  assert.equal(from([2026, 6, 15], 24), '2028-06-15 01:01:01')
  assert.equal(from([2026, 1, 15], -1), '2025-12-15 01:01:01')
  assert.equal(from([2028, 2, 29], 12), '2029-03-01 01:01:01')
})

test('an ISO date has the offset of its time zone', () => {
  const at = wallTime(2026, 7, 10, 20)
  assert.equal(isoWithOffset(at, -4 * 3600), '2026-07-10T20:00:00-04:00')
  assert.equal(isoWithOffset(at, 0), '2026-07-10T20:00:00+00:00')
  assert.equal(isoWithOffset(at, 5.5 * 3600), '2026-07-10T20:00:00+05:30')
  assert.equal(isoWithOffset(at, -17_762), '2026-07-10T20:00:00-04:56')
})
