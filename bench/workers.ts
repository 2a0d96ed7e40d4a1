import { readFileSync } from 'node:fs'
import { commandFor } from './almanac.ts'
import { calendarOf, removeWork, workOn } from './calendars.ts'
import { api, clients, pause, ports, rounds, seconds } from './constants.ts'
import { type Contestant, start } from './contestant.ts'
import { load, type Requests } from './load.ts'
import { atLeast, count, type Section, table, us } from './report.ts'
import { firstPages, inTurn, uniqueInTurn } from './requests.ts'

/*
 * The load takes its part of the two processors, so the rate that two workers reach beside it says little. The report compares the possible rates of
 * the processors if they did nothing else: the processor time of all processes of the service for one request, measured while both processors are
 * busy. The rates that were seen stand beside it, and how even the work of both was: each has as many connections, and the one that shares its
 * processor with the load answers fewer requests.
 */

/** Processor time so far of each process of a service, in microseconds: the one that was started, and its workers. */
function usedBy({ process: { pid } }: Contestant): Map<string, number> {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  const all = [String(pid), ...children.split(' ').filter(Boolean)]
  return new Map(all.map(each => [each, ticksOf(each)]))
}

function ticksOf(pid: string): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

const sum = (of: Iterable<number>) => [...of].reduce((all, each) => all + each, 0)

/** Waits until nothing is done in the background any more. */
async function settled(of: Contestant) {
  for (let quiet = 0; quiet < 10; ) {
    const before = sum(usedBy(of).values())
    await pause(300)
    quiet = sum(usedBy(of).values()) - before < 20_000 ? quiet + 1 : 0
  }
}

/** `capacity`: requests per second of all processors. `least`: of all that workers did, what the one did that did least. */
type Measured = {
  perRequest: number
  rate: number
  capacity: number
  least: number
  failures: number
}

async function measure(
  of: Contestant,
  requests: Requests,
  workers: number,
  times = 1,
): Promise<Measured> {
  const before = usedBy(of)
  const done = await load(of.port, requests, { clients, seconds: times * seconds })
  const used = [...usedBy(of)].map(([pid, all]) => all - (before.get(pid) ?? 0))
  const perRequest = sum(used) / done.requests
  const byWorker = workers > 1 ? used.slice(1) : used
  return {
    perRequest,
    rate: done.requests / done.seconds,
    capacity: (workers * 1e6) / perRequest,
    least: Math.min(...byWorker) / sum(byWorker),
    failures: done.failures,
  }
}

const best = (all: readonly Measured[]): Measured =>
  all.reduce((best, each) => (each.capacity > best.capacity ? each : best))

const serving = (folder: string, workers: number) =>
  start({
    name: `${workers} workers`,
    port: ports.workers + workers,
    command: [...commandFor(folder, ports.workers + workers), '--workers', String(workers)],
    path: `${api}/events`,
    cores: workers > 1 ? '0,1' : '0',
  })

type Compared = { name: string; single: Measured; double: Measured }

async function compare(one: Contestant, two: Contestant, requests: Requests) {
  const seen: Record<1 | 2, Measured[]> = { 1: [], 2: [] }
  // each process has to become quick by itself
  for (const workers of [1, 2] as const)
    await measure(workers === 1 ? one : two, requests, workers, 5)
  for (let round = 0; round < rounds; round++)
    for (const workers of [1, 2] as const)
      seen[workers].push(await measure(workers === 1 ? one : two, requests, workers))
  return { single: best(seen[1]), double: best(seen[2]) }
}

const cells = (name: string, { perRequest, capacity, rate, least: min, failures }: Measured) => [
  name,
  us(perRequest),
  count(capacity),
  count(rate),
  `${Math.round(100 * min)} %`,
  String(failures),
]

/** Two workers on two processors against one worker on one, over `size` events. */
export async function workers(size: number): Promise<Section> {
  // One service at a time has a folder.
  const folder = calendarOf(size)
  const one = await serving(folder, 1)
  const two = await serving(workOn(folder), 2)
  await settled(one)
  await settled(two)
  const pages = await firstPages(one)
  const cases = { cached: inTurn(pages), uncached: uniqueInTurn(pages) }
  const all: Compared[] = []
  for (const [name, requests] of Object.entries(cases))
    all.push({ name, ...(await compare(one, two, requests)) })
  await Promise.all([one.stop(), two.stop()])
  removeWork()
  return {
    targets: all.map(({ name, single, double }) =>
      atLeast(
        `two workers on two processors against one, ${name} list: requests per second`,
        double.capacity / single.capacity,
        1.7,
      ),
    ),
    text: [
      `## Two workers against one, ${count(size)} events`,
      'What the processors of the workers could answer in a second if they did nothing else, by the processor time of all processes of the service for one request; beside it what was seen while the load took its part of them.',
      table(
        [
          'list',
          'CPU µs/request',
          'requests/s of the processors',
          'seen beside the load',
          'share of the worker that did less',
          'failed',
        ],
        all.flatMap(({ name, single, double }) => [
          cells(`${name}, one worker`, single),
          cells(`${name}, two workers`, double),
        ]),
      ),
    ].join('\n\n'),
  }
}
