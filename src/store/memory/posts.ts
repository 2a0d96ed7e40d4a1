import { LRUCache } from 'lru-cache'
import type { Listed, PostEntry, PostQuery, Reader } from '../store.ts'
import { languageBits } from '../store.ts'
import type { ListCalendar } from './calendar.ts'
import type { Chunk } from './chunk.ts'
import { keyOf } from './keys.ts'
import { forEachSlot } from './postings.ts'

type PostKind = 'venue' | 'organizer'

/** Newest publication first, then the highest id (behaviour 3.6). */
const isBefore = (a: PostEntry, b: PostEntry) => (a.date === b.date ? a.id > b.id : a.date > b.date)

/** Published venues or organizers in list order, with when their last event ends (UTC seconds; -Infinity without events). */
export function openPosts(
  kind: PostKind,
  calendar: ListCalendar,
  reader: Pick<Reader, 'postEntries'>,
) {
  let sorted: PostEntry[] = []
  let loaded = false
  const lastEnds = new Map<number, number>()
  /** Changes of these records themselves, which the calendar of events does not count. */
  let own = 0
  const matched = new LRUCache<string, { ids: number[]; version: number }>({ max: 50 })

  async function load() {
    const all = await reader.postEntries(kind)
    sorted = all
      .filter(({ status }) => status === 'publish')
      .sort((a, b) => (isBefore(a, b) ? -1 : 1))
    loaded = true
  }

  /** The latest end of its events: chunks are looked through from the last, as far as they can still matter. */
  function lastEndOf(id: number): number {
    const known = lastEnds.get(id)
    if (known !== undefined) return known
    const key = keyOf(kind, id)
    let last = -Infinity
    for (let index = calendar.chunks.length - 1; index >= 0; index--) {
      const chunk = calendar.chunks[index] as Chunk
      if (chunk.most.utcEnds <= last) continue
      const posting = chunk.postings.get(key)
      if (posting)
        forEachSlot(posting, slot => (last = Math.max(last, chunk.utcEnds[slot] as number)))
    }
    lastEnds.set(id, last)
    return last
  }

  const hasEvents = (id: number, notOverAt: number) =>
    lastEndOf(id) > -Infinity && lastEndOf(id) >= notOverAt

  return {
    /** Reads these records anew. */
    async refresh(ids: readonly number[]) {
      own++
      if (!loaded) return
      const fresh = await reader.postEntries(kind, ids)
      const gone = new Set(ids)
      sorted = sorted.filter(({ id }) => !gone.has(id))
      for (const entry of fresh) {
        if (entry.status !== 'publish') continue
        let low = 0
        let high = sorted.length
        while (low < high) {
          const middle = (low + high) >>> 1
          if (isBefore(sorted[middle] as PostEntry, entry)) low = middle + 1
          else high = middle
        }
        sorted.splice(low, 0, entry)
      }
    },
    /** Events of this record have changed. */
    touched(id: number) {
      lastEnds.delete(id)
    },
    async list({ events = [], hasText, ids, page }: PostQuery): Promise<Listed> {
      if (!loaded) await load()
      const name = JSON.stringify([events, hasText, ids])
      const known = matched.get(name)
      const all =
        known?.version === calendar.version + own
          ? known.ids
          : match({ events, ...(ids && { ids }), ...(hasText && { hasText }) })
      matched.set(name, { ids: all, version: calendar.version + own })
      return { ids: all.slice(page.offset, page.offset + page.limit), total: all.length }
    },
  }

  function match({
    events = [],
    hasText,
    ids,
  }: Pick<PostQuery, 'events' | 'hasText' | 'ids'>): number[] {
    const wanted = ids && new Set(ids)
    const bit = hasText ? languageBits[hasText] : languageBits.en | languageBits.fr
    const found: number[] = []
    for (const { id, languages } of sorted) {
      if (wanted && !wanted.has(id)) continue
      if ((languages & bit) === 0) continue
      if (!events.every(({ has, notOverAt = -Infinity }) => hasEvents(id, notOverAt) === has))
        continue
      found.push(id)
    }
    return found
  }
}
