import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gramsOf } from './find.ts'

test('letters are cut three by three, by characters and not by halves of them', () => {
  assert.deepEqual(gramsOf('jazz'), ['jaz', 'azz'])
  assert.deepEqual(gramsOf('🎷 日本'), ['🎷 日', ' 日本'])
  assert.deepEqual(gramsOf('aaaa'), ['aaa'])
})

test('there are none of fewer than three letters, or of what a tokenizer does not see', () => {
  assert.deepEqual(gramsOf(''), [])
  assert.deepEqual(gramsOf('ab'), [])
  assert.deepEqual(gramsOf('a\0bc'), [])
  assert.deepEqual(gramsOf('abc\ud83d'), ['abc'])
})

test('of many trigrams twelve are used, the first and the last among them', () => {
  const grams = gramsOf('abcdefghijklmnopqrstuvwxyz')
  assert.equal(grams.length, 12)
  assert.deepEqual([grams[0], grams.at(-1)], ['abc', 'xyz'])
})
