import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strengthOf } from './strength.ts'

test('a password is judged by its length and its different characters', () => {
  assert.equal(strengthOf(''), 'passwordShort')
  assert.equal(strengthOf('Tr0ub4dor'), 'passwordShort')
  assert.equal(strengthOf('aaaaaaaaaaaaaaaaaaaaaaaa'), 'passwordWeak')
  assert.equal(strengthOf('passwordabc'), 'passwordWeak')
  assert.equal(strengthOf('20270101202702'), 'passwordWeak')
  assert.equal(strengthOf('a long password'), 'passwordFair')
  assert.equal(strengthOf('four words of my garden'), 'passwordStrong')
})
