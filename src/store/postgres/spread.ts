import type pg from 'pg'
import type { Shapes } from '../form/shape.ts'
import type { Reader } from '../store.ts'
import { isAnswer, type Link, type Result, UnreachableError } from './link.ts'
import type { Pool } from './pool.ts'
import type { Replica } from './replica.ts'

type Asks = Pick<Pool, 'ask' | 'lend'>

/**
 * Reads go to the replicas that have everything this process has seen, to the least busy first; if there is none, to the primary. `isUpToDate`: true
 * while this process receives announcements; without them it reads from the primary.
 */
export function openSpread(
  primary: Pool,
  replicas: readonly Replica[],
  isUpToDate: () => boolean,
): Asks {
  if (replicas.length === 0) return primary

  async function chosen(): Promise<Pool | undefined> {
    if (!isUpToDate()) return undefined
    let best: Replica | undefined
    for (const replica of replicas)
      if (
        (replica.isInSync || replica.isClose) &&
        !(best && best.pool.pending <= replica.pool.pending)
      )
        best = replica
    return best && (best.isInSync || (await best.soon())) ? best.pool : undefined
  }

  async function from<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
    const pool = await chosen()
    if (!pool) return work(primary)
    try {
      return await work(pool)
    } catch (error) {
      if (!isOfReplica(error)) throw error
      return work(primary)
    }
  }

  return {
    ask: <T>(statement: pg.QueryConfig): Promise<Result<T>> => from(pool => pool.ask<T>(statement)),
    lend: <T>(work: (link: Link) => Promise<T>) => from(pool => pool.lend(work)),
  }
}

/** True for a lost connection, or rows that replication removed during the read. */
const isOfReplica = (error: unknown) =>
  error instanceof UnreachableError || (isAnswer(error) && error.code === '40001')

/** Accounts and credentials are read where they are written. */
const spreadFamilies = new Set(['post', 'term'])

/** All of a store: reads for display may come from any server, those that decide a write come from the primary. */
export function readFrom(written: Reader, spread: Reader, shapes: Shapes): Reader {
  const of = (kind: string) =>
    spreadFamilies.has(shapes.get(kind)?.family ?? '') ? spread : written
  return {
    ...spread,
    get: (kind, id) => of(kind).get(kind, id),
    getMany: (kind, ids) => of(kind).getMany(kind, ids),
    kindOf: (family, id) => (spreadFamilies.has(family) ? spread : written).kindOf(family, id),
    lookup: (kind, ...rest) => of(kind).lookup(kind, ...rest),
    idsAfter: (kind, ...rest) => of(kind).idsAfter(kind, ...rest),
    idsWithSlug: (kind, ...rest) => of(kind).idsWithSlug(kind, ...rest),
    count: kind => of(kind).count(kind),
    idsWith: (kind, ...rest) => of(kind).idsWith(kind, ...rest),
    countWith: (kind, fact) => of(kind).countWith(kind, fact),
    lastId: kind => of(kind).lastId(kind),
    journal: written.journal,
    lastSeq: written.lastSeq,
    note: written.note,
  }
}
