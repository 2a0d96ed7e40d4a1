import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typedCosts } from '../../../test/support/typed-costs.ts'
import { freeStateOf, isFree } from './free.ts'

test('a cost is free, free for who books, or free for some, as it is typed', () => {
  for (const { state, cost } of typedCosts) {
    assert.equal(freeStateOf(cost), state, cost)
    assert.equal(isFree(cost), state === 'free' || state === 'booked', cost)
  }
})
