import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageOf } from './main.ts'

test('--lang has priority, then the environment, then English', () => {
  const french = { LANG: 'fr_CA.UTF-8' }
  assert.equal(languageOf([], {}).language, 'en')
  assert.equal(languageOf([], french).language, 'fr')
  assert.equal(languageOf([], { ...french, LC_ALL: 'en_GB.UTF-8' }).language, 'en')
  assert.equal(languageOf([], { ...french, ALMANAC_LANG: 'en' }).language, 'en')
  assert.equal(languageOf(['users', '--lang', 'en'], french).language, 'en')
  assert.equal(languageOf(['--lang=fr'], {}).language, 'fr')
  assert.equal(languageOf([], { LANG: 'de_DE.UTF-8' }).language, 'en')
  assert.equal(languageOf([], { LANG: 'frr_DE' }).language, 'en')
})

test('an unknown --lang is refused in the language of the terminal', () => {
  assert.deepEqual(languageOf(['--lang', 'de'], { LANG: 'fr' }), { language: 'fr', refused: 'de' })
})
