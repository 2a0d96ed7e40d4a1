import { type Bound, columnOf, holds } from '../read/bounds.ts'
import { type Chunk, timeAt } from './chunk.ts'

/** What is left of a window when the range of wall-clock starts is taken out of it. */
export type Plan = { from: number; to: number; rest: readonly Bound[] }

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

export function passes(chunk: Chunk, slot: number, bounds: readonly Bound[]): boolean {
  for (const bound of bounds) if (!holds(bound, timeAt(chunk[columnOf(bound)], slot))) return false
  return true
}
