import assert from 'node:assert/strict'
import { test } from 'node:test'
import { say } from './language.ts'

const sentence = { en: '{count} of {name}.', fr: '{name} : {count}.' }

test('a sentence is told in the language asked for, with its values', () => {
  assert.equal(say(sentence, 'en', { count: 2, name: 'jazz' }), '2 of jazz.')
  assert.equal(say(sentence, 'fr', { count: 2, name: 'jazz' }), 'jazz : 2.')
})

test('a placeholder without a value stays, and values are not read as patterns', () => {
  assert.equal(say(sentence, 'en', { name: '$& {count}' }), '{count} of $& {count}.')
  assert.equal(say({ en: '{toString}', fr: '' }, 'en'), '{toString}')
})
