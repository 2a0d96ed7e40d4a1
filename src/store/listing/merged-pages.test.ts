import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pageOfBoth, type Sequence } from './event-lists.ts'

const sequence = (ids: readonly number[]): Sequence => ({
  total: ids.length,
  page: ({ limit, offset }) => ids.slice(offset, offset + limit),
})

test('any page of two sequences is that of both together in order', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 300 }), { maxLength: 200 })
  fc.assert(
    fc.property(
      ids,
      fc.integer({ min: 0, max: 10 }),
      fc.integer({ min: 0, max: 210 }),
      fc.integer({ min: 1, max: 30 }),
      (all, share, offset, limit) => {
        const sorted = all.toSorted((a, b) => a - b)
        const isOne = (id: number) => (id * 7) % 11 < share
        const [one, other] = [sorted.filter(isOne), sorted.filter(id => !isOne(id))]
        assert.deepEqual(
          pageOfBoth(sequence(one), sequence(other), (a, b) => a < b, { limit, offset }),
          sorted.slice(offset, offset + limit),
        )
      },
    ),
    { numRuns: 2000 },
  )
})
