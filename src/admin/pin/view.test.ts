import assert from 'node:assert/strict'
import { test } from 'node:test'
import { landFile } from '../../web/map/land-tile.ts'
import { type Frame, metresAcross, spotOf } from '../../web/map/plane.ts'
import { type Countries, frameOfCountry } from './countries.ts'
import { degreesOf, fitted, movedBy, showing, spotIn, startOf, turnedTo } from './view.ts'

const size = { width: 600, height: 300 }
const lyon = spotOf(45.76, 4.83)
const contains = ({ x, y, width, height }: Frame, at: { x: number; y: number }) =>
  at.x >= x && at.x <= x + width && at.y >= y && at.y <= y + height

test('the pin is where both fields say, and nowhere while they say half or nonsense', () => {
  assert.deepEqual(spotIn({ lat: '45.76', lng: '4.83' }), lyon)
  for (const [lat, lng] of [
    ['', ''],
    ['45', ''],
    [' ', '4'],
    ['91', '4'],
    ['45', '181'],
    ['x', '4'],
  ] as const)
    assert.equal(spotIn({ lat, lng }), undefined)
})

test('what is set is as fine as a pixel, and within the world', () => {
  const frame = fitted(
    startOf({ pin: lyon, city: undefined, country: undefined }, true),
    size,
    true,
  )
  const { lat, lng } = degreesOf(lyon, frame, size.width)
  assert.deepEqual([lat, lng], ['45.76', '4.83'])
  assert.deepEqual(degreesOf({ x: 1.25, y: 0.5 }, { x: 0, y: 0, width: 1, height: 1 }, 360), {
    lat: '0',
    lng: '-90',
  })
  assert.match(degreesOf({ x: 0.1234567, y: 0.3 }, frame, size.width).lat, /^\d+\.\d{5,6}$/)
  assert.equal(degreesOf({ x: 0, y: -3 }, { x: 0, y: 0, width: 1, height: 1 }, 360).lat, '85')
})

test('a map begins at the pin, else in its city, else in its country, else with the world', () => {
  const country = { x: 0.49, y: 0.33, width: 0.04, height: 0.04 }
  const known = { pin: undefined, city: undefined, country: undefined }
  for (const hasTiles of [true, false]) {
    const at = (given: Partial<Parameters<typeof startOf>[0]>) =>
      fitted(startOf({ ...known, ...given }, hasTiles), size, hasTiles)
    const [pin, city, nation, world] = [
      at({ pin: lyon, city: lyon, country }),
      at({ city: lyon, country }),
      at({ country }),
      at({}),
    ] as [Frame, Frame, Frame, Frame]
    for (const frame of [pin, city, nation, world]) {
      assert.ok(contains(frame, lyon))
      assert.ok(Math.abs(frame.height / frame.width - 0.5) < 1e-9)
    }
    assert.ok(metresAcross(pin) <= metresAcross(city))
    assert.ok(metresAcross(city) < metresAcross(nation) && nation.width < world.width)
  }
})

test('the pin stays in sight, across the end of the world too', () => {
  const fiji = spotOf(-17.8, 179.9)
  const frame = { x: 0.98, y: 0.5, width: 0.1, height: 0.05 }
  const samoa = spotOf(-13.8, -171.8)
  assert.ok(turnedTo(samoa, frame).x > 1)
  for (const spot of [fiji, samoa, lyon])
    assert.ok(contains(showing(frame, spot), turnedTo(spot, showing(frame, spot))))
  assert.deepEqual(showing(frame, undefined), frame)
})

test('arrows move the pin by pixels, with Shift by one', () => {
  const frame = { x: 0, y: 0, width: 0.6, height: 0.3 }
  const at = { x: 0.3, y: 0.15 }
  const pressed = (key: string, shiftKey = false) => movedBy({ key, shiftKey }, at, frame, size)
  assert.equal(pressed('ArrowRight')?.x.toFixed(4), '0.3100')
  assert.equal(pressed('ArrowUp', true)?.y.toFixed(4), '0.1490')
  assert.equal(pressed('a'), undefined)
})

test('a country is found by its names in both languages', async () => {
  const file = await landFile('countries.json')
  const countries: Countries = JSON.parse(String(file?.body))
  const france = frameOfCountry(countries, 'France')
  assert.ok(france && contains(france, lyon), 'without what lies overseas')
  const berlin = spotOf(52.52, 13.4)
  for (const name of ['Germany', 'Allemagne', 'DE', ' allemagne '])
    assert.ok(contains(frameOfCountry(countries, name) ?? france, berlin), name)
  const denver = spotOf(39.7, -105)
  for (const name of ['États-Unis', 'USA', 'United States', 'United States of America'])
    assert.ok(contains(frameOfCountry(countries, name) ?? france, denver), name)
  assert.ok(frameOfCountry(countries, 'Dominican Republic'))
  for (const name of ['', '  ', 'Nowhere', 'constructor', '日本国'])
    assert.equal(frameOfCountry(countries, name), undefined, name)
})
