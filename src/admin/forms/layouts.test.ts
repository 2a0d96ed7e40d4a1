import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layoutOf } from './layouts.ts'
import { type Form, forms } from './model.ts'

test('the title comes first, then dates and place; what is rarely typed is folded', () => {
  const { named, groups } = layoutOf(forms.event as Form)
  assert.deepEqual(
    named.map(({ name }) => name),
    ['title'],
  )
  const main = groups.filter(({ isBeside }) => !isBeside).map(({ name }) => name)
  assert.deepEqual(main.slice(0, 6), [
    'when',
    'where',
    'classification',
    'image',
    'texts',
    'details',
  ])
  assert.deepEqual(
    groups.filter(({ isFolded }) => isFolded).map(({ fields }) => fields.map(({ name }) => name)),
    [['excerpt', 'slug', 'website']],
  )
})
