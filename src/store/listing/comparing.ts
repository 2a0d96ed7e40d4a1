import { tableOf } from '../../define/base/objects.ts'
import {
  isDated,
  isPlaced,
  type PostLinkKind,
  postLinkKinds,
  termLinkKinds,
} from '../../define/record.ts'
import { dateColumns } from '../contract/bounds.ts'
import type { ListEntry, PostEntry } from '../contract/store.ts'
import type { Chunk } from './chunk.ts'
import { type Compared, comparedKinds, noneCompared } from './compared.ts'
import { isListed, type ListCalendar, maxDates, placesOf, valuesOf } from './event-order.ts'
import { refresh, type State } from './following.ts'
import { refreshRecords } from './linked-lists.ts'
import { flags, isOf, startKeys } from './posting-keys.ts'
import { has, type Posting } from './postings.ts'
import { lastChange } from './text-matches.ts'
import { isVisible, takeVenues } from './venue-grid.ts'

/**
 * The records of these that differ between the index and the database. The journal may not have been read to its end yet. Requests are
 * answered in between; the index does not change meanwhile.
 */
export async function differing(index: State, ids: Compared): Promise<Compared> {
  const result = noneCompared()
  if (ids.event.length > 0) {
    const entries = Map.groupBy(await index.reader.listEntriesOf(ids.event), ({ at }) => at.event)
    const others = await otherEvents(index, ids.event, entries)
    result.event = ids.event.filter(id => others.has(id))
  }
  for (const kind of postLinkKinds) {
    if (ids[kind].length === 0) continue
    const entries = await index.reader.postEntries(kind, ids[kind])
    const byId = new Map(entries.map(entry => [entry.id, entry]))
    result[kind] = ids[kind].filter(id => !isSamePost(index, kind, id, byId.get(id)))
  }
  return result
}

/** An occurrence as the database has it, at its place in a chunk. */
type Expected = { event: number; slot: number; values: ReadonlySet<number> }

/** Milliseconds of comparing between two rounds of the event loop. */
const sliceMs = 2

/** The events of these that differ. */
async function otherEvents(
  index: State,
  events: readonly number[],
  entries: ReadonlyMap<number, readonly ListEntry[]>,
): Promise<ReadonlySet<number>> {
  const others = new Set<number>()
  const byChunk = new Map<Chunk, Expected[]>()
  for (const event of events)
    if (!expect(index, event, entries.get(event) ?? [], byChunk)) others.add(event)
  const isCompared = comparedKeys(index)
  let began = performance.now()
  for (const [chunk, expected] of byChunk) {
    for (const event of withOtherValues(chunk, expected, isCompared)) others.add(event)
    if (performance.now() - began < sliceMs) continue
    await new Promise(setImmediate)
    began = performance.now()
  }
  return others
}

/** Adds the occurrences of an event to those of their chunks. False if the index has other ones, or other times. */
function expect(
  { calendar, places }: State,
  event: number,
  entries: readonly ListEntry[],
  byChunk: Map<Chunk, Expected[]>,
): boolean {
  const placeOf = new Map(placesOf(calendar, event).map(place => [place.id, place]))
  if (placeOf.size !== entries.length) return false
  for (const entry of entries) {
    const { at, links } = entry
    const place = placeOf.get(at.id)
    if (!place) return false
    const { chunk, slot } = place
    if (chunk.isListed !== isListed(entry) || chunk.published[slot] !== at.published) return false
    if (chunk.modified[slot] !== entry.modified) return false
    if (dateColumns.some(column => chunk[column][slot] !== at[column])) return false
    const values = new Set([...valuesOf(calendar, entry), ...startKeys(at.starts)])
    if (links.venue.some(id => isVisible(places, id))) values.add(flags.located)
    const within = byChunk.get(chunk)
    if (within) within.push({ event, slot, values })
    else byChunk.set(chunk, [{ event, slot, values }])
  }
  return true
}

/** The links of an event to terms. */
const termKeys = [...termLinkKinds, 'direct'] as const

/** Leaves out the values of searches, and those of terms while one is being removed from its events. */
const comparedKeys =
  ({ leaving }: State) =>
  (key: number): boolean =>
    !isOf('search', key) && (leaving.size === 0 || !termKeys.some(kind => isOf(kind, key)))

/**
 * The events that have other values in a chunk than in the database. A chunk has thousands of values, and a series has dates in many
 * chunks, so each value is read once for all of these occurrences.
 */
function withOtherValues(
  { postings }: Chunk,
  expected: readonly Expected[],
  isCompared: (key: number) => boolean,
): Set<number> {
  const others = new Set<number>()
  const bySlot = new Map(expected.map(one => [one.slot, one]))
  const met = new Map<Expected, number>()
  for (const [key, posting] of postings) {
    if (!isCompared(key)) continue
    for (const one of among(posting, expected, bySlot))
      if (one.values.has(key)) met.set(one, (met.get(one) ?? 0) + 1)
      else others.add(one.event)
  }
  for (const one of expected) {
    const wanted = [...one.values].filter(isCompared).length
    if ((met.get(one) ?? 0) !== wanted) others.add(one.event)
  }
  return others
}

/** The occurrences of these that have a value. */
function among(
  posting: Posting,
  expected: readonly Expected[],
  bySlot: ReadonlyMap<number, Expected>,
): readonly Expected[] {
  if (!posting.list) return expected.filter(({ slot }) => has(posting, slot))
  const matches: Expected[] = []
  for (const slot of posting.list) {
    const one = bySlot.get(slot)
    if (one) matches.push(one)
  }
  return matches
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
/** Dates of all events of a batch, unless it is of one event: a hundred series can have half a million dates. */
const maxComparedDates = 400

/** The first of these events, as many as have at most `maxComparedDates` together; at least one. */
function withFewDates(calendar: ListCalendar, events: readonly number[]): readonly number[] {
  let dates = 0
  const end = events.findIndex(event => {
    dates += maxDates(calendar, event)
    return dates > maxComparedDates
  })
  return end < 0 ? events : events.slice(0, Math.max(1, end))
}

/**
 * The records to compare next: events that changed last, then all records in the order of their IDs, in rounds. Each step is the same
 * work in a calendar of any size, of single events or of series.
 */
export function openRounds(index: State) {
  const { reader, words, calendar } = index
  const after = tableOf(comparedKinds, () => 0)
  let seen = lastChange(words)

  /** Ids above the last ones, of records that the database has or the index. */
  async function next(kind: keyof Compared): Promise<number[]> {
    const from = after[kind]
    const stored = await reader.idsAfter(kind, from, max)
    const ids = isDated(kind) ? withFewDates(calendar, stored) : stored
    const [first] = ids
    const until = Math.min(ids.at(-1) ?? Number.POSITIVE_INFINITY, from + farthest)
    const there = new Set(ids.filter(id => id <= until))
    // where ids begin again far above, the gap is skipped
    after[kind] = first === undefined ? 0 : Math.max(first - 1, until)
    const alone: number[] = []
    for (let id = from + 1; id <= until && alone.length < max; id++)
      if (!there.has(id) && isStored(index, kind, id)) alone.push(id)
    return [...there, ...alone]
  }

  return async (): Promise<Compared> => {
    const changed = words.changes.slice(Math.max(0, seen - words.first)).slice(-max)
    const recent = withFewDates(calendar, [...new Set(changed.reverse())])
    seen = lastChange(words)
    const ids = noneCompared()
    for (const kind of comparedKinds) ids[kind] = await next(kind)
    return { ...ids, event: [...new Set([...recent, ...ids.event])] }
  }
}

const isStored = ({ calendar, posts }: State, kind: keyof Compared, id: number) =>
  isDated(kind) ? placesOf(calendar, id).length > 0 : posts[kind].byId.has(id)
