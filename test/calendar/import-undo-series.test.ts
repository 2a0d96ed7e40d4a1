import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readIcs } from '../../src/moving/ics/read-ics.ts'
import { openImportedCalendar } from '../support/imported-calendar.ts'

let calendar: Awaited<ReturnType<typeof openImportedCalendar>>
before(async () => {
  calendar = await openImportedCalendar('2027-05-01T12:00:00Z')
})
after(() => calendar.close())

const file = (uid: string, ...lines: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'SUMMARY:S',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')

test('undo gives dates back with their differences, whatever the import made of the series', async () => {
  const importText = (text: string) => calendar.importText(readIcs, text, { source: 'single' })
  await importText(file('s', 'DTSTART:20270601T200000', 'RRULE:FREQ=WEEKLY;COUNT=3'))
  const [, second, third] = await calendar.dates('single')
  await calendar.change(second?.id ?? 0, { event_status: 'cancelled' })
  await calendar.change(third?.id ?? 0, { title: 'Renamed' })
  const before = await calendar.dates('single')
  await importText(file('s', 'DTSTART:20270602T200000'))
  assert.equal((await calendar.dates('single')).length, 1)
  assert.deepEqual((await calendar.undo()).left, [])
  assert.deepEqual(await calendar.dates('single'), before)
})

test('an event that came back from the trash does so again after an undo', async () => {
  const importText = (text: string) =>
    calendar.importText(readIcs, text, { source: 'back', gone: 'trash', threshold: 100 })
  const events = (...uids: string[]) =>
    uids.map(uid => file(uid, 'DTSTART:20270601T200000')).join('\r\n')
  await importText(events('a', 'b'))
  await importText(events('a'))
  await importText(events('a', 'b'))
  assert.equal((await calendar.dates('back')).length, 2)
  await calendar.undo()
  assert.equal((await calendar.dates('back')).length, 1)
  await importText(events('a', 'b'))
  assert.equal((await calendar.dates('back')).length, 2)
})
