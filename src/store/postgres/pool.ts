import type pg from 'pg'
import { isAnswer, type Link, openLink, type Result, UnreachableError } from './link.ts'

/** All connections have been at work for too long; the code is `busy`. */
class BusyError extends Error {
  readonly code = 'DATABASE_BUSY'
}

/** The limits of queries to one server: their number, and how long they wait. Times in milliseconds. */
export type PoolLimits = {
  /** Connections that read. */
  links: number
  /** Statements that follow each other on one without waiting; none follows one that takes longer than `quick`. */
  depth: number
  quick: number
  /** Connections for readings that belong together. */
  apart: number
  /** Limits of the queue: waiting time and length. */
  wait: number
  queue: number
  /** One statement; one that writes, waiting for its turn included. */
  timeout: number
  writeTimeout: number
  /** Maximum wait for locks of others. */
  lockTimeout: number
}

export const usual: PoolLimits = {
  links: 4,
  depth: 4,
  quick: 250,
  apart: 2,
  wait: 5000,
  queue: 1000,
  timeout: 20_000,
  writeTimeout: 20_000,
  lockTimeout: 3000,
}

/** Reads from one server; the number of connections, of statements on them and of those who wait for a place are bounded. */
export type Pool = ReturnType<typeof openPool>

export function openPool(url: string, limits: PoolLimits) {
  const { timeout, lockTimeout } = limits
  const open = () => openLink(url, { timeout, lockTimeout })
  const shared = Array.from({ length: limits.links }, open)
  const apart = Array.from({ length: limits.apart }, open)
  const all = [...shared, ...apart]
  const send = openSending(shared, limits)
  const lend = openLending(apart, limits)
  /** The reason why no server gets queries. */
  let closed: Error | undefined

  async function once<T>(statement: pg.QueryConfig): Promise<Result<T>> {
    if (closed) throw new UnreachableError(closed)
    return send<T>(statement)
  }

  return {
    /** A query that fails because a connection was lost is sent once more, on another. */
    async ask<T>(statement: pg.QueryConfig): Promise<Result<T>> {
      try {
        return await once<T>(statement)
      } catch (error) {
        if (!(error instanceof UnreachableError)) throw error
        return once<T>(statement)
      }
    },
    /** Lends a connection for exclusive use. */
    async lend<T>(work: (link: Link) => Promise<T>): Promise<T> {
      if (closed) throw new UnreachableError(closed)
      return lend(work)
    },
    /** Resolves if the server answers, also while there are no other queries. */
    ping: () => idlest(shared).query({ text: 'SELECT 1' }),
    /** Rejects pending and new queries with this error until `reopen`. */
    shut(why: Error) {
      closed = why
      for (const link of all) link.drop()
    },
    reopen() {
      closed = undefined
    },
    /** Ends all connections; the next statement opens others. */
    drop() {
      for (const link of all) link.drop()
    },
    async close() {
      await Promise.all(all.map(link => link.close()))
    },
  }
}

/** Statements of many on few connections. */
function openSending(links: readonly Link[], limits: PoolLimits) {
  const places = openPlaces(() => freest(links, limits), limits)
  const send = async <T>(link: Link, statement: pg.QueryConfig): Promise<Result<T>> => {
    try {
      return await link.query<T>(statement)
    } catch (error) {
      throw isLate(error) || isUnprepared(error) ? late() : error
    } finally {
      places.freed()
    }
  }
  return <T>(statement: pg.QueryConfig) => places.take(link => send<T>(link, statement))
}

/** Connections for one reader each. */
function openLending(links: readonly Link[], limits: PoolLimits) {
  const lent = new Set<Link>()
  const places = openPlaces(() => links.find(link => !lent.has(link)), limits)
  return <T>(work: (link: Link) => Promise<T>) =>
    places.take(async link => {
      lent.add(link)
      try {
        return await work(link)
      } catch (error) {
        throw isLate(error) ? late() : error
      } finally {
        lent.delete(link)
        places.freed()
      }
    })
}

const idlest = (links: readonly Link[]) =>
  links.reduce((best, link) => (link.pending < best.pending ? link : best))

function freest(links: readonly Link[], { depth, quick }: PoolLimits): Link | undefined {
  let best: Link | undefined
  for (const link of links)
    if (link.pending < (best?.pending ?? depth) && link.busyFor < quick) best = link
  return best
}

const late = () => new BusyError('a statement has taken too long')

/** The one before it, which was to prepare it, has failed: the table is locked. */
const isUnprepared = (error: unknown) => isAnswer(error) && error.code === '26000'

/** The driver has waited for an answer for longer than the server would take. */
const isLate = (error: unknown) =>
  error instanceof UnreachableError && error.message === 'Query read timeout'

type Waiter = { start(link: Link): void; timer: NodeJS.Timeout }

/** Without a free connection, a query waits its turn, with a limit. */
function openPlaces(free: () => Link | undefined, limits: Pick<PoolLimits, 'wait' | 'queue'>) {
  const waiting = new Set<Waiter>()

  function wait<T>(work: (link: Link) => Promise<T>): Promise<T> {
    if (waiting.size >= limits.queue) throw new BusyError('too many wait for a connection')
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(waiter)
        reject(new BusyError('no connection became free'))
      }, limits.wait)
      const waiter: Waiter = { start: link => work(link).then(resolve, reject), timer }
      waiting.add(waiter)
    })
  }

  return {
    /** The work begins at once if a place is free, so that no other work takes it. */
    take<T>(work: (link: Link) => Promise<T>): Promise<T> {
      const link = waiting.size === 0 ? free() : undefined
      return link ? work(link) : wait(work)
    },
    /** As many go on as there are places: a connection that was slow has several when it is no longer. */
    freed() {
      for (const next of waiting) {
        const link = free()
        if (!link) return
        waiting.delete(next)
        clearTimeout(next.timer)
        next.start(link)
      }
    },
  }
}
