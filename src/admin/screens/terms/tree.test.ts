import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indented, isWithin, type Term, treeOf } from './tree.ts'

const term = (id: number, parent = 0): Term => ({ id, parent, name: `T${id}`, count: 0 })

test('terms stand below each other; none is lost, in a circle neither', () => {
  const terms = [term(2, 1), term(1), term(3, 2), term(4, 99), term(5, 6), term(6, 5)]
  assert.deepEqual(
    indented(terms).map(({ id, depth }) => [id, depth]),
    [
      [1, 0],
      [2, 1],
      [3, 2],
      [4, 0],
      [5, 0],
      [6, 0],
    ],
  )
  assert.equal(treeOf([]).length, 0)
})

test('nothing is put below itself', () => {
  const terms = new Map([term(1), term(2, 1), term(3, 2)].map(each => [each.id, each]))
  assert.equal(isWithin(terms, 1, 3), true)
  assert.equal(isWithin(terms, 3, 1), false)
  assert.equal(isWithin(terms, 1, 0), false)
})
