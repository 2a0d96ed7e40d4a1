import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as passed } from 'node:timers/promises'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { playSite, tecEvent, tecLists } from '../support/tec-site.ts'
import { almanac, calendarIn, newFolder, start } from './command.ts'

const count = 300
/** So many events are stored when the process is killed, or some more. */
const enough = 30

const all = Array.from({ length: count }, (_, at) => at + 1)
const dayOf = (at: number) => `2027-06-${String(1 + (at % 28)).padStart(2, '0')}`

const csv = () =>
  [
    'ID,Event Name,Event Start Date,Event Venue Name',
    ...all.map(at => `${at},Event ${at},${dayOf(at)} 10:00,Hall ${at % 20}`),
  ].join('\n')

const ics = () =>
  [
    'BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:test',
    ...all.map(at =>
      [
        'BEGIN:VEVENT',
        `UID:${at}@town.example`,
        `SUMMARY:Event ${at}`,
        `DTSTART:${dayOf(at).replaceAll('-', '')}T100000Z`,
        `LOCATION:Hall ${at % 20}`,
        'END:VEVENT',
      ].join('\n'),
    ),
    'END:VCALENDAR\n',
  ].join('\n')

const jsonLd = () => {
  const events = all.map(at => ({
    '@type': 'Event',
    '@id': `https://town.example/${at}`,
    name: `Event ${at}`,
    startDate: `${dayOf(at)}T10:00:00+02:00`,
    location: { '@type': 'Place', name: `Hall ${at % 20}` },
  }))
  const graph = { '@context': 'https://schema.org', '@graph': events }
  return `<html><head><script type="application/ld+json">${JSON.stringify(graph)}</script></head></html>`
}

async function site() {
  const halls = Array.from({ length: 20 }, (_, at) => ({ id: 10_001 + at, venue: `Hall ${at}` }))
  const events = all.map(at =>
    tecEvent(at, { start_date: `${dayOf(at)} 10:00:00`, venue: halls[at % 20] }),
  )
  const played = await playSite({ languages: { en: tecLists({ events, venues: halls }) } })
  after(played.close)
  return played.base
}

async function archive() {
  const cwd = await calendarIn(newFolder())
  writeFileSync(join(cwd, 'all.csv'), csv())
  await almanac(['import', 'csv', 'all.csv'], { cwd })
  await almanac(['export', 'archive', 'all.zip'], { cwd })
  return join(cwd, 'all.zip')
}

/** Each kind of import, and how its source comes to a folder. */
const sources: Record<string, (cwd: string) => string | Promise<string>> = {
  csv: cwd => written(cwd, csv()),
  ics: cwd => written(cwd, ics()),
  jsonld: cwd => written(cwd, jsonLd()),
  tec: site,
  archive,
}

function written(cwd: string, text: string): string {
  const file = join(cwd, 'source')
  writeFileSync(file, text)
  return file
}

const openEvents = (cwd: string) =>
  openDatabase(join(cwd, 'data', 'almanac.db'), { readOnly: true, timeout: 60_000 })
const eventsOf = (db: ReturnType<typeof openEvents>) =>
  Number(db.value('SELECT count(*) FROM event'))

function eventsIn(cwd: string): number {
  const db = openEvents(cwd)
  try {
    return eventsOf(db)
  } finally {
    db.close()
  }
}

/** Kills the command once some of its events are stored. */
async function killedInTheMiddle(args: string[], cwd: string) {
  const { child, ended } = start(args, { cwd })
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  const db = openEvents(cwd)
  while (!isOver && eventsOf(db) < enough) await passed(5)
  child.kill('SIGKILL')
  await ended
  db.close()
}

for (const [format, sourceIn] of Object.entries(sources))
  test(`a killed import of ${format} continues without duplicates`, async () => {
    const cwd = await calendarIn(newFolder())
    const args = ['import', format, await sourceIn(cwd), '--json']
    await killedInTheMiddle(args, cwd)
    const stored = eventsIn(cwd)
    assert.ok(stored >= enough && stored < count, `${stored} of ${count} were stored`)
    const { code, out, err } = await almanac(args, { cwd })
    assert.equal(code, 0, err)
    const { created, unchanged, refused } = JSON.parse(out)
    assert.deepEqual([created, unchanged, refused], [count - stored, stored, 0])
    assert.equal(eventsIn(cwd), count)
  })
