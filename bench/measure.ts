import { clients, rounds, seconds } from './constants.ts'
import { type Contestant, cpuBetween, memoryOf, usageOf } from './contestant.ts'
import { load, type Requests } from './load.ts'

/** Times in microseconds, memory in MB after the load. */
export type Figure = {
  cpu: number
  /** Processor time of a database server besides, per request; 0 where the database is in the process. */
  database: number
  rate: number
  p50: number
  p99: number
  bytes: number
  memory: number
  failures: number
}

export type Weight = { clients?: number; seconds?: number }
export type Case = () => Promise<Figure>

export async function measure(
  of: Contestant,
  requests: Requests,
  weight: Weight = {},
): Promise<Figure> {
  const [before, databaseBefore] = [usageOf(of), of.database?.() ?? 0]
  const done = await load(of.port, requests, { clients, seconds, ...weight })
  return {
    cpu: cpuBetween(before, usageOf(of)) / done.requests,
    database: ((of.database?.() ?? 0) - databaseBefore) / done.requests,
    rate: done.requests / done.seconds,
    p50: done.p50,
    p99: done.p99,
    bytes: done.bytes / done.requests,
    memory: memoryOf(of),
    failures: done.failures,
  }
}

/** The figures that a noisy neighbour disturbs least: the least time and the highest rate, of each figure by itself. */
const best = (figures: readonly Figure[]): Figure => {
  const min = (name: keyof Figure) => Math.min(...figures.map(figure => figure[name]))
  return {
    cpu: min('cpu'),
    database: min('database'),
    rate: Math.max(...figures.map(({ rate }) => rate)),
    p50: min('p50'),
    p99: min('p99'),
    bytes: figures.at(-1)?.bytes ?? 0,
    memory: figures.at(-1)?.memory ?? 0,
    failures: figures.reduce((sum, { failures }) => sum + failures, 0),
  }
}

/** All cases in each round, one after the other; the best of the rounds for each. */
export async function interleaved<Name extends string>(
  cases: Record<Name, Case>,
): Promise<Record<Name, Figure>> {
  const entries = Object.entries<Case>(cases)
  const figures: Figure[][] = entries.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [n, [, run]] of entries.entries()) figures[n]?.push(await run())
  // The keys are those of `cases`.
  return Object.fromEntries(
    entries.map(([name], n) => [name, best(figures[n] as Figure[])]),
  ) as Record<Name, Figure>
}
