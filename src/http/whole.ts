import { LRUCache } from 'lru-cache'
import { atMost } from './at-most.ts'
import { isFresh, type Ready } from './fresh.ts'

/** Ready bytes of whole records, by a key. */
export function openWhole(bytes: number) {
  const kept = new LRUCache<string, Ready>({
    maxSize: bytes,
    sizeCalculation: ({ bytes }) => 200 + bytes.length,
  })
  /** Records whose bytes are not kept, with what they were made from when they were last asked for. */
  const restless = new LRUCache<string, Pick<Ready, 'made'>>(atMost(10_000))

  return {
    fresh(key: string): Ready | undefined {
      const known = kept.get(key)
      return known && isFresh(known) ? known : undefined
    },
    keep(key: string, ready: Ready) {
      kept.set(key, ready)
    },
    /**
     * For bytes that are soon made again: what has ended may end again as soon, so it is kept from the second time on that it
     * stays the same. Beside many writes, what is kept in vain would otherwise fill the memory before it is collected.
     */
    keepIfCalm(key: string, ready: Ready) {
      const before = kept.get(key) ?? restless.get(key)
      if (before && !isFresh(before)) {
        kept.delete(key)
        restless.set(key, { made: ready.made })
      } else {
        restless.delete(key)
        kept.set(key, ready)
      }
    },
  }
}
