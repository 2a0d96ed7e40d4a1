import assert from 'node:assert/strict'
import { test } from 'node:test'
import { degreesOf, movedBy, type Spot, spotIn } from './degrees.ts'

const lyon = { lat: 45.76, lng: 4.83 }

test('the pin stands at the coordinates of both fields, and nowhere while one is missing or invalid', () => {
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

test('coordinates are rounded to a pixel and lie within the world', () => {
  assert.deepEqual(degreesOf({ lat: 45.7612345678, lng: 4.8312345678 }, 16), {
    lat: '45.76123',
    lng: '4.83123',
  })
  assert.deepEqual(degreesOf({ lat: 45.7612345678, lng: 4.83 }, 1), { lat: '45.8', lng: '4.8' })
  assert.deepEqual(degreesOf({ lat: 89, lng: 190 }, 5), { lat: '85', lng: '-170' })
  assert.deepEqual(degreesOf({ lat: 0, lng: -181 }, 5), { lat: '0', lng: '179' })
})

test('arrows move the pin by pixels, with Shift by one; without a pin they move the map', () => {
  const moves: unknown[] = []
  const map = {
    getCenter: () => lyon,
    // a pixel is a degree
    latLngToContainerPoint: ({ lat, lng }: Spot) => ({ x: lng, y: -lat }),
    containerPointToLatLng: ([x, y]: [number, number]) => ({ lat: -y, lng: x }),
    panBy: (by: [number, number]) => moves.push(by),
  }
  const press = (key: string, pin: Spot | 'map' | undefined, shiftKey = false) =>
    movedBy({ key, shiftKey }, map, pin, at => moves.push(at))?.()
  press('ArrowRight', { lat: 0, lng: 0 })
  press('ArrowUp', { lat: 0, lng: 0 }, true)
  press('ArrowLeft', undefined)
  press('ArrowDown', 'map')
  press('Enter', undefined)
  press('Enter', lyon)
  press('a', lyon)
  assert.deepEqual(moves, [{ lat: -0, lng: 10 }, { lat: 1, lng: 0 }, [-60, 0], [0, 60], lyon])
})
