import { tableOf } from '../../define/objects.ts'
import {
  isDated,
  isPlaced,
  type PostLinkKind,
  postLinkKinds,
  termLinkKinds,
} from '../../define/record.ts'
import { dateColumns } from '../read/bounds.ts'
import type { ListEntry, PostEntry } from '../store.ts'
import { type Compared, comparedKinds, noneCompared } from './compared.ts'
import { isListed, placesOf, valuesOf } from './event-order.ts'
import { refresh, type State } from './following.ts'
import { refreshRecords } from './linked-lists.ts'
import { flags, isOf } from './posting-keys.ts'
import { has } from './postings.ts'
import { lastChange } from './text-matches.ts'
import { isVisible, takeVenues } from './venue-grid.ts'

/** The records of these that differ between the index and the database. The journal may not have been read to its end yet. */
export async function differing(index: State, ids: Compared): Promise<Compared> {
  const result = noneCompared()
  if (ids.event.length > 0) {
    const entries = Map.groupBy(await index.reader.listEntriesOf(ids.event), ({ at }) => at.event)
    result.event = ids.event.filter(id => !isSameEvent(index, id, entries.get(id) ?? []))
  }
  for (const kind of postLinkKinds) {
    if (ids[kind].length === 0) continue
    const entries = await index.reader.postEntries(kind, ids[kind])
    const byId = new Map(entries.map(entry => [entry.id, entry]))
    result[kind] = ids[kind].filter(id => !isSamePost(index, kind, id, byId.get(id)))
  }
  return result
}

function isSameEvent(index: State, event: number, entries: readonly ListEntry[]): boolean {
  const places = new Map(placesOf(index.calendar, event).map(place => [place.id, place]))
  return (
    places.size === entries.length &&
    entries.every(entry => {
      const place = places.get(entry.at.id)
      return place !== undefined && isSameEntry(index, entry, place)
    })
  )
}

/** The links of an event to terms. */
const termKeys = [...termLinkKinds, 'direct'] as const

type EventPlace = ReturnType<typeof placesOf>[number]

function isSameEntry(
  { calendar, places, leaving }: State,
  entry: ListEntry,
  { chunk, slot }: EventPlace,
) {
  const { at, links } = entry
  if (chunk.isListed !== isListed(entry) || chunk.published[slot] !== at.published) return false
  if (dateColumns.some(column => chunk[column][slot] !== at[column])) return false
  const values = new Set(valuesOf(calendar, entry))
  if (links.venue.some(id => isVisible(places, id))) values.add(flags.located)
  const isCompared = (key: number) =>
    !isOf('search', key) && (leaving.size === 0 || !termKeys.some(kind => isOf(kind, key)))
  for (const [key, posting] of chunk.postings)
    if (isCompared(key) && has(posting, slot) !== values.delete(key)) return false
  return ![...values].some(isCompared)
}

function isSamePost(
  { posts, places }: State,
  kind: PostLinkKind,
  id: number,
  entry: PostEntry | undefined,
): boolean {
  const now = JSON.stringify(entry)
  const located = entry?.place ? now : undefined
  if (isPlaced(kind) && JSON.stringify(places.located.get(id)) !== located) return false
  // Before they are first listed there is nothing to compare.
  return !posts[kind].loaded || JSON.stringify(posts[kind].byId.get(id)) === now
}

/** Takes these records in again, as the database has them. */
export async function takeAgain(index: State, ids: Compared) {
  for (const kind of postLinkKinds)
    if (ids[kind].length > 0) await refreshRecords(index.posts[kind], ids[kind])
  if (ids.venue.length > 0)
    takeVenues(index.places, await index.reader.postEntries('venue', ids.venue), ids.venue)
  await refresh(index, ids.event)
}

/** Records per batch, and the range of IDs in which each batch looks for records that only the index has. */
const [max, farthest] = [100, 100_000]

/**
 * The records to compare next: events that changed recently, then all records in the order of their IDs, in rounds. Each step is the same work in a
 * calendar of any size.
 */
export function openRounds(index: State) {
  const { reader, words } = index
  const after = tableOf(comparedKinds, () => 0)
  let seen = lastChange(words)

  /** Ids above the last ones, of records that the database has or the index. */
  async function next(kind: keyof Compared): Promise<number[]> {
    const from = after[kind]
    const ids = await reader.idsAfter(kind, from, max)
    const [first] = ids
    const until = Math.min(ids.at(-1) ?? Number.POSITIVE_INFINITY, from + farthest)
    const there = new Set(ids.filter(id => id <= until))
    // where ids begin again far above, what is between is passed over
    after[kind] = first === undefined ? 0 : Math.max(first - 1, until)
    const alone: number[] = []
    for (let id = from + 1; id <= until && alone.length < max; id++)
      if (!there.has(id) && isStored(index, kind, id)) alone.push(id)
    return [...there, ...alone]
  }

  return async (): Promise<Compared> => {
    const recent = words.changes.slice(Math.max(0, seen - words.first)).slice(-max)
    seen = lastChange(words)
    const ids = noneCompared()
    for (const kind of comparedKinds) ids[kind] = await next(kind)
    return { ...ids, event: [...new Set([...recent, ...ids.event])] }
  }
}

const isStored = ({ calendar, posts }: State, kind: keyof Compared, id: number) =>
  isDated(kind) ? placesOf(calendar, id).length > 0 : posts[kind].byId.has(id)
