import type { Bound } from '../store.ts'
import { type Chunk, daySeconds, firstOf, lastOf, positionAt } from './chunk.ts'
import { bitCount, has, orInto, type Posting, words } from './postings.ts'

/** A question to the index: events that have any value of each group and none of `without`, inside a window. */
export type Question = {
  groups: readonly (readonly number[])[]
  without: readonly number[]
  window: readonly Bound[]
}

/** What is left of a window when the range of wall-clock starts is taken out of it. */
type Plan = { from: number; to: number; rest: readonly Bound[] }

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

type Column = 'ends' | 'utcStarts' | 'utcEnds'
const columnOf = ({ edge, clock }: Bound): Column =>
  edge === 'end' ? (clock === 'wall' ? 'ends' : 'utcEnds') : 'utcStarts'

const holds = ({ is, at }: Bound, value: number) =>
  is === '>=' ? value >= at : is === '>' ? value > at : is === '<=' ? value <= at : value < at

/** Bounds that some event of the chunk may fail; undefined when every event fails one. */
function openBounds(chunk: Chunk, rest: readonly Bound[]): Bound[] | undefined {
  const open: Bound[] = []
  for (const bound of rest) {
    const column = columnOf(bound)
    const least = chunk.least[column]
    const most = chunk.most[column]
    const wantsMore = bound.is === '>=' || bound.is === '>'
    if (holds(bound, wantsMore ? least : most)) continue
    if (!holds(bound, wantsMore ? most : least)) return undefined
    open.push(bound)
  }
  return open
}

function passes(chunk: Chunk, slot: number, bounds: readonly Bound[]): boolean {
  for (const bound of bounds)
    if (!holds(bound, chunk[columnOf(bound)][slot] as number)) return false
  return true
}

/** The slots of a chunk that have the values asked for. */
type Found =
  | { all: true }
  | { all: false; size: number; bits?: Uint32Array; posting?: Posting; except?: Posting }
const nothing: Found = { all: false, size: 0 }
const everything: Found = { all: true }

const scratch = new Uint32Array(words)
const second = new Uint32Array(words)

function anyOf(chunk: Chunk, group: readonly number[], into: Uint32Array): boolean {
  into.fill(0)
  let found = false
  for (const key of group) {
    const posting = chunk.postings.get(key)
    if (!posting) continue
    found = true
    orInto(into, posting)
  }
  return found
}

/** The result may live in shared scratch: it is used up before the next chunk is looked at. */
function find(chunk: Chunk, { groups, without }: Question): Found {
  const excluded = without.flatMap(key => chunk.postings.get(key) ?? [])
  if (groups.length === 0 && excluded.length === 0) return everything
  if (groups.length === 1 && excluded.length === 0 && groups[0]?.length === 1) {
    const posting = chunk.postings.get(groups[0][0] as number)
    return posting ? { all: false, size: posting.size, posting } : nothing
  }
  if (groups.length === 0 && excluded.length === 1) return allBut(chunk, excluded[0] as Posting)
  if (groups.length === 0) scratch.fill(0xffffffff)
  for (const [index, group] of groups.entries()) {
    if (index === 0) {
      if (!anyOf(chunk, group, scratch)) return nothing
      continue
    }
    if (!anyOf(chunk, group, second)) return nothing
    for (let word = 0; word < words; word++)
      scratch[word] = (scratch[word] as number) & (second[word] as number)
  }
  for (const { list, bits } of excluded) {
    if (bits)
      for (let word = 0; word < words; word++)
        scratch[word] = (scratch[word] as number) & ~(bits[word] as number)
    else
      for (const slot of list as number[])
        scratch[slot >>> 5] = (scratch[slot >>> 5] as number) & ~(1 << (slot & 31))
  }
  if (groups.length === 0) return { all: false, size: maskToUsed(chunk), bits: scratch }
  return { all: false, size: bitCount(scratch), bits: scratch }
}

/** Nearly all events of a chunk; which ones is asked of the posting itself. */
const allBut = (chunk: Chunk, except: Posting): Found => ({
  all: false,
  size: chunk.count - except.size,
  except,
})

/** Without a group every bit is set; only those of events count. */
function maskToUsed(chunk: Chunk): number {
  second.fill(0)
  for (let position = 0; position < chunk.count; position++) {
    const slot = chunk.order[position] as number
    second[slot >>> 5] = (second[slot >>> 5] as number) | (1 << (slot & 31))
  }
  for (let word = 0; word < words; word++)
    scratch[word] = (scratch[word] as number) & (second[word] as number)
  return bitCount(scratch)
}

const contains = (found: Found, slot: number): boolean =>
  found.all ||
  (found.except !== undefined && !has(found.except, slot)) ||
  (found.bits
    ? ((found.bits[slot >>> 5] as number) & (1 << (slot & 31))) !== 0
    : found.posting !== undefined && has(found.posting, slot))

/** Positions of the chunk inside the range of starts. */
function rangeOf(chunk: Chunk, { from, to }: Plan): [number, number] {
  const low = from > (chunk.starts[firstOf(chunk)] as number) ? positionAt(chunk, from) : 0
  const high =
    to < (chunk.starts[lastOf(chunk)] as number) ? positionAt(chunk, to + 1) : chunk.count
  return [low, high]
}

/** How many events of a chunk are inside: without looking at each, but where a bound cuts through. */
function countIn(chunk: Chunk, plan: Plan, question: Question): number {
  const open = openBounds(chunk, plan.rest)
  if (!open) return 0
  const [low, high] = rangeOf(chunk, plan)
  if (low >= high) return 0
  const found = find(chunk, question)
  if (!found.all && found.size === 0) return 0
  const isWhole = low === 0 && high === chunk.count
  if (isWhole && open.length === 0) return found.all ? chunk.count : found.size
  if (found.all && open.length === 0) return high - low
  if (found.all && open.length === 1 && reachesOver(open[0] as Bound))
    return high - low - over(chunk, plan, open[0] as Bound, low, high)
  return countOneByOne(chunk, plan, open, found, low, high)
}

/** An upper bound on wall-clock ends is failed by events that start shortly before it, and by long ones. */
const reachesOver = ({ edge, is, clock }: Bound) =>
  edge === 'end' && clock === 'wall' && (is === '<=' || is === '<')

function over(chunk: Chunk, { from, to }: Plan, bound: Bound, low: number, high: number): number {
  const near = Math.max(low, positionAt(chunk, bound.at - daySeconds))
  let failed = 0
  for (let position = near; position < high; position++) {
    const slot = chunk.order[position] as number
    if (!holds(bound, chunk.ends[slot] as number)) failed++
  }
  // Long events before that position; one found by its start is the first of those that start together.
  const nearest = bound.at - daySeconds
  for (const slot of chunk.long) {
    const starts = chunk.starts[slot] as number
    if (
      starts < nearest &&
      starts >= from &&
      starts <= to &&
      !holds(bound, chunk.ends[slot] as number)
    )
      failed++
  }
  return failed
}

function countOneByOne(
  chunk: Chunk,
  { from, to }: Plan,
  open: readonly Bound[],
  found: Found,
  low: number,
  high: number,
): number {
  let total = 0
  if (!found.all && found.posting?.list) {
    for (const slot of found.posting.list) {
      const starts = chunk.starts[slot] as number
      if (starts >= from && starts <= to && passes(chunk, slot, open)) total++
    }
    return total
  }
  for (let position = low; position < high; position++) {
    const slot = chunk.order[position] as number
    if (contains(found, slot) && passes(chunk, slot, open)) total++
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
  const found = find(chunk, question)
  if (found.all && open.length === 0) {
    for (let position = low + skip; position < high && ids.length < limit; position++)
      ids.push(chunk.event[chunk.order[position] as number] as number)
    return
  }
  let skipped = 0
  for (let position = low; position < high && ids.length < limit; position++) {
    const slot = chunk.order[position] as number
    if (!contains(found, slot) || !passes(chunk, slot, open)) continue
    if (skipped++ >= skip) ids.push(chunk.event[slot] as number)
  }
}

/** First chunk whose last event starts at this wall time or later. */
function firstChunk(chunks: readonly Chunk[], from: number): number {
  let low = 0
  let high = chunks.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const chunk = chunks[middle] as Chunk
    if ((chunk.starts[lastOf(chunk)] as number) < from) low = middle + 1
    else high = middle
  }
  return low
}

/** How many events of a question come before each chunk, from the first that has any place in it. */
export type Counts = { first: number; before: number[]; total: number }

export function count(chunks: readonly Chunk[], question: Question): Counts {
  const plan = planOf(question.window)
  const first = firstChunk(chunks, plan.from)
  const before: number[] = []
  let total = 0
  for (let index = first; index < chunks.length; index++) {
    const chunk = chunks[index] as Chunk
    if ((chunk.starts[firstOf(chunk)] as number) > plan.to) break
    before.push(total)
    total += countIn(chunk, plan, question)
  }
  return { first, before, total }
}

/** A page of ids in order: only the chunks that hold it are looked into. */
export function pageOf(
  chunks: readonly Chunk[],
  question: Question,
  { first, before, total }: Counts,
  { limit, offset }: { limit: number; offset: number },
): number[] {
  const plan = planOf(question.window)
  const ids: number[] = []
  if (offset >= total) return ids
  let low = 0
  for (let high = before.length - 1; low < high; ) {
    const middle = (low + high + 1) >>> 1
    if ((before[middle] as number) <= offset) low = middle
    else high = middle - 1
  }
  for (let at = low; at < before.length && ids.length < limit; at++)
    collect(
      chunks[first + at] as Chunk,
      plan,
      question,
      Math.max(0, offset - (before[at] as number)),
      limit,
      ids,
    )
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

/** Calls back with every event of a question, in order. */
export function each(
  chunks: readonly Chunk[],
  question: Question,
  visit: (chunk: Chunk, slot: number) => void,
) {
  const plan = planOf(question.window)
  for (let index = firstChunk(chunks, plan.from); index < chunks.length; index++) {
    const chunk = chunks[index] as Chunk
    if ((chunk.starts[firstOf(chunk)] as number) > plan.to) break
    const open = openBounds(chunk, plan.rest)
    if (!open) continue
    const [low, high] = rangeOf(chunk, plan)
    const found = find(chunk, question)
    if (!found.all && found.size === 0) continue
    for (let position = low; position < high; position++) {
      const slot = chunk.order[position] as number
      if (contains(found, slot) && passes(chunk, slot, open)) visit(chunk, slot)
    }
  }
}
