import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../../test/support/any-text.ts'
import { encoded } from './list.ts'

test('links are written in form style, as URLSearchParams writes them', () => {
  const texts = [
    '2026-11-22 00:00:00',
    'start_date',
    'a b',
    '%41',
    'é',
    '~',
    "it's",
    '\ud800',
    '',
    '0 :',
    'tags[]',
  ]
  const word = fc.oneof(fc.constantFrom(...texts), anyText({ maxLength: 8 }))
  fc.assert(
    fc.property(fc.array(fc.tuple(word, word), { maxLength: 5 }), sent =>
      assert.equal(encoded(sent), new URLSearchParams(sent).toString()),
    ),
    { numRuns: 2000 },
  )
})
