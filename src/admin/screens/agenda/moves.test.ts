import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actOf, agendaEventOf, movedWhen, newAt, stepOf, whenAfter } from './moves.ts'

const row = {
  id: 3,
  title: 'Jazz &#038; co',
  status: 'draft',
  all_day: false,
  start_date: '2026-12-05 20:00:00',
  end_date: '2026-12-05 22:00:00',
}

test('an event stands at its local time; whole days end on the day after the last', () => {
  const { title, start, end, className } = agendaEventOf(row, true)
  assert.deepEqual(
    [title, start, end, className.trim()],
    ['Jazz & co', '2026-12-05T20:00:00', '2026-12-05T22:00:00', 'event-3 is-draft'],
  )
  const days = { ...row, all_day: true, end_date: '2026-12-06 23:59:59' }
  assert.deepEqual(
    [agendaEventOf(days, true).start, agendaEventOf(days, true).end],
    ['2026-12-05', '2026-12-07'],
  )
})

test('a moved event is written in the form of the API', () => {
  const hour = { startStr: '2026-12-08T09:30:00Z', endStr: '2026-12-08T11:30:00Z', allDay: false }
  assert.deepEqual(whenAfter(hour), {
    start_date: '2026-12-08 09:30:00',
    end_date: '2026-12-08 11:30:00',
    all_day: false,
  })
  assert.equal(whenAfter({ ...hour, endStr: '' }).end_date, '2026-12-08 11:30:00')
  const days = whenAfter({ startStr: '2026-12-31', endStr: '2027-01-02', allDay: true })
  assert.deepEqual([days.start_date, days.end_date], ['2026-12-31 00:00:00', '2027-01-01 23:59:59'])
  assert.equal(
    newAt(whenAfter(hour)),
    '/events/new?start=2026-12-08T09%3A30&end=2026-12-08T11%3A30',
  )
})

test('keys work as in Google Calendar, but not while another key is held down', () => {
  const held = { ctrlKey: false, metaKey: false, altKey: false }
  const acts = [...'dwmtcjnkp/'].map(key => actOf({ key, ...held }))
  const steps = ['next', 'next', 'previous', 'previous']
  assert.deepEqual(acts, ['day', 'week', 'month', 'today', 'create', ...steps, 'search'])
  assert.equal(actOf({ key: 'W', ...held }), 'week')
  assert.equal(actOf({ key: 'c', ...held, ctrlKey: true }), undefined)
  assert.equal(actOf({ key: 'x', ...held }), undefined)
})

test('Shift and the arrows move an event in local time, and whole days by days only', () => {
  const pressed = (key: string, view: 'month' | 'week', shiftKey = true) =>
    stepOf({ key, shiftKey, ctrlKey: false, metaKey: false, altKey: false }, view)
  assert.deepEqual(pressed('ArrowDown', 'month'), { days: 7 })
  assert.deepEqual(pressed('ArrowDown', 'week'), { minutes: 30 })
  assert.deepEqual(pressed('ArrowLeft', 'week'), { days: -1 })
  assert.equal(pressed('ArrowLeft', 'month', false), undefined)
  // in New York clocks change in that night
  const night = { start_date: '2027-03-13 20:00:00', end_date: '2027-03-14 01:00:00' }
  assert.deepEqual(movedWhen({ ...night, all_day: false }, { days: 1 }), {
    start_date: '2027-03-14 20:00:00',
    end_date: '2027-03-15 01:00:00',
    all_day: false,
  })
  const days = { start_date: '2026-12-31 00:00:00', end_date: '2026-12-31 23:59:59', all_day: true }
  assert.equal(movedWhen(days, { days: 1 }).end_date, '2027-01-01 23:59:59')
  assert.deepEqual(movedWhen(days, { minutes: 30 }), days)
})
