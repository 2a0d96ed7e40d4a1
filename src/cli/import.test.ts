import assert from 'node:assert/strict'
import { test } from 'node:test'
import { howIn } from './import.ts'

test('options of an import are written as those of a command, and a wrong one is named', () => {
  assert.deepEqual(howIn({ status: 'draft', acceptNew: true, threshold: '0', source: 'town' }), {
    status: 'draft',
    accept_new: true,
    threshold: 0,
  })
  const wrong = { gone: 'hide', threshold: '101', map: 'What', delimiter: '12345' }
  for (const [name, written] of Object.entries(wrong))
    assert.throws(() => howIn({ [name]: written }), { exitCode: 2 }, name)
})
