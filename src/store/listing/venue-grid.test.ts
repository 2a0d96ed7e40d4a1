import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PostEntry } from '../contract/store.ts'
import { newCalendar } from './event-order.ts'
import { isVisible, newPlaces, seenOnlyBy, takeVenues, venuesAround } from './venue-grid.ts'

const montreal = { lat: 45.5, lng: -73.6 }
const venue = (id: number, status: string, author = 1): PostEntry => ({
  id,
  status,
  author,
  place: montreal,
  date: 0,
  languages: 3,
})

function placesOf(...venues: PostEntry[]) {
  const places = newPlaces(newCalendar())
  const take = (...changed: PostEntry[]) =>
    takeVenues(
      places,
      changed,
      changed.map(({ id }) => id),
    )
  take(...venues)
  return { places, take }
}

const anyone = { statuses: ['publish'] }
const editor = { statuses: ['publish', 'draft', 'pending'] }
const author = { statuses: ['publish'], own: { author: 2, statuses: ['draft'] } }

test('venues with limited visibility follow their status, and are visible to the users that it allows', () => {
  const { places, take } = placesOf(
    venue(1, 'publish'),
    venue(2, 'draft', 2),
    venue(3, 'draft', 1),
    venue(4, 'trash'),
  )
  const seen = () => [anyone, author, editor].map(of => seenOnlyBy(places, of).sort())
  assert.deepEqual(seen(), [[], [2], [2, 3]])
  take(venue(1, 'pending'), venue(2, 'publish'))
  assert.deepEqual(seen(), [[], [], [1, 3]])
  assert.deepEqual([isVisible(places, 1), isVisible(places, 2)], [false, true])
  takeVenues(places, [], [1, 2, 3, 4])
  assert.deepEqual(seen(), [[], [], []])
  assert.deepEqual([places.located.size, places.reserved.size, places.cells.size], [0, 0, 0])
})

test('a list with coordinates looks at no venue that everyone sees', () => {
  const venues = Array.from({ length: 50 }, (_, at) => venue(at + 1, 'publish'))
  const { places } = placesOf(...venues, venue(51, 'draft'))
  const looked: string[] = []
  for (const [id, entry] of places.located)
    Object.defineProperty(entry, 'status', {
      get: () => {
        looked.push(`venue ${id}`)
        return id === 51 ? 'draft' : 'publish'
      },
    })
  assert.deepEqual(seenOnlyBy(places, anyone), [])
  assert.deepEqual(looked, [])
  assert.deepEqual(seenOnlyBy(places, editor), [51])
  assert.deepEqual([...new Set(looked)], ['venue 51'])
})

test('a circle finds the venues in it that the caller sees', () => {
  const { places } = placesOf(venue(1, 'publish'), venue(2, 'draft', 2))
  const near = { ...montreal, km: 5 }
  assert.deepEqual(venuesAround(places, { ...near, venues: anyone }), [1])
  assert.deepEqual(venuesAround(places, { ...near, venues: author }), [1, 2])
})
