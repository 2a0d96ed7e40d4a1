import { LRUCache } from 'lru-cache'
import { openPatience } from './admission.ts'
import { isFresh, type Ready } from './record-bytes.ts'

/** Ready bytes of whole records, by a key. */
export function openWhole(bytes: number) {
  const kept = new LRUCache<string, { ready: Ready; isUsed: boolean }>({
    maxSize: bytes,
    sizeCalculation: ({ ready }) => 200 + ready.bytes.length,
  })
  const patience = openPatience(10_000, 0)

  return {
    fresh(key: string): Ready | undefined {
      const known = kept.get(key)
      if (!known || !isFresh(known.ready)) return undefined
      known.isUsed = true
      return known.ready
    },
    keep(key: string, ready: Ready) {
      const before = kept.get(key)
      if (before && !isFresh(before.ready)) patience.ended(key, before.isUsed)
      if (patience.isDue(key)) kept.set(key, { ready, isUsed: false })
      else kept.delete(key)
    },
  }
}
