import { type Frame, latOf, metresAcross, metresAround, type Spot, spotOf } from './plane.ts'

/** From this many metres across, lines are those of a globe, by degrees; below, they are a grid of metres. */
const globe = 300_000
/** Below this many metres across, the outline is coarser than what is shown, and would lie: places by the sea would be in it. */
const near = 30_000

export const isNear = (frame: Frame) => metresAcross(frame) < near

const rounded = (least: number) => {
  const unit = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find(times => times * unit >= least) ?? 10) * unit
}

/** The bar that says how far things are apart: its metres, and its share of the width. */
export function barOf(frame: Frame): { metres: number; share: number } {
  const across = metresAcross(frame)
  const metres = rounded(across / 9)
  return { metres, share: metres / across }
}

const degreeSteps = [1, 2, 5, 10, 15, 30]

/** Lines to measure by with the eye, where they cross the plane. `origin` keeps them in their places while the frame moves. */
export function linesIn(frame: Frame, origin: Spot): { xs: number[]; ys: number[] } {
  const { x, y, width, height } = frame
  if (metresAcross(frame) < globe) {
    const step = barOf(frame).metres / metresAround(origin.y)
    return {
      xs: steps(x - origin.x, x + width - origin.x, step).map(at => at + origin.x),
      ys: steps(y - origin.y, y + height - origin.y, step).map(at => at + origin.y),
    }
  }
  const step = degreeSteps.find(each => (width * 360) / each <= 9) ?? 45
  return {
    xs: steps(x * 360 - 180, (x + width) * 360 - 180, step).map(lng => lng / 360 + 0.5),
    ys: steps(latOf(y + height), latOf(y), step).map(lat => spotOf(lat, 0).y),
  }
}

/** Multiples of a step between two numbers. */
function steps(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step)
  const count = Math.min(100, Math.max(0, Math.floor(to / step) - first + 1))
  return Array.from({ length: count }, (_, at) => (first + at) * step)
}

/** 200 m, 1,5 km. */
export function distance(metres: number, language: string): string {
  const [value, unit] = metres < 1000 ? [metres, 'm'] : [metres / 1000, 'km']
  return `${new Intl.NumberFormat(language).format(value)}\u00a0${unit}`
}
