import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indented, isWithin, positionsAfter, steppedTo, type Term, treeOf } from './tree.ts'

const term = (id: number, parent = 0): Term => ({
  id,
  parent,
  name: `T${id}`,
  count: 0,
  position: 0,
})

test('terms are shown as a tree, and none is lost, not even in a cycle', () => {
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

test('a term cannot be put below itself', () => {
  const terms = new Map([term(1), term(2, 1), term(3, 2)].map(each => [each.id, each]))
  assert.equal(isWithin(terms, 1, 3), true)
  assert.equal(isWithin(terms, 3, 1), false)
  assert.equal(isWithin(terms, 1, 0), false)
})

test('a step puts a term below the one before it, or out from below the one above', () => {
  const terms = [term(1), term(2), term(3, 2), term(4, 2), term(5, 4)]
  const step = (id: number, way: 'in' | 'out') => steppedTo(terms, id, way)
  assert.deepEqual(
    [step(2, 'in'), step(1, 'in'), step(4, 'in'), step(5, 'in')],
    [1, undefined, 3, undefined],
  )
  assert.deepEqual([step(5, 'out'), step(3, 'out'), step(1, 'out')], [2, 0, undefined])
})

test('a term goes up or down among those with the same parent: all get a position once, then two change', () => {
  const terms = [term(1), term(2), term(3, 2), term(4, 2), term(5)]
  const after = (of: readonly Term[], id: number, way: 'up' | 'down') =>
    positionsAfter(of, id, way).map(({ term, position }) => [term.id, position])
  const first = [
    [1, 1],
    [5, 2],
    [2, 3],
  ]
  assert.deepEqual(after(terms, 2, 'down'), first)
  const ordered = [1, 5, 2].map((id, at) => ({ ...term(id), position: at + 1 }))
  assert.deepEqual(after(ordered, 5, 'up'), [
    [5, 1],
    [1, 2],
  ])
  assert.deepEqual(after(terms, 4, 'up'), [
    [4, 1],
    [3, 2],
  ])
  assert.deepEqual([after(terms, 1, 'up'), after(terms, 5, 'down')], [[], []])
})
