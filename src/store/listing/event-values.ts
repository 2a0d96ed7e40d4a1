import type { Bound } from '../store.ts'
import { type Chunk, slotAt } from './chunk.ts'
import { hasSlot } from './event-order.ts'
import { bitCount, forEachSlot, has, orInto, type Posting, wordAt, words } from './postings.ts'

/** A question to the index: events that have any value of each group and none of `without`, inside a window. */
export type Question = {
  groups: readonly (readonly number[])[]
  without: readonly Without[]
  window: readonly Bound[]
}

/** A value that events must not have, unless they have a second one without a third one. */
export type Without = number | { key: number; unless: number; but?: number }

/** The slots of a chunk that have the wanted values. */
export type Selection =
  | { all: true }
  | { all: false; size: number; bits?: Uint32Array; posting?: Posting; except?: Posting }
const nothing: Selection = { all: false, size: 0 }
const everything: Selection = { all: true }

const scratch = new Uint32Array(words)
const second = new Uint32Array(words)

function anyOf(chunk: Chunk, group: readonly number[], into: Uint32Array): boolean {
  into.fill(0)
  let isFilled = false
  for (const key of group) {
    const posting = chunk.postings.get(key)
    if (!posting) continue
    isFilled = true
    orInto(into, posting)
  }
  return isFilled
}

/** The result may live in shared scratch: it is used up before the next chunk is looked at. */
export function find(chunk: Chunk, { groups, without }: Question): Selection {
  const excluded = without.flatMap(each => excludedBy(chunk, each) ?? [])
  if (groups.length === 0 && excluded.length === 0) return everything
  const [group] = groups
  const [excludedOne] = excluded
  if (group && groups.length === 1 && !excludedOne && group.length === 1) {
    const [key = 0] = group
    const posting = chunk.postings.get(key)
    return posting ? { all: false, size: posting.size, posting } : nothing
  }
  if (!group && excludedOne && excluded.length === 1) return allBut(chunk, excludedOne)
  if (groups.length === 0) scratch.fill(0xffffffff)
  for (const [index, group] of groups.entries()) {
    if (index === 0) {
      if (!anyOf(chunk, group, scratch)) return nothing
      continue
    }
    if (!anyOf(chunk, group, second)) return nothing
    for (let word = 0; word < words; word++)
      scratch[word] = wordAt(scratch, word) & wordAt(second, word)
  }
  for (const { list = [], bits } of excluded) {
    if (bits)
      for (let word = 0; word < words; word++)
        scratch[word] = wordAt(scratch, word) & ~wordAt(bits, word)
    else
      for (const slot of list)
        scratch[slot >>> 5] = wordAt(scratch, slot >>> 5) & ~(1 << (slot & 31))
  }
  if (groups.length === 0) return { all: false, size: maskToUsed(chunk), bits: scratch }
  return { all: false, size: bitCount(scratch), bits: scratch }
}

/** Events with a value that is excluded, without those that a second value spares unless they have a third one too. */
type Exclusion = { posting: Posting; spared?: Posting | undefined; but?: Posting | undefined }

function exclusionIn({ postings }: Chunk, without: Without): Exclusion | undefined {
  if (typeof without === 'number') {
    const posting = postings.get(without)
    return posting && { posting }
  }
  const posting = postings.get(without.key)
  const but = without.but === undefined ? undefined : postings.get(without.but)
  return posting && { posting, spared: postings.get(without.unless), but }
}

const isSpared = ({ spared, but }: Exclusion, slot: number) =>
  spared !== undefined && has(spared, slot) && !(but && has(but, slot))

/** The slots of a chunk that have a value which they must not have. */
function excludedBy(chunk: Chunk, without: Without): Posting | undefined {
  const exclusion = exclusionIn(chunk, without)
  if (!exclusion?.spared) return exclusion?.posting
  const list: number[] = []
  forEachSlot(exclusion.posting, slot => {
    if (!isSpared(exclusion, slot)) list.push(slot)
  })
  return { size: list.length, list, bits: undefined }
}

/** True if one slot meets the condition. As `find`, without looking at other slots. */
export function fits(chunk: Chunk, { groups, without }: Question, slot: number): boolean {
  const hasAny = (group: readonly number[]) => group.some(key => hasSlot(chunk, key, slot))
  return (
    groups.every(hasAny) &&
    !without.some(each => {
      const exclusion = exclusionIn(chunk, each)
      return exclusion && has(exclusion.posting, slot) && !isSpared(exclusion, slot)
    })
  )
}

/** Nearly all events of a chunk: the posting itself says which. */
const allBut = (chunk: Chunk, except: Posting): Selection => ({
  all: false,
  size: chunk.count - except.size,
  except,
})

/** Without a group every bit is set; only those of events count. */
function maskToUsed(chunk: Chunk): number {
  second.fill(0)
  for (let position = 0; position < chunk.count; position++) {
    const slot = slotAt(chunk, position)
    second[slot >>> 5] = wordAt(second, slot >>> 5) | (1 << (slot & 31))
  }
  for (let word = 0; word < words; word++)
    scratch[word] = wordAt(scratch, word) & wordAt(second, word)
  return bitCount(scratch)
}

export const contains = (selection: Selection, slot: number): boolean =>
  selection.all ||
  (selection.except !== undefined && !has(selection.except, slot)) ||
  (selection.bits
    ? (wordAt(selection.bits, slot >>> 5) & (1 << (slot & 31))) !== 0
    : selection.posting !== undefined && has(selection.posting, slot))
