import { onNothing, type Table } from '../../common/index.ts'
import { openBounds } from '../contract/bounds.ts'
import type { Listed, Near, Page } from '../contract/store.ts'
import { type Chunk, idAt, passes, placeIn, planOf, positionOf, slotAt } from './chunk.ts'
import { contains, find, type Question, type SplitQuery } from './condition.ts'
import { positionsOf, rangeOf, span } from './event-lists.ts'
import { compareEvents, hasValue, type ListCalendar } from './event-order.ts'
import { keyOf } from './posting-keys.ts'
import { chunkSlots, forEachSlot, wordAt } from './postings.ts'
import { type Places, venuesAround } from './venue-grid.ts'

/** Events of a chunk in list order, each as the rank of its venue × `chunkSlots` + its position in the chunk. */
type Ranked = Uint32Array
const rankOf = (at: number) => (at / chunkSlots) | 0

/** A list with its sources: the venues, nearest first, and the chunks. */
type NearList = {
  version: number
  placed: number
  venues: readonly number[]
  stamps: number[]
  ranked: Ranked[]
  ids: Float64Array
}

const unranked = 0xffff
/** Up to so many, each is looked up; the events of a chunk are read along where there are more. */
const few = { venues: 32, events: 64 }

/** Lists by distance: nearest venue first, then list order. The ranks of a chunk are valid until it changes. */
export type NearLists = {
  calendar: ListCalendar
  places: Places
  lists: Table<string, NearList>
  /** Ranks of the venues of one circle by their ids; all others have none. */
  ranks: Uint16Array
}

export const newNearLists = (calendar: ListCalendar, places: Places): NearLists => ({
  calendar,
  places,
  lists: calendar.lists.table({
    sizeOf: ({ ids, venues }, key) => key.length + 12 * ids.length + 8 * venues.length + 1000,
    // a list has the versions that it was made from, and is made from the rest of it
    dependsOn: onNothing,
  }),
  ranks: new Uint16Array(),
})

export function listNear(
  of: NearLists,
  near: Near,
  query: SplitQuery,
  { limit, offset }: Page,
): Listed {
  const name = JSON.stringify([near, query])
  let list = of.lists.get(name)
  if (list?.version !== of.calendar.version || list.placed !== of.places.version) {
    list = make(of, near, query, list)
    of.lists.set(name, list)
  }
  return { ids: [...list.ids.subarray(offset, offset + limit)], total: list.ids.length }
}

/** From a few occurrences in list order, those at a venue within the circle, nearest first. */
export function nearestAmong(
  { calendar, places }: NearLists,
  near: Near,
  ids: readonly number[],
): number[] {
  const keys = venuesAround(places, near).map(venue => keyOf('venue', venue))
  return ids
    .map(id => ({ id, rank: keys.findIndex(key => hasValue(calendar, id, key)) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({ id }) => id)
}

/** The chunks to search, each with its question. */
export function chunksOf({ chunks, apart }: ListCalendar, query: SplitQuery): [Chunk, Question][] {
  const within = (of: readonly Chunk[], question: Question | undefined) =>
    question
      ? of
          .slice(...span(of, planOf(question.window)))
          .map((chunk): [Chunk, Question] => [chunk, question])
      : []
  return [...within(chunks, query.listed), ...within(apart, query.apart)]
}

function setRanks(of: NearLists, venues: readonly number[], rankAt: (at: number) => number) {
  const max = Math.max(0, ...venues)
  if (max >= of.ranks.length) of.ranks = new Uint16Array(max + 1000).fill(unranked)
  for (const [at, venue] of venues.entries()) of.ranks[venue] = rankAt(at)
}

function make(
  of: NearLists,
  near: Near,
  query: SplitQuery,
  earlier: NearList | undefined,
): NearList {
  const { calendar, places } = of
  const same = earlier?.placed === places.version ? earlier : undefined
  const venues = same ? same.venues : venuesAround(places, near)
  const indexOf = positionsOf(same ? same.stamps : [])
  const chunks = chunksOf(calendar, query)
  let isSame = chunks.length === same?.stamps.length
  setRanks(of, venues, at => at)
  const ranked = chunks.map(([chunk, question]) => {
    const before = same?.ranked[indexOf(chunk)]
    if (before) return before
    isSame = false
    return rank(chunk, question, venues, of.ranks)
  })
  setRanks(of, venues, () => unranked)
  return {
    version: calendar.version,
    placed: places.version,
    venues,
    stamps: chunks.map(([{ stamp }]) => stamp),
    ranked,
    ids: same && isSame ? same.ids : joined(calendar, chunks, ranked, venues.length),
  }
}

/** Rank by rank; those of a rank come in list order, chunk by chunk. */
function joined(
  calendar: ListCalendar,
  chunks: readonly [Chunk, Question][],
  ranked: readonly Ranked[],
  many: number,
): Float64Array {
  const starts = new Uint32Array(many + 1)
  for (const events of ranked)
    for (const at of events) starts[rankOf(at) + 1] = wordAt(starts, rankOf(at) + 1) + 1
  for (let rank = 1; rank <= many; rank++)
    starts[rank] = wordAt(starts, rank) + wordAt(starts, rank - 1)
  const ids = new Float64Array(wordAt(starts, many))
  const next = starts.slice()
  const mixed = new Set<number>()
  for (const [index, [chunk]] of chunks.entries())
    for (const at of ranked[index] ?? []) {
      const rank = rankOf(at)
      const place = wordAt(next, rank)
      next[rank] = place + 1
      ids[place] = idAt(chunk.id, slotAt(chunk, at % chunkSlots))
      if (!chunk.isListed) mixed.add(rank)
    }
  for (const rank of mixed)
    ids.subarray(starts[rank], starts[rank + 1]).sort((a, b) => compareEvents(calendar, a, b))
  return ids
}

const scratch = new Uint32Array(chunkSlots)

/** Ranks the events of a chunk by the first of the venues that they are at. */
function rank(
  chunk: Chunk,
  question: Question,
  venues: readonly number[],
  ranks: Uint16Array,
): Ranked {
  const plan = planOf(question.window)
  const open = openBounds(chunk, plan.rest)
  const looked = fewAt(chunk, venues)
  if (!open || looked?.length === 0) return new Uint32Array()
  const [low, high] = rangeOf(chunk, plan)
  const selection = find(chunk, question)
  const many = looked?.length ?? high - low
  let count = 0
  for (let at = 0; at < many; at++) {
    const position = looked?.[at] ?? low + at
    if (position < low || position >= high) continue
    const slot = slotAt(chunk, position)
    let rank = ranks[chunk.venue[slot] ?? 0] ?? unranked
    if (chunk.venues.size > 0)
      for (const venue of chunk.venues.get(slot) ?? [])
        rank = Math.min(rank, ranks[venue] ?? unranked)
    if (rank === unranked || !contains(selection, slot) || !passes(chunk, slot, open)) continue
    scratch[count++] = rank * chunkSlots + position
  }
  return scratch.slice(0, count)
}

/** Positions of all events at these venues where they are few; undefined: every event of the chunk is looked at. */
function fewAt(chunk: Chunk, venues: readonly number[]): number[] | undefined {
  if (venues.length > few.venues) return undefined
  const postings = venues.flatMap(venue => chunk.postings.get(keyOf('venue', venue)) ?? [])
  if (postings.reduce((total, { size }) => total + size, 0) > few.events) return undefined
  const positions = new Set<number>()
  for (const posting of postings)
    forEachSlot(posting, slot => positions.add(positionOf(chunk, placeIn(chunk, slot))))
  return [...positions].sort((a, b) => a - b)
}
