import { type OnServer, startAlmanac } from './almanac.ts'
import { calendarOf } from './calendars.ts'
import { ports, report } from './constants.ts'
import { type Contestant, settled } from './contestant.ts'
import type { Requests } from './load.ts'
import { type Case, type Figure, interleaved, measure } from './measure.ts'
import type { OnPostgres } from './postgres-calendars.ts'
import { asking, names, waysOf } from './random.ts'
import { atMost, count, ms, type Section, table, times, us } from './report.ts'
import { firstPages, fromAnySecond, inTurn, threeHundred } from './requests.ts'

const max = 1.5

/** The same questions to Almanac on a file and to Almanac on a server, with the same calendar. */
export async function readingOnPostgres(
  events: number,
  { folder, url, usage }: OnPostgres & OnServer,
): Promise<Section> {
  report('reading on PostgreSQL')
  const file = calendarOf(events)
  const onFile = await startAlmanac(file, ports.onPostgres)
  const onServer = await startAlmanac(folder, ports.onPostgres + 1, { url, usage })
  for (const each of [onFile, onServer]) await settled(each)
  const pages = await firstPages(onFile)
  const random = waysOf(file)
  const ways: Record<string, () => Requests> = {
    '300 lists of 10, repeated': () => inTurn(threeHundred(pages)),
    'list of 10, every URL different: from any second of a night': () => fromAnySecond(pages),
    [names.years]: () => asking('years', random.years),
    [names.windows]: () => asking('windows', random.windows),
    [names.byId]: () => asking('byId', random.byId),
    [names.bySlug]: () => asking('bySlug', random.bySlug),
  }
  const what = Object.keys(ways)
  const keyOf = (at: number, on: Contestant) => `${at} ${on.name}`
  const cases: Record<string, Case> = {}
  for (const [at, way] of Object.values(ways).entries())
    for (const on of [onFile, onServer]) {
      const requests = way()
      cases[keyOf(at, on)] = async () => {
        // The first requests drop the rest of the case before from the caches.
        await measure(on, requests, { seconds: 1 })
        return measure(on, requests)
      }
    }
  const of = await interleaved(cases)
  for (const each of [onFile, onServer]) await each.stop()

  const figure = (at: number, on: Contestant) => of[keyOf(at, on)] as Figure
  const ratio = (at: number) => figure(at, onServer).cpu / figure(at, onFile).cpu
  const judged = (at: number) =>
    atMost(`PostgreSQL against SQLite, ${what[at]}: CPU of the service`, ratio(at), max)
  return {
    targets: [judged(1), judged(2)],
    text: [
      `## PostgreSQL against SQLite, ${count(events)} events`,
      'The same calendar in a file and on a server, asked in turn: processor time per request in µs, of the service (all its threads) and of the database server (all its processes; with SQLite the service does that work itself). The service is on one processor; the database shares the other with the load. The ratio is of the service alone.',
      table(
        ['what', 'SQLite', 'PostgreSQL', 'ratio', 'database server', 'p99', 'p99 on SQLite'],
        what.map((name, at) => {
          const [on, off] = [figure(at, onServer), figure(at, onFile)]
          const cells = [us(off.cpu), us(on.cpu), times(ratio(at)), us(on.database)]
          return [name, ...cells, ms(on.p99), ms(off.p99)]
        }),
      ),
    ].join('\n\n'),
  }
}
