import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  areGiven,
  datesIn,
  type FormSeries,
  factsOf,
  seriesIn,
  withDates,
  withoutDates,
  withTimes,
} from './given-dates.ts'
import { startOf } from './recurrence.ts'

const at = (text: string) => startOf(text) ?? Number.NaN
const of = (recurrence: string, more: object = {}) => {
  const series = seriesIn({
    start_date: '2026-12-04T20:00',
    end_date: '2026-12-04T22:00',
    recurrence,
    ...more,
  })
  assert.ok(series)
  return series
}
const time = (from: string, to: string) => ({ starts: at(from), ends: at(to) })
const shown = (series: FormSeries | undefined) =>
  series &&
  datesIn(series, 20).map(({ starts, ends }) =>
    [starts, ends].map(each => new Date(each * 1000).toISOString().slice(8, 16)).join('-'),
  )
const given = of('RDATE:20261204T200000,20261206T200000')

test('given dates have hours of their own, also two on a day, and one before the first', () => {
  const matinee = withDates(given, [
    time('2026-12-06T15:00', '2026-12-06T16:30'),
    time('2026-12-03T20:00', '2026-12-03T22:00'),
    // again
    time('2026-12-06T20:00', '2026-12-06T22:00'),
  ])
  assert.deepEqual(shown(matinee), [
    '03T20:00-03T22:00',
    '04T20:00-04T22:00',
    '06T15:00-06T16:30',
    '06T20:00-06T22:00',
  ])
  assert.deepEqual(matinee && factsOf(matinee), {
    recurrence:
      'RDATE:20261203T200000,20261204T200000,20261206T200000\nRDATE;VALUE=PERIOD:20261206T150000/20261206T163000',
    start_date: '2026-12-03T20:00',
    end_date: '2026-12-03T22:00',
  })
})

test('given dates are removed and moved, the first of them too, but not all', () => {
  const first = new Set([at('2026-12-04T20:00')])
  assert.deepEqual(shown(withoutDates(given, first)), ['06T20:00-06T22:00'])
  assert.equal(
    withoutDates(given, new Set(datesIn(given, 9).map(({ starts }) => starts))),
    undefined,
  )
  const later = ({ starts, ends }: { starts: number; ends: number }) => ({
    starts: starts + 5 * 86_400,
    ends: ends + 5 * 86_400 + 1800,
  })
  assert.deepEqual(shown(withTimes(given, first, later)), [
    '06T20:00-06T22:00',
    '09T20:00-09T22:30',
  ])
})

test('a rule keeps its start: dates are added after it, and taken out', () => {
  const rule = of('RRULE:FREQ=DAILY;COUNT=3\nEXDATE:20261205T200000')
  assert.equal(areGiven(rule), false)
  const added = withDates(rule, [
    time('2026-12-05T20:00', '2026-12-05T22:00'),
    time('2026-12-06T15:00', '2026-12-06T17:00'),
  ])
  assert.deepEqual(shown(added), [
    '04T20:00-04T22:00',
    '05T20:00-05T22:00',
    '06T15:00-06T17:00',
    '06T20:00-06T22:00',
  ])
  assert.equal(withDates(rule, [time('2026-12-03T20:00', '2026-12-03T22:00')]), undefined)
  const left = withoutDates(rule, new Set([at('2026-12-04T20:00')]))
  assert.deepEqual(shown(left), ['06T20:00-06T22:00'])
  assert.equal(
    withoutDates(rule, new Set([at('2026-12-04T20:00'), at('2026-12-06T20:00')])),
    undefined,
  )
})

test('whole days are days, and half a date is no series', () => {
  const days = of('RDATE;VALUE=DATE:20261204', {
    all_day: true,
    start_date: '2026-12-04',
    end_date: '2026-12-04',
  })
  const two = withDates(days, [time('2026-12-06', '2026-12-06')])
  assert.equal(two && factsOf(two).recurrence, 'RDATE;VALUE=DATE:20261204,20261206')
  assert.equal(
    seriesIn({ recurrence: '', start_date: '2026-12-04', end_date: '2026-12-04' }),
    undefined,
  )
  assert.equal(
    seriesIn({ recurrence: 'RRULE:FREQ=DAILY', start_date: '', end_date: '' }),
    undefined,
  )
})
