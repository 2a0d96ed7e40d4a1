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

test('dates of a series stay what they are when its source drops the first ones', async () => {
  const importText = (text: string) => calendar.importText(readIcs, text, { source: 'rolling' })
  await importText(file('r', 'DTSTART:20270602T200000', 'RRULE:FREQ=WEEKLY;COUNT=4'))
  const [, second, third, fourth] = await calendar.dates('rolling')
  await calendar.change(third?.id ?? 0, { event_status: 'cancelled' })
  const before = await calendar.dates('rolling')
  for (const [start, rule] of [
    ['20270609T200000', 'COUNT=3'],
    ['20270609T200000', 'UNTIL=20270623T235959'],
  ]) {
    await importText(file('r', `DTSTART:${start}`, `RRULE:FREQ=WEEKLY;${rule}`))
    assert.deepEqual(
      (await calendar.dates('rolling')).map(({ id, starts, status }) => [id, starts, status]),
      [
        [second?.id, '2027-06-09 20:00:00', 'scheduled'],
        [third?.id, '2027-06-16 20:00:00', 'cancelled'],
        [fourth?.id, '2027-06-23 20:00:00', 'scheduled'],
      ],
    )
  }
  await calendar.undo()
  await calendar.undo(1)
  assert.deepEqual(await calendar.dates('rolling'), before)
  // one that moves as a whole takes them along
  await importText(file('r', 'DTSTART:20270609T200000', 'RRULE:FREQ=WEEKLY;COUNT=4'))
  assert.deepEqual(
    (await calendar.dates('rolling')).map(({ status }) => status),
    ['scheduled', 'scheduled', 'cancelled', 'scheduled'],
  )
})

/** The dates of a source: their day, hour, ID and status. */
const shownDates = async (source: string) =>
  (await calendar.dates(source)).map(({ id, starts, status }) => [id, starts.slice(5, 13), status])

test('dates that are over stay, and those to come are the same, while the window of a feed rolls on', async () => {
  const how = { source: 'window' }
  const at = (day: string) => {
    calendar.clock.now = Date.parse(`2027-${day}T10:00:00Z`) / 1000
  }
  const importFrom = (day: string, ...lines: string[]) =>
    calendar.importText(readIcs, file('w', `DTSTART:2027${day}`, ...lines), how)
  await importFrom('0602T200000', 'RRULE:FREQ=WEEKLY;COUNT=3')
  const [first, second, third] = await calendar.dates('window')
  await calendar.change(second?.id ?? 0, { event_status: 'cancelled' })
  await calendar.change(third?.id ?? 0, { title: 'Here' })
  at('06-05')
  await importFrom('0609T200000', 'RRULE:FREQ=WEEKLY;COUNT=3')
  const later = await shownDates('window')
  assert.deepEqual(later.slice(0, 3), [
    [first?.id, '06-02 20', 'scheduled'],
    [second?.id, '06-09 20', 'cancelled'],
    [third?.id, '06-16 20', 'scheduled'],
  ])
  assert.equal((await calendar.dates('window'))[2]?.title, 'Here')
  const fourth = later[3]?.[0]
  // another weekday, hour and length for what comes, then a single date
  at('06-12')
  await importFrom('0616T210000', 'DURATION:PT3H', 'RRULE:FREQ=WEEKLY;COUNT=2')
  assert.deepEqual(await shownDates('window'), [
    [first?.id, '06-02 20', 'scheduled'],
    [second?.id, '06-09 20', 'cancelled'],
    [third?.id, '06-16 21', 'scheduled'],
    [fourth, '06-23 21', 'scheduled'],
  ])
  assert.equal((await calendar.dates('window'))[0]?.ends, '2027-06-02 20:00:00')
  at('06-20')
  await importFrom('0625T210000')
  assert.deepEqual(
    (await shownDates('window')).map(([, starts]) => starts),
    ['06-02 20', '06-09 20', '06-16 21', '06-25 21'],
  )
  await calendar.undo()
  await calendar.undo(1)
  await calendar.undo(2)
  assert.deepEqual(
    (await shownDates('window')).map(([, starts, status]) => [starts, status]),
    [
      ['06-02 20', 'scheduled'],
      ['06-09 20', 'cancelled'],
      ['06-16 20', 'scheduled'],
    ],
  )
  at('06-01')
})

test('of a series with more dates than are looked at, what is over goes with its source', async () => {
  const importFrom = (start: string) =>
    calendar.importText(readIcs, file('o', `DTSTART:${start}`, 'RRULE:FREQ=DAILY'), {
      source: 'old',
    })
  const firstDay = async () => (await calendar.dates('old'))[0]?.starts.slice(0, 10)
  await importFrom('19900101T200000')
  await importFrom('20270710T200000')
  assert.equal(await firstDay(), '2027-07-10')
})
