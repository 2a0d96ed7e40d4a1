import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linearIn } from '../../../test/support/growth.ts'
import { parseForm } from './parse.ts'

test('a form of names without values is read as soon as one with values', () =>
  linearIn(200_000, size => 'ab&'.repeat(size), parseForm))

test('a name without a value is empty, and only the first equals sign parts', () => {
  assert.deepEqual(parseForm('a&&b=1=2&=3&c=+%26').sent, [
    ['a', ''],
    ['b', '1=2'],
    ['', '3'],
    ['c', ' &'],
  ])
})
