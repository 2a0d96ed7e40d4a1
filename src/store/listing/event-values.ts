import type { Bound } from '../store.ts'
import { type Chunk, slotAt } from './chunk.ts'
import { bitCount, forEachSlot, has, orInto, type Posting, wordAt, words } from './postings.ts'

/** A question to the index: events that have any value of each group and none of `without`, inside a window. */
export type Question = {
  groups: readonly (readonly number[])[]
  without: readonly Without[]
  window: readonly Bound[]
}

/** A value that events must not have, unless they have another one, and not a third beside it. */
export type Without = number | { key: number; unless: number; but?: number }

/** The slots of a chunk that have the values asked for. */
export type Found =
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
export function find(chunk: Chunk, { groups, without }: Question): Found {
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

/** The slots that have a value which they must not have. */
export function excludedBy({ postings }: Chunk, without: Without): Posting | undefined {
  if (typeof without === 'number') return postings.get(without)
  const posting = postings.get(without.key)
  const spared = postings.get(without.unless)
  if (!posting || !spared) return posting
  const but = without.but === undefined ? undefined : postings.get(without.but)
  const list: number[] = []
  forEachSlot(posting, slot => {
    if (!has(spared, slot) || (but && has(but, slot))) list.push(slot)
  })
  return { size: list.length, list, bits: undefined }
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
    const slot = slotAt(chunk, position)
    second[slot >>> 5] = wordAt(second, slot >>> 5) | (1 << (slot & 31))
  }
  for (let word = 0; word < words; word++)
    scratch[word] = wordAt(scratch, word) & wordAt(second, word)
  return bitCount(scratch)
}

export const contains = (found: Found, slot: number): boolean =>
  found.all ||
  (found.except !== undefined && !has(found.except, slot)) ||
  (found.bits
    ? (wordAt(found.bits, slot >>> 5) & (1 << (slot & 31))) !== 0
    : found.posting !== undefined && has(found.posting, slot))
