import { onNothing, type Table } from '../../common/index.ts'
import type { PostLinkKind } from '../../define/record.ts'
import {
  allLanguageBits,
  type Listed,
  languageBits,
  type PostEntry,
  type PostQuery,
  type Reader,
} from '../contract/store.ts'
import { sees } from '../contract/visible.ts'
import { type Chunk, timeAt } from './chunk.ts'
import { hasSlot, type ListCalendar, statusKey } from './event-order.ts'
import { flags, keyOf } from './posting-keys.ts'
import { forEachSlot } from './postings.ts'

type Wanted = Omit<PostQuery, 'kind' | 'page' | 'search' | 'ids'>
type Events = NonNullable<PostQuery['events']>[number]

/** Newest publication first, then the highest id. */
const isBefore = (a: PostEntry, b: PostEntry) => (a.date === b.date ? a.id > b.id : a.date > b.date)

/** Bytes of the cached lists of a kind. */
/** Records whose events have changed, remembered so that lists look at them again; beyond this, at all. */
const maxTouched = 5000

/** A cached list: valid until these records themselves or the events of some of them change. */
type Matched = { entries: PostEntry[]; version: number; touched: number }

/** When the last published event of a record ends (UTC seconds; -Infinity without any), and the last that has no password. */
type LastEnds = Record<'all' | 'open', Map<number, number>>

/** Venues or organizers in list order, and which of them have events. */
export type LinkedRecords = {
  kind: PostLinkKind
  calendar: ListCalendar
  reader: Pick<Reader, 'postEntries'>
  sorted: PostEntry[]
  byId: Map<number, PostEntry>
  loaded: Promise<void> | undefined
  lastEnds: LastEnds
  version: number
  /** Records whose events have changed; so many before these are not remembered. */
  touched: number[]
  forgotten: number
  lists: Table<string, Matched>
}

export const newLinkedRecords = (
  kind: PostLinkKind,
  calendar: ListCalendar,
  reader: Pick<Reader, 'postEntries'>,
): LinkedRecords => ({
  kind,
  calendar,
  reader,
  sorted: [],
  byId: new Map(),
  loaded: undefined,
  lastEnds: { all: new Map(), open: new Map() },
  version: 0,
  touched: [],
  forgotten: 0,
  lists: calendar.lists.table({
    sizeOf: ({ entries }, key) => key.length + 8 * entries.length,
    // a list has the version that it was made from, and events that have changed are looked at again
    dependsOn: onNothing,
  }),
})

/** Reads all of them, once. A reading that fails is begun again by the next list. */
export function loaded(records: LinkedRecords): Promise<void> {
  records.loaded ??= load(records).catch(error => {
    records.loaded = undefined
    throw error
  })
  return records.loaded
}

async function load(records: LinkedRecords) {
  const entries = await records.reader.postEntries(records.kind)
  records.sorted = entries.sort((a, b) => (isBefore(a, b) ? -1 : 1))
  for (const entry of entries) records.byId.set(entry.id, entry)
}

/** Reads these records again. */
export async function refreshRecords(records: LinkedRecords, ids: readonly number[]) {
  // Where the first reading fails, the next one reads these too.
  await records.loaded?.catch(() => {})
  if (!records.loaded) return
  const entries = await records.reader.postEntries(records.kind, ids)
  const removed = new Set(ids)
  records.version++
  records.sorted = records.sorted.filter(({ id }) => !removed.has(id))
  for (const id of ids) records.byId.delete(id)
  for (const entry of entries) {
    records.byId.set(entry.id, entry)
    records.sorted.splice(placeOf(records.sorted, entry), 0, entry)
  }
}

/** Events of this record have changed. */
export function touch(records: LinkedRecords, id: number) {
  records.lastEnds.all.delete(id)
  records.lastEnds.open.delete(id)
  records.touched.push(id)
  if (records.touched.length < maxTouched) return
  records.forgotten += records.touched.length
  records.touched = []
}

export async function listRecords(
  records: LinkedRecords,
  { kind: _kind, search: _search, page, ids, ...wanted }: PostQuery,
): Promise<Listed> {
  await loaded(records)
  const entries = ids ? among(records, ids, wanted) : listOf(records, wanted)
  const { limit, offset } = page
  return {
    ids: entries.slice(offset, offset + limit).map(({ id }) => id),
    total: entries.length,
  }
}

/** Few records, whose list is not cached. */
const among = (records: LinkedRecords, ids: readonly number[], wanted: Wanted): PostEntry[] =>
  [...new Set(ids)]
    .flatMap(id => records.byId.get(id) ?? [])
    .filter(wantedBy(records, wanted))
    .sort((a, b) => (isBefore(a, b) ? -1 : 1))

function listOf(records: LinkedRecords, wanted: Wanted): PostEntry[] {
  const { version, forgotten, touched, lists } = records
  const name = JSON.stringify(wanted)
  const now = forgotten + touched.length
  let list = lists.get(name)
  if (!list || list.version !== version || list.touched < forgotten) {
    const entries = records.sorted.filter(wantedBy(records, wanted))
    list = { entries, version, touched: now }
    lists.set(name, list)
  }
  if (list.touched < now && wanted.events?.length) lookAgain(records, list, wanted)
  list.touched = now
  return list.entries
}

/** Looks at those records again whose events have changed since. */
function lookAgain(records: LinkedRecords, { entries, touched: since }: Matched, wanted: Wanted) {
  const isWanted = wantedBy(records, wanted)
  for (const id of new Set(records.touched.slice(since - records.forgotten))) {
    const entry = records.byId.get(id)
    if (!entry) continue
    const at = placeOf(entries, entry)
    const is = isWanted(entry)
    if (is === (entries[at] === entry)) continue
    if (is) entries.splice(at, 0, entry)
    else entries.splice(at, 1)
  }
}

function wantedBy(
  records: LinkedRecords,
  { visible, events = [], withTextIn, withoutTextIn }: Wanted,
) {
  const bits = withTextIn ? languageBits[withTextIn] : allLanguageBits
  const without = withoutTextIn ? languageBits[withoutTextIn] : 0
  const counts = events.map(each => counting(records, each))
  return (entry: PostEntry) =>
    sees(visible, entry) &&
    (entry.languages & bits) !== 0 &&
    (entry.languages & without) === 0 &&
    counts.every(holds => holds(entry.id))
}

/** True if a record has events that count for this caller and are not over. */
function counting(
  records: LinkedRecords,
  { has, visible, protectedOf, notOverAt = -Infinity }: Events,
): (id: number) => boolean {
  const { calendar } = records
  const { statuses, own } = visible
  const keysOf = (of: readonly string[] = []) =>
    of.filter(status => status !== 'publish').map(status => statusKey(calendar, status))
  const [others, mine] = [keysOf(statuses), keysOf(own?.statuses)]
  const author = [keyOf('author', own?.author ?? 0)]
  const isSince = (last: number) => last > -Infinity && last >= notOverAt
  const hasEvents = (id: number) =>
    (statuses.includes('publish') &&
      isSince(lastEndOf(records, id, protectedOf === 'all' ? 'all' : 'open'))) ||
    (typeof protectedOf === 'number' &&
      protectedOf > 0 &&
      isSince(lastProtectedOf(records, id, protectedOf))) ||
    (others.length > 0 && isSince(lastEndIn(records, calendar.apart, id, [others]))) ||
    (mine.length > 0 && isSince(lastEndIn(records, calendar.apart, id, [mine, author])))
  return id => hasEvents(id) === has
}

/** For published events, unlisted ones included: the last end of all, or of those without a password. */
function lastEndOf(records: LinkedRecords, id: number, of: keyof LastEnds): number {
  const cached = records.lastEnds[of].get(id)
  if (cached !== undefined) return cached
  const { chunks, apart } = records.calendar
  const without = of === 'open' ? flags.protected : undefined
  const published = [[statusKey(records.calendar, 'publish')]]
  const last = Math.max(
    lastEndIn(records, chunks, id, [], without),
    lastEndIn(records, apart, id, published, without),
  )
  records.lastEnds[of].set(id, last)
  return last
}

/** The same of protected events by one author. */
function lastProtectedOf(records: LinkedRecords, id: number, author: number): number {
  const { chunks, apart } = records.calendar
  const own = [[flags.protected], [keyOf('author', author)]]
  const published = [statusKey(records.calendar, 'publish')]
  return Math.max(
    lastEndIn(records, chunks, id, own),
    lastEndIn(records, apart, id, [published, ...own]),
  )
}

/** For events that have a value of each group but not the excluded one: walks the chunks from the last until none can matter. */
function lastEndIn(
  { kind }: LinkedRecords,
  chunks: readonly Chunk[],
  id: number,
  groups: readonly (readonly number[])[] = [],
  without?: number,
): number {
  const key = keyOf(kind, id)
  let last = -Infinity
  for (const chunk of chunks.toReversed()) {
    if (chunk.most.utc_ends <= last) continue
    const posting = chunk.postings.get(key)
    if (!posting) continue
    forEachSlot(posting, slot => {
      const ends = timeAt(chunk.utc_ends, slot)
      if (ends <= last) return
      if (without !== undefined && hasSlot(chunk, without, slot)) return
      if (groups.every(group => group.some(each => hasSlot(chunk, each, slot)))) last = ends
    })
  }
  return last
}

/** Where an entry is in a list in order, or would be. */
function placeOf(list: readonly PostEntry[], entry: PostEntry): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = list[middle]
    if (other && isBefore(other, entry)) low = middle + 1
    else high = middle
  }
  return low
}
