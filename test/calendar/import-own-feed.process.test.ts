import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { almanac } from '../cli/command.ts'
import { type Body, create, readNow, service, until, useService } from '../support/scenario.ts'

useService({ maxPerPage: 100 })

const folder = mkdtempSync(join(tmpdir(), 'almanac-own-feed-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const at = (start: string, end: string, timezone = 'Europe/Paris') => ({
  start_date: `2027-${start}`,
  end_date: `2027-${end}`,
  timezone,
})
const evening = at('06-06 20:00', '06-06 22:00')

const all: Record<string, object> = {
  given: { ...evening, recurrence: ['RDATE:20270610T200000,20270628T180000'] },
  period: { ...evening, recurrence: ['RDATE;VALUE=PERIOD:20270610T100000/PT5H'] },
  days: {
    ...at('06-06', '06-07'),
    all_day: true,
    recurrence: ['RDATE;VALUE=DATE:20270610,20270620'],
  },
  hours: {
    ...at('06-06 22:00', '06-06 23:00', 'UTC-5'),
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'],
  },
  halves: {
    ...at('06-06 02:00', '06-06 03:00', 'UTC+5:30'),
    recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=SU,TU;COUNT=5'],
  },
  once: at('06-06 10:00', '06-06 11:00', 'UTC+5:30'),
}

/** Imports the feed of the events that came from one source as those of another. */
async function importFeed(from: string, source: string) {
  const file = join(folder, `${source}.ics`)
  // visitors hear of an import some milliseconds later
  await until(async () => {
    const response = await fetch(`${service.address}/events.ics?search=round${from}`)
    const text = await response.text()
    assert.equal(new Set(text.match(/^UID:.*/gm)).size, Object.keys(all).length, text)
    writeFileSync(file, text)
  })
  const { dataFolder } = service.settings
  const args = ['import', 'ics', file, '--source', source, '--data-folder', dataFolder, '--json']
  // by a process of its own: the service stores what it has just read of the feed
  const { code, out, err } = await almanac(args, { cwd: folder })
  assert.equal(code, 0, err)
  assert.deepEqual(JSON.parse(out).problems, [])
}

/** The dates of each event, by title, and whether a rule repeats it. */
async function datesOf(source: object = {}) {
  const query = { search: 'round', occurrences: 'series', per_page: 50, ...source }
  const { events } = await readNow('/events', query)
  const found: Record<string, { isRule: boolean; dates: unknown[] }> = {}
  for (const { id, title, recurrence = [] } of events as Body[]) {
    const { events: dates } = await readNow(`/events/${id}/occurrences`, { per_page: 50 })
    found[title] = {
      isRule: recurrence.some((line: string) => line.startsWith('RRULE')),
      dates: (dates as Body[]).map(date => [date.utc_start_date, date.utc_end_date, date.all_day]),
    }
  }
  return found
}

test('our own feed gives the same dates back, and no rule where dates were given', async () => {
  for (const [name, body] of Object.entries(all)) await create({ title: `Round ${name}`, ...body })
  const before = await datesOf()
  const counts = Object.entries(before).map(([title, { dates }]) => [title.slice(6), dates.length])
  assert.deepEqual(Object.fromEntries(counts), {
    given: 3,
    period: 2,
    days: 3,
    hours: 4,
    halves: 5,
    once: 1,
  })
  await importFeed('', 'back')
  const back = await datesOf({ source: 'back' })
  // the days of UTC are other ones there, so the feed has the dates of the rule
  const halves = { isRule: false, dates: before['Round halves']?.dates }
  assert.deepEqual(back, { ...before, 'Round halves': halves })
  await importFeed('&source=back', 'again')
  assert.deepEqual(await datesOf({ source: 'again' }), back)
})
