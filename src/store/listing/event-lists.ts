import { onNothing } from '../../common/index.ts'
import { existing } from '../../define/base/objects.ts'
import { daySeconds } from '../../define/time/clock.ts'
import { type Bound, holds, openBounds } from '../contract/bounds.ts'
import type { Listed, Page } from '../contract/store.ts'
import {
  type Chunk,
  chunkAt,
  compare,
  firstOf,
  idAt,
  lastOf,
  type Plan,
  passes,
  placeIn,
  planOf,
  positionAt,
  slotAt,
  timeAt,
} from './chunk.ts'
import { contains, find, type Question, type Selection, type SplitQuery } from './condition.ts'
import { compareEvents, type ListCalendar, listMemory } from './event-order.ts'
import { forEachSlot } from './postings.ts'

/** Positions of the chunk inside the range of starts. */
export function rangeOf(chunk: Chunk, { from, to }: Plan): [number, number] {
  const low = from > timeAt(chunk.starts, firstOf(chunk)) ? positionAt(chunk, from) : 0
  const high = to < timeAt(chunk.starts, lastOf(chunk)) ? positionAt(chunk, to + 1) : chunk.count
  return [low, high]
}

/** The number of events of a chunk inside: visits each one only where a bound cuts through the chunk. */
function countIn(chunk: Chunk, plan: Plan, question: Question): number {
  const open = openBounds(chunk, plan.rest)
  if (!open) return 0
  const [low, high] = rangeOf(chunk, plan)
  if (low >= high) return 0
  const selection = find(chunk, question)
  if (!selection.all && selection.size === 0) return 0
  const isComplete = low === 0 && high === chunk.count
  if (isComplete && open.length === 0) return selection.all ? chunk.count : selection.size
  if (selection.all && open.length === 0) return high - low
  const only = open[0]
  if (selection.all && only && open.length === 1 && reachesOver(only))
    return high - low - over(chunk, plan, only, low, high)
  return countOneByOne(chunk, plan, open, selection, low, high)
}

/** An upper bound on wall-clock ends is failed by events that start shortly before it, and by long ones. */
const reachesOver = ({ edge, is, clock }: Bound) =>
  edge === 'end' && clock === 'wall' && (is === '<=' || is === '<')

/** True if all events before a position match: they start a day before the bound, and the long ones match as well. */
const endBefore = (chunk: Chunk, bound: Bound, end: number) =>
  reachesOver(bound) &&
  end <= positionAt(chunk, bound.at - daySeconds) &&
  chunk.long.every(slot => holds(bound, timeAt(chunk.ends, slot)))

function over(chunk: Chunk, { from, to }: Plan, bound: Bound, low: number, high: number): number {
  const near = Math.max(low, positionAt(chunk, bound.at - daySeconds))
  let failed = 0
  for (let position = near; position < high; position++) {
    const slot = slotAt(chunk, position)
    if (!holds(bound, timeAt(chunk.ends, slot))) failed++
  }
  // Long events before that position; one found by its start is the first of those that start together.
  const nearest = bound.at - daySeconds
  for (const slot of chunk.long) {
    const starts = timeAt(chunk.starts, slot)
    if (
      starts < nearest &&
      starts >= from &&
      starts <= to &&
      !holds(bound, timeAt(chunk.ends, slot))
    )
      failed++
  }
  return failed
}

function countOneByOne(
  chunk: Chunk,
  { from, to }: Plan,
  open: readonly Bound[],
  selection: Selection,
  low: number,
  high: number,
): number {
  let total = 0
  if (!selection.all && selection.posting?.list) {
    for (const slot of selection.posting.list) {
      const starts = timeAt(chunk.starts, slot)
      if (starts >= from && starts <= to && passes(chunk, slot, open)) total++
    }
    return total
  }
  for (let position = low; position < high; position++) {
    const slot = slotAt(chunk, position)
    if (contains(selection, slot) && passes(chunk, slot, open)) total++
  }
  return total
}

/** Collects ids in order after skipping some; answers how many were skipped. */
function collect(
  chunk: Chunk,
  plan: Plan,
  question: Question,
  skip: number,
  limit: number,
  ids: number[],
) {
  const open = openBounds(chunk, plan.rest)
  if (!open) return
  const [low, high] = rangeOf(chunk, plan)
  const selection = find(chunk, question)
  const end = Math.min(high, low + skip + limit - ids.length)
  if (selection.all && open.every(bound => endBefore(chunk, bound, end))) {
    for (let position = low + skip; position < end; position++)
      ids.push(idAt(chunk.id, slotAt(chunk, position)))
    return
  }
  const few = fewOf(selection)
  if (few) return collectFew(chunk, plan, open, few, skip, limit, ids)
  let skipped = 0
  for (let position = low; position < high && ids.length < limit; position++) {
    const slot = slotAt(chunk, position)
    if (!contains(selection, slot) || !passes(chunk, slot, open)) continue
    if (skipped++ >= skip) ids.push(idAt(chunk.id, slot))
  }
}

/** So few are put in order instead of looking for them in the order of all. */
const maxFew = 96

function fewOf(selection: Selection): number[] | undefined {
  if (selection.all || selection.except || selection.size > maxFew) return undefined
  const slots: number[] = []
  const posting = selection.posting ?? {
    size: selection.size,
    list: undefined,
    bits: selection.bits,
  }
  if (selection.size > 0) forEachSlot(posting, slot => slots.push(slot))
  return slots
}

function collectFew(
  chunk: Chunk,
  { from, to }: Plan,
  open: readonly Bound[],
  few: number[],
  skip: number,
  limit: number,
  ids: number[],
) {
  const inside = few.filter(slot => {
    const starts = timeAt(chunk.starts, slot)
    return starts >= from && starts <= to && passes(chunk, slot, open)
  })
  if (inside.length <= skip) return
  inside.sort((a, b) => compare(chunk, a, placeIn(chunk, b)))
  for (const slot of inside.slice(skip, skip + limit - ids.length)) ids.push(idAt(chunk.id, slot))
}

/** First chunk whose last event starts at this wall time or later. */
function firstChunk(chunks: readonly Chunk[], from: number): number {
  let low = 0
  let high = chunks.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const chunk = chunkAt(chunks, middle)
    if (timeAt(chunk.starts, lastOf(chunk)) < from) low = middle + 1
    else high = middle
  }
  return low
}

/** The chunks that have any place in the range of starts: from the first, and before the last. */
export function span(chunks: readonly Chunk[], { from, to }: Plan): [first: number, last: number] {
  const first = firstChunk(chunks, from)
  let last = first
  while (last < chunks.length && startOf(chunkAt(chunks, last)) <= to) last++
  return [first, last]
}

const startOf = (chunk: Chunk) => timeAt(chunk.starts, firstOf(chunk))

/**
 * Finds values derived from chunks, by their stamps in list order: returns the position of the stamp of a chunk, or -1. Chunks are looked up in order
 * too, so unchanged ones are found at once, also behind a chunk that was split.
 */
export function positionsOf(stamps: readonly number[]): (chunk: Chunk) => number {
  let next = 0
  return ({ stamp }) => {
    const at = stamps[next] === stamp ? next : stamps.indexOf(stamp, next)
    if (at >= 0) next = at + 1
    return at
  }
}

/**
 * Events of a question, counted by chunks. `first`: the chunk with the first of them; `before`: their number before each chunk from there on.
 */
type Counts = { first: number; stamps: number[]; before: number[]; total: number }

/** The number of events before a chunk that was counted. */
const countBefore = (before: readonly number[], at: number): number => before[at] ?? 0
const countAt = (counts: Counts | undefined, at: number): number =>
  counts ? countBefore(counts.before, at + 1) - countBefore(counts.before, at) : 0

/** Counts chunk by chunk; of those that are as they were at an earlier count, that is taken over. */
function count(chunks: readonly Chunk[], question: Question, earlier?: Counts): Counts {
  const plan = planOf(question.window)
  const [first, last] = span(chunks, plan)
  const stamps: number[] = []
  const before = [0]
  let total = 0
  const placeIn = positionsOf(earlier?.stamps ?? [])
  for (let index = first; index < last; index++) {
    const chunk = chunkAt(chunks, index)
    const at = placeIn(chunk)
    total += at < 0 ? countIn(chunk, plan, question) : countAt(earlier, at)
    stamps.push(chunk.stamp)
    before.push(total)
  }
  return { first, stamps, before, total }
}

/** A page of ids in order: only the chunks that hold it are looked into. */
function pageOf(
  chunks: readonly Chunk[],
  question: Question,
  { first, before, total }: Counts,
  { limit, offset }: { limit: number; offset: number },
): number[] {
  const plan = planOf(question.window)
  const ids: number[] = []
  if (offset >= total) return ids
  let low = 0
  for (let high = before.length - 2; low < high; ) {
    const middle = (low + high + 1) >>> 1
    if (countBefore(before, middle) <= offset) low = middle
    else high = middle - 1
  }
  for (let at = low; at < before.length - 1 && ids.length < limit; at++) {
    if (before[at] === before[at + 1]) continue
    collect(
      chunkAt(chunks, first + at),
      plan,
      question,
      Math.max(0, offset - countBefore(before, at)),
      limit,
      ids,
    )
  }
  return ids
}

/** A page of ids in order, and the exact total. */
export function ask(
  chunks: readonly Chunk[],
  question: Question,
  page: { limit: number; offset: number },
) {
  const counts = count(chunks, question)
  return { ids: pageOf(chunks, question, counts, page), total: counts.total }
}

/**
 * At most so many lists: those of a small calendar take few bytes and are counted again at once, but thousands of them outlive the young
 * generation, and the garbage collector then costs more than the counts (2.9 → 9 µs a list at 10,000 events).
 */
const maxLists = 500

/** Lists in list order: the pages of a list share its counts, of which a change ends that of one chunk. */
export function openCounted(calendar: ListCalendar) {
  const cache = calendar.lists.table<string, { version: number; counts: Counts }>({
    sizeOf: ({ counts: { stamps, before } }, key) =>
      Math.max(listMemory / maxLists, key.length + 8 * (stamps.length + before.length)),
    // counts have the version that they were made at, and of the next one most are taken over
    dependsOn: onNothing,
  })

  function countsOf(chunks: readonly Chunk[], name: string, question: Question): Counts {
    const earlier = cache.get(name)
    if (earlier?.version === calendar.version) return earlier.counts
    const counts = count(chunks, question, earlier?.counts)
    cache.set(name, { version: calendar.version, counts })
    return counts
  }

  function sequence(chunks: readonly Chunk[], name: string, question: Question): Sequence {
    const counts = countsOf(chunks, name + JSON.stringify(question), question)
    return { total: counts.total, page: page => pageOf(chunks, question, counts, page) }
  }

  const isBefore = (a: number, b: number) => compareEvents(calendar, a, b) < 0

  function counted({ listed, apart }: SplitQuery, page: Page): Listed {
    const one = listed && sequence(calendar.chunks, 'listed ', listed)
    const other = apart && sequence(calendar.apart, 'apart ', apart)
    if (one && other)
      return { ids: pageOfBoth(one, other, isBefore, page), total: one.total + other.total }
    const only = one ?? other
    return only ? { ids: only.page(page), total: only.total } : { ids: [], total: 0 }
  }

  return (query: SplitQuery, page: Page, descending = false): Listed =>
    descending ? fromEnd(part => counted(query, part), page) : counted(query, page)
}

/** A page counted from the end of a list: its position follows from the total, and its order is reversed. */
export function fromEnd(list: (page: Page) => Listed, { limit, offset }: Page): Listed {
  const { total } = list({ limit: 0, offset: 0 })
  const end = Math.max(0, total - offset)
  const first = Math.max(0, end - limit)
  return { ids: list({ limit: end - first, offset: first }).ids.reverse(), total }
}

/** Events in order, of which any page can be had. */
export type Sequence = { total: number; page(page: Page): number[] }

/**
 * A page of two sequences as if they were one: how many of each come before it is found by looking at a few places of
 * both, so that it does not depend on how deep the page is.
 */
export function pageOfBoth(
  one: Sequence,
  other: Sequence,
  isBefore: (a: number, b: number) => boolean,
  { limit, offset }: Page,
): number[] {
  if (offset >= one.total + other.total) return []
  const at = ({ page }: Sequence, place: number) => existing(page({ limit: 1, offset: place })[0])
  let low = Math.max(0, offset - one.total)
  for (let high = Math.min(offset, other.total); low < high; ) {
    const middle = (low + high) >>> 1
    if (isBefore(at(other, middle), at(one, offset - middle - 1))) low = middle + 1
    else high = middle
  }
  return merged(
    one.page({ limit, offset: offset - low }),
    other.page({ limit, offset: low }),
    isBefore,
    limit,
  )
}

function merged(
  ones: readonly number[],
  others: readonly number[],
  isBefore: (a: number, b: number) => boolean,
  limit: number,
): number[] {
  const ids: number[] = []
  for (let a = 0, b = 0; ids.length < limit; ) {
    const [one, other] = [ones[a], others[b]]
    if (one !== undefined && (other === undefined || isBefore(one, other))) {
      ids.push(one)
      a++
    } else if (other !== undefined) {
      ids.push(other)
      b++
    } else break
  }
  return ids
}
