import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Recurrence } from '../../define/time/recurrence/rule.ts'
import { shifted } from '../../define/time/recurrence/shift.ts'
import {
  type Custom,
  customOf,
  linesIn,
  placesInMonth,
  presetsOf,
  readValue,
  repeatsAlike,
  ruleFrom,
  ruleOf,
  startOf,
  startsBetween,
  toggleDay,
} from './recurrence.ts'

const at = (text: string) => {
  const wall = startOf(text)
  assert.ok(wall !== undefined, text)
  return wall
}
const sunday = at('2027-07-04T20:00')
const read = (...lines: string[]) => {
  const recurrence = readValue(lines.join('\n'))
  assert.ok(recurrence)
  return recurrence
}
const datesOf = (recurrence: Recurrence) =>
  startsBetween(recurrence, sunday, [at('2027-07-01'), at('2027-07-31')]).map(each =>
    new Date(each * 1000).toISOString().slice(8, 16),
  )

test('a start is read once its year is whole, as an hour or a day', () => {
  assert.equal(startOf('2027-07-04'), at('2027-07-04T00:00'))
  assert.equal(startOf('1960-01-01'), Date.UTC(1960, 0) / 1000)
  for (const text of ['', '0202-07-04T20:00', 'soon']) assert.equal(startOf(text), undefined)
})

test('the rules that are offered are those of the start', () => {
  const offered = (start: string) =>
    presetsOf(at(start)).map(rule => linesIn({ rule, further: [], removed: [] }))
  assert.deepEqual(offered('2027-07-04T20:00'), [
    'RRULE:FREQ=DAILY',
    'RRULE:FREQ=WEEKLY',
    'RRULE:FREQ=WEEKLY;INTERVAL=2',
    'RRULE:FREQ=MONTHLY;BYDAY=1SU',
    'RRULE:FREQ=MONTHLY',
    'RRULE:FREQ=YEARLY',
  ])
  const workdays = 'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'
  const days = [3, 4, 5, 6, 7, 8, 9].filter(date =>
    offered(`2027-07-0${date}T20:00`).includes(workdays),
  )
  assert.deepEqual(days, [5, 6, 7, 8, 9], 'Monday to Friday')
  assert.ok(offered('2027-07-30T20:00').includes('RRULE:FREQ=MONTHLY;BYDAY=-1FR'))
  assert.ok(!offered('2027-07-30T20:00').includes('RRULE:FREQ=MONTHLY;BYDAY=5FR'))
  assert.deepEqual(placesInMonth(at('2027-07-28T20:00')), { day: 28, nth: 4, isLast: true })
})

test('a click on a day takes a date out, puts it back, or adds one at the hour of the start', () => {
  const weekly = read('RRULE:FREQ=WEEKLY;COUNT=6')
  assert.deepEqual(datesOf(weekly), ['04T20:00', '11T20:00', '18T20:00', '25T20:00'])
  const without = toggleDay(weekly, sunday, at('2027-07-11'))
  const more = toggleDay(without, sunday, at('2027-07-14'))
  assert.deepEqual(datesOf(more), ['04T20:00', '14T20:00', '18T20:00', '25T20:00'])
  assert.equal(
    linesIn(more),
    'RRULE:FREQ=WEEKLY;COUNT=6\nRDATE:20270714T200000\nEXDATE:20270711T200000',
  )
  const back = toggleDay(toggleDay(more, sunday, at('2027-07-11')), sunday, at('2027-07-14'))
  assert.deepEqual(back, weekly)
  // a day before the start has no date
  assert.deepEqual(toggleDay(weekly, sunday, at('2027-07-02')), weekly)
})

test('an event at several dates has its start among them, which stays', () => {
  const dates: Recurrence = { further: [{ at: sunday }], removed: [] }
  const two = toggleDay(dates, sunday, at('2027-07-06'))
  assert.deepEqual(datesOf(two), ['04T20:00', '06T20:00'])
  assert.deepEqual(datesOf(toggleDay(two, sunday, at('2027-07-04'))), ['04T20:00', '06T20:00'])
})

test('a move of the start moves further and removed dates with it', () => {
  const series = read(
    'RRULE:FREQ=WEEKLY;COUNT=6',
    'RDATE:20270714T200000',
    'EXDATE:20270711T200000',
  )
  assert.equal(
    linesIn(shifted(series, sunday, at('2027-07-05T20:00'))),
    'RRULE:FREQ=WEEKLY;COUNT=6\nRDATE:20270715T200000\nEXDATE:20270712T200000',
  )
})

test('a rule is set by hand, keeps its end, and is offered by hand again', () => {
  const wednesday = at('2027-07-28T18:30')
  const custom: Custom = { freq: 'WEEKLY', interval: 2, weekdays: [5, 3], month: 'day' }
  const rule = ruleFrom(custom, { count: 8 }, wednesday)
  assert.equal(
    linesIn({ rule, further: [], removed: [] }),
    'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=8;BYDAY=WE,FR',
  )
  assert.deepEqual(customOf(rule, wednesday), { ...custom, weekdays: [3, 5] })
  for (const month of ['day', 'weekday', 'last'] as const) {
    const monthly = ruleFrom({ ...custom, freq: 'MONTHLY', month }, {}, wednesday)
    assert.equal(customOf(monthly, wednesday)?.month, month)
  }
  const { rule: unusual } = read('RRULE:FREQ=YEARLY;BYDAY=20MO')
  assert.ok(unusual)
  assert.equal(customOf(unusual, wednesday), undefined)
})

test('two rules repeat alike whenever they end, also where one says what the start says', () => {
  const weekly = ruleOf({ freq: 'WEEKLY' })
  const onSundays = ruleOf({ freq: 'WEEKLY', byDay: [{ weekday: 0 }], count: 3 })
  assert.ok(repeatsAlike(weekly, onSundays, sunday))
  assert.ok(!repeatsAlike(weekly, ruleOf({ freq: 'WEEKLY', interval: 2 }), sunday))
})

test('a single event has no lines', () => {
  assert.equal(readValue(''), undefined)
  assert.equal(linesIn(undefined), '')
})
