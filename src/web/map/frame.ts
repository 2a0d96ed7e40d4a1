import { type Frame, metresAround, type Spot } from './plane.ts'

/** How a map may be moved: within what is drawn, or all over the world where there are tiles. */
export type Limits = { reach: Frame | undefined; hasTiles: boolean }

/** Nothing is nearer than this many metres across, and no tile is finer than this level. */
const [nearest, finestLevel] = [300, 18]

const between = (value: number, least: number, max: number) =>
  max < least ? (least + max) / 2 : Math.min(max, Math.max(least, value))

/** A frame that keeps to the limits, on a view of so many pixels. */
export function limited(frame: Frame, view: { width: number; height: number }, of: Limits): Frame {
  const { reach, hasTiles } = of
  const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 }
  const least = hasTiles ? view.width / (256 * 2 ** finestLevel) : nearest / metresAround(middle.y)
  const aspect = view.height / view.width
  const max = reach ? Math.min(reach.width, reach.height / aspect) : 1
  const width = between(frame.width, Math.min(least, max), max)
  const height = width * aspect
  const { x, y } = { x: middle.x - width / 2, y: middle.y - height / 2 }
  if (!reach) return { x, y: between(y, 0, 1 - height), width, height }
  return {
    width,
    height,
    x: between(x, reach.x, reach.x + reach.width - width),
    y: between(y, reach.y, reach.y + reach.height - height),
  }
}

/** Nearer or further away, where one spot stays in its place. */
export const zoomed = (frame: Frame, by: number, at: Spot): Frame => ({
  x: at.x - (at.x - frame.x) / by,
  y: at.y - (at.y - frame.y) / by,
  width: frame.width / by,
  height: frame.height / by,
})

/** The frame around some places. */
export function around(spots: readonly Spot[], aspect: number): Frame {
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)]
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const width = Math.max((right - left) * 1.7, ((bottom - top) * 1.7) / aspect)
  const height = width * aspect
  return { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height }
}
