import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortened } from './items.ts'

test('a long text is cut after a word, or after a character where it has no words', () => {
  assert.equal(shortened('one two three', 13), 'one two three')
  assert.equal(shortened('one two three', 10), 'one two…')
  assert.equal(shortened(`a${'😀'.repeat(20)}`, 12), 'a😀😀…')
})
