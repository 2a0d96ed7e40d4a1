import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daySeconds, wallTime } from '../clock.ts'
import { linesOf, recurrenceOf, storedLines } from './lines.ts'
import { readRecurrence } from './read-recurrence.ts'
import type { Recurrence } from './rule.ts'

const paris = 'Europe/Paris'

function read(lines: string[], zone = paris): Recurrence {
  const result = readRecurrence(lines, zone)
  assert.ok('value' in result && result.value, JSON.stringify(result).slice(0, 200))
  return result.value
}

test('lists at their limits are read again as they are stored, and those beyond are refused', () => {
  const dates = (count: number, write: (day: string) => string) =>
    Array.from({ length: count }, (_, n) =>
      write(
        new Date((wallTime(2027, 7, 5) + n * daySeconds) * 1000)
          .toISOString()
          .slice(0, 10)
          .replaceAll('-', ''),
      ),
    )
  const period = (day: string) => `${day}T090000/${day}T100000`
  const lines = [0, 1].map(
    half =>
      `RDATE;VALUE=PERIOD:${dates(1000, period)
        .slice(half * 500, half * 500 + 500)
        .join(',')}`,
  )
  const long = read(lines)
  assert.deepEqual(recurrenceOf(storedLines(long)), long)
  assert.deepEqual(read(linesOf(long, { timezone: paris, allDay: false })), long)
  const exdates = `EXDATE:${dates(1001, day => `${day}T200000`).join(',')}`
  assert.ok('fieldError' in readRecurrence(['RRULE:FREQ=DAILY', exdates], paris))
})

test('each date may have a line of its own, and an error says what is too many or too long', () => {
  const time = (n: number) => new Date(Date.UTC(2027, 6, 5 + n, 20)).toISOString()
  const digits = (n: number) => time(n).slice(0, 19).replaceAll(/[-:]/g, '')
  const linesWith = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${name};TZID=Europe/Paris:${digits(n)}`)
  const all = read(['RRULE:FREQ=DAILY', ...linesWith('RDATE', 1000), ...linesWith('EXDATE', 1000)])
  assert.deepEqual([all.further.length, all.removed.length], [1000, 1000])
  const errorIn = (lines: readonly string[]) => {
    const result = readRecurrence(lines, paris)
    assert.ok('fieldError' in result)
    return `${result.fieldError.sentence.en} ${result.fieldError.params?.limit}`
  }
  assert.match(errorIn(linesWith('RDATE', 2002)), /too many lines.* 2001$/)
  assert.match(errorIn([`RDATE:${'20270704,'.repeat(5000)}20270704`]), /too long.* 40000$/)
  assert.match(errorIn(Array(10).fill('X'.repeat(30_000))), /too long.* 250000$/)
})

test('a rule for ever ends in the last year that can be written, in each zone', () => {
  for (const zone of ['America/New_York', 'Asia/Tokyo', 'UTC']) {
    const recurrence = read(['RRULE:FREQ=WEEKLY;UNTIL=99991231'], zone)
    const [line = ''] = linesOf(recurrence, { timezone: zone, allDay: false })
    assert.match(line, /^RRULE:FREQ=WEEKLY;UNTIL=99991231T\d{6}Z$/)
    assert.ok(read([line], zone).rule)
  }
})
