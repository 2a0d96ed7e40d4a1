import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDistance } from './day-formats.ts'

test('less than a minute ago is now, and other times are as far away as they are', () => {
  assert.equal(formatDistance(0, 'minute', 'en-GB'), 'now')
  assert.equal(formatDistance(0, 'minute', 'fr-FR'), 'maintenant')
  assert.equal(formatDistance(-3, 'hour', 'fr-FR'), 'il y a 3 heures')
  assert.equal(formatDistance(-1, 'day', 'en-GB'), 'yesterday')
})
