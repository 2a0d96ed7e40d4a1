import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { feedAbout, feedEventOf } from '../../../test/support/feed-events.ts'
import { wallTime } from '../../define/time/clock.ts'
import { datesOf } from '../../define/time/recurrence/dates.ts'
import { readRecurrence } from '../../define/time/recurrence/read-recurrence.ts'
import type { Recurrence } from '../../define/time/recurrence/rule.ts'
import { readTime } from '../../define/time/recurrence/times.ts'
import { openIcs } from './ics.ts'
import { lengthIn, repeatLines } from './vtimezone.ts'

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

test('given dates stand beside a rule of one date, which every reader understands, and the start not twice', () => {
  const recurrence = readAs(['RDATE:20270706T200000,20270708T200000'], 'Europe/Paris')
  const event = feedEventOf()
  const text = repeatLines({ event, recurrence, dates: [], hidden: [], last: event.utcEnds })
  assert.equal(
    text,
    'RRULE:FREQ=DAILY;COUNT=1\r\nRDATE;TZID=Europe/Paris:20270706T200000,20270708T200000\r\n',
  )
})

test('a series in a zone named by its offset has the name that readers know, or the dates of UTC', () => {
  const datesIn = (zone: string) => {
    const event = feedEventOf({
      zone,
      starts: wallTime(2027, 7, 4, 2),
      ends: wallTime(2027, 7, 4, 3),
    })
    const recurrence = readAs(['RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20270711T020000'], zone)
    const writer = openIcs(feedAbout())
    const last = wallTime(2027, 7, 18, 3)
    const series = { event, recurrence, dates: [], hidden: [], last }
    writer.addSeries(series)
    const text = Buffer.concat(writer.finish()).toString()
    assert.ok(!text.includes(zone), text)
    const [entry] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
    const dates = new ICAL.Event(entry).iterator()
    return [dates.next(), dates.next(), dates.next()].map(String)
  }
  assert.deepEqual(datesIn('UTC-5'), ['2027-07-04T02:00:00', '2027-07-18T02:00:00', 'undefined'])
  const shifted = ['2027-07-03T20:30:00Z', '2027-07-17T20:30:00Z', 'undefined']
  assert.deepEqual(datesIn('UTC+5:30'), shifted)
})
