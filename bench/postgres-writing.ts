import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { startAlmanac } from './almanac.ts'
import { clients, node, ports, report, root, seconds } from './constants.ts'
import { settled } from './contestant.ts'
import { type Figure, interleaved, measure } from './measure.ts'
import { type OnPostgres, postgresWorkOn } from './postgres-calendars.ts'
import { askPostgres, type Postgres, settingsOfPostgres } from './postgres-server.ts'
import { rowsOfOneEventOn } from './raw-postgres-rows.ts'
import type { RawEvent } from './raw-rows.ts'
import {
  atLeast,
  atMost,
  count,
  figureCells,
  figureHead,
  type Section,
  table,
  times,
  us,
} from './report.ts'
import { threeYears } from './series-writing.ts'
import { bodyOf, copied, createOne, creates } from './writing.ts'

/** So many events are copied in turn: their days differ, as those of the load do. */
const different = 18

/** Creates on the server, against the rows that they leave, inserted bare with the same driver. */
export async function writingOnPostgres(server: Postgres, events: number): Promise<Section> {
  report('writing on PostgreSQL')
  const { usage } = server
  const work = await postgresWorkOn(server, events)
  // The raw inserts go where the events that are copied are not.
  await askPostgres(
    server.urlOf('postgres'),
    'DROP DATABASE IF EXISTS raw WITH (FORCE)',
    `CREATE DATABASE raw TEMPLATE events_${events}`,
  )
  const almanac = await startAlmanac(work.folder, ports.onPostgres, { url: work.url, usage })
  await settled(almanac)
  const create = creates(events)
  const raw = await openRawOn(server, work, number => createOne(almanac, bodyOf(number, events)))
  const of = await interleaved({
    one: () => measure(almanac, create, { clients: 1 }),
    raw: raw.measure,
    many: () => measure(almanac, create, { seconds: 3 }),
    series: () => measure(almanac, creates(events, threeYears), { seconds: 3 }),
  })
  await almanac.stop()
  await askPostgres(
    server.urlOf('postgres'),
    'DROP DATABASE work WITH (FORCE)',
    'DROP DATABASE raw WITH (FORCE)',
  )

  const ofRaw = of.many.rate / of.raw.rate
  const ofSingle = of.series.cpu / of.many.cpu
  const cells = (figure: Figure) => {
    const [cpu = '', ...others] = figureCells(figure)
    return [cpu, us(figure.database), ...others]
  }
  return {
    targets: [
      atLeast(
        'durable creates on PostgreSQL, 32 clients, against raw inserts with the same driver',
        ofRaw,
        0.4,
      ),
      atMost(
        `a weekly event of 156 dates on PostgreSQL, ${clients} clients, against a single event`,
        ofSingle,
        6,
      ),
    ],
    text: [
      `## Writing on PostgreSQL, ${count(events)} events`,
      `Every create is durable before it is answered: the server syncs each commit (\`fsync\` and \`synchronous_commit\` are on; ${settingsOfPostgres}). The service and the raw inserts are on one processor, the server and the load on the other.`,
      table(
        ['what', figureHead[0] as string, 'database server µs/request', ...figureHead.slice(1)],
        [
          ['creates, 1 client', ...cells(of.one)],
          [`creates, ${clients} clients`, ...cells(of.many)],
          [`creates of weekly events with 156 dates, ${clients} clients`, ...cells(of.series)],
          [
            `raw inserts of the same rows, ${clients} events in a commit`,
            ...cells(of.raw).slice(0, 3),
            '',
            '',
            '',
            '',
          ],
        ],
      ),
      `Creates with ${clients} clients reach ${times(ofRaw)} the rate of raw inserts and take ${times(of.many.cpu / of.raw.cpu)} the processor time of their sender, and ${times(of.many.database / of.raw.database)} that of the server. Raw inserts are the ${raw.inserts} rows that one such event leaves, and its ${raw.updates} changes to other rows: into the same tables with the same indexes, a prepared statement each, sent without waiting for the answers, ${clients} events in a commit.`,
    ].join('\n\n'),
  }
}

async function openRawOn(
  server: Postgres,
  work: OnPostgres,
  create: (number: number) => Promise<number>,
) {
  // The first write of a caller leaves traces that the next do not.
  await create(copied - 1)
  const events: RawEvent[] = []
  for (let number = copied; number < copied + different; number++)
    events.push({ ...(await rowsOfOneEventOn(work.url, () => create(number))), number })
  const file = join(work.folder, 'raw.rows')
  writeFileSync(file, serialize(events))
  process.on('exit', () => rmSync(file, { force: true }))
  let next = copied + different
  const rowsThat = (kind: 'insert' | 'update') =>
    events[0]?.rows.filter(row => row.kind === kind).length ?? 0

  async function run() {
    const script = join(root, 'bench', 'raw-postgres.ts')
    const args = [script, server.urlOf('raw'), file, String(next), String(seconds)]
    const child = spawn('taskset', ['-c', '0', node, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    for await (const chunk of child.stdout) output += chunk
    return JSON.parse(output) as { rate: number; cpu: number; done: number; next: number }
  }
  return {
    inserts: rowsThat('insert'),
    updates: rowsThat('update'),
    async measure(): Promise<Figure> {
      const before = server.usage()
      const { rate, cpu, done, next: then } = await run()
      next = then
      const database = (server.usage() - before) / done
      return { rate, cpu, database, p50: 0, p99: 0, bytes: 0, memory: 0, failures: 0 }
    },
  }
}
