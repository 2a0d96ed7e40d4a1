import assert from 'node:assert/strict'
import { test } from 'node:test'
import { colorsOf, everything, isWanted, legendOf, lookOf } from './colors.ts'

const term = (id: number, name: string, parent = 0, color?: string) => ({
  id,
  name,
  parent,
  count: 0,
  position: 0,
  ...(color && { color }),
})
const colorOf = colorsOf([
  term(1, 'Music', 0, 'purple'),
  term(2, 'Choirs', 1),
  term(3, 'Art', 0, 'green'),
  term(4, 'Plain'),
  // a circle ends
  term(5, 'One', 6),
  term(6, 'Other', 5),
])
const row = (...categories: number[]) => ({ id: 7, categories: categories.map(id => ({ id })) })
const [music, art] = [
  { id: 1, name: 'Music', color: 'purple' },
  { id: 3, name: 'Art', color: 'green' },
]

test('an event has the color of its first category with one, or of the nearest above it', () => {
  assert.deepEqual(colorOf(row(2)), music)
  assert.deepEqual(colorOf(row(4, 3, 1)), art)
  for (const plain of [row(), row(4), row(5), row(99), { id: 7 }])
    assert.equal(colorOf(plain), undefined)
})

test('the legend has each color that is shown once, by name', () => {
  assert.deepEqual(legendOf([row(2), row(1), row(4), row(3)], colorOf), [art, music])
})

test('the calendar shows some categories, public events or others', () => {
  const choir = { ...row(2), status: 'publish' }
  const draft = { ...row(4), status: 'draft' }
  const visible = (filter: object) =>
    [choir, draft].filter(each => isWanted(each, colorOf(each), { ...everything, ...filter }))
  assert.deepEqual(visible({}), [choir, draft])
  assert.deepEqual(visible({ categories: [1] }), [choir])
  assert.deepEqual(visible({ state: 'public' }), [choir])
  assert.deepEqual(visible({ state: 'open' }), [draft])
  assert.deepEqual(visible({ categories: [1], state: 'open' }), [])
  assert.ok(isWanted({ ...draft, status: 'future' }, undefined, { ...everything, state: 'public' }))
})

test('another clock than that of the site is named by its city', () => {
  const zone = (timezone: string) => lookOf({ id: 7, timezone }, undefined, 'Europe/Paris').zone
  assert.equal(zone('America/Argentina/Buenos_Aires'), 'Buenos Aires')
  assert.equal(zone('Europe/Paris'), undefined)
  assert.deepEqual(lookOf(row(), music, 'UTC'), { color: 'purple', zone: undefined })
})
