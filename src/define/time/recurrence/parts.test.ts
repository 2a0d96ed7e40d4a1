import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wallTime } from '../clock.ts'
import { datesOf } from './dates.ts'
import { before, from } from './parts.ts'
import { readRecurrence } from './read-recurrence.ts'
import type { Recurrence } from './rule.ts'

const timezone = 'Europe/Paris'
const starts = wallTime(2027, 7, 4, 10)
const datesFrom = (recurrence: Recurrence, starts: number) =>
  datesOf(recurrence, { starts, ends: starts + 3600, timezone })

test('the two parts of a series have its dates, wherever it is split', () => {
  for (const lines of [
    ['RRULE:FREQ=DAILY;BYHOUR=10,15;COUNT=8', 'RDATE;VALUE=DATE:20270801'],
    ['RRULE:FREQ=WEEKLY;BYDAY=SU;BYHOUR=10,15;COUNT=8', 'RDATE;VALUE=DATE:20270707,20270801'],
    ['RRULE:FREQ=HOURLY;INTERVAL=7;COUNT=20', 'RDATE;VALUE=DATE:20270705,20270706'],
    ['RRULE:FREQ=WEEKLY;COUNT=6', 'RDATE;VALUE=DATE:20270707', 'EXDATE;VALUE=DATE:20270711'],
    ['RRULE:FREQ=DAILY;BYHOUR=10,15;COUNT=8', 'EXDATE;VALUE=DATE:20270706'],
  ]) {
    const read = readRecurrence(lines, timezone)
    assert.ok('value' in read && read.value)
    const all = datesFrom(read.value, starts)
    for (const { original } of all.slice(1)) {
      const earlier = before(read.value, starts, original)
      const later = from(read.value, starts, original)
      // the rule does not give further dates
      if (!later) continue
      assert.ok(earlier)
      const both = [...datesFrom(earlier, starts), ...datesFrom(later, original)]
      assert.deepEqual(both, all, `${lines.join()} at ${new Date(original * 1000).toISOString()}`)
    }
  }
})
