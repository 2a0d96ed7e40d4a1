import assert from 'node:assert/strict'
import { test } from 'node:test'
import { awayWords } from './day-words.ts'

test('less than a minute ago is now, and other times are as far away as they are', () => {
  assert.equal(awayWords(0, 'minute', 'en-GB'), 'now')
  assert.equal(awayWords(0, 'minute', 'fr-FR'), 'maintenant')
  assert.equal(awayWords(-3, 'hour', 'fr-FR'), 'il y a 3 heures')
  assert.equal(awayWords(-1, 'day', 'en-GB'), 'yesterday')
})
