import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatWall, wallTime } from '../clock.ts'
import { datesOf, datesUntil } from './dates.ts'
import { readRecurrence } from './read-recurrence.ts'

const timezone = 'Europe/Paris'
const starts = wallTime(2027, 7, 4, 20)
const times = { starts, ends: starts + 7200, timezone }

test('an expansion has the dates up to a time, and reports whether others follow', () => {
  const recurrences = [
    ['RRULE:FREQ=WEEKLY;COUNT=12'],
    ['RRULE:FREQ=WEEKLY'],
    ['RRULE:FREQ=WEEKLY;UNTIL=20270815T200000', 'RDATE:20270901T100000,20270706T090000'],
    ['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20270718T200000,20270725T200000'],
    ['RRULE:FREQ=DAILY', 'EXDATE;VALUE=DATE:20270806,20270807', 'RDATE:20270805T200000'],
    ['RDATE:20270704T100000,20270801T200000,20280101T200000', 'EXDATE:20270704T200000'],
    ['RRULE:FREQ=YEARLY', 'EXDATE:20270704T200000'],
    ['RRULE:FREQ=MONTHLY;BYMONTHDAY=4;BYHOUR=20,22'],
  ]
  for (const lines of recurrences) {
    const read = readRecurrence(lines, timezone)
    assert.ok('value' in read && read.value)
    for (const until of [starts, wallTime(2027, 8, 5), wallTime(2027, 8, 8), wallTime(2031, 1, 1)])
      for (const limit of [1, 5, 5000]) {
        const { dates, hasLater } = datesUntil(read.value, { ...times, until, limit })
        const [later] = datesOf(read.value, { ...times, from: until + 1, limit: 1 })
        const all = datesOf(read.value, { ...times, until })
        assert.equal(dates.length > limit, all.length > limit, lines.join())
        if (all.length > limit) continue
        assert.deepEqual(dates, all, lines.join())
        assert.equal(hasLater, later !== undefined, lines.join())
      }
  }
})

test('a rule has its dates for 400 years, whatever its frequency', () => {
  const last = wallTime(2427, 7, 4, 20)
  for (const rule of [
    'FREQ=DAILY',
    'FREQ=WEEKLY;BYDAY=SU',
    'FREQ=HOURLY;BYHOUR=20',
    'FREQ=MONTHLY;BYMONTH=7',
    'FREQ=YEARLY',
  ]) {
    const read = readRecurrence([`RRULE:${rule}`], timezone)
    assert.ok('value' in read && read.value)
    const dates = datesOf(read.value, { ...times, until: last })
    assert.equal(formatWall(Number(dates.at(-1)?.original)).slice(0, 7), '2427-07', rule)
  }
})
