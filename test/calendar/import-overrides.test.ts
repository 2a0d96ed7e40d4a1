import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Import, importInto } from '../../src/transfer/imports.ts'
import { importSettings } from '../support/import-rows.ts'
import { edit, readNow, service, useService } from '../support/scenario.ts'

useService()

const folder = mkdtempSync(join(tmpdir(), 'almanac-overrides-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** The differences of a date, by its day. */
type Overrides = Record<string, string>

/** Four Sundays of July 2027 at 20:00. */
function choir(overrides: Overrides, series = '') {
  const event = (lines: string[]) =>
    ['BEGIN:VEVENT', 'UID:choir', 'DTSTAMP:20270101T000000Z', ...lines, 'END:VEVENT'].join('\r\n')
  const times = (start: string, end: string) => [
    `DTSTART;TZID=Europe/Paris:${start}`,
    `DTEND;TZID=Europe/Paris:${end}`,
  ]
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    event([
      ...times('20270704T200000', '20270704T220000'),
      'RRULE:FREQ=WEEKLY;COUNT=4',
      `SUMMARY:Choir${series}`,
    ]),
    ...Object.entries(overrides).map(([day, what]) => {
      const [, title, hour = '20', status] = /^([^@!]*)(?:@(\d\d))?(!)?$/.exec(what) ?? []
      return event([
        `RECURRENCE-ID;TZID=Europe/Paris:202707${day}T200000`,
        ...times(`202707${day}T${hour}0000`, `202707${day}T220000`),
        `SUMMARY:${title || `Choir${series}`}`,
        ...(status ? ['STATUS:CANCELLED'] : []),
      ])
    }),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

async function imported(source: string, text: string, how: Partial<Import> = {}) {
  const from = join(folder, 'choir.ics')
  writeFileSync(from, text)
  return importInto(
    importSettings(service.settings),
    { given: new Set(), replaces: false },
    {
      format: 'ics',
      from,
      source,
      language: 'en',
      isDry: false,
      ...how,
    },
  )
}

type Presented = { id: number; title: string; start_date: string; event_status: string }
const eventsOf = async (source: string) =>
  (await readNow('/events', { source, start_date: '2027-01-01', per_page: 50 }))
    .events as Presented[]

/** The dates as `11 19 Title`, with `!` where they are cancelled. */
const datesOf = async (source: string) =>
  (await eventsOf(source)).map(
    ({ title, start_date, event_status }) =>
      `${start_date.slice(8, 13)} ${title}${event_status === 'cancelled' ? '!' : ''}`,
  )
const idsOf = async (source: string) => (await eventsOf(source)).map(({ id }) => id)

const outcome = ({ counts, problems }: Awaited<ReturnType<typeof imported>>) => {
  assert.deepEqual(problems, [])
  return Object.values(counts.event).join()
}

const plain = ['04 20 Choir', '11 20 Choir', '18 20 Choir', '25 20 Choir']

test('dates whose differences the source drops are as in the series again, and keep their IDs', async () => {
  const source = 'dropped'
  await imported(source, choir({ 11: 'Guests@19', 18: '!', 25: 'Finale' }))
  assert.deepEqual(await datesOf(source), [
    '04 20 Choir',
    '11 19 Guests',
    '18 20 Choir!',
    '25 20 Finale',
  ])
  const ids = await idsOf(source)
  assert.equal(outcome(await imported(source, choir({ 11: '@19', 25: 'Finale' }))), '0,1,0,0,0')
  assert.deepEqual(await datesOf(source), [
    '04 20 Choir',
    '11 19 Choir',
    '18 20 Choir',
    '25 20 Finale',
  ])
  assert.equal(outcome(await imported(source, choir({}), { isDry: true })), '0,1,0,0,0')
  assert.equal((await datesOf(source))[3], '25 20 Finale')
  assert.equal(outcome(await imported(source, choir({}))), '0,1,0,0,0')
  assert.deepEqual(await datesOf(source), plain)
  assert.deepEqual(await idsOf(source), ids)
  assert.equal(outcome(await imported(source, choir({}))), '0,0,1,0,0')
})

test('edits of single dates made here stay, whatever the source does with them', async () => {
  const source = 'edited'
  await imported(source, choir({ 11: 'Guests@19', 18: 'Finale' }))
  const [, second, third, fourth] = await idsOf(source)
  await edit('PATCH', `/events/${second}`, { title: 'Ours', scope: 'this' })
  await edit('PATCH', `/events/${fourth}`, { title: 'Own', scope: 'this' })
  const dates = ['04 20 Choir', '11 18 Ours', '18 20 Last', '25 20 Own']
  assert.equal(outcome(await imported(source, choir({ 11: 'Theirs@18', 18: 'Last' }))), '0,1,0,0,0')
  assert.deepEqual(await datesOf(source), dates)
  // edits outlast further imports
  await edit('PATCH', `/events/${third}`, { title: 'Ours too', scope: 'this' })
  await imported(source, choir({ 11: 'Other@18', 18: 'Other', 25: 'Other' }))
  await imported(source, choir({}, ' of July'))
  assert.deepEqual(await datesOf(source), [
    '04 20 Choir of July',
    '11 20 Ours',
    '18 20 Ours too',
    '25 20 Own',
  ])
})

test('with theirs the source decides on single dates too, with ask the report names what was edited', async () => {
  const source = 'asked'
  await imported(source, choir({ 11: 'Guests' }))
  const [, second] = await idsOf(source)
  await edit('PATCH', `/events/${second}`, { title: 'Ours', scope: 'this' })
  const report = await imported(source, choir({ 11: 'Theirs' }), { policy: 'ask' })
  assert.deepEqual(
    report.conflicts.map(({ fields }) => fields),
    [['en.title']],
  )
  assert.equal((await datesOf(source))[1], '11 20 Ours')
  await imported(source, choir({ 11: 'Theirs@19' }), { policy: 'theirs' })
  assert.equal((await datesOf(source))[1], '11 19 Theirs')
  await edit('PATCH', `/events/${second}`, { title: 'Ours again', scope: 'this' })
  await imported(source, choir({}), { policy: 'theirs' })
  assert.deepEqual(await datesOf(source), plain)
})
