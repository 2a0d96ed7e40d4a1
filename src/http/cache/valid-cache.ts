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

/**
 * Which results are worth caching. What was invalidated before anyone asked for it again is cached only after it was asked for
 * twice as often as the last time: beside many writes, what is cached in vain would fill the memory long before it is
 * collected. `first` is how often a new one is asked for before it is cached.
 */
export function openAdmission(entries: number, first: 0 | 1) {
  const waits = new LRUCache<string, { left: number; span: number }>(atMost(entries))
  return {
    /** It was asked for, and made: is it to be cached now? */
    isDue(key: string): boolean {
      const wait = waits.get(key)
      if (wait === undefined) {
        if (first === 1) waits.set(key, { left: 0, span: 0 })
        return first === 0
      }
      if (wait.left === 0) return true
      wait.left--
      return false
    },
    /** It was cached, and something has changed. */
    ended(key: string, wasUsed: boolean) {
      const span = wasUsed ? 0 : Math.min(longestWait, Math.max(1, 2 * (waits.get(key)?.span ?? 0)))
      waits.set(key, { left: span, span })
    },
  }
}

/** A cache of what is made from records, by the bytes it takes up. */
export function openValidCache<T extends Made>(bytes: number, sizeOf: (of: T) => number) {
  const cached = new LRUCache<string, { of: T; isUsed: boolean }>({
    maxSize: bytes,
    sizeCalculation: ({ of }) => 200 + sizeOf(of),
  })
  const admission = openAdmission(10_000, 0)
  return {
    /** Could so many bytes be cached without anything being dropped? */
    hasRoom: (more: number) => cached.calculatedSize + more < bytes,
    /** What is cached and still right. */
    get(key: string): T | undefined {
      const found = cached.get(key)
      if (!found || !isValid(found.of)) return undefined
      found.isUsed = true
      return found.of
    },
    set(key: string, of: T) {
      const before = cached.peek(key)
      if (before && !isValid(before.of)) admission.ended(key, before.isUsed)
      if (admission.isDue(key)) cached.set(key, { of, isUsed: false })
      else cached.delete(key)
    },
  }
}

export type ValidCache<T extends Made> = ReturnType<typeof openValidCache<T>>
