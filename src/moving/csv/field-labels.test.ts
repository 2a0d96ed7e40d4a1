import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowKinds } from './columns.ts'
import { fieldsOf } from './field-labels.ts'

test('each field of a column has a distinct name in both languages', () => {
  for (const kind of rowKinds)
    for (const language of ['en', 'fr'] as const) {
      const fields = fieldsOf(kind, language)
      const labels = fields.map(({ label }) => label)
      assert.deepEqual([...new Set(labels)], labels)
      assert.equal(fields[0]?.name, 'skip')
    }
  const label = (name: string) => fieldsOf('event', 'fr').find(field => field.name === name)?.label
  assert.equal(label('venue.city'), 'Lieu\u00a0: Ville')
  assert.equal(label('title.fr'), 'Titre (fr)')
})
