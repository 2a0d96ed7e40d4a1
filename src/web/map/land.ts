import { geoIdentity, geoPath } from 'd3-geo'
import { onNothing, openCache } from '../../common/cache.ts'
import { type Outline, outline, type Polygon, partOf } from './outline.ts'
import type { Frame, Spot } from './plane.ts'

type Drawing = {
  /** What is drawn, of the plane. */
  of: Frame
  /** The spot of the plane at 0, 0, and how many steps of the drawing its unit is. */
  from: Spot & { scale: number }
  /** What is smaller than so many steps is left out. */
  finest: number
}
type Line = [x: number, y: number][]

/** The same land is shown again and again: on the page of each event at a venue, on each page of a list. */
const drawn = openCache({ bytes: 2 * 1024 * 1024 }).table<string, string>({
  sizeOf: path => path.length,
  dependsOn: onNothing,
})

/** The land in a frame, as the path of an SVG in whole steps. */
export async function landPath(drawing: Drawing): Promise<string> {
  const { of, from, finest } = drawing
  const key = [of.x, of.y, of.width, of.height, from.x, from.y, from.scale, finest].join()
  const known = drawn.get(key)
  if (known !== undefined) return known
  const path = pathOf(await outline(), drawing)
  drawn.set(key, path)
  return path
}

function pathOf(world: Outline, { of, from, finest }: Drawing): string {
  const polygons: Line[][] = []
  // what is shown may go beyond an end of the world
  for (const turn of [-1, 0, 1]) {
    const shifted = { ...of, x: of.x - turn }
    const lineOf = linesFor(world, { ...from, x: from.x - turn }, finest)
    for (const polygon of world.polygons)
      if (isIn(polygon, shifted, finest / from.scale)) polygons.push(ringsOf(polygon, lineOf))
  }
  const [left, top] = [(of.x - from.x) * from.scale, (of.y - from.y) * from.scale]
  const clip = geoIdentity().clipExtent([
    [left, top],
    [left + of.width * from.scale, top + of.height * from.scale],
  ])
  const pen = openPen()
  geoPath(clip, pen)({ type: 'MultiPolygon', coordinates: polygons })
  return pen.path()
}

const isIn = ({ left, top, right, bottom }: Polygon, of: Frame, least: number) =>
  Math.max(right - left, bottom - top) > least &&
  left < of.x + of.width &&
  right > of.x &&
  top < of.y + of.height &&
  bottom > of.y

/** Lines in steps, without the points that are hardly any way from the one before: the same for both countries beside one. */
function linesFor(world: Outline, { x, y, scale }: Drawing['from'], finest: number) {
  const known = new Map<number, Line>()
  return (number: number): Line => {
    const before = known.get(number)
    if (before) return before
    const line: Line = []
    const [first, end] = partOf(world, number)
    let [lastX, lastY] = [Number.NaN, Number.NaN]
    for (let at = first; at < end; at++) {
      const right = ((world.points[2 * at] ?? 0) - x) * scale
      const down = ((world.points[2 * at + 1] ?? 0) - y) * scale
      const isNear = Math.abs(right - lastX) < finest && Math.abs(down - lastY) < finest
      if (isNear && at < end - 1) continue
      line.push([right, down])
      lastX = right
      lastY = down
    }
    known.set(number, line)
    return line
  }
}

const ringsOf = ({ rings }: Polygon, lineOf: (number: number) => Line): Line[] =>
  rings
    .map(ring =>
      ring.flatMap((said, at) => {
        const line = said < 0 ? lineOf(~said).toReversed() : lineOf(said)
        // where one line ends the next begins
        return at === 0 ? line : line.slice(1)
      }),
    )
    .filter(({ length }) => length >= 4)

/** Writes a path in whole steps, each from the one before: half as long as with decimals. */
function openPen() {
  const parts: string[] = []
  let [lastX, lastY] = [0, 0]
  let start: [number, number] = [0, 0]
  const to = (command: 'm' | 'l', x: number, y: number) => {
    const [right, down] = [Math.round(x) - lastX, Math.round(y) - lastY]
    if (command === 'l' && right === 0 && down === 0) return
    parts.push(`${command}${right}${down < 0 ? '' : ' '}${down}`)
    lastX += right
    lastY += down
  }
  return {
    // what follows the first line of a ring is a line too without its letter, and a minus needs no space before it
    path: () => parts.join('').replace(/(?<=\d)l(-?)/g, (_, sign: string) => sign || ' '),
    beginPath() {},
    moveTo(x: number, y: number) {
      to('m', x, y)
      start = [lastX, lastY]
    },
    lineTo: (x: number, y: number) => to('l', x, y),
    closePath() {
      parts.push('z')
      ;[lastX, lastY] = start
    },
    arc() {},
  }
}
