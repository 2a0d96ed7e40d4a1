import { openCache } from '../../common/index.ts'
import { existing } from '../../define/base/objects.ts'
import { type CustomCondition, meets, valuesListed } from '../../define/custom-fields.ts'
import { positionsIn } from '../../define/marks.ts'
import { postLinkKinds } from '../../define/record.ts'
import { languages } from '../../define/text/language.ts'
import { choiceNames, flagNames, idNames, markNames } from '../contract/event-filters.ts'
import type { Dates } from '../contract/series-date.ts'
import { type ListEntry, type ListItem, languageBits } from '../contract/store.ts'
import {
  addValue,
  type Chunk,
  chunkAt,
  compare,
  type Indexed,
  idAt,
  insert,
  itemIn,
  lastOf,
  newChunk,
  placeIn,
  slotAt,
  split,
  take,
  takeSeveral,
  takeValue,
} from './chunk.ts'
import { flagKey, flags, idIn, isOf, keyOf, languageKeys } from './posting-keys.ts'
import { chunkSlots, forEachSlot, has, orInto, type Posting, postingOf, words } from './postings.ts'

export const isListed = ({ at }: ListEntry) => at.status === 'publish' && at.hidden === 0

/** All occurrences in list order, in chunks, and where each is by its id: ids of events and dates are of one sequence, without gaps. */
export type ListCalendar = {
  lists: Lists
  /** Those that anyone may see in lists. */
  chunks: Chunk[]
  /** The others, a few: drafts, events that wait for review or are in the trash, and hidden ones. */
  apart: Chunk[]
  chunkOf: (Chunk | undefined)[]
  slotOf: number[]
  /**
   * Ids of the dates of each series, as ranges: a series has its ids one after another. Some may be of dates that are gone meanwhile.
   * Any other event has one date, with the event's id.
   */
  datesOf: Map<number, Range[]>
  /** The number of dates of series. */
  ofSeries: number
  /** The last stamp given: while it is the same, nothing has changed. */
  version: number
  /** Counts changes of `modified`. */
  touches: number
  /** The events that changed last, each with the version that it has since; of versions before `since` nothing is known. */
  changes: { since: number; last: { event: number; version: number }[] }
  /** Parents of categories: an event in one is in all above it. */
  parents: Map<number, number>
  statuses: Map<string, number>
  /** The keys of the values of custom fields, by field. Values are numbered as they are met. */
  custom: { count: number; of: Map<string, Map<string | number, number>> }
}

/** Ids from the first to the last. */
type Range = { first: number; last: number }

export const newCalendar = (): ListCalendar => ({
  lists: openLists(),
  chunks: [],
  apart: [],
  chunkOf: [],
  slotOf: [],
  datesOf: new Map(),
  ofSeries: 0,
  version: 0,
  touches: 0,
  changes: { since: 0, last: [] },
  parents: new Map(),
  statuses: new Map(),
  custom: { count: 0, of: new Map() },
})

function stamp(calendar: ListCalendar, chunk: Chunk) {
  chunk.stamp = ++calendar.version
}

/** Longer ago is not remembered: lists are made again then. */
const maxChanges = 1000

/** The same where an event has changed. Its dates come one after another. */
function stampWith(calendar: ListCalendar, chunk: Chunk, event: number) {
  stamp(calendar, chunk)
  const { version } = calendar
  const { last } = calendar.changes
  const latest = last.at(-1)
  if (latest?.event === event) latest.version = version
  else if (last.push({ event, version }) > maxChanges) stampAll(calendar)
}

/** Any event may have changed. */
function stampAll(calendar: ListCalendar) {
  calendar.changes = { since: calendar.version, last: [] }
}

/** The events that changed since a version; undefined where too many did, or any may have. */
export function changedSince({ changes }: ListCalendar, version: number): Set<number> | undefined {
  if (version < changes.since) return undefined
  const at = changes.last.findLastIndex(each => each.version <= version)
  return new Set(changes.last.slice(at + 1).map(({ event }) => event))
}

export const everyChunk = ({ chunks, apart }: ListCalendar): Chunk[] => [...chunks, ...apart]

/** The key of a status; statuses are numbered as they are met. */
export function statusKey({ statuses }: ListCalendar, status: string): number {
  const cached = statuses.get(status)
  if (cached !== undefined) return keyOf('status', cached)
  statuses.set(status, statuses.size)
  return keyOf('status', statuses.size - 1)
}

function customKey({ custom }: ListCalendar, name: string, value: string | number): number {
  const keys = custom.of.get(name) ?? new Map<string | number, number>()
  custom.of.set(name, keys)
  const key = keys.get(value) ?? keyOf('custom', ++custom.count)
  keys.set(value, key)
  return key
}

/** The keys of all values that meet a condition. */
export function customKeys({ custom }: ListCalendar, condition: CustomCondition): number[] {
  const keys = custom.of.get(condition.name) ?? []
  return [...keys].flatMap(([value, key]) => (meets(condition, value) ? [key] : []))
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
    ...markNames.flatMap(name => positionsIn(at[name]).map(position => keyOf(name, position))),
    ...flagNames.flatMap(name => (at[name] ? [flagKey(name)] : [])),
    ...(at.protected ? [flags.protected] : []),
    ...(at.first_in_day ? [flags.firstInDay] : []),
    ...(at.patched ? [flags.patched] : []),
    keyOf('author', at.author),
    ...valuesListed(at.custom).map(([name, value]) => customKey(calendar, name, value)),
    ...languages.flatMap(of => (at.languages & languageBits[of] ? [languageKeys[of]] : [])),
    ...seenBy(calendar, entry),
  ]
}

/** The values that decide the visibility of an event that is not public, besides its author. */
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
    setPlace(calendar, idAt(chunk.id, slot), chunk, slot)
  }
}

function setPlace(calendar: ListCalendar, id: number, chunk: Chunk, slot: number) {
  calendar.chunkOf[id] = chunk
  calendar.slotOf[id] = slot
}

type Place = { id: number; chunk: Chunk; slot: number }

/** The place of an occurrence that is in lists: callers have the id from a chunk, or from `placesOf`. */
const placeOf = ({ chunkOf, slotOf }: ListCalendar, id: number): Place => ({
  id,
  chunk: existing(chunkOf[id]),
  slot: existing(slotOf[id]),
})

/** An occurrence as lists give it. */
export function itemOf(calendar: ListCalendar, occurrence: number): ListItem {
  const { chunk, slot } = placeOf(calendar, occurrence)
  const event = idAt(chunk.event, slot)
  const item = itemIn(chunk, slot, occurrence, event)
  if (event === occurrence) return item
  return hasSlot(chunk, flags.patched, slot) ? { ...item, patched: true } : item
}

/** The series that an occurrence is a date of; undefined: it is the only date of its event. */
export function seriesAt(calendar: ListCalendar, id: number): number | undefined {
  const { chunk, slot } = placeOf(calendar, id)
  const event = idAt(chunk.event, slot)
  return event === id ? undefined : event
}

/** The places of the occurrences of an event that are in lists. */
export function placesOf(calendar: ListCalendar, event: number): Place[] {
  const ranges = calendar.datesOf.get(event)
  if (!ranges) return isDateOf(calendar, event, event) ? [placeOf(calendar, event)] : []
  const places: Place[] = []
  for (const { first, last } of ranges)
    for (let id = first; id <= last; id++)
      if (isDateOf(calendar, id, event)) places.push(placeOf(calendar, id))
  return places
}

/** The same of what an ID is of: an event, with all its dates, or one date. */
export const placesWith = (calendar: ListCalendar, id: number): Place[] =>
  calendar.datesOf.has(id) || !calendar.chunkOf[id]
    ? placesOf(calendar, id)
    : [placeOf(calendar, id)]

/** The number of dates of an event in lists, or slightly more. */
export const maxDates = ({ datesOf }: Pick<ListCalendar, 'datesOf'>, event: number): number =>
  datesOf.get(event)?.reduce((sum, { first, last }) => sum + last + 1 - first, 0) ?? 1

/** The number of events in lists. */
export const eventsIn = (calendar: ListCalendar): number =>
  everyChunk(calendar).reduce((total, { count }) => total + count, 0) -
  calendar.ofSeries +
  calendar.datesOf.size

/** True if this is a listed date of this event. */
function isDateOf({ chunkOf, slotOf }: ListCalendar, id: number, event: number): boolean {
  const chunk = chunkOf[id]
  return chunk !== undefined && idAt(chunk.event, existing(slotOf[id])) === event
}

/** Puts one occurrence in, in place of its earlier state. `values`: the keys of its values (`valuesOf`). */
export function put(
  calendar: ListCalendar,
  entry: ListEntry,
  values: readonly number[] = valuesOf(calendar, entry),
) {
  putDate(calendar, entry, entry.at, values)
}

/** Adds one date of an event. It is called for each of many dates, so it allocates little. */
export function putDate(
  calendar: ListCalendar,
  entry: ListEntry,
  { id, original, starts, ends, utc_starts, utc_ends }: Dates,
  values: readonly number[],
) {
  const { modified } = entry
  const { event, published } = entry.at
  takeDate(calendar, id)
  const of: Indexed = {
    id,
    event,
    original,
    published,
    starts,
    ends,
    utc_starts,
    utc_ends,
    modified,
    venues: entry.links.venue,
    values,
  }
  const chunk = roomFor(calendar, of, isListed(entry))
  setPlace(calendar, id, chunk, insert(chunk, of))
  if (id !== event) addDate(calendar, event, id)
  stampWith(calendar, chunk, event)
}

/** Notes when an event was last changed. Lists in which that decides nothing stay as they are. */
export function setModified(calendar: ListCalendar, event: number, modified: number) {
  calendar.touches++
  for (const { chunk, slot } of placesOf(calendar, event)) {
    chunk.modified[slot] = modified
    chunk.touched++
  }
}

function addDate(calendar: ListCalendar, event: number, id: number) {
  const ranges = calendar.datesOf.get(event)
  calendar.ofSeries++
  if (!ranges) calendar.datesOf.set(event, [{ first: id, last: id }])
  else if (!ranges.some(({ first, last }) => id >= first && id <= last)) {
    const before = ranges.findLast(({ last }) => last === id - 1)
    if (before) before.last = id
    else ranges.push({ first: id, last: id })
  }
}

/** Events that come in order, as all do at first, fill one chunk after the other, and leave room for some between them. */
const maxFilled = chunkSlots - 256

/** The chunk that an event belongs in, which has room for it. */
function roomFor(calendar: ListCalendar, of: Indexed, isListed: boolean): Chunk {
  const chunks = isListed ? calendar.chunks : calendar.apart
  const chunk = chunks[chunkFor(chunks, of)]
  const isNext = !chunk || (chunk === chunks.at(-1) && compare(chunk, lastOf(chunk), of) < 0)
  if (chunk && chunk.count < (isNext ? maxFilled : chunkSlots)) return chunk
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

/** Takes a date out, whichever event it is of: a split gives it another. */
export function takeDate(calendar: ListCalendar, id: number) {
  if (!calendar.chunkOf[id]) return
  const place = placeOf(calendar, id)
  const event = idAt(place.chunk.event, place.slot)
  takeOut(calendar, place)
  if (calendar.datesOf.has(event) && placesOf(calendar, event).length === 0)
    calendar.datesOf.delete(event)
}

/** Takes all occurrences of an event out; answers the values that they had. */
export function leave(calendar: ListCalendar, event: number): readonly number[] {
  const places = placesOf(calendar, event)
  calendar.datesOf.delete(event)
  const [only] = places
  if (only && places.length === 1) return takeOut(calendar, only)
  const had = new Set<number>()
  for (const [chunk, within] of Map.groupBy(places, place => place.chunk)) {
    const slots = within.map(({ slot }) => slot)
    for (const value of takeSeveral(chunk, slots)) had.add(value)
    for (const place of within) settleTaken(calendar, place, event)
  }
  return [...had]
}

function takeOut(calendar: ListCalendar, place: Place): number[] {
  const { chunk, slot } = place
  const event = idAt(chunk.event, slot)
  const had = take(chunk, slot)
  settleTaken(calendar, place, event)
  return had
}

/** Updates the calendar after an occurrence of an event was taken out of its chunk. */
function settleTaken(calendar: ListCalendar, { id, chunk }: Place, event: number) {
  if (event !== id) calendar.ofSeries--
  stampWith(calendar, chunk, event)
  const chunks = chunk.isListed ? calendar.chunks : calendar.apart
  const at = chunk.count === 0 ? chunks.indexOf(chunk) : -1
  if (at >= 0) chunks.splice(at, 1)
  calendar.chunkOf[id] = undefined
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

/** True if an occurrence has the value. */
export function hasValue(calendar: ListCalendar, id: number, key: number): boolean {
  const { chunk, slot } = placeOf(calendar, id)
  return hasSlot(chunk, key, slot)
}

/** Gives an event a value, or takes it away: all of its occurrences. */
export function setValue(calendar: ListCalendar, event: number, key: number, holds: boolean) {
  for (const place of placesOf(calendar, event)) setAt(calendar, place, key, holds)
}

/** The same of one occurrence. */
export const setValueOn = (calendar: ListCalendar, id: number, key: number, holds: boolean) =>
  setAt(calendar, placeOf(calendar, id), key, holds)

function setAt(calendar: ListCalendar, { chunk, slot }: Place, key: number, holds: boolean) {
  if (hasSlot(chunk, key, slot) === holds) return
  stampWith(calendar, chunk, idAt(chunk.event, slot))
  if (holds) addValue(chunk, key, slot)
  else takeValue(chunk, key, slot)
}

/** Gives an event a value that nothing was counted with yet. */
export function mark(calendar: ListCalendar, event: number, key: number) {
  for (const { chunk, slot } of placesOf(calendar, event)) addValue(chunk, key, slot)
}

/** Takes a value from every event. */
export function forget(calendar: ListCalendar, key: number) {
  for (const chunk of everyChunk(calendar)) if (chunk.postings.delete(key)) stamp(calendar, chunk)
  stampAll(calendar)
}

/** The same for values that nothing will be counted with again. `events`: no other code has a reference to it. */
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
  stampAll(calendar)
}

function fromBits(bits: Uint32Array): Posting {
  const slots: number[] = []
  forEachSlot({ size: 0, list: undefined, bits }, slot => slots.push(slot))
  return postingOf(slots)
}

/** Bytes of all cached lists, each with the version that it was made from: counts, by distance, by series, by linked records. */
export const listMemory = 32 * 1024 * 1024

const openLists = () => openCache({ bytes: listMemory })
type Lists = ReturnType<typeof openLists>
