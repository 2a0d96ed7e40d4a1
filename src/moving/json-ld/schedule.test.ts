import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceOf } from '../../../test/support/import-source.ts'
import type { Item } from '../base/item.ts'
import { readJsonLd } from './read-json-ld.ts'

const context = { zone: 'Europe/Paris', language: 'en', now: 1_800_000_000 } as const

async function read(event: object): Promise<Item> {
  const written = JSON.stringify({ '@type': 'Event', name: 'Choir', ...event })
  const source = sourceOf('https://town.example/choir', written)
  for await (const each of readJsonLd(source, context)) if ('values' in each) return each
  throw new Error('There is no event.')
}

test('an eventSchedule becomes the rule of a series, with the times of its first date', async () => {
  const { values, notes } = await read({
    startDate: '2027-07-04',
    endDate: '2027-12-26',
    eventSchedule: {
      '@type': 'Schedule',
      repeatFrequency: 'P2W',
      byDay: ['https://schema.org/Sunday', 'Wednesday'],
      startDate: '2027-07-04',
      endDate: '2027-12-26',
      startTime: '22:00',
      endTime: '01:30:00',
      exceptDate: ['2027-07-18', '2027-08-01T22:00:00'],
      scheduleTimezone: 'America/Montreal',
    },
  })
  assert.equal(notes, undefined)
  assert.deepEqual(
    [values.start_date, values.end_date, values.timezone, values.all_day],
    ['2027-07-04 22:00:00', '2027-07-05 01:30:00', 'America/Montreal', false],
  )
  assert.deepEqual(values.recurrence, [
    'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,WE;UNTIL=20271226',
    'EXDATE;VALUE=DATE:20270718,20270801',
  ])
})

test('weeks of a month, counts, and schedules of whole days', async () => {
  const monthly = await read({
    startDate: '2027-07-01T20:00',
    eventSchedule: { repeatFrequency: 'monthly', byDay: 'TH', byMonthWeek: 1, repeatCount: 5 },
  })
  assert.deepEqual(monthly.values.recurrence, ['RRULE:FREQ=MONTHLY;BYDAY=1TH;COUNT=5'])
  assert.equal(monthly.values.start_date, '2027-07-01 20:00:00')
  const days = await read({ eventSchedule: { repeatFrequency: 'P1Y', startDate: '2027-07-14' } })
  assert.deepEqual([days.values.all_day, days.values.recurrence], [true, ['RRULE:FREQ=YEARLY']])
})

test('a schedule that is no single rule leaves the first date, and the report says so', async () => {
  for (const eventSchedule of [
    { repeatFrequency: 'now and then' },
    { repeatFrequency: 'P1W', byDay: 'Someday' },
    'weekly',
  ]) {
    const { values, notes } = await read({ startDate: '2027-07-04T20:00', eventSchedule })
    assert.deepEqual([values.start_date, values.recurrence], ['2027-07-04 20:00:00', []])
    assert.match(notes?.[0]?.sentence.en ?? '', /cannot be read as one rule/)
  }
})
