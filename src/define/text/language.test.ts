import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMessage, type Sentence } from './language.ts'

const sentence = { en: '{count} of {name}.', fr: '{name} : {count}.' }

test('a message is formatted in a language, with its values', () => {
  assert.equal(formatMessage(sentence, 'en', { count: 2, name: 'jazz' }), '2 of jazz.')
  assert.equal(formatMessage(sentence, 'fr', { count: 2, name: 'jazz' }), 'jazz : 2.')
})

test('a noun agrees with its number, by the rules of the language', () => {
  const records = { en: '{n} {n|record|records}', fr: '{n} {n|fiche|fiches}' }
  const counted = (language: 'en' | 'fr') =>
    [0, 1, 2, 1.5].map(n => formatMessage(records, language, { n }))
  assert.deepEqual(counted('en'), ['0 records', '1 record', '2 records', '1.5 records'])
  assert.deepEqual(counted('fr'), ['0 fiche', '1 fiche', '2 fiches', '1.5 fiche'])
  assert.equal(formatMessage(records, 'en'), '{n} {n|record|records}')
})

test('a placeholder without a value stays, and values are not read as patterns', () => {
  assert.equal(formatMessage(sentence, 'en', { name: '$& {count}' }), '{count} of $& {count}.')
  assert.equal(formatMessage({ en: '{toString}', fr: '' }, 'en'), '{toString}')
})

test('a choice may hold values', () => {
  const dates: Sentence = {
    en: '{count|One date|{count} dates} in {place}.',
    fr: '{count|Une date|{count} dates} à {place}.',
  }
  const place = 'Lyon'
  assert.equal(formatMessage(dates, 'en', { count: 0, place }), '0 dates in Lyon.')
  assert.equal(formatMessage(dates, 'en', { count: 1, place }), 'One date in Lyon.')
  assert.equal(formatMessage(dates, 'fr', { count: 0, place }), 'Une date à Lyon.')
  assert.equal(formatMessage(dates, 'fr', { count: 2, place }), '2 dates à Lyon.')
})
