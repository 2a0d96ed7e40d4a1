import { join } from 'node:path'
import { openDatabase } from '../src/store/sqlite/driver.ts'
import { startAlmanac } from './almanac.ts'
import { calendarOf, removeWork, workOn } from './calendars.ts'
import { api, clients, ports, report } from './constants.ts'
import { type Contestant, settled } from './contestant.ts'
import { type Requests, request } from './load.ts'
import { interleaved, measure } from './measure.ts'
import { atMost, count, figureCells, figureHead, ms, type Section, table, times } from './report.ts'
import { bodyOf, createOne, creates } from './writing.ts'

/** Three years of weeks. */
export const threeYears = { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=156'] }
const days = 1000
const everyDay = (count: number) => ({ recurrence: [`RRULE:FREQ=DAILY;COUNT=${count}`] })

/** In titles, so that no two records have the same. */
const first = 30_000_000

const bytes = (of: number) => `${(of / 1024).toFixed(1)} KiB`

/** The cost of a series for the server that writes it, against a single event. */
export async function seriesWriting(events: number): Promise<Section> {
  report('writing series')
  const folder = workOn(calendarOf(events))
  const server = await startAlmanac(folder, ports.almanac)
  await settled(server)
  const [single, series, changing] = await Promise.all(
    [{}, everyDay(days), everyDay(days)].map((more, n) =>
      createOne(server, bodyOf(first + n, events, more)),
    ),
  )
  const of = await interleaved({
    single: () => measure(server, creates(events)),
    weekly: () => measure(server, creates(events, threeYears)),
    titleOfSingle: () => measure(server, changes(single, titles), { clients: 1 }),
    title: () => measure(server, changes(series, titles), { clients: 1 }),
    rule: () => measure(server, changes(changing, rules), { clients: 1 }),
  })
  await titled(server, series)
  const line = lastLine(folder, series)
  await server.stop()
  removeWork()

  const created = of.weekly.cpu / of.single.cpu
  const retitled = of.title.cpu / of.titleOfSingle.cpu
  return {
    targets: [
      atMost(`a weekly event of 156 dates, ${clients} clients, against a single event`, created, 4),
      atMost('the title of 1 000 dates against that of a single event', retitled, 1.5),
      atMost('the line of that in the journal', line, 4096, bytes),
      atMost('the rule of 1 000 dates, processor time', of.rule.cpu, 20_000, ms),
    ],
    text: [
      `## Writing series, in a calendar of ${count(events)} events`,
      'On a copy of the data folder, everything durable before it is answered. A change of the rule moves every second date of the series.',
      table(
        ['what', ...figureHead],
        [
          [`creates of single events, ${clients} clients`, ...figureCells(of.single)],
          [
            `creates of weekly events with 156 dates, ${clients} clients`,
            ...figureCells(of.weekly),
          ],
          ['titles of a single event, 1 client', ...figureCells(of.titleOfSingle)],
          ['titles of a series of 1 000 dates, 1 client', ...figureCells(of.title)],
          ['rules of a series of 1 000 dates, 1 client', ...figureCells(of.rule)],
        ],
      ),
      `A weekly event takes ${times(created)} the processor time of a single one, a title ${times(retitled)}.`,
    ].join('\n\n'),
  }
}

let serial = 0
const titles = () => ({ title: `Another title ${serial++}` })
/** Twice a day: every second date is at another hour than before. */
const rules = () => ({
  recurrence: [`RRULE:FREQ=DAILY;BYHOUR=${serial++ % 2 ? '10,20' : '20,22'};COUNT=${days}`],
})

const changes =
  (id: number | undefined, body: () => object): Requests =>
  () =>
    request.patch(`${api}/events/${id}`, JSON.stringify(body()))

const titled = (server: Contestant, id: number | undefined) =>
  measure(server, changes(id, titles), { clients: 1, seconds: 0.1 })

/** Bytes of the last line that the journal has of an event. */
function lastLine(folder: string, id: number | undefined): number {
  const db = openDatabase(join(folder, 'almanac.db'), { readOnly: true })
  const stored = db.value(
    `SELECT length(detail) FROM journal WHERE kind = 'event' AND id = ${id} ORDER BY seq DESC LIMIT 1`,
  )
  db.close()
  return Number(stored)
}
