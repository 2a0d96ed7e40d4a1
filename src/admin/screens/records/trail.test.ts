import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trailOf } from './trail.ts'

const list = { path: 'events', search: '?missing=fr&page=2', ids: [4, 9, 7] }

test('a record leads back to its list with the filters, and on to the next one', () => {
  const back = '/events?missing=fr&page=2'
  const first = { back, count: 3, at: 1, next: '/events/9', language: 'fr' }
  assert.deepEqual(trailOf('events', 4, list), first)
  assert.deepEqual(trailOf('events', 7, list), { back, count: 3, at: 3, language: 'fr' })
  assert.deepEqual(trailOf('events', 5, list), { back, count: 3, language: 'fr' })
})

test('without a list, or after that of other records, it leads to the whole list', () => {
  assert.deepEqual(trailOf('venues', 4, list), { back: '/venues', count: 0 })
  assert.deepEqual(trailOf('events', undefined, undefined), { back: '/events', count: 0 })
})
