import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastDayOf, wallTime } from './clock.ts'

const at = (day: number, hour: number, minute = 0) => wallTime(2027, 3, day, hour, minute)

test('the last day of an event is the day on which it ends', () => {
  for (const [starts, ends, last] of [
    [at(6, 20), at(6, 22), at(6, 0)],
    [at(6, 20), at(7, 0), at(6, 0)],
    [at(6, 22), at(7, 4), at(6, 0)],
    [at(6, 22), at(7, 6, 1), at(7, 0)],
    [at(6, 2), at(7, 2), at(7, 0)],
    [at(6, 20), at(8, 2), at(8, 0)],
    [at(6, 0), at(7, 23, 59), at(7, 0)],
    [at(6, 0), at(6, 0), at(6, 0)],
  ] as const)
    assert.equal(lastDayOf(starts, ends), last, `${starts} ${ends}`)
})
