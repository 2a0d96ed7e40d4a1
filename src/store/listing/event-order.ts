import { flagNames, idNames } from '../event-filters.ts'
import type { ListEntry } from '../store.ts'
import { languageBits } from '../store.ts'
import {
  addValue,
  type Chunk,
  compare,
  type Indexed,
  insert,
  lastOf,
  newChunk,
  split,
  take,
} from './chunk.ts'
import { flagKey, flags, idIn, isOf, keyOf, languageKeys } from './posting-keys.ts'
import {
  chunkSlots,
  forEachSlot,
  has,
  orInto,
  type Posting,
  postingOf,
  remove,
  words,
} from './postings.ts'

export const isListed = ({ at }: ListEntry) => at.status === 'publish' && at.hidden === 0

/** All events in list order, in chunks, and where each event is. */
export type ListCalendar = {
  /** Those that anyone may see in lists. */
  chunks: Chunk[]
  /** The others, a few: drafts, what waits or is in the trash, and what is hidden. */
  apart: Chunk[]
  chunkOf: (Chunk | undefined)[]
  slotOf: number[]
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

function valuesOf(calendar: ListCalendar, entry: ListEntry): number[] {
  const { at, links } = entry
  const categories = new Set(links.category.flatMap(id => withAncestors(calendar, id)))
  return [
    ...[...categories].map(id => keyOf('category', id)),
    ...links.category.map(id => keyOf('direct', id)),
    ...(['tag', 'venue', 'organizer'] as const).flatMap(kind =>
      links[kind].map(id => keyOf(kind, id)),
    ),
    ...idNames.flatMap(name => (at[name] ? [keyOf(name, at[name])] : [])),
    ...flagNames.flatMap(name => (at[name] ? [flagKey(name)] : [])),
    ...(at.protected ? [flags.protected] : []),
    ...(at.languages & languageBits.en ? [languageKeys.en] : []),
    ...(at.languages & languageBits.fr ? [languageKeys.fr] : []),
    ...seenBy(calendar, entry),
  ]
}

/** Who sees an event that is not for anyone, or reads one behind a password, is asked of these values. */
function seenBy(calendar: ListCalendar, entry: ListEntry): number[] {
  const { status, author, hidden } = entry.at
  if (isListed(entry)) return entry.at.protected ? [keyOf('author', author)] : []
  return [statusKey(calendar, status), keyOf('author', author), ...(hidden ? [flags.hidden] : [])]
}

/** The chunk that an event belongs in: the first that ends after it, else the last. */
function placeOf(chunks: readonly Chunk[], of: Indexed): number {
  let low = 0
  let high = chunks.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    const chunk = chunks[middle] as Chunk
    if (compare(chunk, lastOf(chunk), of) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function note(calendar: ListCalendar, chunk: Chunk) {
  for (let position = 0; position < chunk.count; position++) {
    const slot = chunk.order[position] as number
    const event = chunk.event[slot] as number
    calendar.chunkOf[event] = chunk
    calendar.slotOf[event] = slot
  }
}

/** Puts an event in, or puts it in anew; answers the values that it had before. */
export function put(calendar: ListCalendar, entry: ListEntry): number[] {
  const { at } = entry
  const had = leave(calendar, at.event)
  const of: Indexed = {
    ...at,
    venues: entry.links.venue,
    values: valuesOf(calendar, entry),
  }
  const chunk = roomFor(calendar, of, isListed(entry))
  calendar.chunkOf[at.event] = chunk
  calendar.slotOf[at.event] = insert(chunk, of)
  stamp(calendar, chunk)
  return had
}

/** Events that come in order, as all do at first, fill one chunk after the other, and leave room for some between them. */
const mostFilled = chunkSlots - 256

/** The chunk that an event belongs in, which has room for it. */
function roomFor(calendar: ListCalendar, of: Indexed, isListed: boolean): Chunk {
  const chunks = isListed ? calendar.chunks : calendar.apart
  const chunk = chunks[placeOf(chunks, of)]
  const isNext = !chunk || (chunk === chunks.at(-1) && compare(chunk, lastOf(chunk), of) < 0)
  if (chunk && chunk.count < (isNext ? mostFilled : chunkSlots)) return chunk
  if (isNext) {
    chunks.push(newChunk(isListed))
    return chunks.at(-1) as Chunk
  }
  const halves = split(chunk)
  chunks.splice(chunks.indexOf(chunk), 1, ...halves)
  for (const half of halves) {
    note(calendar, half)
    stamp(calendar, half)
  }
  return chunks[placeOf(chunks, of)] as Chunk
}

/** Takes an event out; answers the values that it had. */
export function leave(calendar: ListCalendar, event: number): number[] {
  const chunk = calendar.chunkOf[event]
  if (!chunk) return []
  const had = take(chunk, calendar.slotOf[event] as number)
  stamp(calendar, chunk)
  calendar.chunkOf[event] = undefined
  const chunks = chunk.isListed ? calendar.chunks : calendar.apart
  if (chunk.count === 0) chunks.splice(chunks.indexOf(chunk), 1)
  return had
}

/** List order. */
export function compareEvents({ chunkOf, slotOf }: ListCalendar, a: number, b: number): number {
  const chunk = chunkOf[b] as Chunk
  const slot = slotOf[b] as number
  return compare(chunkOf[a] as Chunk, slotOf[a] as number, {
    starts: chunk.starts[slot] as number,
    published: chunk.published[slot] as number,
    event: b,
  })
}

export function hasSlot({ postings }: Chunk, key: number, slot: number): boolean {
  const posting = postings.get(key)
  return posting !== undefined && has(posting, slot)
}

export function hasValue({ chunkOf, slotOf }: ListCalendar, event: number, key: number): boolean {
  const chunk = chunkOf[event]
  return chunk !== undefined && hasSlot(chunk, key, slotOf[event] as number)
}

/** Gives an event a value, or takes it away. */
export function setValue(calendar: ListCalendar, event: number, key: number, holds: boolean) {
  const chunk = calendar.chunkOf[event]
  if (!chunk || hasValue(calendar, event, key) === holds) return
  stamp(calendar, chunk)
  mark(calendar, event, key, holds)
}

/** The same for a value that nothing was counted with yet. */
export function mark(calendar: ListCalendar, event: number, key: number, holds: boolean) {
  const chunk = calendar.chunkOf[event]
  const slot = calendar.slotOf[event] as number
  if (!chunk) return
  if (holds) return addValue(chunk, key, slot)
  const posting = chunk.postings.get(key)
  if (!posting || !has(posting, slot)) return
  remove(posting, slot)
  if (posting.size === 0) chunk.postings.delete(key)
}

/** Takes a value from every event. */
export function forget(calendar: ListCalendar, key: number) {
  for (const chunk of everyChunk(calendar)) if (chunk.postings.delete(key)) stamp(calendar, chunk)
}

/** The same for values that nothing will be counted with again. */
export function discard(calendar: ListCalendar, keys: readonly number[]) {
  for (const { postings } of everyChunk(calendar)) for (const key of keys) postings.delete(key)
}

/** After the tree of categories has changed: which events are in a category follows anew from those directly in it. */
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
