import assert from 'node:assert/strict'
import { test } from 'node:test'
import { customAsDefined, customText } from './custom.ts'

const stored = '{"level":{"en":"Casual","fr":"Décontracté"},"dress":"Suit","seats":3}'
const fields = [
  { name: 'level', isTranslated: false },
  { name: 'dress', isTranslated: true },
  { name: 'seats', isTranslated: false },
]

test('a field that has become common has the value that reads show, and is sent as one', () => {
  const values = customAsDefined(stored, fields, 'fr')
  assert.equal(values.level, 'Décontracté')
  assert.equal(customAsDefined(stored, fields, 'en').level, 'Casual')
  assert.equal(customAsDefined('{"level":{"fr":"Habillé"}}', fields, 'en').level, 'Habillé')
  assert.equal(JSON.parse(customText(values, 'seats', '4', undefined)).level, 'Décontracté')
})

test('a field that has become translated keeps its value in the language that is not typed', () => {
  const values = customAsDefined(stored, fields, 'en')
  assert.deepEqual(JSON.parse(customText(values, 'dress', 'Habit', 'fr')).dress, {
    en: 'Suit',
    fr: 'Habit',
  })
  assert.equal(values.seats, 3)
})
