import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readIcs } from '../../src/moving/ics/read-ics.ts'
import { openImportedCalendar } from '../support/imported-calendar.ts'

let calendar: Awaited<ReturnType<typeof openImportedCalendar>>
before(async () => {
  calendar = await openImportedCalendar('2027-05-01T12:00:00Z')
})
after(() => calendar.close())

const file = (...lines: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:a',
    'SUMMARY:S',
    'DTSTART:20270601T200000',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')

const startsOf = async (source: string) =>
  (await calendar.dates(source)).map(({ starts }) => starts.slice(5, 10))

test('a rule that the calendar cannot keep costs no event, and changes no series that is there', async () => {
  const source = 'rule'
  const importText = (...lines: string[]) =>
    calendar.importText(readIcs, file(...lines), { source })
  const never = 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'
  const created = await importText(never)
  assert.deepEqual(await startsOf(source), ['06-01'])
  assert.equal(created.counts.event.created, 1)
  assert.deepEqual(
    created.notes.map(({ reason }) => reason),
    ['Recurrence.RRULE gives no date. Expected a rule that matches the start of the event.'],
  )
  await importText('RRULE:FREQ=DAILY;COUNT=3')
  const updated = await importText(never, 'LOCATION:Hall')
  assert.equal(updated.counts.event.updated, 1)
  assert.deepEqual(await startsOf(source), ['06-01', '06-02', '06-03'])
})

test('an event of which no date is left is skipped, and is gone from its source', async () => {
  const source = 'empty'
  const how = { source, gone: 'trash' } as const
  const other = file().replace('UID:a', 'UID:b')
  await calendar.importText(readIcs, `${file('RRULE:FREQ=DAILY;COUNT=1')}\r\n${other}`, how)
  const removed = file('RRULE:FREQ=DAILY;COUNT=1', 'EXDATE:20270601T200000')
  const report = await calendar.importText(readIcs, `${removed}\r\n${other}`, how)
  assert.equal(Object.values(report.counts.event).join(), '0,0,1,1,0')
  assert.deepEqual(report.gone, { found: 1, changed: 1 })
})
