import { startAlmanac } from './almanac.ts'
import { ports, report } from './constants.ts'
import { memoryOf, settled, usageOf } from './contestant.ts'
import { listTable, worst } from './growth.ts'
import { type Row, rowsOf } from './list-figures.ts'
import { deepLists, pairs, singles } from './lists.ts'
import { measure } from './measure.ts'
import { postgresCalendarOf } from './postgres-calendars.ts'
import type { Postgres } from './postgres-server.ts'
import { count, megabytes, type Section, table, us } from './report.ts'
import { listPath, uniqueInTurn } from './requests.ts'
import type { Calendar } from './sizes.ts'

/** Lighter than on SQLite: there are the same lists, and their work is the same but for the database. */
const weight = { clients: 16, seconds: 0.3 }

type Started = Calendar & { built: string[] }

/** The lists that must not grow, on the server: the largest calendar against `base`. */
export async function growthOnPostgres(
  server: Postgres,
  sizes: readonly number[],
  base: number,
): Promise<Section> {
  report('lists on PostgreSQL')
  const calendars: Started[] = []
  for (const [n, size] of sizes.entries()) calendars.push(await startedOn(server, size, n))
  const large = calendars.at(-1) as Started
  const rows = (...[lists, choose]: [typeof singles, ((last: number) => number | undefined)?]) =>
    rowsOf(calendars, base, lists, choose, weight)
  const first = [...(await rows(singles)), ...(await rows(pairs))]
  const deep = [
    ...(await rows(deepLists, last => (last > 100 ? 100 : undefined))),
    ...(await rows(deepLists, last => (last > 1 ? last : undefined))),
  ]
  const memory = calendars.map(({ server }) => memoryOf(server))
  for (const { server } of calendars) await server.stop()

  const compared = `on PostgreSQL, ${count(large.size)} against ${count(base)} events`
  const asking = first.filter(({ figures }) => databaseOf(figures) > 5)
  return {
    targets: [
      worst(`${compared}: the dearest of ${first.length} lists`, first, 2),
      worst(`${compared}: the dearest of ${deep.length} deep pages`, deep, 4),
    ],
    text: [
      `## Lists ${compared}`,
      `As the lists on SQLite, ${weight.seconds} s each: processor time of the service per request, in µs.`,
      listTable('first page', calendars, first),
      '### Far down on PostgreSQL: page 100, of the lists that have one at both sizes, and the last page',
      listTable('page', calendars, deep),
      `### Lists of which the database server has a part (more than 5 µs a request at ${count(large.size)} events)`,
      asking.length === 0
        ? 'None: they are answered by the list index and by cached records.'
        : table(
            ['first page', ...sizes.map(count)],
            asking.map(({ name, figures }) => [
              name,
              ...figures.map(figure => (figure ? us(figure.database) : '–')),
            ]),
          ),
      '### Start and memory on PostgreSQL',
      table(
        [
          'events',
          'first answer',
          'processor time until it is quiet',
          'of the database server',
          'memory then',
          'after all lists',
        ],
        calendars.map(({ size, built }, n) => [
          count(size),
          ...built,
          megabytes(memory[n] as number),
        ]),
      ),
    ].join('\n\n'),
  }
}

const databaseOf = (figures: Row['figures']) => figures.at(-1)?.database ?? 0

async function startedOn(postgres: Postgres, size: number, n: number): Promise<Started> {
  const { folder, url } = await postgresCalendarOf(postgres, size)
  const { usage } = postgres
  const before = usage()
  const server = await startAlmanac(folder, ports.onPostgres + n, { url, usage })
  await settled(server)
  const seconds = (of: number) => `${(of / 1e6).toFixed(2)} s`
  const built = [
    `${server.readyAfter.toFixed(0)} ms`,
    seconds(usageOf(server).ticked),
    seconds(usage() - before),
    megabytes(memoryOf(server)),
  ]
  // The code is warm before the first list is measured.
  await measure(server, uniqueInTurn([listPath(1)]))
  return { size, folder, server, built }
}
