/** The slots of a chunk that have one value: a short list while there are few, bits when there are many. */
export type Posting = { size: number; list: number[] | undefined; bits: Uint32Array | undefined }

export const chunkSlots = 4096
export const words = chunkSlots / 32
const mostListed = 96
/** Most lists stay very short: those are copied to fit, since a list that is pushed to reserves room for sixteen more. */
const mostExact = 8

export const emptyPosting = (): Posting => ({ size: 0, list: [], bits: undefined })

/** Of slots that are all different. */
export function postingOf(slots: readonly number[]): Posting {
  if (slots.length <= mostListed)
    return { size: slots.length, list: slots.slice(), bits: undefined }
  return { size: slots.length, list: undefined, bits: bitsOf(slots) }
}

function bitsOf(slots: readonly number[]): Uint32Array {
  const bits = new Uint32Array(words)
  for (const slot of slots) bits[slot >>> 5] = (bits[slot >>> 5] as number) | (1 << (slot & 31))
  return bits
}

export function add(posting: Posting, slot: number) {
  if (posting.bits) {
    const word = slot >>> 5
    const bit = 1 << (slot & 31)
    if (((posting.bits[word] as number) & bit) === 0) {
      posting.bits[word] = (posting.bits[word] as number) | bit
      posting.size++
    }
    return
  }
  const list = posting.list as number[]
  if (list.includes(slot)) return
  posting.size++
  if (list.length < mostExact) {
    posting.list = [...list, slot]
    return
  }
  list.push(slot)
  if (list.length <= mostListed) return
  posting.bits = bitsOf(list)
  posting.list = undefined
}

/** Tells whether it was there. */
export function remove(posting: Posting, slot: number): boolean {
  if (posting.bits) {
    const word = slot >>> 5
    const bit = 1 << (slot & 31)
    if (((posting.bits[word] as number) & bit) === 0) return false
    posting.bits[word] = (posting.bits[word] as number) & ~bit
    posting.size--
    return true
  }
  const list = posting.list as number[]
  const at = list.indexOf(slot)
  if (at < 0) return false
  list[at] = list.at(-1) as number
  list.pop()
  posting.size--
  return true
}

export const has = ({ list, bits }: Posting, slot: number) =>
  bits
    ? ((bits[slot >>> 5] as number) & (1 << (slot & 31))) !== 0
    : (list as number[]).includes(slot)

/** Sets the bits of a posting in `into`. */
export function orInto(into: Uint32Array, { list, bits }: Posting) {
  if (bits)
    for (let word = 0; word < words; word++)
      into[word] = (into[word] as number) | (bits[word] as number)
  else
    for (const slot of list as number[])
      into[slot >>> 5] = (into[slot >>> 5] as number) | (1 << (slot & 31))
}

export function bitCount(bits: Uint32Array): number {
  let total = 0
  for (let index = 0; index < words; index++) {
    let word = bits[index] as number
    if (word === 0) continue
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    total += (((word + (word >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
  }
  return total
}

export function forEachSlot({ list, bits }: Posting, visit: (slot: number) => void) {
  if (!bits) {
    for (const slot of list as number[]) visit(slot)
    return
  }
  for (let index = 0; index < words; index++) {
    for (let word = bits[index] as number; word !== 0; word &= word - 1)
      visit((index << 5) + 31 - Math.clz32(word & -word))
  }
}
