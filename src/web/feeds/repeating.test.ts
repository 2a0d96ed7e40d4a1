import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { feedEventOf } from '../../../test/support/feed-events.ts'
import { wallTime } from '../../define/time/clock.ts'
import { datesOf } from '../../define/time/recurrence/dates.ts'
import { readRecurrence } from '../../define/time/recurrence/read-recurrence.ts'
import type { Recurrence } from '../../define/time/recurrence/rule.ts'
import { readTime } from '../../define/time/recurrence/times.ts'
import { lengthIn, repeatLines } from './repeating.ts'

const lines = readFileSync(
  new URL('../../../test/fixtures/recurrence/rules.txt', import.meta.url),
  'utf8',
)
const rules = lines.trim().split('\n').slice(0, 2000)

function readAs(lines: string[], zone: string): Recurrence {
  const read = readRecurrence(lines, zone)
  assert.ok('value' in read && read.value, lines.join())
  return read.value
}

test('a rule in a file has the dates that it has here, with its days written out', () => {
  for (const line of rules) {
    const [rule = '', zone = '', start = ''] = line.split('\t')
    const starts = readTime(start, { eventZone: zone })?.at ?? Number.NaN
    const event = feedEventOf({ zone, starts, ends: starts })
    const recurrence = readAs([`RRULE:${rule}`], zone)
    const text = repeatLines({ event, recurrence, dates: [], hidden: [], last: event.utcEnds })
    const written = text.replaceAll('\r\n ', '').trim()
    const times = { starts, ends: starts, timezone: zone, until: wallTime(2040, 1, 1), limit: 30 }
    assert.deepEqual(datesOf(readAs([written], zone), times), datesOf(recurrence, times), written)
    if (/^FREQ=(YEARLY|MONTHLY|WEEKLY)/.test(rule)) assert.match(written, /;BY[A-Z]*DAY=/)
  }
})

test('a length is exact to the second', () => {
  const lengths = [1, 60, 3600, 28_800, 5430, 90_061].map(lengthIn)
  assert.deepEqual(lengths, ['PT1S', 'PT1M', 'PT1H', 'PT8H', 'PT1H30M30S', 'PT25H1M1S'])
})
