import { LRUCache } from 'lru-cache'
import type { Validity } from '../../journal/validity.ts'

/**
 * So many entries in an LRU cache. Its own `max` makes the room for all of them at once: fifteen milliseconds of the start,
 * and memory that most processes never fill.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })

/** What something was made from: it is right while all of that is valid. */
export type Made = { readonly made: readonly Validity[] }

export function isValid({ made }: Made): boolean {
  for (const validity of made) if (validity.isOver) return false
  return true
}

const longestWait = 16
const places = 8192
/** So many names share places: with one for each, any two that met in it would push each other out for ever, and never be cached. */
const shared = 4

/**
 * Which results are worth caching. What was invalidated before anyone asked for it again is cached only after it was asked for
 * twice as often as the last time: beside many writes, what is cached in vain would fill the memory long before it is
 * collected. `first` is how often a new one is asked for before it is cached. Names are not kept, only a number made of each, and the last
 * ones of those that share places: a crawl of a million addresses leaves nothing behind.
 */
export function openAdmission(first: 0 | 1) {
  const names = new Uint32Array(places)
  const left = new Uint8Array(places)
  const span = new Uint8Array(places)
  let turn = 0
  /** The place of a number; one that it may take if it has none. */
  function placeOf(number: number): number {
    const from = (number * shared) % places
    for (let at = from; at < from + shared; at++) if (names[at] === number) return at
    turn = (turn + 1) % shared
    return from + turn
  }
  return {
    /** It was asked for, and made: is it to be cached now? */
    isDue(key: string): boolean {
      const number = numberOf(key)
      const at = placeOf(number)
      if (names[at] !== number) {
        if (first === 0) return true
        names[at] = number
        left[at] = span[at] = 0
        return false
      }
      const waits = left[at] ?? 0
      if (waits > 0) left[at] = waits - 1
      return waits === 0
    },
    /** It was cached, and something has changed. */
    ended(key: string, wasUsed: boolean) {
      const number = numberOf(key)
      const at = placeOf(number)
      const before = names[at] === number ? (span[at] ?? 0) : 0
      names[at] = number
      left[at] = span[at] = wasUsed ? 0 : Math.min(longestWait, Math.max(1, 2 * before))
    },
  }
}

/** FNV-1a: names that differ have nearly always other numbers; where not, one is cached a little sooner or later. */
function numberOf(key: string): number {
  let number = 0x811c9dc5
  for (let at = 0; at < key.length; at++)
    number = Math.imul(number ^ key.charCodeAt(at), 0x01000193)
  return number >>> 0
}

/** A cache of what is made from records, by the bytes it takes up. */
export function openValidCache<T extends Made>(
  bytes: number,
  sizeOf: (of: T) => number,
  changes: { readonly seq: number },
) {
  /** `validAt`: the place in the journal at which it was last found valid; there, it is. */
  const cached = new LRUCache<string, { of: T; isUsed: boolean; validAt: number }>({
    maxSize: bytes,
    sizeCalculation: ({ of }) => 200 + sizeOf(of),
  })
  const admission = openAdmission(0)
  return {
    /** Could so many bytes be cached without anything being dropped? */
    hasRoom: (more: number) => cached.calculatedSize + more < bytes,
    /** What is cached and still right. */
    get(key: string): T | undefined {
      const found = cached.get(key)
      if (!found) return undefined
      if (found.validAt !== changes.seq) {
        if (!isValid(found.of)) return undefined
        found.validAt = changes.seq
      }
      found.isUsed = true
      return found.of
    },
    set(key: string, of: T) {
      const before = cached.peek(key)
      if (before && !isValid(before.of)) admission.ended(key, before.isUsed)
      if (admission.isDue(key)) cached.set(key, { of, isUsed: false, validAt: -1 })
      else cached.delete(key)
    },
  }
}

export type ValidCache<T extends Made> = ReturnType<typeof openValidCache<T>>
