import { type Frame, metresAround, type Spot } from './plane.ts'

/** What is around one place, so that people see where it is: without tiles the outline of a country says it. */
const aroundOne = 900_000
/** Several places are never nearer than this: a grid of metres says nothing. */
const leastAcross = 3_000
/** Margin around the outermost places. */
const room = 1.3
/** The plane of tiles is cut no finer than this. */
const [finestOfOne, finestOfMany] = [15, 16]

/**
 * Where a map shows several places whole, it may have to be cut elsewhere than in the Pacific: those west of the cut are then
 * shown beyond the eastern end of the world.
 */
export function together(spots: readonly Spot[]): Spot[] {
  const xs = spots.map(({ x }) => x).toSorted((a, b) => a - b)
  const [first = 0] = xs
  let cut = Number.NEGATIVE_INFINITY
  let widest = first + 1 - (xs.at(-1) ?? 0)
  for (const [at, x] of xs.entries()) {
    const next = xs[at + 1]
    if (next === undefined || next - x <= widest) continue
    widest = next - x
    cut = x
  }
  return spots.map(({ x, y }) => ({ x: x <= cut ? x + 1 : x, y }))
}

/** The frame around places. `size` is that of the drawing in pixels; with tiles, a pixel of theirs is one of the drawing. */
export function frameAround(
  spots: readonly Spot[],
  size: { width: number; height: number },
  hasTiles: boolean,
): Frame {
  const [left, right] = endsOf(spots.map(({ x }) => x))
  const [top, bottom] = endsOf(spots.map(({ y }) => y))
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
  const isOne = right - left < 1e-7 && bottom - top < 1e-7
  const least = (isOne && !hasTiles ? aroundOne : leastAcross) / metresAround(middle.y)
  const wide = Math.max(
    (right - left) * room,
    ((bottom - top) * room * size.width) / size.height,
    isOne && hasTiles ? 0 : least,
  )
  const width = hasTiles
    ? tiledWidth(wide, size.width, isOne)
    : Math.min(size.width / size.height, wide)
  const height = (width * size.height) / size.width
  const y = Math.min(1 - height, Math.max(0, middle.y - height / 2))
  return { x: middle.x - width / 2, y: height > 1 ? 0.5 - height / 2 : y, width, height }
}

function tiledWidth(wide: number, pixels: number, isOne: boolean): number {
  const finest = isOne ? finestOfOne : finestOfMany
  const level = Math.floor(Math.log2(pixels / (256 * Math.max(wide, 1e-9))))
  return pixels / (256 * 2 ** Math.min(finest, Math.max(0, level)))
}

function endsOf(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)]
}
