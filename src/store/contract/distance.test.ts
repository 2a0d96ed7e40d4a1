import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boxAround, nearestFirst } from './distance.ts'

test('a box holds its circle, at the poles and at the date line too', () => {
  const lats = [-90, -89.98, -89.2, -48, 0, 48, 89.2, 89.95, 89.99, 90]
  const lngs = [-180, -179.9, -90, 0, 2, 90, 179.9, 180]
  for (const km of [0.01, 1, 40, 5000])
    for (const lat of lats)
      for (const lng of lngs) {
        const near = { lat, lng, km }
        const { south, north, west, east } = boxAround(near)
        const venues = lats.flatMap(lat => lngs.map(lng => ({ id: 1, lat, lng })))
        for (const venue of venues) {
          if (nearestFirst(near, [venue]).length === 0) continue
          const isInside =
            venue.lat >= south && venue.lat <= north && venue.lng >= west && venue.lng <= east
          assert.ok(isInside, JSON.stringify({ near, venue }))
        }
      }
})
