import { existing } from '../../define/base/objects.ts'
import type { EventOrder } from '../contract/store.ts'
import { type Chunk, slotAt } from './chunk.ts'
import { chunkSlots } from './postings.ts'

/** The keys of an order by slot. */
const keysOf = (chunk: Chunk, order: EventOrder): ArrayLike<number> => chunk[order]

/** The key of a slot that is taken. */
export const keyAt = (chunk: Chunk, order: EventOrder, slot: number): number =>
  existing(keysOf(chunk, order)[slot])

/**
 * The slots of a chunk in another order; those with the same key in list order. They are sorted when they are first asked for after a
 * change of the chunk: without a question for this order, neither writes nor memory pay for it.
 */
export function inOrder(chunk: Chunk, order: EventOrder): Uint16Array {
  const { stamp, touched } = chunk
  const sorted = chunk.orders.get(order)
  if (sorted?.stamp === stamp && sorted.touched === touched) return sorted.slots
  const keys = keysOf(chunk, order)
  // key and position in one number, which is exact: keys are seconds or IDs, below 2^40
  const places = new Float64Array(chunk.count)
  for (let position = 0; position < chunk.count; position++)
    places[position] = existing(keys[slotAt(chunk, position)]) * chunkSlots + position
  const slots = new Uint16Array(chunk.count)
  for (const [at, place] of places.sort().entries())
    slots[at] = slotAt(chunk, place - Math.floor(place / chunkSlots) * chunkSlots)
  chunk.orders.set(order, { stamp, touched, slots })
  return slots
}

/** The first place among slots in order whose key is not below. */
export function firstNotBelow(keys: ArrayLike<number>, slots: Uint16Array, key: number): number {
  let low = 0
  for (let high = slots.length; low < high; ) {
    const middle = (low + high) >>> 1
    if (existing(keys[existing(slots[middle])]) < key) low = middle + 1
    else high = middle
  }
  return low
}
