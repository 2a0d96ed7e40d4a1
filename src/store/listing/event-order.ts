import { postLinkKinds } from '../../define/record.ts'
import { languages } from '../../define/text/language.ts'
import { eventOf, isFurther } from '../form/occurrence.ts'
import { choiceNames, flagNames, idNames } from '../read/event-filters.ts'
import type { ListEntry, ListItem } from '../store.ts'
import { languageBits } from '../store.ts'
import {
  addValue,
  type Chunk,
  chunkAt,
  compare,
  type Indexed,
  insert,
  lastOf,
  newChunk,
  placeIn,
  slotAt,
  split,
  take,
  takeValue,
  timeAt,
} from './chunk.ts'
import { flagKey, flags, idIn, isOf, keyOf, languageKeys } from './posting-keys.ts'
import { chunkSlots, forEachSlot, has, orInto, type Posting, postingOf, words } from './postings.ts'

export const isListed = ({ at }: ListEntry) => at.status === 'publish' && at.hidden === 0

/** All occurrences in list order, in chunks, and where the first one of each event is. */
export type ListCalendar = {
  /** Those that anyone may see in lists. */
  chunks: Chunk[]
  /** The others, a few: drafts, what waits or is in the trash, and what is hidden. */
  apart: Chunk[]
  chunkOf: (Chunk | undefined)[]
  slotOf: number[]
  /** The same of further occurrences, by id: few events have any. */
  further: Map<number, { chunk: Chunk; slot: number }>
  /** Ids of the further occurrences of an event. */
  furtherOf: Map<number, number[]>
  /** The last stamp given: while it is the same, nothing has changed. */
  version: number
  /** Parents of categories: an event in one is in all above it. */
  parents: Map<number, number>
  statuses: Map<string, number>
}

export const newCalendar = (): ListCalendar => ({
  chunks: [],
  apart: [],
  chunkOf: [],
  slotOf: [],
  further: new Map(),
  furtherOf: new Map(),
  version: 0,
  parents: new Map(),
  statuses: new Map(),
})

function stamp(calendar: ListCalendar, chunk: Chunk) {
  chunk.stamp = ++calendar.version
}

export const everyChunk = ({ chunks, apart }: ListCalendar): Chunk[] => [...chunks, ...apart]

/** The key of a status; statuses are numbered as they are met. */
export function statusKey({ statuses }: ListCalendar, status: string): number {
  const known = statuses.get(status)
  if (known !== undefined) return keyOf('status', known)
  statuses.set(status, statuses.size)
  return keyOf('status', statuses.size - 1)
}

function withAncestors({ parents }: ListCalendar, category: number): number[] {
  const line: number[] = []
  for (
    let id: number | undefined = category;
    id !== undefined && !line.includes(id);
    id = parents.get(id)
  )
    line.push(id)
  return line
}

/** The keys of all values of an occurrence, but that it is at a place, and the searches that find it. */
export function valuesOf(calendar: ListCalendar, entry: ListEntry): number[] {
  const { at, links } = entry
  const categories = new Set(links.category.flatMap(id => withAncestors(calendar, id)))
  return [
    ...[...categories].map(id => keyOf('category', id)),
    ...links.category.map(id => keyOf('direct', id)),
    ...(['tag', ...postLinkKinds] as const).flatMap(kind => links[kind].map(id => keyOf(kind, id))),
    ...[...idNames, ...choiceNames].flatMap(name => (at[name] ? [keyOf(name, at[name])] : [])),
    ...flagNames.flatMap(name => (at[name] ? [flagKey(name)] : [])),
    ...(at.protected ? [flags.protected] : []),
    ...(at.first_in_day ? [flags.firstInDay] : []),
    keyOf('author', at.author),
    ...languages.flatMap(of => (at.languages & languageBits[of] ? [languageKeys[of]] : [])),
    ...seenBy(calendar, entry),
  ]
}

/** Who sees an event that is not for anyone is asked of these values, and of its author. */
function seenBy(calendar: ListCalendar, entry: ListEntry): number[] {
  if (isListed(entry)) return []
  return [statusKey(calendar, entry.at.status), ...(entry.at.hidden ? [flags.hidden] : [])]
}

/** The chunk that an event belongs in: the first that ends after it, else the last. */
function chunkFor(chunks: readonly Chunk[], of: Indexed): number {
  let low = 0
  let high = chunks.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    const chunk = chunkAt(chunks, middle)
    if (compare(chunk, lastOf(chunk), of) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function note(calendar: ListCalendar, chunk: Chunk) {
  for (let position = 0; position < chunk.count; position++) {
    const slot = slotAt(chunk, position)
    setPlace(calendar, timeAt(chunk.id, slot), chunk, slot)
  }
}

function setPlace(calendar: ListCalendar, id: number, chunk: Chunk, slot: number) {
  if (isFurther(id)) {
    calendar.further.set(id, { chunk, slot })
    return
  }
  calendar.chunkOf[id] = chunk
  calendar.slotOf[id] = slot
}

type Place = { id: number; chunk: Chunk; slot: number }

/** Where an occurrence is that is in lists. */
function placeOf({ chunkOf, slotOf, further }: ListCalendar, id: number): Place {
  const place = isFurther(id) ? further.get(id) : { chunk: chunkOf[id], slot: slotOf[id] }
  // What asks has the id from a chunk, or from `placesOf`.
  return { id, ...(place as Omit<Place, 'id'>) }
}

/** An occurrence as lists give it. */
export function itemOf(calendar: ListCalendar, occurrence: number): ListItem {
  const { chunk, slot } = placeOf(calendar, occurrence)
  const [starts, ends] = [timeAt(chunk.starts, slot), timeAt(chunk.ends, slot)]
  return { occurrence, event: eventOf(occurrence), starts, ends }
}

/** Where the occurrences of an event are that are in lists. */
export function placesOf(calendar: ListCalendar, event: number): Place[] {
  const further = calendar.furtherOf.get(event) ?? []
  const ids = calendar.chunkOf[event] ? [event, ...further] : further
  return ids.map(id => placeOf(calendar, id))
}

/** Puts one occurrence in, in the place of what was known of it. */
export function put(calendar: ListCalendar, entry: ListEntry) {
  const { at } = entry
  for (const place of placesOf(calendar, at.event)) if (place.id === at.id) takeOut(calendar, place)
  const of: Indexed = {
    ...at,
    venues: entry.links.venue,
    values: valuesOf(calendar, entry),
  }
  const chunk = roomFor(calendar, of, isListed(entry))
  setPlace(calendar, at.id, chunk, insert(chunk, of))
  if (isFurther(at.id))
    calendar.furtherOf.set(at.event, [...(calendar.furtherOf.get(at.event) ?? []), at.id])
  stamp(calendar, chunk)
}

/** Events that come in order, as all do at first, fill one chunk after the other, and leave room for some between them. */
const mostFilled = chunkSlots - 256

/** The chunk that an event belongs in, which has room for it. */
function roomFor(calendar: ListCalendar, of: Indexed, isListed: boolean): Chunk {
  const chunks = isListed ? calendar.chunks : calendar.apart
  const chunk = chunks[chunkFor(chunks, of)]
  const isNext = !chunk || (chunk === chunks.at(-1) && compare(chunk, lastOf(chunk), of) < 0)
  if (chunk && chunk.count < (isNext ? mostFilled : chunkSlots)) return chunk
  if (isNext) {
    const next = newChunk(isListed)
    chunks.push(next)
    return next
  }
  const halves = split(chunk)
  chunks.splice(chunks.indexOf(chunk), 1, ...halves)
  for (const half of halves) {
    note(calendar, half)
    stamp(calendar, half)
  }
  return chunkAt(chunks, chunkFor(chunks, of))
}

/** Takes all occurrences of an event out; answers the values that it had, which each of them has. */
export function leave(calendar: ListCalendar, event: number): number[] {
  let had: number[] = []
  for (const place of placesOf(calendar, event)) had = takeOut(calendar, place)
  return had
}

function takeOut(calendar: ListCalendar, { id, chunk, slot }: Place): number[] {
  const had = take(chunk, slot)
  stamp(calendar, chunk)
  const chunks = chunk.isListed ? calendar.chunks : calendar.apart
  if (chunk.count === 0) chunks.splice(chunks.indexOf(chunk), 1)
  if (!isFurther(id)) calendar.chunkOf[id] = undefined
  else {
    const event = eventOf(id)
    const others = calendar.furtherOf.get(event)?.filter(other => other !== id) ?? []
    calendar.further.delete(id)
    if (others.length > 0) calendar.furtherOf.set(event, others)
    else calendar.furtherOf.delete(event)
  }
  return had
}

/** List order of two occurrences. */
export function compareEvents(calendar: ListCalendar, a: number, b: number): number {
  const one = placeOf(calendar, a)
  const other = placeOf(calendar, b)
  return compare(one.chunk, one.slot, placeIn(other.chunk, other.slot))
}

export function hasSlot({ postings }: Chunk, key: number, slot: number): boolean {
  const posting = postings.get(key)
  return posting !== undefined && has(posting, slot)
}

/** Has an occurrence a value? */
export function hasValue(calendar: ListCalendar, id: number, key: number): boolean {
  const { chunk, slot } = placeOf(calendar, id)
  return hasSlot(chunk, key, slot)
}

/** Gives an event a value, or takes it away: all of its occurrences. */
export function setValue(calendar: ListCalendar, event: number, key: number, holds: boolean) {
  for (const { chunk, slot } of placesOf(calendar, event)) {
    if (hasSlot(chunk, key, slot) === holds) continue
    stamp(calendar, chunk)
    if (holds) addValue(chunk, key, slot)
    else takeValue(chunk, key, slot)
  }
}

/** Gives an event a value that nothing was counted with yet. */
export function mark(calendar: ListCalendar, event: number, key: number) {
  for (const { chunk, slot } of placesOf(calendar, event)) addValue(chunk, key, slot)
}

/** Takes a value from every event. */
export function forget(calendar: ListCalendar, key: number) {
  for (const chunk of everyChunk(calendar)) if (chunk.postings.delete(key)) stamp(calendar, chunk)
}

/** The same for values that nothing will be counted with again. `events`: nobody else has it. */
export function discard(
  calendar: ListCalendar,
  values: readonly { key: number; events: Iterable<number> | undefined }[],
) {
  const ofMany = values.filter(({ events }) => !events).map(({ key }) => key)
  if (ofMany.length > 0)
    for (const { postings } of everyChunk(calendar)) for (const key of ofMany) postings.delete(key)
  for (const { key, events = [] } of values)
    for (const event of events)
      for (const { chunk } of placesOf(calendar, event)) chunk.postings.delete(key)
}

/** After the tree of categories has changed: which events are in a category follows again from those directly in it. */
export function rollUp(calendar: ListCalendar) {
  for (const chunk of everyChunk(calendar)) {
    const { postings } = chunk
    stamp(calendar, chunk)
    for (const key of [...postings.keys()]) if (isOf('category', key)) postings.delete(key)
    const rolled = new Map<number, Uint32Array>()
    for (const [key, posting] of postings) {
      if (!isOf('direct', key)) continue
      for (const id of withAncestors(calendar, idIn(key))) {
        let bits = rolled.get(id)
        if (!bits) {
          bits = new Uint32Array(words)
          rolled.set(id, bits)
        }
        orInto(bits, posting)
      }
    }
    for (const [id, bits] of rolled) postings.set(keyOf('category', id), fromBits(bits))
  }
}

function fromBits(bits: Uint32Array): Posting {
  const slots: number[] = []
  forEachSlot({ size: 0, list: undefined, bits }, slot => slots.push(slot))
  return postingOf(slots)
}
