import { existing } from '../../define/base/objects.ts'
import { daySeconds } from '../../define/time/clock.ts'
import { type Bound, columnOf, type DateColumn, holds } from '../contract/bounds.ts'
import type { Occurrence } from '../contract/occurrence.ts'
import type { EventOrder, ListItem } from '../contract/store.ts'
import { startKeys } from './posting-keys.ts'
import {
  add,
  chunkSlots,
  emptyPosting,
  forEachSlot,
  type Posting,
  postingOf,
  remove,
  removeSeveral,
} from './postings.ts'

/** The indexed values of one occurrence: its dates, and the values of filters. */
export type Indexed = Pick<Occurrence, DateColumn | 'id' | 'event' | 'original' | 'published'> & {
  modified: number
  venues: readonly number[]
  /** Keys of its values (`posting-keys.ts`). */
  values: readonly number[]
}

/** Slots in an order, which is theirs while the chunk has this stamp, and is touched no more. */
type SlotOrder = { stamp: number; touched: number; slots: Uint16Array }

/**
 * A run of neighbouring occurrences in list order. Each has a slot that it keeps while it is here; `order` names the slots
 * in list order; postings name the slots that have a value.
 */
export type Chunk = {
  /** True if the chunk holds the events of public lists. */
  isListed: boolean
  /** Unique for each state of a chunk: values derived from a chunk are valid while it has the same stamp. */
  stamp: number
  count: number
  order: Uint16Array
  free: number[]
  /** Ids of the occurrences, and of their events: both below 2^31. */
  id: Uint32Array
  event: Uint32Array
  /** Original wall starts of the few that have another. */
  originals: Map<number, number>
  starts: Float64Array
  ends: Float64Array
  utc_starts: Float64Array
  utc_ends: Float64Array
  published: Float64Array
  /** When each record was last changed. `touched` counts these changes, of which the stamp does not tell. */
  modified: Float64Array
  touched: number
  /** Its slots in other orders, as they were last asked for (`by-order.ts`). */
  orders: Map<EventOrder, SlotOrder>
  /** The first venue of each, or 0; and the others of the few that have several. */
  venue: Uint32Array
  venues: Map<number, readonly number[]>
  postings: Map<number, Posting>
  /** Slots of events that last more than a day: few, and the only ones that reach far beyond their start. */
  long: number[]
  /** Bounds that hold for every event here; they may be wider than needed after removals. */
  most: Record<DateColumn, number>
  least: Record<DateColumn, number>
}

export const newChunk = (isListed: boolean): Chunk => ({
  isListed,
  stamp: 0,
  count: 0,
  order: new Uint16Array(chunkSlots),
  free: [],
  id: new Uint32Array(chunkSlots),
  event: new Uint32Array(chunkSlots),
  originals: new Map(),
  starts: new Float64Array(chunkSlots),
  ends: new Float64Array(chunkSlots),
  utc_starts: new Float64Array(chunkSlots),
  utc_ends: new Float64Array(chunkSlots),
  published: new Float64Array(chunkSlots),
  modified: new Float64Array(chunkSlots),
  touched: 0,
  orders: new Map(),
  venue: new Uint32Array(chunkSlots),
  venues: new Map(),
  postings: new Map(),
  long: [],
  most: { starts: -Infinity, ends: -Infinity, utc_starts: -Infinity, utc_ends: -Infinity },
  least: { starts: Infinity, ends: Infinity, utc_starts: Infinity, utc_ends: Infinity },
})

/** The slot at a position: positions are below the count. One helper for each sort of array, so that each stays as quick as it is. */
export const slotAt = ({ order }: Pick<Chunk, 'order'>, position: number): number =>
  existing(order[position])

/** A date of a slot that is taken. */
export const timeAt = (column: Float64Array, slot: number): number => existing(column[slot])

/** An id of a slot that is taken. */
export const idAt = (column: Uint32Array, slot: number): number => existing(column[slot])

/** One of the chunks that there are. */
export const chunkAt = (chunks: readonly Chunk[], index: number): Chunk => existing(chunks[index])

/** Order of the lists: wall-clock start, publication, id of the event (T3), then of the occurrence. */
export function compare(chunk: Chunk, slot: number, to: Place): number {
  return (
    timeAt(chunk.starts, slot) - to.starts ||
    timeAt(chunk.published, slot) - to.published ||
    idAt(chunk.event, slot) - to.event ||
    idAt(chunk.id, slot) - to.id
  )
}
type Place = Pick<Occurrence, 'starts' | 'published' | 'event' | 'id'>

/** The values that determine the order of an occurrence. */
export const placeIn = ({ starts, published, event, id }: Chunk, slot: number): Place => ({
  starts: timeAt(starts, slot),
  published: timeAt(published, slot),
  event: idAt(event, slot),
  id: idAt(id, slot),
})

/** An occurrence as lists show it. */
export function itemIn(chunk: Chunk, slot: number, occurrence: number, event: number): ListItem {
  const starts = timeAt(chunk.starts, slot)
  return {
    occurrence,
    event,
    published: timeAt(chunk.published, slot),
    original: chunk.originals.get(slot) ?? starts,
    starts,
    ends: timeAt(chunk.ends, slot),
    utc_starts: timeAt(chunk.utc_starts, slot),
    utc_ends: timeAt(chunk.utc_ends, slot),
  }
}

/** The first position whose event is not before. */
export function positionOf(chunk: Chunk, of: Place): number {
  let low = 0
  let high = chunk.count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(chunk, slotAt(chunk, middle), of) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The first position that starts at this wall time or later. */
export function positionAt(chunk: Chunk, starts: number): number {
  let low = 0
  let high = chunk.count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (timeAt(chunk.starts, slotAt(chunk, middle)) < starts) low = middle + 1
    else high = middle
  }
  return low
}

/** Puts an occurrence into a chunk that has room; returns its slot. */
export function insert(chunk: Chunk, of: Indexed): number {
  const slot = chunk.free.pop() ?? chunk.count
  const position = positionOf(chunk, of)
  chunk.order.copyWithin(position + 1, position, chunk.count)
  chunk.order[position] = slot
  chunk.count++
  chunk.id[slot] = of.id
  chunk.event[slot] = of.event
  if (of.original !== of.starts) chunk.originals.set(slot, of.original)
  chunk.published[slot] = of.published
  chunk.modified[slot] = of.modified
  chunk.venue[slot] = of.venues[0] ?? 0
  if (of.venues.length > 1) chunk.venues.set(slot, of.venues.slice(1))
  for (const value of of.values) addValue(chunk, value, slot)
  for (const value of startKeys(of.starts)) addValue(chunk, value, slot)
  if (of.ends - of.starts > daySeconds) chunk.long.push(slot)
  setDates(chunk, slot, of.starts, of.ends, of.utc_starts, of.utc_ends)
  return slot
}

/** Column by column: with a loop over their names this takes a third of the time of an insertion. */
function setDates(
  { starts, ends, utc_starts, utc_ends, most: max, least: min }: Chunk,
  slot: number,
  start: number,
  end: number,
  utcStart: number,
  utcEnd: number,
) {
  starts[slot] = start
  ends[slot] = end
  utc_starts[slot] = utcStart
  utc_ends[slot] = utcEnd
  if (start > max.starts) max.starts = start
  if (start < min.starts) min.starts = start
  if (end > max.ends) max.ends = end
  if (end < min.ends) min.ends = end
  if (utcStart > max.utc_starts) max.utc_starts = utcStart
  if (utcStart < min.utc_starts) min.utc_starts = utcStart
  if (utcEnd > max.utc_ends) max.utc_ends = utcEnd
  if (utcEnd < min.utc_ends) min.utc_ends = utcEnd
}

export function addValue(chunk: Chunk, value: number, slot: number) {
  let posting = chunk.postings.get(value)
  if (!posting) {
    posting = emptyPosting()
    chunk.postings.set(value, posting)
  }
  add(posting, slot)
}

export function takeValue(chunk: Chunk, value: number, slot: number) {
  const posting = chunk.postings.get(value)
  if (posting && remove(posting, slot) && posting.size === 0) chunk.postings.delete(value)
}

/** Takes an occurrence out, with whatever values it has here, and answers these; its slot is free for another. */
export function take(chunk: Chunk, slot: number): number[] {
  const values: number[] = []
  const position = positionOf(chunk, placeIn(chunk, slot))
  chunk.order.copyWithin(position, position + 1, chunk.count)
  chunk.count--
  for (const [value, posting] of chunk.postings) {
    if (remove(posting, slot)) values.push(value)
    if (posting.size === 0) chunk.postings.delete(value)
  }
  const long = chunk.long.indexOf(slot)
  if (long >= 0) chunk.long.splice(long, 1)
  chunk.venues.delete(slot)
  chunk.originals.delete(slot)
  chunk.free.push(slot)
  return values
}

/** The same of several: their number does not multiply the number of values here. */
export function takeSeveral(chunk: Chunk, slots: readonly number[]): number[] {
  const values: number[] = []
  const taken = new Uint8Array(chunkSlots)
  for (const slot of slots) taken[slot] = 1
  for (const [value, posting] of chunk.postings) {
    if (removeSeveral(posting, slots, taken)) values.push(value)
    if (posting.size === 0) chunk.postings.delete(value)
  }
  let left = 0
  for (let position = 0; position < chunk.count; position++) {
    const slot = slotAt(chunk, position)
    if (!taken[slot]) chunk.order[left++] = slot
  }
  chunk.count = left
  chunk.long = chunk.long.filter(slot => !taken[slot])
  for (const slot of slots) {
    chunk.venues.delete(slot)
    chunk.originals.delete(slot)
    chunk.free.push(slot)
  }
  return values
}

/** Two chunks with half of the occurrences each, which get other slots there. */
export function split(chunk: Chunk): [Chunk, Chunk] {
  const [left, right] = [newChunk(chunk.isListed), newChunk(chunk.isListed)]
  const middle = chunk.count >>> 1
  const moved = new Uint16Array(chunkSlots)
  const inRight = new Uint8Array(chunkSlots)
  for (let position = 0; position < chunk.count; position++) {
    const slot = slotAt(chunk, position)
    const half = position < middle ? left : right
    inRight[slot] = position < middle ? 0 : 1
    moved[slot] = half.count
    copy(chunk, slot, half)
  }
  for (const slot of chunk.long) (inRight[slot] ? right : left).long.push(moved[slot] ?? 0)
  for (const [value, posting] of chunk.postings) {
    const [lefts, rights]: [number[], number[]] = [[], []]
    forEachSlot(posting, slot => (inRight[slot] ? rights : lefts).push(moved[slot] ?? 0))
    if (lefts.length > 0) left.postings.set(value, postingOf(lefts))
    if (rights.length > 0) right.postings.set(value, postingOf(rights))
  }
  return [left, right]
}

/** Appends an event of another chunk; its values follow by themselves. */
function copy(from: Chunk, slot: number, to: Chunk) {
  const at = to.count++
  to.order[at] = at
  to.id[at] = idAt(from.id, slot)
  to.event[at] = idAt(from.event, slot)
  const original = from.originals.get(slot)
  if (original !== undefined) to.originals.set(at, original)
  to.venue[at] = from.venue[slot] ?? 0
  const venues = from.venues.get(slot)
  if (venues) to.venues.set(at, venues)
  to.published[at] = timeAt(from.published, slot)
  to.modified[at] = timeAt(from.modified, slot)
  const { starts, ends, utc_starts, utc_ends } = from
  setDates(
    to,
    at,
    timeAt(starts, slot),
    timeAt(ends, slot),
    timeAt(utc_starts, slot),
    timeAt(utc_ends, slot),
  )
}

export const firstOf = (chunk: Pick<Chunk, 'order'>) => slotAt(chunk, 0)
export const lastOf = (chunk: Chunk) => slotAt(chunk, chunk.count - 1)

/** A window: the range of wall-clock starts, and its other bounds. */
export type Plan = { from: number; to: number; rest: readonly Bound[] }

/** Starts are compared by their place in the order: `from` at least, `to` at most (both in whole seconds). */
export function planOf(window: readonly Bound[]): Plan {
  let from = -Infinity
  let to = Infinity
  const rest: Bound[] = []
  for (const bound of window) {
    if (bound.edge !== 'start' || bound.clock !== 'wall') rest.push(bound)
    else if (bound.is === '>=') from = Math.max(from, bound.at)
    else if (bound.is === '>') from = Math.max(from, bound.at + 1)
    else if (bound.is === '<=') to = Math.min(to, bound.at)
    else to = Math.min(to, bound.at - 1)
  }
  return { from, to, rest }
}

export function passes(chunk: Chunk, slot: number, bounds: readonly Bound[]): boolean {
  for (const bound of bounds) if (!holds(bound, timeAt(chunk[columnOf(bound)], slot))) return false
  return true
}
