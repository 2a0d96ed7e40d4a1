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
/** Points by twos, in steps of the drawing. */
type Line = number[]
/** What is drawn, in steps. */
type Edges = { left: number; top: number; right: number; bottom: number }

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
  const edges = edgesOf(of, from)
  const pen = openPen()
  // what is shown may go beyond an end of the world
  for (const turn of [-1, 0, 1]) {
    const shifted = { ...of, x: of.x - turn }
    const lineOf = linesFor(world, { ...from, x: from.x - turn }, finest, edges)
    for (const polygon of world.polygons)
      if (isIn(polygon, shifted, finest / from.scale))
        for (const lines of polygon.rings) {
          const ring = ringOf(lines, lineOf)
          // two points surround nothing
          if (ring.length >= 6) pen.draw(cutTo(ring, edges))
        }
  }
  return pen.path()
}

function edgesOf(of: Frame, { x, y, scale }: Drawing['from']): Edges {
  const [left, top] = [(of.x - x) * scale, (of.y - y) * scale]
  return { left, top, right: left + of.width * scale, bottom: top + of.height * scale }
}

const isIn = ({ left, top, right, bottom }: Polygon, of: Frame, least: number) =>
  Math.max(right - left, bottom - top) > least &&
  left < of.x + of.width &&
  right > of.x &&
  top < of.y + of.height &&
  bottom > of.y

/** On which sides a point lies outside, as bits. */
const outside = (x: number, y: number, { left, top, right, bottom }: Edges) =>
  (x < left ? 1 : 0) | (x > right ? 2 : 0) | (y < top ? 4 : 0) | (y > bottom ? 8 : 0)

/**
 * Lines in steps, without the points that are hardly any way from the one before: the same for both countries along a border. Of what stays
 * outside on one side only the ends are taken: of Canada around a street in Halifax, a few points of 260 000.
 */
function linesFor(world: Outline, { x, y, scale }: Drawing['from'], finest: number, edges: Edges) {
  const known = new Map<number, Line>()
  return (number: number): Line => {
    const before = known.get(number)
    if (before) return before
    const line: Line = []
    const [first, end] = partOf(world, number)
    let [lastX, lastY] = [Number.NaN, Number.NaN]
    // of the last point of the line, and of the one before it
    let [side, sideBefore] = [0, 0]
    for (let at = first; at < end; at++) {
      const right = ((world.points[2 * at] ?? 0) - x) * scale
      const down = ((world.points[2 * at + 1] ?? 0) - y) * scale
      const isNear = Math.abs(right - lastX) < finest && Math.abs(down - lastY) < finest
      if (isNear && at < end - 1) continue
      lastX = right
      lastY = down
      const own = outside(right, down, edges)
      if (line.length >= 4 && (own & side & sideBefore) !== 0) line.length -= 2
      else sideBefore = side
      side = own
      line.push(right, down)
    }
    known.set(number, line)
    return line
  }
}

/** A closed ring, without its first point again. */
function ringOf(ring: Polygon['rings'][number], lineOf: (number: number) => Line): Line {
  const points: Line = []
  for (const said of ring) {
    const line = lineOf(said < 0 ? ~said : said)
    // where one line ends the next begins
    if (said < 0)
      for (let at = line.length - 2; at > 0; at -= 2) points.push(line[at] ?? 0, line[at + 1] ?? 0)
    else for (let at = 0; at < line.length - 2; at++) points.push(line[at] ?? 0)
  }
  return points
}

/** What of a ring lies inside (Sutherland and Hodgman): one side after the other is cut off. */
function cutTo(ring: Line, { left, top, right, bottom }: Edges): Line {
  const narrow = cut(cut(ring, 0, left, 1), 0, right, -1)
  return cut(cut(narrow, 1, top, 1), 1, bottom, -1)
}

/** `axis`: 0 for x, 1 for y. `sign`: 1 where it is greater than the limit that is inside, -1 where it is less. */
function cut(ring: Line, axis: 0 | 1, limit: number, sign: 1 | -1): Line {
  const inside: Line = []
  let [beforeX, beforeY] = [ring.at(-2) ?? 0, ring.at(-1) ?? 0]
  let before = sign * ((axis === 0 ? beforeX : beforeY) - limit)
  for (let at = 0; at < ring.length; at += 2) {
    const [x = 0, y = 0] = [ring[at], ring[at + 1]]
    const own = sign * ((axis === 0 ? x : y) - limit)
    if (own >= 0 !== before >= 0) {
      const share = before / (before - own)
      inside.push(beforeX + (x - beforeX) * share, beforeY + (y - beforeY) * share)
    }
    if (own >= 0) inside.push(x, y)
    beforeX = x
    beforeY = y
    before = own
  }
  return inside
}

/** Writes a path in whole steps, each from the one before: half as long as with decimals. */
function openPen() {
  const parts: string[] = []
  let [lastX, lastY] = [0, 0]
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
    draw(ring: Line) {
      if (ring.length === 0) return
      for (let at = 0; at < ring.length; at += 2)
        to(at === 0 ? 'm' : 'l', ring[at] ?? 0, ring[at + 1] ?? 0)
      parts.push('z')
      lastX = Math.round(ring[0] ?? 0)
      lastY = Math.round(ring[1] ?? 0)
    },
  }
}
