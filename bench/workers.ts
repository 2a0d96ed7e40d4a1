// node bench/workers.ts [10000]: two workers on two processors against one worker on one. Needs Linux and a quiet machine.
import { readFileSync } from 'node:fs'
import { commandFor } from './almanac.ts'
import { calendarOf, removeWork, workOn } from './calendars.ts'
import { api, clients, pause, ports, rounds, say, seconds } from './constants.ts'
import { type Contestant, start } from './contestant.ts'
import { load, type Requests } from './load.ts'
import { firstPages, inTurn, uniqueInTurn } from './requests.ts'

/*
 * The load takes its part of the two processors, so the rate that two workers reach beside it says little. What is compared is what
 * the processors could do if they did nothing else: the processor time of all processes of the service for one request, measured
 * while both processors are busy, with what is lost where one worker has more to do than the other. The rates that were seen
 * stand beside it.
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

type Measured = { perRequest: number; rate: number; capacity: number; failures: number }

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
  // where one has more to do, the others wait for it
  const byWorker = workers > 1 ? used.slice(1) : used
  const balance = sum(byWorker) / (workers * Math.max(...byWorker))
  const capacity = ((workers * 1e6) / perRequest) * balance
  return { perRequest, rate: done.requests / done.seconds, capacity, failures: done.failures }
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

const events = Number(process.argv[2] ?? 10_000)
// One service at a time has a folder.
const folder = calendarOf(events)
const one = await serving(folder, 1)
const two = await serving(workOn(folder), 2)
await settled(one)
await settled(two)
const pages = await firstPages(one)
const cases = { cached: inTurn(pages), uncached: uniqueInTurn(pages) }
for (const [name, requests] of Object.entries(cases)) {
  const seen: Record<1 | 2, Measured[]> = { 1: [], 2: [] }
  // each process has to become quick by itself
  for (const workers of [1, 2] as const)
    await measure(workers === 1 ? one : two, requests, workers, 5)
  for (let round = 0; round < rounds; round++)
    for (const workers of [1, 2] as const)
      seen[workers].push(await measure(workers === 1 ? one : two, requests, workers))
  const [single, double] = [best(seen[1]), best(seen[2])]
  const tell = ({ perRequest, rate, capacity, failures }: Measured) =>
    `${perRequest.toFixed(1)} µs of processor time for a request, so ${Math.round(capacity)} a second; ${Math.round(rate)} seen beside the load; ${failures} failed`
  say(`${name} list of ${events} events`)
  say(`  one worker, one processor:   ${tell(single)}`)
  say(`  two workers, two processors: ${tell(double)}`)
  say(`  ${(double.capacity / single.capacity).toFixed(2)}× (target: at least 1.7×)`)
}
await Promise.all([one.stop(), two.stop()])
removeWork()
process.exit()
