import type { Requester } from '../define/requester.ts'
import { Problem } from '../problem/index.ts'

/** Places for all addresses together, and for one. */
type Places = { all: number; each: number }

type Entry = { addresses: string[]; begin(address: string): void }

/** A place in the queue. */
export type QueuePlace = {
  /** Resolves when the work may begin; rejects if its caller has gone before. */
  ready: Promise<void>
  /** The work is wanted from another address too: it begins when either of them has its turn. */
  alsoFor(address: string): void
  /** The work is done. */
  leave(): void
}

export type AddressQueue = ReturnType<typeof openAddressQueue>

const seconds = 5
const later = { retryAfter: seconds, params: { seconds } }

/**
 * Work of callers with a few places per address, so that many requests of one caller delay each other and not other callers. A free place
 * is assigned after one turn of the event loop: otherwise work that never waits would follow on work of the same caller.
 */
export function openAddressQueue({ running, waiting }: Record<'running' | 'waiting', Places>) {
  const turns = openTurns(running)
  const waitingOf = new Map<string, number>()

  /** Refuses a caller who would have to wait where too many wait already, but for places that are being freed. */
  function refuseCrowd(address: string) {
    const { all, each } = turns.freed(address)
    if ((waitingOf.get(address) ?? 0) >= waiting.each + each)
      throw new Problem('too_many_requests', later)
    if (turns.entries.length >= waiting.all + all) throw new Problem('service_too_busy', later)
  }

  function place({ address, signal }: Requester): QueuePlace {
    signal.throwIfAborted()
    const fits = turns.fits(address)
    if (!fits) refuseCrowd(address)
    return openPlace(turns, waitingOf, { address, signal, fits })
  }

  /** Does the work when there is a place for it. */
  async function run<T>(requester: Requester, work: () => Promise<T> | T): Promise<T> {
    const { ready, leave } = place(requester)
    try {
      await ready
      return await work()
    } finally {
      leave()
    }
  }

  return { place, run }
}

/** Running work by address, and the order of turns. */
function openTurns(max: Places) {
  const runningOf = new Map<string, number>()
  /** Places that are given away with the next turn of the event loop. */
  const freedOf = new Map<string, number>()
  const entries: Entry[] = []
  let running = 0
  let freed = 0
  const runs = (address: string) => runningOf.get(address) ?? 0

  /** The first of those whose address has least in work. */
  function next() {
    if (running >= max.all) return
    let best: { entry: Entry; address: string } | undefined
    for (const entry of entries)
      for (const address of entry.addresses)
        if (runs(address) < (best ? runs(best.address) : max.each)) best = { entry, address }
    best?.entry.begin(best.address)
  }

  return {
    /** Those that wait. */
    entries,
    next,
    freed: (address: string): Places => ({ all: freed, each: freedOf.get(address) ?? 0 }),
    fits: (address: string) => running < max.all && runs(address) < max.each,
    begin(address: string) {
      running++
      add(runningOf, address, 1)
    },
    end(address: string) {
      freed++
      add(freedOf, address, 1)
      setImmediate(() => {
        freed--
        add(freedOf, address, -1)
        running--
        add(runningOf, address, -1)
        next()
      })
    },
  }
}

type Arrival = Pick<Requester, 'address' | 'signal'> & { fits: boolean }

function openPlace(
  turns: ReturnType<typeof openTurns>,
  waitingOf: Map<string, number>,
  { address: own, signal, fits }: Arrival,
): QueuePlace {
  let runningFor: string | undefined
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  const entry: Entry = {
    addresses: [own],
    begin(address) {
      drop()
      runningFor = address
      turns.begin(address)
      resolve()
    },
  }
  function drop() {
    signal.removeEventListener('abort', leaveEarly)
    const at = turns.entries.indexOf(entry)
    if (at < 0) return
    turns.entries.splice(at, 1)
    add(waitingOf, own, -1)
  }
  function leaveEarly() {
    drop()
    reject(signal.reason)
  }
  if (fits) entry.begin(own)
  else {
    turns.entries.push(entry)
    add(waitingOf, own, 1)
    signal.addEventListener('abort', leaveEarly, { once: true })
  }
  return {
    ready,
    alsoFor(address) {
      if (runningFor !== undefined || entry.addresses.includes(address)) return
      entry.addresses.push(address)
      turns.next()
    },
    leave() {
      drop()
      if (runningFor === undefined) reject(signal.reason)
      else turns.end(runningFor)
      runningFor = undefined
    },
  }
}

function add(counts: Map<string, number>, address: string, by: number) {
  const count = (counts.get(address) ?? 0) + by
  if (count > 0) counts.set(address, count)
  else counts.delete(address)
}

/** The queues for visitors: pages take some milliseconds, feeds of thousands of events up to a second. */
export const openQueues = () => ({
  pages: openAddressQueue({
    running: { all: 64, each: 4 },
    waiting: { all: 1000, each: 200 },
  }),
  feeds: openAddressQueue({
    running: { all: 4, each: 2 },
    waiting: { all: 100, each: 30 },
  }),
})

export type Queues = ReturnType<typeof openQueues>
