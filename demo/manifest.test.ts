import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromRanges, toRanges } from './manifest.ts'

test('ids are written as ranges and read back', () => {
  for (const ids of [[], [7], [1, 2, 3, 9, 10, 12]])
    assert.deepEqual(fromRanges(toRanges(ids)), ids)
  assert.equal(toRanges([3, 1, 2, 9]), '1-3,9')
})
