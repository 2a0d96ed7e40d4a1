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
import { flags, idIn, isOf, keyOf, languageKeys } from './keys.ts'
import {
  chunkSlots,
  emptyPosting,
  forEachSlot,
  has,
  orInto,
  type Posting,
  remove,
  words,
} from './postings.ts'

export const isListed = ({ at }: ListEntry) => at.status === 'publish' && at.hidden === 0

/** Chunks of all events that anyone may see in lists, in list order, and where each event is. */
export type ListCalendar = {
  chunks: Chunk[]
  chunkOf: (Chunk | undefined)[]
  slotOf: number[]
  size: number
  /** Goes up with every change: what was counted before is counted anew. */
  version: number
  /** Parents of categories: an event in one is in all above it. */
  parents: Map<number, number>
}

export const newCalendar = (): ListCalendar => ({
  chunks: [],
  chunkOf: [],
  slotOf: [],
  size: 0,
  version: 0,
  parents: new Map(),
})

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

function valuesOf(calendar: ListCalendar, { at, links }: ListEntry): number[] {
  const categories = new Set(links.category.flatMap(id => withAncestors(calendar, id)))
  return [
    ...[...categories].map(id => keyOf('category', id)),
    ...links.category.map(id => keyOf('direct', id)),
    ...links.tag.map(id => keyOf('tag', id)),
    ...links.venue.map(id => keyOf('venue', id)),
    ...links.organizer.map(id => keyOf('organizer', id)),
    ...(at.parent ? [keyOf('parent', at.parent)] : []),
    ...(at.featured ? [flags.featured] : []),
    ...(at.ticketed ? [flags.ticketed] : []),
    ...(at.protected ? [flags.protected] : []),
    ...(at.languages & languageBits.en ? [languageKeys.en] : []),
    ...(at.languages & languageBits.fr ? [languageKeys.fr] : []),
  ]
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

/** Puts an event in, or puts it in anew. One that nobody may see in lists is taken out. */
export function put(calendar: ListCalendar, entry: ListEntry) {
  calendar.version++
  leave(calendar, entry.at.event)
  if (!isListed(entry)) return
  const { at } = entry
  const of: Indexed = {
    event: at.event,
    starts: at.starts,
    ends: at.ends,
    utcStarts: at.utc_starts,
    utcEnds: at.utc_ends,
    published: at.published,
    values: valuesOf(calendar, entry),
  }
  const { chunks } = calendar
  if (chunks.length === 0) chunks.push(newChunk())
  let place = chunks[0]?.count === 0 ? 0 : placeOf(chunks, of)
  const full = chunks[place] as Chunk
  if (
    full.count === chunkSlots &&
    place === chunks.length - 1 &&
    compare(full, lastOf(full), of) < 0
  ) {
    chunks.push(newChunk())
    place++
  } else if (full.count === chunkSlots) {
    const halves = split(chunks[place] as Chunk)
    chunks.splice(place, 1, ...halves)
    for (const half of halves) note(calendar, half)
    place = placeOf(chunks, of)
  }
  const chunk = chunks[place] as Chunk
  calendar.chunkOf[at.event] = chunk
  calendar.slotOf[at.event] = insert(chunk, of)
  calendar.size++
}

export function leave(calendar: ListCalendar, event: number) {
  const chunk = calendar.chunkOf[event]
  if (!chunk) return
  calendar.version++
  take(chunk, calendar.slotOf[event] as number)
  calendar.chunkOf[event] = undefined
  calendar.size--
  if (chunk.count === 0) calendar.chunks.splice(calendar.chunks.indexOf(chunk), 1)
}

/** Gives an event a value, or takes it away. */
export function setValue(calendar: ListCalendar, event: number, key: number, holds: boolean) {
  const chunk = calendar.chunkOf[event]
  const slot = calendar.slotOf[event] as number
  if (!chunk) return
  calendar.version++
  if (holds) return addValue(chunk, key, slot)
  const posting = chunk.postings.get(key)
  if (!posting || !has(posting, slot)) return
  remove(posting, slot)
  if (posting.size === 0) chunk.postings.delete(key)
}

/** Takes a value from every event. */
export function forget(calendar: ListCalendar, key: number) {
  calendar.version++
  for (const chunk of calendar.chunks) chunk.postings.delete(key)
}

/** After the tree of categories has changed: which events are in a category follows anew from those directly in it. */
export function rollUp(calendar: ListCalendar) {
  calendar.version++
  for (const { postings } of calendar.chunks) {
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
  const posting = emptyPosting()
  const add: number[] = []
  forEachSlot({ size: 0, list: undefined, bits }, slot => add.push(slot))
  posting.size = add.length
  if (add.length > 96) Object.assign(posting, { list: undefined, bits })
  else posting.list = add
  return posting
}
