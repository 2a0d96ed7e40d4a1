import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marksOf, withLabels } from './arrange.ts'
import { frameAround, together } from './fit.ts'
import { landPath } from './land.ts'
import { latOf, metresAcross, spotOf } from './plane.ts'
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
