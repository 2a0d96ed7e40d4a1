import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { importInto } from '../../src/transfer/imports.ts'
import { importSettings } from '../support/import-rows.ts'
import { readNow, service, until, useService } from '../support/scenario.ts'

useService()

const folder = mkdtempSync(join(tmpdir(), 'almanac-import-ics-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Imports a file while the service runs. */
async function importFile(from: string | URL, source: string) {
  return importInto(
    importSettings(service.settings),
    { given: new Set(), replaces: false },
    {
      format: 'ics',
      from: from instanceof URL ? from.pathname : from,
      source,
      language: 'en',
      isDry: false,
    },
  )
}

const fixture = (name: string) => new URL(`../fixtures/ics/${name}.ics`, import.meta.url)
const counted = async (of: ReturnType<typeof importFile>) =>
  Object.values((await of).counts.event).join()

type Presented = { id: number; title: string; start_date: string; event_status: string }

async function datesOf(source: string): Promise<string[]> {
  const { events } = await readNow('/events', { source, start_date: '2027-01-01', per_page: 50 })
  return (events as Presented[]).map(
    ({ title, start_date, event_status }) =>
      `${start_date.slice(0, 16)} ${title}${event_status === 'cancelled' ? ' (cancelled)' : ''}`,
  )
}

test('a series keeps what is otherwise on its dates, also when it is imported again', async () => {
  const dates = [
    '2027-07-04 20:00 Choir',
    '2027-07-12 19:00 Choir on Monday',
    '2027-07-18 20:00 Choir (cancelled)',
    '2027-07-25 20:00 Choir',
  ]
  assert.equal(await counted(importFile(fixture('override'), 'choir')), '1,0,0,0,0')
  assert.deepEqual(await datesOf('choir'), dates)
  assert.equal(await counted(importFile(fixture('override'), 'choir')), '0,0,1,0,0')
  assert.deepEqual(await datesOf('choir'), dates)
})

test('dates of rules, further and removed dates, and a first date out of the rule', async () => {
  assert.equal(await counted(importFile(fixture('rule'), 'rule')), '1,0,0,0,0')
  // as dateutil 2.9 gives them
  assert.deepEqual(
    (await datesOf('rule')).map(date => date.slice(5, 16)),
    [
      '07-04 20:00',
      '07-07 18:00',
      '07-08 18:00',
      '08-01 20:00',
      '08-08 20:00',
      '08-15 20:00',
    ].concat(['08-22 20:00', '08-29 20:00']),
  )
  assert.equal(await counted(importFile(fixture('start-not-matched'), 'first')), '2,0,0,0,0')
  assert.deepEqual(
    (await datesOf('first')).filter(date => date.includes('Begins')).map(date => date.slice(5, 10)),
    ['07-05', '07-11', '07-18', '07-25'],
  )
})

test('one broken event is refused with its line, the others are there', async () => {
  const report = await importFile(fixture('broken-lines'), 'broken')
  assert.equal(Object.values(report.counts.event).join(), '2,0,0,0,3')
  assert.deepEqual(
    report.problems.map(({ line }) => line),
    [8, 11, 30],
  )
  assert.match(report.problems[0]?.reason ?? '', /DTSTART is not a date: “2027070”/)
})

test('our own file comes back with the same times and texts', async () => {
  const file = join(folder, 'own.ics')
  for (const name of ['days', 'html', 'organizers', 'displayed-zones', 'places'])
    await importFile(fixture(name), 'round')
  const before = await readNow('/events', {
    source: 'round',
    start_date: '2027-01-01',
    per_page: 50,
  })
  // visitors hear of the last import some milliseconds later
  await until(async () => {
    const response = await fetch(
      `${service.address}/events.ics?start_date=2027-07-01&end_date=2027-07-31`,
    )
    assert.equal(response.status, 200)
    const text = await response.text()
    assert.ok(text.includes(':Address alone\r\n'))
    writeFileSync(file, text)
  })
  const report = await importFile(file, 'back')
  assert.deepEqual(report.problems, [])
  const after = await readNow('/events', { source: 'back', start_date: '2027-01-01', per_page: 50 })
  const essence = (events: unknown) =>
    (events as Record<string, unknown>[])
      .map(({ title, utc_start_date, utc_end_date, all_day, timezone, venue }) => {
        const { venue: place } = venue as { venue?: string }
        // a moment says no zone: it comes back on the clock of the calendar
        const zone = timezone === 'UTC' || title === 'Universal' ? '' : timezone
        return JSON.stringify({ title, utc_start_date, utc_end_date, all_day, zone, place })
      })
      .toSorted()
  const back = new Set(essence(after.events))
  const lost = essence(before.events).filter(event => !back.has(event))
  assert.deepEqual(lost, [])
})

const feed = (count: number, uid: (n: number) => string, title = (n: number) => `Event ${n}`) =>
  ['BEGIN:VCALENDAR']
    .concat(
      Array.from({ length: count }, (_, n) =>
        [
          'BEGIN:VEVENT',
          `UID:${uid(n)}`,
          `DTSTART;TZID=Europe/Paris:202707${String(n + 1).padStart(2, '0')}T200000`,
          `SUMMARY:${title(n)}`,
          'LOCATION:Hall',
          'END:VEVENT',
        ].join('\r\n'),
      ),
      'END:VCALENDAR',
    )
    .join('\r\n')

const importText = (text: string, source: string) => {
  const file = join(folder, `${source}.ics`)
  writeFileSync(file, text)
  return importFile(file, source)
}

test('a feed that gives its events other UIDs at each download is recognized', async () => {
  assert.equal(
    await counted(
      importText(
        feed(20, n => `first-${n}`),
        'office',
      ),
    ),
    '20,0,0,0,0',
  )
  assert.equal(
    await counted(
      importText(
        feed(20, n => `second-${n}`),
        'office',
      ),
    ),
    '0,0,20,0,0',
  )
  // one more, and one with another title
  const title = (n: number) => (n === 3 ? 'Renamed' : `Event ${n}`)
  assert.equal(
    await counted(
      importText(
        feed(21, n => `third-${n}`, title),
        'office',
      ),
    ),
    '2,0,19,0,0',
  )
})

test('where nearly all would be new the import stops; a source that grows does not', async () => {
  await importText(
    feed(6, n => `a${n}`),
    'grows',
  )
  assert.equal(
    await counted(
      importText(
        feed(28, n => `a${n}`),
        'grows',
      ),
    ),
    '22,0,6,0,0',
  )
  await importText(
    feed(6, n => `a${n}`),
    'other',
  )
  const strange = feed(
    10,
    n => (n === 0 ? 'a0' : `b${n}`),
    n => `Other ${n}`,
  )
  await assert.rejects(importText(strange, 'other'), /would be new/)
  assert.equal((await datesOf('other')).length, 6)
  // a file that shares nothing is another file
  const third = feed(
    10,
    n => `c${n}`,
    n => `Third ${n}`,
  )
  assert.equal(await counted(importText(third, 'other')), '10,0,0,0,0')
})

test('an event whose image is lost is there without it', async () => {
  const report = await importFile(fixture('plain'), 'lost')
  assert.equal(Object.values(report.counts.event).join(), '1,0,0,0,0')
  assert.match(report.notes.map(({ reason }) => reason).join(), /poster\.jpg cannot be copied/)
})

test('our own series come back with their rule and what differs on their dates', async () => {
  for (const name of ['override', 'rule', 'start-not-matched', 'override-day'])
    await importFile(fixture(name), `own-${name}`)
  for (const name of ['override', 'rule', 'start-not-matched', 'override-day']) {
    const dates = await datesOf(`own-${name}`)
    const { events } = await readNow('/events', { source: `own-${name}`, start_date: '2027-01-01' })
    const series = new Set(
      (events as { series?: number; id: number }[]).map(of => of.series ?? of.id),
    )
    const parts: string[] = []
    for (const id of series) {
      const { url } = await readNow(`/events/${id}`)
      const response = await fetch(`${String(url).replace(/\/(?:\d{4}-\d\d-\d\d\/)?$/, '')}.ics`)
      assert.equal(response.status, 200, `${url}`)
      parts.push(await response.text())
    }
    const file = join(folder, `own-${name}.ics`)
    writeFileSync(file, parts.join(''))
    const report = await importFile(file, `again-${name}`)
    assert.deepEqual(report.problems, [])
    assert.deepEqual((await datesOf(`again-${name}`)).slice(0, 20), dates.slice(0, 20), name)
  }
})

test('a source without records says so', async () => {
  const path = join(folder, 'none.ics')
  writeFileSync(path, 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n')
  const { counts, notes } = await importFile(path, 'none')
  assert.equal(Object.values(counts.event).join(), '0,0,0,0,0')
  assert.match(notes.map(({ reason }) => reason).join(), /no records/)
})

test('an event that repeats no more, or takes place after all, is so here too', async () => {
  const event = (...lines: string[]) =>
    ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:a', 'SUMMARY:Walk', 'DTSTART:20270704T200000']
      .concat(lines, 'END:VEVENT', 'END:VCALENDAR')
      .join('\n')
  const once = ['2027-07-04 20:00 Walk']
  const twice = [...once, '2027-07-11 20:00 Walk']
  const cancelled = (dates: string[]) => dates.map(date => `${date} (cancelled)`)
  const rule = 'RRULE:FREQ=WEEKLY;COUNT=2'
  for (const [lines, dates] of [
    [[rule], twice],
    [[], once],
    [[rule, 'STATUS:CANCELLED'], cancelled(twice)],
    [[rule, 'STATUS:CONFIRMED'], twice],
    [['STATUS:CANCELLED'], cancelled(once)],
    [[], once],
  ] as const) {
    await importText(event(...lines), 'walk')
    assert.deepEqual(await datesOf('walk'), dates, lines.join())
    assert.equal(await counted(importText(event(...lines), 'walk')), '0,0,1,0,0')
  }
})

test('a series whose first date moves has the dates of its file, whatever it had before', async () => {
  const event = (start: string, ...lines: string[]) =>
    ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:a', 'SUMMARY:Run', `DTSTART:${start}T200000`]
      .concat(lines, 'END:VEVENT', 'END:VCALENDAR')
      .join('\n')
  const starts = ['20280404', '20280425', '20280509', '20280516', '20280418', '20280404']
  for (const [name, lines] of Object.entries({
    count: ['RRULE:FREQ=WEEKLY;COUNT=9'],
    until: ['RRULE:FREQ=WEEKLY;UNTIL=20280620T200000'],
    dates: ['RRULE:FREQ=WEEKLY;COUNT=9', 'EXDATE:20280523T200000', 'RDATE:20280701T200000'],
  }))
    for (const start of starts) {
      const [own, fresh] = [`run-${name}`, `run-${name}-${start}`]
      await importText(event(start, ...lines), own)
      await importText(event(start, ...lines), fresh)
      assert.deepEqual(await datesOf(own), await datesOf(fresh), `${name} from ${start}`)
    }
})
