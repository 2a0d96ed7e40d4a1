import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marksOf, withLabels } from './arrange.ts'
import { frameAround, together } from './fit.ts'
import { landPath } from './land.ts'
import { type Outline, outline, partOf } from './outline.ts'
import { latOf, metresAcross, type Spot, spotOf } from './plane.ts'
import { barOf, distance, linesIn } from './scale.ts'
import { tilesIn } from './tiles.ts'

const size = { width: 640, height: 480 }
const lyon = spotOf(45.76, 4.83)

test('the plane is that of web maps', () => {
  assert.deepEqual(spotOf(0, 0), { x: 0.5, y: 0.5 })
  assert.ok(Math.abs(latOf(spotOf(45.76, 4.83).y) - 45.76) < 1e-9)
  const { x, y } = spotOf(90, 180)
  assert.ok(x === 1 && Math.abs(y) < 1e-4, 'the poles are at its ends')
  const [tile] = tilesIn(
    { ...lyon, width: 1e-6, height: 1e-6 },
    256 * 1e-6 * 2 ** 10,
    '/{z}/{x}/{y}',
  )
  assert.equal(tile?.address, '/10/525/365')
})

test('a frame shows all places, also on both sides of the date line, and never nothing', () => {
  const cases = [
    [lyon],
    [lyon, lyon],
    [lyon, spotOf(45.77, 4.85)],
    [spotOf(-18, 178), spotOf(-14, -171)],
    [spotOf(89, 0), spotOf(-89, 179)],
  ]
  for (const spots of cases)
    for (const hasTiles of [false, true]) {
      const placed = together(spots)
      const { x, y, width, height } = frameAround(placed, size, hasTiles)
      for (const spot of placed) {
        assert.ok(
          spot.x >= x && spot.x <= x + width && spot.y >= y - 1e-3 && spot.y <= y + height + 1e-3,
        )
        assert.ok(width > 0 && Number.isFinite(width))
      }
    }
  const pacific = frameAround(together([spotOf(-18, 178), spotOf(-14, -171)]), size, false)
  assert.ok(metresAcross(pacific) < 2_000_000)
})

test('marks that would cover each other are one, and names cover nothing', () => {
  const spots = Array.from({ length: 100 }, (_, at) => ({ x: (at * 37) % 640, y: (at * 91) % 480 }))
  const marks = withLabels(marksOf(spots), members => `Venue ${members[0]}`, size)
  assert.deepEqual(
    marks.flatMap(({ members }) => members).toSorted((a, b) => a - b),
    spots.map((_, at) => at),
  )
  for (const [at, one] of marks.entries())
    for (const other of marks.slice(at + 1))
      assert.ok(
        Math.abs(one.x - other.x) >= (one.width + other.width) / 2 ||
          Math.abs(one.y - other.y) >= 26,
      )
  assert.deepEqual(
    marksOf([
      { x: 1, y: 1 },
      { x: 2, y: 2 },
      { x: 3, y: 3 },
      { x: 4, y: 4 },
    ]).map(({ text }) => text),
    ['1 · 2 +2'],
  )
})

test('the scale is a round number, and lines stay in their places', () => {
  for (const spread of [0.01, 0.1, 1, 10, 60]) {
    const frame = frameAround([lyon, spotOf(45.76 - spread / 2, 4.83 + spread)], size, false)
    const { metres, share } = barOf(frame)
    assert.match(String(metres), /^[125]0+$/)
    assert.ok(share > 0.05 && share < 0.3)
    const { xs, ys } = linesIn(frame, lyon)
    assert.ok(xs.length > 1 && xs.length < 15 && ys.length > 0 && ys.length < 15)
    const moved = linesIn({ ...frame, x: frame.x + frame.width / 20 }, lyon).xs
    assert.ok(moved.some(x => xs.some(other => Math.abs(x - other) < 1e-9)))
  }
  assert.deepEqual([distance(500, 'en'), distance(2000, 'fr')], ['500\u00a0m', '2\u00a0km'])
})

test('the land is where it is, and cut to its frame', async () => {
  const drawn = (lat: number, lng: number) => {
    const middle = spotOf(lat, lng)
    const of = { x: middle.x - 1e-4, y: middle.y - 1e-4, width: 2e-4, height: 2e-4 }
    return landPath({ of, from: { x: of.x, y: of.y, scale: 100 / 2e-4 }, finest: 1 })
  }
  assert.equal(await drawn(0, -30), '', 'the Atlantic has none')
  assert.match(await drawn(45.76, 4.83), /^m(0|100) (0|100)/, 'Lyon is all land')
  const shore = await drawn(43.296, 5.36)
  assert.ok(shore.length > 20, 'Marseille is by the sea')
})

test('what is drawn is land where the whole outline has land', async () => {
  const world = await outline()
  const whole = world.polygons.map(({ rings }) => rings.map(ring => pointsOf(world, ring)))
  const isLand = (spot: Spot) => whole.some(rings => isInside(rings, spot))
  // not at the latitudes of Fiji and Chukotka: their outlines go once around the world, and the rule of odd crossings fails
  const places = [
    { lat: 44.65, lng: -63.57 },
    { lat: -41.47, lng: -72.94 },
    { lat: 48.38, lng: -4.49 },
    { lat: 0.79, lng: 127.39 },
    { lat: 37.94, lng: 23.64 },
    { lat: -29.3, lng: 27.5 },
    { lat: 48.85, lng: 2.35 },
  ]
  let [lands, seas] = [0, 0]
  for (const { lat, lng } of places)
    for (const width of [1e-4, 5e-3, 0.08]) {
      const middle = spotOf(lat, lng)
      const of = { x: middle.x - width / 2, y: middle.y - width / 2, width, height: width }
      const path = await landPath({
        of,
        from: { x: of.x, y: of.y, scale: 10_000 / width },
        finest: 0,
      })
      const drawn = ringsOf(path)
      for (let at = 0; at < 16; at++) {
        const share = { x: (0.5 + (at % 4)) / 4, y: (0.5 + Math.floor(at / 4)) / 4 }
        const expected = isLand({ x: of.x + share.x * width, y: of.y + share.y * width })
        const is = isInside(drawn, { x: share.x * 10_000, y: share.y * 10_000 })
        assert.equal(is, expected, `${lat} ${lng} ${width} ${at}`)
        if (is) lands++
        else seas++
      }
      for (const { x, y } of drawn.flat())
        assert.ok(x >= 0 && x <= 10_000 && y >= 0 && y <= 10_000, 'nothing lies outside')
    }
  assert.ok(lands > 50 && seas > 50)
})

function pointsOf({ points, ends }: Outline, ring: readonly number[]): Spot[] {
  return ring.flatMap(said => {
    const [first, end] = partOf({ ends }, said < 0 ? ~said : said)
    const line = Array.from({ length: end - first }, (_, at) => ({
      x: points[2 * (first + at)] ?? 0,
      y: points[2 * (first + at) + 1] ?? 0,
    }))
    return said < 0 ? line.toReversed() : line
  })
}

/** The points of a path of `m`, `l` and `z`. */
const ringsOf = (path: string): Spot[][] => {
  let spot = { x: 0, y: 0 }
  return path
    .split('z')
    .filter(Boolean)
    .map(ring => {
      const numbers = ring.match(/-?\d+/g)?.map(Number) ?? []
      const spots: Spot[] = []
      for (let at = 0; at < numbers.length; at += 2) {
        spot = { x: spot.x + (numbers[at] ?? 0), y: spot.y + (numbers[at + 1] ?? 0) }
        spots.push(spot)
      }
      spot = spots[0] ?? spot
      return spots
    })
}

/** A line to the east crosses an odd number of edges. */
function isInside(rings: readonly (readonly Spot[])[], { x, y }: Spot): boolean {
  let crossed = 0
  for (const ring of rings)
    for (const [at, to] of ring.entries()) {
      const from = ring.at(at - 1) ?? to
      if (from.y > y === to.y > y) continue
      if (from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y) > x) crossed++
    }
  return crossed % 2 === 1
}
