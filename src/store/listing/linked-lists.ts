import { LRUCache } from 'lru-cache'
import type { Listed, PostEntry, PostQuery, Reader } from '../store.ts'
import { languageBits } from '../store.ts'
import { sees } from '../visible.ts'
import type { Chunk } from './chunk.ts'
import { hasSlot, type ListCalendar, statusKey } from './event-order.ts'
import { flags, keyOf } from './posting-keys.ts'
import { forEachSlot } from './postings.ts'

type PostKind = 'venue' | 'organizer'
type Wanted = Omit<PostQuery, 'kind' | 'page' | 'search' | 'ids'>
type Events = NonNullable<PostQuery['events']>[number]

/** Newest publication first, then the highest id (behaviour 3.6). */
const isBefore = (a: PostEntry, b: PostEntry) => (a.date === b.date ? a.id > b.id : a.date > b.date)

const mostLists = 50
/** Records whose events have changed, remembered so that lists look at them again; beyond this, at all. */
const mostTouched = 5000

/** A list that is kept: right but for changes of these records themselves, and of the events of some. */
type Matched = { entries: PostEntry[]; version: number; touched: number }

/** Venues or organizers in list order, and which of them have events. */
export function openPosts(
  kind: PostKind,
  calendar: ListCalendar,
  reader: Pick<Reader, 'postEntries'>,
) {
  let sorted: PostEntry[] = []
  const byId = new Map<number, PostEntry>()
  let loaded: Promise<void> | undefined
  /** When the last published event of a record ends (UTC seconds; -Infinity without any), and the last that has no password. */
  const lastEnds = { all: new Map<number, number>(), open: new Map<number, number>() }
  let version = 0
  let touched: number[] = []
  let forgotten = 0
  const kept = new LRUCache<string, Matched>({ max: mostLists })

  async function load() {
    sorted = (await reader.postEntries(kind)).sort((a, b) => (isBefore(a, b) ? -1 : 1))
    for (const entry of sorted) byId.set(entry.id, entry)
  }

  /** Of events that have any value of each group, and not the other one: chunks are looked through from the last, while they can matter. */
  function lastEndIn(
    chunks: readonly Chunk[],
    id: number,
    groups: number[][] = [],
    without?: number,
  ): number {
    const key = keyOf(kind, id)
    let last = -Infinity
    for (let index = chunks.length - 1; index >= 0; index--) {
      const chunk = chunks[index] as Chunk
      if (chunk.most.utc_ends <= last) continue
      const posting = chunk.postings.get(key)
      if (!posting) continue
      forEachSlot(posting, slot => {
        const ends = chunk.utc_ends[slot] as number
        if (ends <= last) return
        if (without !== undefined && hasSlot(chunk, without, slot)) return
        if (groups.every(group => group.some(each => hasSlot(chunk, each, slot)))) last = ends
      })
    }
    return last
  }

  function lastEndOf(id: number, of: 'all' | 'open'): number {
    const known = lastEnds[of].get(id)
    if (known !== undefined) return known
    const { chunks, apart } = calendar
    const without = of === 'open' ? flags.protected : undefined
    const last = Math.max(
      lastEndIn(chunks, id, [], without),
      // What is hidden from lists counts.
      lastEndIn(apart, id, [[statusKey(calendar, 'publish')]], without),
    )
    lastEnds[of].set(id, last)
    return last
  }

  /** The same of protected events by one author. */
  const lastProtectedOf = (id: number, author: number) =>
    Math.max(
      lastEndIn(calendar.chunks, id, [[flags.protected], [keyOf('author', author)]]),
      lastEndIn(calendar.apart, id, [
        [statusKey(calendar, 'publish')],
        [flags.protected],
        [keyOf('author', author)],
      ]),
    )

  /** Has a record events that this caller may count, some of which are not over? */
  function counting({
    has,
    visible,
    protectedOf,
    notOverAt = -Infinity,
  }: Events): (id: number) => boolean {
    const { statuses, own } = visible
    const keysOf = (of: readonly string[] = []) =>
      of.filter(status => status !== 'publish').map(status => statusKey(calendar, status))
    const [others, mine] = [keysOf(statuses), keysOf(own?.statuses)]
    const author = [keyOf('author', own?.author ?? 0)]
    const isSince = (last: number) => last > -Infinity && last >= notOverAt
    const hasEvents = (id: number) =>
      (statuses.includes('publish') &&
        isSince(lastEndOf(id, protectedOf === 'all' ? 'all' : 'open'))) ||
      (typeof protectedOf === 'number' &&
        protectedOf > 0 &&
        isSince(lastProtectedOf(id, protectedOf))) ||
      (others.length > 0 && isSince(lastEndIn(calendar.apart, id, [others]))) ||
      (mine.length > 0 && isSince(lastEndIn(calendar.apart, id, [mine, author])))
    return id => hasEvents(id) === has
  }

  function wantedBy({ visible, events = [], hasText }: Wanted) {
    const bits = hasText ? languageBits[hasText] : languageBits.en | languageBits.fr
    const counts = events.map(counting)
    return (entry: PostEntry) =>
      sees(visible, entry) &&
      (entry.languages & bits) !== 0 &&
      counts.every(holds => holds(entry.id))
  }

  /** Looks at those records again whose events have changed since. */
  function lookAgain({ entries, touched: since }: Matched, wanted: Wanted) {
    const isWanted = wantedBy(wanted)
    for (const id of new Set(touched.slice(since - forgotten))) {
      const entry = byId.get(id)
      if (!entry) continue
      const at = placeOf(entries, entry)
      const is = isWanted(entry)
      if (is === (entries[at] === entry)) continue
      if (is) entries.splice(at, 0, entry)
      else entries.splice(at, 1)
    }
  }

  /** A few, of which no list is kept. */
  const among = (ids: readonly number[], wanted: Wanted): PostEntry[] =>
    [...new Set(ids)]
      .flatMap(id => byId.get(id) ?? [])
      .filter(wantedBy(wanted))
      .sort((a, b) => (isBefore(a, b) ? -1 : 1))

  function listOf(wanted: Wanted): PostEntry[] {
    const name = JSON.stringify(wanted)
    const now = forgotten + touched.length
    let list = kept.get(name)
    if (!list || list.version !== version || list.touched < forgotten) {
      list = { entries: sorted.filter(wantedBy(wanted)), version, touched: now }
      kept.set(name, list)
    }
    if (list.touched < now && wanted.events?.length) lookAgain(list, wanted)
    list.touched = now
    return list.entries
  }

  return {
    /** Reads these records anew. */
    async refresh(ids: readonly number[]) {
      if (!loaded) return
      await loaded
      const fresh = await reader.postEntries(kind, ids)
      const gone = new Set(ids)
      version++
      sorted = sorted.filter(({ id }) => !gone.has(id))
      for (const id of ids) byId.delete(id)
      for (const entry of fresh) {
        byId.set(entry.id, entry)
        sorted.splice(placeOf(sorted, entry), 0, entry)
      }
    },
    /** Events of this record have changed. */
    touched(id: number) {
      lastEnds.all.delete(id)
      lastEnds.open.delete(id)
      touched.push(id)
      if (touched.length < mostTouched) return
      forgotten += touched.length
      touched = []
    },
    async list({ kind: _kind, search: _search, page, ids, ...wanted }: PostQuery): Promise<Listed> {
      loaded ??= load()
      await loaded
      const entries = ids ? among(ids, wanted) : listOf(wanted)
      const { limit, offset } = page
      return {
        ids: entries.slice(offset, offset + limit).map(({ id }) => id),
        total: entries.length,
      }
    },
  }
}

/** Where an entry is in a list in order, or would be. */
function placeOf(list: readonly PostEntry[], entry: PostEntry): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(list[middle] as PostEntry, entry)) low = middle + 1
    else high = middle
  }
  return low
}
