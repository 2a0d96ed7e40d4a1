import type { Requester } from '../../define/requester.ts'
import { tooBusy } from './load.ts'

/** Requests of this process that wait for changes, and those among them of one address. */
const max = { all: 2000, address: 1000 }
/** Milliseconds between two wake-ups at least. At 500 writes per second, 100 streams make a write 1.0 to 1.3 times as dear. */
const gap = 400

/** Why a wait has ended. */
type Woken = 'changed' | 'timeout' | 'ended'

type ByAddress = Pick<Requester, 'address'>
type Subscribe = (wake: () => void) => unknown

/**
 * Long polls and streams of changes. They wait together for the change log of this process, are no requests in work, and end when the
 * service stops.
 */
export const openFollowers = (subscribe: Subscribe) => {
  const waits = openWaits(subscribe)
  return {
    /** Takes a place, unless too many wait; what it returns gives it back. */
    enter: openEntrance(),
    /** Those who read the same at the same time share one reading. */
    share: openSharing(),
    /** The changes so far; to be asked for before a read, so that none falls between it and the wait. */
    changes: waits.changes,
    /** Waits for a change after `since`, at most some milliseconds, and while the caller is there and the service does not stop. */
    wait: waits.wait,
    /** Ends all waits, now and later. */
    stop: waits.stop,
  }
}

export type Followers = ReturnType<typeof openFollowers>

function openEntrance() {
  const byAddress = new Map<string, number>()
  let count = 0
  return ({ address }: ByAddress): (() => void) => {
    const own = byAddress.get(address) ?? 0
    if (count >= max.all || own >= max.address) throw tooBusy()
    count++
    byAddress.set(address, own + 1)
    return () => {
      count--
      const left = (byAddress.get(address) ?? 0) - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
    }
  }
}

function openWaits(subscribe: Subscribe) {
  const waiting = new Set<(why: Woken) => void>()
  let [changes, woken] = [0, Number.NEGATIVE_INFINITY]
  let [isStopped, isDue] = [false, false]

  const wakeAll = (why: Woken) => {
    for (const wake of waiting) wake(why)
  }
  function changed() {
    isDue = false
    woken = performance.now()
    changes++
    wakeAll('changed')
  }
  subscribe(() => {
    if (isDue) return
    isDue = true
    setTimeout(changed, Math.max(0, woken + gap - performance.now())).unref()
  })

  return {
    changes: () => changes,
    wait(since: number, milliseconds: number, { signal }: Pick<Requester, 'signal'>) {
      const { promise, resolve } = Promise.withResolvers<Woken>()
      if (isStopped || signal.aborted) resolve('ended')
      else if (since !== changes) resolve('changed')
      const timeout = setTimeout(resolve, milliseconds, 'timeout')
      const end = () => resolve('ended')
      signal.addEventListener('abort', end)
      waiting.add(resolve)
      return promise.finally(() => {
        clearTimeout(timeout)
        signal.removeEventListener('abort', end)
        waiting.delete(resolve)
      })
    },
    stop() {
      isStopped = true
      wakeAll('ended')
    },
  }
}

function openSharing() {
  const reading = new Map<string, Promise<unknown>>()
  return <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const running = reading.get(key) as Promise<T> | undefined
    if (running) return running
    const started = read().finally(() => reading.delete(key))
    reading.set(key, started)
    return started
  }
}

/** The number of writes that begin between two rounds of the event loop. */
const atOnce = 8

/**
 * Writes take turns, a few in each round of the event loop: a burst of them never makes a reader wait for more than those
 * few. `take` resolves when the caller's turn has come.
 */
export function openTurns() {
  const waiting: (() => void)[] = []
  let isScheduled = false

  function next() {
    for (const begin of waiting.splice(0, atOnce)) begin()
    isScheduled = waiting.length > 0
    if (isScheduled) setImmediate(next)
  }

  return {
    take: () =>
      new Promise<void>(resolve => {
        waiting.push(resolve)
        if (isScheduled) return
        isScheduled = true
        setImmediate(next)
      }),
    /** True if another writer is waiting. */
    get areWaiting() {
      return waiting.length > 0
    },
  }
}

export type Turns = ReturnType<typeof openTurns>
