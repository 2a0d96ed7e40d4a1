import { LRUCache } from 'lru-cache'
import type { Listed, Near, Page } from '../store.ts'
import { type Chunk, placeIn as placeInChunk, positionOf } from './chunk.ts'
import type { Asked } from './condition.ts'
import { known, rangeOf, span } from './event-lists.ts'
import { compareEvents, hasValue, type ListCalendar } from './event-order.ts'
import { contains, find, type Question } from './event-values.ts'
import { keyOf } from './posting-keys.ts'
import { chunkSlots, forEachSlot } from './postings.ts'
import type { Places } from './venue-grid.ts'
import { openBounds, passes, planOf } from './window-plan.ts'

/** Events of a chunk in list order, each as the rank of its venue × `chunkSlots` + its position in the chunk. */
type Ranked = Uint32Array
const rankOf = (at: number) => (at / chunkSlots) | 0

/** A list with what it was made from: the venues, nearest first, and the chunks. */
type Kept = {
  version: number
  placed: number
  venues: readonly number[]
  stamps: number[]
  ranked: Ranked[]
  ids: Float64Array
}

/** Events in all lists that are kept: twelve bytes each. */
const mostEvents = 1_500_000
const mostLists = 200
const unranked = 0xffff
/** Up to so many, each is looked up; the events of a chunk are read along where there are more. */
const few = { venues: 32, events: 64 }

/** Venues, nearest first, and the rank of each by its id. */
type Circle = { venues: readonly number[]; ranks: Uint16Array }

/** Lists by distance: nearest venue first, then list order. What was ranked of a chunk is kept until the chunk changes. */
export function openNearest(calendar: ListCalendar, places: Places) {
  const kept = new LRUCache<string, Kept>({
    max: mostLists,
    maxSize: mostEvents,
    sizeCalculation: ({ ids }) => ids.length + 1000,
  })
  /** Ranks of the venues of one circle by their ids; all others have none. */
  let ranks = new Uint16Array()

  function setRanks(venues: readonly number[], rankAt: (at: number) => number) {
    const most = Math.max(0, ...venues)
    if (most >= ranks.length) ranks = new Uint16Array(most + 1000).fill(unranked)
    for (const [at, venue] of venues.entries()) ranks[venue] = rankAt(at)
  }

  function chunksOf({ listed, apart }: Asked): [Chunk, Question][] {
    const within = (chunks: readonly Chunk[], question: Question | undefined) =>
      question
        ? chunks
            .slice(...span(chunks, planOf(question.window)))
            .map((chunk): [Chunk, Question] => [chunk, question])
        : []
    return [...within(calendar.chunks, listed), ...within(calendar.apart, apart)]
  }

  function make(near: Near, asked: Asked, earlier: Kept | undefined): Kept {
    const isPlaced = earlier?.placed === places.version
    const venues = isPlaced ? earlier.venues : places.around(near)
    const placeIn = known(isPlaced ? earlier.stamps : [])
    const chunks = chunksOf(asked)
    let isSame = isPlaced && chunks.length === earlier.stamps.length
    setRanks(venues, at => at)
    const ranked = chunks.map(([chunk, question]) => {
      const at = placeIn(chunk)
      if (at >= 0) return earlier?.ranked[at] as Ranked
      isSame = false
      return rank(chunk, question, { venues, ranks })
    })
    setRanks(venues, () => unranked)
    return {
      version: calendar.version,
      placed: places.version,
      venues,
      stamps: chunks.map(([{ stamp }]) => stamp),
      ranked,
      ids: isSame && earlier ? earlier.ids : joined(chunks, ranked, venues.length),
    }
  }

  /** Rank by rank; those of a rank come in list order, chunk by chunk. */
  function joined(chunks: readonly [Chunk, Question][], ranked: readonly Ranked[], many: number) {
    const starts = new Uint32Array(many + 1)
    for (const events of ranked) for (const at of events) (starts[rankOf(at) + 1] as number)++
    for (let rank = 1; rank <= many; rank++)
      starts[rank] = (starts[rank] as number) + (starts[rank - 1] as number)
    const ids = new Float64Array(starts[many] as number)
    const next = starts.slice()
    const mixed = new Set<number>()
    for (const [index, [{ isListed, id, order }]] of chunks.entries())
      for (const at of ranked[index] as Ranked) {
        const rank = rankOf(at)
        const place = next[rank] as number
        next[rank] = place + 1
        ids[place] = id[order[at % chunkSlots] as number] as number
        if (!isListed) mixed.add(rank)
      }
    for (const rank of mixed)
      ids.subarray(starts[rank], starts[rank + 1]).sort((a, b) => compareEvents(calendar, a, b))
    return ids
  }

  return {
    list(near: Near, asked: Asked, { limit, offset }: Page): Listed {
      const name = JSON.stringify([near, asked])
      let list = kept.get(name)
      if (list?.version !== calendar.version || list.placed !== places.version) {
        list = make(near, asked, list)
        kept.set(name, list)
      }
      return { ids: [...list.ids.subarray(offset, offset + limit)], total: list.ids.length }
    },
    /** Of a few events in list order, those at a venue within the circle, nearest first. */
    among(near: Near, ids: readonly number[]): number[] {
      const keys = places.around(near).map(venue => keyOf('venue', venue))
      return ids
        .map(id => ({ id, rank: keys.findIndex(key => hasValue(calendar, id, key)) }))
        .filter(({ rank }) => rank >= 0)
        .sort((a, b) => a.rank - b.rank)
        .map(({ id }) => id)
    },
  }
}

const scratch = new Uint32Array(chunkSlots)

/** Ranks the events of a chunk by the first of the venues that they are at. */
function rank(chunk: Chunk, question: Question, { venues, ranks }: Circle): Ranked {
  const plan = planOf(question.window)
  const open = openBounds(chunk, plan.rest)
  const looked = fewAt(chunk, venues)
  if (!open || looked?.length === 0) return new Uint32Array()
  const [low, high] = rangeOf(chunk, plan)
  const found = find(chunk, question)
  const many = looked?.length ?? high - low
  let kept = 0
  for (let at = 0; at < many; at++) {
    const position = looked ? (looked[at] as number) : low + at
    if (position < low || position >= high) continue
    const slot = chunk.order[position] as number
    let rank = ranks[chunk.venue[slot] as number] ?? unranked
    if (chunk.venues.size > 0)
      for (const venue of chunk.venues.get(slot) ?? [])
        rank = Math.min(rank, ranks[venue] ?? unranked)
    if (rank === unranked || !contains(found, slot) || !passes(chunk, slot, open)) continue
    scratch[kept++] = rank * chunkSlots + position
  }
  return scratch.slice(0, kept)
}

/** Positions of all events at these venues where they are few; undefined: every event of the chunk is looked at. */
function fewAt(chunk: Chunk, venues: readonly number[]): number[] | undefined {
  if (venues.length > few.venues) return undefined
  const postings = venues.flatMap(venue => chunk.postings.get(keyOf('venue', venue)) ?? [])
  if (postings.reduce((total, { size }) => total + size, 0) > few.events) return undefined
  const positions = new Set<number>()
  for (const posting of postings)
    forEachSlot(posting, slot => positions.add(positionOf(chunk, placeInChunk(chunk, slot))))
  return [...positions].sort((a, b) => a - b)
}
