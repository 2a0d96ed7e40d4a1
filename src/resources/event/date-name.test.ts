import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wallTime } from '../../define/time/clock.ts'
import { dateName, datesNamed } from './date-name.ts'

const starts = wallTime(2027, 7, 4, 20)
const nameOf = (recurrence: readonly string[] | null, all_day = 0) =>
  dateName({ starts, all_day, recurrence: recurrence && JSON.stringify(recurrence) })

test('a date is named by its day, with its time where the rule can give two on a day', () => {
  for (const recurrence of [
    null,
    ['RRULE:FREQ=WEEKLY;BYDAY=SU'],
    ['RRULE:FREQ=DAILY;BYHOUR=20'],
    ['RRULE:FREQ=MONTHLY;BYMONTHDAY=1,15', 'EXDATE;TZID=Europe/Paris:20270715T100000'],
    ['RDATE;TZID=Europe/Paris:20270706T200000,20270709T200000'],
  ])
    assert.equal(nameOf(recurrence), '2027-07-04', String(recurrence))
  for (const recurrence of [
    ['RRULE:FREQ=HOURLY;COUNT=3'],
    ['RRULE:FREQ=DAILY;BYHOUR=18,20'],
    ['RRULE:FREQ=WEEKLY;BYMINUTE=0,30'],
    ['RRULE:FREQ=WEEKLY', 'RDATE;TZID=Europe/Paris:20270706T200000,20270709T153000'],
    ['RDATE:20270706T200000Z'],
    ['RRULE:FREQ=DAILY;COUNT=4', 'RDATE;TZID=Europe/Paris:20270704T200000'],
  ])
    assert.equal(nameOf(recurrence), '2027-07-04/20-00', String(recurrence))
  assert.equal(nameOf(['RRULE:FREQ=DAILY;BYHOUR=18,20'], 1), '2027-07-04')
})

test('a name in a URL means the dates of a day or of a minute, if there are any', () => {
  const day = wallTime(2027, 7, 4)
  assert.deepEqual(datesNamed('2027-07-04'), { from: day, before: day + 86_400 })
  assert.deepEqual(datesNamed('2027-07-04/20-00'), { from: starts, before: starts + 60 })
  for (const name of ['2027-13-04', '2027-02-30', '2027-07-04/24-00', '2027-07-04/20-60', ''])
    assert.equal(datesNamed(name), undefined, name)
})
