import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { importInto } from '../../src/transfer/imports.ts'
import { importSettings } from '../support/import-rows.ts'
import { change, edit, readNow, service, until, useService } from '../support/scenario.ts'

useService()

const folder = mkdtempSync(join(tmpdir(), 'almanac-again-'))
after(() => rmSync(folder, { recursive: true, force: true }))

type How = Partial<Parameters<typeof importInto>[2]>

let imports = 0

/** Each import is a minute after the one before: what that published is not yet to be published. */
function laterSettings() {
  const settings = importSettings(service.settings)
  return {
    ...settings,
    clock: new Date(Date.parse(settings.clock) + ++imports * 60_000).toISOString(),
  }
}

/** Imports a text as a file of a source, while the service runs. */
function importText(format: 'ics' | 'jsonld' | 'csv', source: string, text: string, how: How = {}) {
  const from = join(folder, `${source}.${format}`)
  writeFileSync(from, text)
  return importInto(
    laterSettings(),
    { given: new Set(), replaces: false },
    {
      format,
      from,
      source,
      language: 'en',
      policy: 'ours',
      gone: 'leave',
      threshold: 60,
      isDry: false,
      ...how,
    },
  )
}

const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR', ''].join('\r\n')
const event = (uid: string, ...lines: string[]) =>
  ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'].join('\r\n')
const at = (day: string, starts = '200000', ends = '220000') => [
  `DTSTART:202706${day}T${starts}`,
  `DTEND:202706${day}T${ends}`,
]
const pageOf = (...days: string[]) =>
  JSON.stringify(
    days.map(day => ({
      '@type': 'Event',
      name: 'B',
      url: 'https://example.org/b',
      startDate: `2027-07-${day}T20:00`,
      endDate: `2027-07-${day}T22:00`,
    })),
  )

/** The events of a source once the service has heard of all of them. */
async function of(source: string) {
  const [row] = await service.rows<{ count: number }>(
    `SELECT count(*) AS count FROM event LEFT JOIN series_date ON series = event.id AND gone = 0
      WHERE source = '${source}' AND status = 'publish'`,
  )
  let events: Listed[] = []
  await until(async () => {
    events = await listed(source)
    assert.equal(events.length, Number(row?.count))
  })
  return events
}

type Listed = {
  id: number
  title: string
  start_date: string
  end_date: string
  event_status: string
}

const listed = async (source: string) =>
  (await readNow('/events', { source, per_page: 50, status: 'publish', start_date: '2027-01-01' }))
    .events as Listed[]

test('dates that share a URL keep their records as the first ones pass', async () => {
  await importText('jsonld', 'theatre', pageOf('02', '09', '16', '23'))
  const before = await of('theatre')
  const [first, second] = before
  await change(first?.id ?? 0, { event_status: 'cancelled' })
  await change(second?.id ?? 0, { description: 'Mine' })
  await importText('jsonld', 'theatre', pageOf('09', '16', '23', '30'), { gone: 'trash' })
  const now = await of('theatre')
  assert.deepEqual(
    now.map(({ id, start_date, event_status }) => [id, start_date.slice(8, 10), event_status]),
    [
      ...before.slice(1).map(({ id }, at) => [id, ['09', '16', '23'][at], 'scheduled']),
      [now.at(-1)?.id, '30', 'scheduled'],
    ],
  )
  const alone = await importText('jsonld', 'theatre', pageOf('30'))
  assert.equal(Object.values(alone.counts.event).join(), '0,0,1,0,0')
  const other = await importText('jsonld', 'theatre', pageOf('31'))
  assert.equal(other.counts.event.created, 1)
})

test('an event alone under its URL keeps its record when it moves', async () => {
  await importText('jsonld', 'alone', pageOf('02'))
  const [event] = await of('alone')
  await importText('jsonld', 'alone', pageOf('03'))
  assert.deepEqual(
    (await of('alone')).map(({ id, start_date }) => [id, start_date.slice(0, 10)]),
    [[event?.id, '2027-07-03']],
  )
  await importText('jsonld', 'alone', pageOf('03', '10'))
  assert.equal((await of('alone'))[0]?.id, event?.id)
  assert.equal((await of('alone')).length, 2)
})

test('events that share a UID are told apart by their start', async () => {
  const days = (...list: string[]) =>
    calendar(...list.map(day => event('same', `SUMMARY:Day ${day}`, ...at(day))))
  await importText('ics', 'shared-uid', days('01', '02', '03'))
  const before = await of('shared-uid')
  await importText('ics', 'shared-uid', days('02', '03'), { gone: 'trash' })
  await importText('ics', 'shared-uid', days('03'), { gone: 'trash' })
  assert.deepEqual(
    (await of('shared-uid')).map(({ id, title }) => [id, title]),
    [[before[2]?.id, 'Day 03']],
  )
})

test('start, end, whole days and zone are one value: never those of two sides', async () => {
  await importText('ics', 'times', calendar(event('a', 'SUMMARY:A', ...at('01'))))
  const [own] = await of('times')
  await change(own?.id ?? 0, { start_date: '2027-06-01 21:00:00' })
  const moved = calendar(event('a', 'SUMMARY:New', ...at('02', '190000', '210000')))
  const { notes } = await importText('ics', 'times', moved)
  assert.deepEqual(
    (await of('times')).map(({ title, start_date, end_date }) => [title, start_date, end_date]),
    [['New', '2027-06-01 21:00:00', '2027-06-01 22:00:00']],
  )
  assert.match(notes[0]?.reason ?? '', /^Edited here and in the source: Start, End\./)
  await importText('ics', 'times', moved, { policy: 'theirs' })
  assert.equal((await of('times'))[0]?.start_date, '2027-06-02 19:00:00')
})

test('what is over is not gone; what is to come is', async () => {
  const past = event('past', 'SUMMARY:Past', 'DTSTART:20270401T200000', 'DTEND:20270401T220000')
  const coming = ['01', '02', '03', '04'].map(day => event(day, `SUMMARY:${day}`, ...at(day)))
  await importText('ics', 'rolling', calendar(past, ...coming))
  const report = await importText('ics', 'rolling', calendar(...coming.slice(1)), {
    gone: 'cancel',
  })
  assert.deepEqual(report.gone, { found: 1, changed: 1 })
  assert.deepEqual(
    (await of('rolling')).map(({ event_status }) => event_status),
    ['scheduled', 'cancelled', 'scheduled', 'scheduled', 'scheduled'],
  )
})

test('a feed of what is to come loses what is on, or over before its first event', async () => {
  const times = (starts: string, ends: string) => [`DTSTART:${starts}`, `DTEND:${ends}`]
  const past = event('past', 'SUMMARY:Past', ...times('20270401T200000', '20270401T220000'))
  const on = event('on', 'SUMMARY:On', ...times('20270501T100000', '20270503T220000'))
  const today = event('today', 'SUMMARY:Today', ...times('20270501T180000', '20270501T190000'))
  const coming = ['01', '02', '03', '04'].map(day => event(day, `SUMMARY:${day}`, ...at(day)))
  await importText('ics', 'today', calendar(past, on, today, ...coming))
  const report = await importText('ics', 'today', calendar(...coming), { gone: 'trash' })
  assert.deepEqual(report.gone, { found: 0, changed: 0 })
})

const series = (...lines: string[]) => calendar(event('s', 'SUMMARY:S', ...at('01'), ...lines))
const startsOf = async (source: string) => {
  const [own] = await of(source)
  const { events } = await readNow(`/events/${own?.id}/occurrences`, { per_page: 50 })
  return events.map(({ start_date }: { start_date: string }) => start_date.slice(5, 10))
}

test('the lines of a rule are merged one by one', async () => {
  await importText('ics', 'lines', series('RRULE:FREQ=DAILY;COUNT=5'))
  const [own] = await of('lines')
  const { events } = await readNow(`/events/${own?.id}/occurrences`)
  await edit('DELETE', `/events/${events[1].id}`)
  assert.deepEqual(await startsOf('lines'), ['06-01', '06-03', '06-04', '06-05'])
  await importText('ics', 'lines', series('RRULE:FREQ=DAILY;COUNT=7'))
  assert.deepEqual(await startsOf('lines'), ['06-01', '06-03', '06-04', '06-05', '06-06', '06-07'])
  const excluded = ['RRULE:FREQ=DAILY;COUNT=7', 'EXDATE:20270604T200000']
  await importText('ics', 'lines', series(...excluded))
  assert.deepEqual(await startsOf('lines'), ['06-01', '06-03', '06-05', '06-06', '06-07'])
  await importText('ics', 'lines', series('RRULE:FREQ=DAILY;COUNT=7'))
  assert.deepEqual(await startsOf('lines'), ['06-01', '06-03', '06-04', '06-05', '06-06', '06-07'])
  await change(own?.id ?? 0, { recurrence: ['RRULE:FREQ=DAILY;COUNT=3'], scope: 'all' })
  const { notes } = await importText('ics', 'lines', series('RRULE:FREQ=DAILY;COUNT=8'))
  assert.match(notes[0]?.reason ?? '', /^Edited here and in the source: Recurrence\./)
  assert.deepEqual(await startsOf('lines'), ['06-01', '06-02', '06-03'])
  await importText('ics', 'lines', series(), { policy: 'theirs' })
  assert.deepEqual(await startsOf('lines'), ['06-01'])
})

test('a series that was moved here takes the further dates of the source on its own clock', async () => {
  await importText('ics', 'moved', series('RRULE:FREQ=DAILY;COUNT=5'))
  const [own] = await of('moved')
  await change(own?.id ?? 0, { start_date: '2027-06-01 21:00:00', end_date: '2027-06-01 23:00:00' })
  const without = series('RRULE:FREQ=DAILY;COUNT=5', 'EXDATE:20270603T200000')
  await importText('ics', 'moved', without)
  assert.deepEqual(await startsOf('moved'), ['06-01', '06-02', '06-04', '06-05'])
  assert.equal((await of('moved'))[0]?.start_date, '2027-06-01 21:00:00')
})

test('an event of a feed with new UIDs is recognized by what the source said last', async () => {
  const feed = (stamp: string) =>
    calendar(
      ...['01', '02', '03', '04', '05'].map(day =>
        event(`${day}-${stamp}`, `SUMMARY:T${day}`, 'LOCATION:Hall', ...at(day)),
      ),
    )
  await importText('ics', 'uids', feed('a'))
  const [first, second] = await of('uids')
  await change(first?.id ?? 0, { title: 'T1 local' })
  await change(second?.id ?? 0, {
    start_date: '2027-06-12 20:00:00',
    end_date: '2027-06-12 22:00:00',
  })
  const report = await importText('ics', 'uids', feed('b'))
  assert.equal(Object.values(report.counts.event).join(), '0,0,5,0,0')
  assert.equal(report.gone.found, 0)
  assert.equal((await of('uids')).length, 5)
})

test('a corrected row of a table without IDs is the row before', async () => {
  const table = (...rows: string[]) => ['title,start_date,end_date,venue', ...rows].join('\n')
  const row = (title: string, day: string, venue: string, hour = '20:00') =>
    `${title},2027-06-${day} ${hour},2027-06-${day} 22:00,${venue}`
  await importText(
    'csv',
    'rows',
    table(row('A', '01', 'X'), row('B', '02', 'Y'), row('C', '03', 'Z'), row('D', '04', 'Z')),
  )
  const before = await of('rows')
  const corrected = table(
    row('A', '01', 'X', '19:00'),
    row('B2', '02', 'Y'),
    row('C', '03', 'W'),
    row('D', '04', 'Z'),
  )
  const report = await importText('csv', 'rows', corrected, { gone: 'trash' })
  assert.equal(Object.values(report.counts.event).join(), '0,3,1,0,0')
  assert.equal(report.gone.found, 0)
  const now = await of('rows')
  assert.deepEqual(
    now.map(({ id, title }) => [id, title]),
    before.map(({ id, title }) => [id, title === 'B' ? 'B2' : title]),
  )
  const again = await importText('csv', 'rows', corrected, { gone: 'trash' })
  assert.equal(Object.values(again.counts.event).join(), '0,0,4,0,0')
})

test('an import of the command line reads as many records as the setting says', async () => {
  const settings = { ...laterSettings(), maxImportRecords: 2 }
  const from = join(folder, 'bounded.csv')
  writeFileSync(from, 'title,start_date\nA,2027-06-01\nB,2027-06-02\nC,2027-06-03\n')
  const { counts, problems } = await importInto(
    settings,
    { given: new Set(['maxImportRecords']), replaces: false },
    {
      format: 'csv',
      from,
      source: 'bounded',
      language: 'en',
      policy: 'ours',
      gone: 'leave',
      threshold: 60,
      isDry: true,
    },
  )
  assert.equal(counts.event.created, 2)
  assert.match(problems.map(({ reason }) => reason).join(), /more than 2 records/)
})

test('the language that was chosen for an import is that of its texts, whatever the source says', async () => {
  const texts = {
    ics: calendar(event('1', 'SUMMARY;LANGUAGE=en:Title', ...at('11'))),
    csv: 'title,start_date\nTitle,2027-06-11\n',
    jsonld: `<html lang="en"><script type="application/ld+json">${JSON.stringify({
      '@type': 'Event',
      name: 'Title',
      startDate: '2027-06-11',
    })}</script></html>`,
  }
  for (const format of ['ics', 'csv', 'jsonld'] as const)
    for (const source_language of ['', 'fr'] as const) {
      const source = `${format}-${source_language}`
      await importText(format, source, texts[format], { source_language })
      const rows = await service.rows<{ title_en: string | null; title_fr: string | null }>(
        'SELECT title_en, title_fr FROM event WHERE source = ?',
        source,
      )
      assert.deepEqual(
        rows.map(({ title_en, title_fr }) => [title_en, title_fr]),
        [source_language ? [null, 'Title'] : ['Title', null]],
        source,
      )
    }
})

test('a venue that was renamed here is the one that a source knows by its former name', async () => {
  const rows = ['title,start_date,venue', 'A,2027-06-01,Corn hall']
  const table = () => rows.join('\n')
  await importText('csv', 'renamed', table())
  const { venues } = await readNow('/venues', { search: 'Corn' })
  await edit('PATCH', `/venues/${venues[0].id}`, { venue: 'Grand corn hall' })
  rows.push('B,2027-06-02,Corn hall', 'C,2027-06-03,Corn hall annexe')
  await importText('csv', 'renamed', table())
  const after = await readNow('/venues', { search: 'Corn', per_page: 50 })
  assert.deepEqual(after.venues.map(({ venue }: { venue: string }) => venue).toSorted(), [
    'Corn hall annexe',
    'Grand corn hall',
  ])
  const { events } = await readNow('/events', { source: 'renamed', start_date: '2027-01-01' })
  assert.deepEqual(
    events.map(({ venue }: { venue: { venue: string }[] }) => [venue].flat()[0]?.venue),
    ['Grand corn hall', 'Grand corn hall', 'Corn hall annexe'],
  )
})
