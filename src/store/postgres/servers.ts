import type { Connection } from '../connection.ts'
import { reader } from '../read/reader.ts'
import type { Source } from '../read/records.ts'
import type { Reader, Store } from '../store.ts'
import { reading } from './connections.ts'
import type { Mark } from './mark.ts'
import { openPool, type Pool, type PoolLimits, usual } from './pool.ts'
import { type LogFn, openReplica } from './replica.ts'
import { openSpread, readFrom } from './spread.ts'
import { openStatements } from './statements.ts'

export type Options = {
  limits?: Partial<PoolLimits>
  /** Addresses of servers that follow the one that is written. */
  replicas?: readonly string[]
  /** Called when one of them is left out, and when it is used again. */
  log?: LogFn
}

export type Servers = {
  /** The pool of the primary server. */
  pool: Pool
  hasReplicas: boolean
  replicasInUse: NonNullable<Store['replicasInUse']>
  /** From any server that has everything. */
  spread: Connection
  reader(source: Omit<Source, 'connection' | 'unknown'>, unknown: () => readonly string[]): Reader
  readonly isClosed: boolean
  close(): Promise<void>
}

/** All servers for reads. `isUpToDate`: returns true if the position of the last write is known. */
export function openServers(
  url: string,
  mark: Mark,
  { limits, replicas: urls = [], log = () => {} }: Options,
  isUpToDate: () => boolean,
): Servers {
  const max = { ...usual, ...limits }
  const pool = openPool(url, max)
  const replicas = urls.map(each => openReplica(each, mark, max, log))
  const statements = openStatements()
  const written = reading(pool, statements)
  const spread =
    replicas.length > 0 ? reading(openSpread(pool, replicas, isUpToDate), statements) : written
  let isClosed = false
  return {
    pool,
    get isClosed() {
      return isClosed
    },
    hasReplicas: replicas.length > 0,
    replicasInUse() {
      const inUse = replicas.filter(({ isInUse }) => isInUse).length
      return { in_use: inUse, left_out: replicas.length - inUse }
    },
    spread,
    reader({ dialect, shapes, leftOut }, unknown) {
      const readerOf = (connection: Connection) =>
        reader({
          connection,
          dialect,
          shapes,
          leftOut,
          get unknown() {
            return unknown()
          },
        })
      const first = heeding(readerOf(written), mark)
      return spread === written ? first : readFrom(first, readerOf(spread), shapes)
    },
    async close() {
      isClosed = true
      await Promise.all([pool, ...replicas].map(each => each.close()))
    },
  }
}

/** Reads of the journal move the mark: a change seen on one server must be found on the next one too. */
const heeding = (read: Reader, mark: Mark): Reader => ({
  ...read,
  async journal(after, limit) {
    const lines = await read.journal(after, limit)
    mark.received(lines.at(-1)?.seq ?? 0)
    return lines
  },
  async lastSeq() {
    const seq = await read.lastSeq()
    mark.received(seq)
    return seq
  },
})
