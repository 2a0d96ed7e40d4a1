import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatWall } from '../../../../define/time/clock.ts'
import { seriesIn } from '../../../forms/given-dates.ts'
import { startOf } from '../../../forms/recurrence.ts'
import { datesTyped } from './dates-typed.ts'

const series = (start: string, more: object = {}) => {
  const of = seriesIn({
    start_date: `${start}T20:00`,
    end_date: `${start}T22:00`,
    recurrence: `RDATE:${start.replaceAll('-', '')}T200000`,
    ...more,
  })
  assert.ok(of)
  return of
}
const read = (text: string, of = series('2026-12-04')) => {
  const typed = datesTyped(text, {
    series: of,
    now: startOf('2026-11-30T09:00') ?? 0,
    isMonthFirst: false,
  })
  return 'wrong' in typed
    ? `${typed.wrong}: ${typed.text}`
    : typed.dates.map(
        ({ starts, ends }) =>
          `${formatWall(starts).slice(0, 16)}-${formatWall(ends).slice(11, 16)}`,
      )
}

test('dates are typed in words, several at once, with hours or as those of the series', () => {
  assert.deepEqual(read('Sat 5 Dec; dim. 6 déc. 15h-16h30; sunday 8pm ;\n12/12 20:30'), [
    '2026-12-05 20:00-22:00',
    '2026-12-06 15:00-16:30',
    '2026-12-06 20:00-22:00',
    '2026-12-12 20:30-22:30',
  ])
  assert.deepEqual(read('31 dec 11pm-1am'), ['2026-12-31 23:00-01:00'])
  assert.deepEqual(read(' ; '), [])
})

test('a day without a year is near the series, before its first date too', () => {
  const later = series('2027-12-04')
  assert.deepEqual(read('3 dec; wed 5 jan 3pm', later), [
    '2027-12-03 20:00-22:00',
    '2028-01-05 15:00-17:00',
  ])
  assert.deepEqual(read('sat 3pm', later), ['2026-12-05 15:00-17:00'])
})

test('a text that is no date is named, and one that is there already', () => {
  assert.equal(read('5 dec; soon'), 'notUnderstood: soon')
  assert.equal(read('4 dec'), 'alreadyThere: 4 dec')
  assert.equal(read('5 dec; sat 5 dec 8pm'), 'alreadyThere: sat 5 dec 8pm')
})

test('of whole days the day alone is typed', () => {
  const days = series('2026-12-04', { all_day: true, recurrence: 'RDATE;VALUE=DATE:20261204' })
  assert.deepEqual(read('6 dec; 8 dec 3pm', days), 'notUnderstood: 8 dec 3pm')
  assert.deepEqual(read('6 dec', days), ['2026-12-06 00:00-00:00'])
})
