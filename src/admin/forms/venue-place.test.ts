import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearTo, placeFacts } from './venue-place.ts'

const place = {
  label: 'Somewhere',
  lat: '45.7',
  lng: '4.8',
  address: '1 Main Street',
  city: 'Springfield',
  zip: '62701',
  province: 'Illinois',
}

test('a place fills one field for the region, by its country, and empties the others', () => {
  const { state, province, stateprovince } = placeFacts({ ...place, country: 'United States' })
  assert.deepEqual([state, province, stateprovince], ['Illinois', '', ''])
  const french = placeFacts({ ...place, province: 'Rhône', country: 'France' })
  assert.deepEqual([french.state, french.province, french.geo_lat], ['', 'Rhône', '45.7'])
})

test('a new venue begins in the city and country of another, and nowhere without one', () => {
  const venue = {
    id: 1,
    venue: 'Hall',
    city: 'Lyon',
    country: 'France',
    province: '',
    zip: '69001',
  }
  assert.deepEqual(nearTo(venue), { city: 'Lyon', country: 'France' })
  assert.deepEqual(nearTo(undefined), {})
})
