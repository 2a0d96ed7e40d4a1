import { LRUCache } from 'lru-cache'
import { atMost } from './by-count.ts'

const most = 16

/**
 * Which of the things that are made for callers are worth keeping. What ended before anyone came for it again is kept only
 * after being asked for twice as often as the last time: beside many writes, all that is kept in vain would fill the memory
 * long before it is collected. `first` is how often a new one is asked for before it is kept.
 */
export function openPatience(entries: number, first: 0 | 1) {
  const waits = new LRUCache<string, { left: number; span: number }>(atMost(entries))
  return {
    /** It was asked for, and made: is it to be kept now? */
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
    /** It was kept, and something has changed. */
    ended(key: string, wasUsed: boolean) {
      const span = wasUsed ? 0 : Math.min(most, Math.max(1, 2 * (waits.get(key)?.span ?? 0)))
      waits.set(key, { left: span, span })
    },
  }
}
