import { existing } from '../../define/base/objects.ts'

/** The slots of a chunk that have one value: a short list while there are few, bits when there are many. */
export type Posting = { size: number; list: number[] | undefined; bits: Uint32Array | undefined }

export const chunkSlots = 4096
export const words = chunkSlots / 32
const maxListed = 96
/** Most lists stay very short: those are copied to fit, since a list that is pushed to reserves room for sixteen more. */
const maxExact = 8

/** A posting has bits or a list. */
const listOf = ({ list }: Posting): number[] => existing(list)

/** A word of bits: positions are below `words`. */
export const wordAt = (bits: Uint32Array, at: number): number => existing(bits[at])

export const emptyPosting = (): Posting => ({ size: 0, list: [], bits: undefined })

/** For slots without duplicates. */
export function postingOf(slots: readonly number[]): Posting {
  if (slots.length <= maxListed) return { size: slots.length, list: slots.slice(), bits: undefined }
  return { size: slots.length, list: undefined, bits: bitsOf(slots) }
}

function bitsOf(slots: readonly number[]): Uint32Array {
  const bits = new Uint32Array(words)
  for (const slot of slots) bits[slot >>> 5] = wordAt(bits, slot >>> 5) | (1 << (slot & 31))
  return bits
}

export function add(posting: Posting, slot: number) {
  if (posting.bits) {
    const word = slot >>> 5
    const bit = 1 << (slot & 31)
    if ((wordAt(posting.bits, word) & bit) === 0) {
      posting.bits[word] = wordAt(posting.bits, word) | bit
      posting.size++
    }
    return
  }
  const list = listOf(posting)
  if (list.includes(slot)) return
  posting.size++
  if (list.length < maxExact) {
    posting.list = [...list, slot]
    return
  }
  list.push(slot)
  if (list.length <= maxListed) return
  posting.bits = bitsOf(list)
  posting.list = undefined
}

/** Tells whether it was there. */
export function remove(posting: Posting, slot: number): boolean {
  if (posting.bits) {
    const word = slot >>> 5
    const bit = 1 << (slot & 31)
    if ((wordAt(posting.bits, word) & bit) === 0) return false
    posting.bits[word] = wordAt(posting.bits, word) & ~bit
    posting.size--
    return true
  }
  const list = listOf(posting)
  const at = list.indexOf(slot)
  if (at < 0) return false
  const last = list.pop()
  if (last !== undefined && at < list.length) list[at] = last
  posting.size--
  return true
}

/** The same of several slots, which `taken` marks too: lists are gone through once. */
export function removeSeveral(
  posting: Posting,
  slots: readonly number[],
  taken: Uint8Array,
): boolean {
  const { size, list } = posting
  if (!list) for (const slot of slots) remove(posting, slot)
  else if (list.some(slot => taken[slot])) {
    posting.list = list.filter(slot => !taken[slot])
    posting.size = posting.list.length
  }
  return posting.size < size
}

export const has = ({ list = [], bits }: Posting, slot: number) =>
  bits ? isIn(bits, slot) : list.includes(slot)

/** Sets the bits of a posting in `into`. */
export function orInto(into: Uint32Array, { list = [], bits }: Posting) {
  if (bits)
    for (let word = 0; word < words; word++) into[word] = wordAt(into, word) | wordAt(bits, word)
  else for (const slot of list) into[slot >>> 5] = wordAt(into, slot >>> 5) | (1 << (slot & 31))
}

export function bitCount(bits: Uint32Array): number {
  let total = 0
  for (let index = 0; index < words; index++) total += onesIn(wordAt(bits, index))
  return total
}

function onesIn(word: number): number {
  if (word === 0) return 0
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

export const isIn = (bits: Uint32Array, slot: number) =>
  (wordAt(bits, slot >>> 5) & (1 << (slot & 31))) !== 0

/** The number of slots of a posting that are among these. */
export function countAmong({ list = [], bits }: Posting, among: Uint32Array): number {
  let total = 0
  if (bits)
    for (let index = 0; index < words; index++)
      total += onesIn(wordAt(bits, index) & wordAt(among, index))
  else for (const slot of list) if (isIn(among, slot)) total++
  return total
}

export function forEachSlot({ list = [], bits }: Posting, visit: (slot: number) => void) {
  if (!bits) {
    for (const slot of list) visit(slot)
    return
  }
  for (let index = 0; index < words; index++) {
    for (let word = wordAt(bits, index); word !== 0; word &= word - 1)
      visit((index << 5) + 31 - Math.clz32(word & -word))
  }
}
