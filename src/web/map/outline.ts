import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { spotOf } from './plane.ts'

/** Each number stands for a line between two crossings of borders; `~number` for the same line from its end. */
type Ring = readonly number[]
export type Polygon = {
  country: string
  rings: readonly Ring[]
  left: number
  top: number
  right: number
  bottom: number
}

/** The countries of the world on the plane: the points of their borders by twos, where each line ends, and what they surround. */
export type Outline = { points: Float32Array; ends: Uint32Array; polygons: readonly Polygon[] }

let reading: Promise<Outline> | undefined

/** Read once, when the first map is shown. */
export function outline(): Promise<Outline> {
  reading ??= read().catch(error => {
    reading = undefined
    throw error
  })
  return reading
}

async function read(): Promise<Outline> {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json')
  return outlineOf(await readFile(path))
}

type Shape = { properties: { name: string } } & (
  | { type: 'Polygon'; arcs: Ring[] }
  | { type: 'MultiPolygon'; arcs: Ring[][] }
  | { type: 'Point' }
)
type Topology = {
  objects: { countries: { geometries: Shape[] } }
  transform: { scale: [number, number]; translate: [number, number] }
}

/**
 * Reads TopoJSON. Its half a million points are read number by number into one array: parsed as JSON and made into GeoJSON by
 * topojson-client they took 150 MB and half a second.
 */
function outlineOf(file: Buffer): Outline {
  const start = file.lastIndexOf('"arcs":')
  const arcs = file.indexOf('[', start)
  const end = file.indexOf(']]]', arcs) + 3
  const rest = `${file.subarray(0, start).toString()}"arcs":[]${file.subarray(end).toString()}`
  const { objects, transform }: Topology = JSON.parse(rest)
  const { points, ends } = linesIn(file.subarray(arcs, end), transform)
  const polygons = objects.countries.geometries.flatMap(shape => {
    const { name } = shape.properties
    if (shape.type === 'Polygon') return [polygonOf(name, shape.arcs, { points, ends })]
    if (shape.type !== 'MultiPolygon') return []
    return shape.arcs.map(rings => polygonOf(name, rings, { points, ends }))
  })
  return { points, ends, polygons }
}

const [minus, comma, opens, closes, zero, nine] = [45, 44, 91, 93, 48, 57]

/** The points of lines, each said as its distance from the one before. */
function linesIn(text: Buffer, { scale, translate }: Topology['transform']) {
  let count = 0
  for (const byte of text) if (byte === comma) count++
  const points = new Float32Array(count + 2)
  const ends: number[] = []
  let [at, depth, number, sign] = [0, 0, 0, 1]
  let [x, y] = [0, 0]
  for (const byte of text) {
    if (byte >= zero && byte <= nine) number = number * 10 + byte - zero
    else if (byte === minus) sign = -1
    else if (byte === opens) {
      depth++
      if (depth === 2) x = y = 0
    } else if (depth === 3 && byte === comma) {
      x += sign * number
      number = 0
      sign = 1
    } else if (depth === 3 && byte === closes) {
      y += sign * number
      number = 0
      sign = 1
      const spot = spotOf(y * scale[1] + translate[1], x * scale[0] + translate[0])
      points[at++] = spot.x
      points[at++] = spot.y
      depth--
    } else if (byte === closes) {
      if (depth === 2) ends.push(at / 2)
      depth--
    }
  }
  return { points: points.subarray(0, at), ends: Uint32Array.from(ends) }
}

/** The first point of a line, and the one after its last. */
export function partOf({ ends }: Pick<Outline, 'ends'>, line: number): [number, number] {
  return [line === 0 ? 0 : (ends[line - 1] ?? 0), ends[line] ?? 0]
}

function polygonOf(
  country: string,
  rings: readonly Ring[],
  { points, ends }: Pick<Outline, 'points' | 'ends'>,
): Polygon {
  let [left, top, right, bottom] = [1, 1, 0, 0]
  // holes are inside
  for (const said of rings[0] ?? []) {
    const [first, after] = partOf({ ends }, said < 0 ? ~said : said)
    for (let at = first; at < after; at++) {
      const [x = 0, y = 0] = [points[2 * at], points[2 * at + 1]]
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  return { country, rings, left, top, right, bottom }
}
