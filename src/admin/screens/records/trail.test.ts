import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressInto, trailOf } from './trail.ts'

const back = '/events?missing=fr&page=2'
const list = { path: 'events', back, ids: [4, 9, 7], language: 'fr' as const }

test('a record leads back to its list with the filters, and on to those beside it', () => {
  const walkFrom = (id: number) => trailOf('events', id, list).walk
  assert.deepEqual(walkFrom(4), { at: 1, count: 3, next: 9 })
  assert.deepEqual(walkFrom(9), { at: 2, count: 3, previous: 4, next: 7 })
  assert.deepEqual(walkFrom(7), { at: 3, count: 3, previous: 9 })
  assert.deepEqual(walkFrom(5), { at: 0, count: 3 })
  const { back: to, language } = trailOf('events', 4, list)
  assert.deepEqual([to, language], [back, 'fr'])
})

test('without a list, or after that of other records, it leads to the whole list', () => {
  const walk = { at: 0, count: 0 }
  assert.deepEqual(trailOf('venues', 4, list), { back: '/venues', walk })
  assert.deepEqual(trailOf('events', undefined, undefined), { back: '/events', walk })
})

test('the texts of a record in a language have an address of their own', () => {
  assert.equal(addressInto('events', 4), '/events/4')
  assert.equal(addressInto('events', 4, 'fr'), '/events/4/fr')
})
