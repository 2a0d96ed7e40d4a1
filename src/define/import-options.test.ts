import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  howOf,
  type ImportOptionName,
  importOptions,
  optionIn,
  typedHow,
} from './import-options.ts'

test('an import has every option: as it is given where it can be, else as it usually is', () => {
  const usual = howOf({})
  for (const [name, { usual: value }] of Object.entries(importOptions))
    assert.equal(usual[name as ImportOptionName], value, name)
  const given = { policy: 'ask', threshold: 5, series: true, sheet: 'May', dates: 'dmy' }
  assert.deepEqual(howOf(given), { ...usual, ...given })
  assert.deepEqual(howOf({ policy: 'mine', threshold: 101, series: 'yes', map: 'What' }), usual)
})

test('an option takes what it can be, typed or stored', () => {
  const { threshold, encoding, map, matches, delimiter, keep_ids } = importOptions
  assert.deepEqual(
    [0, '0', '100', '101', -1, 1.5, '', 'many'].map(one => optionIn(threshold, one)),
    [0, 0, 100, undefined, undefined, undefined, undefined, undefined],
  )
  assert.deepEqual(
    ['UTF-8', 'latin'].map(one => optionIn(encoding, one)),
    ['utf-8', undefined],
  )
  assert.deepEqual(
    ['', 'What=title', 'What'].map(one => optionIn(map, one)),
    ['', 'What=title', undefined],
  )
  assert.deepEqual(
    ['venue Old mill=12', 'place Old mill=12'].map(one => optionIn(matches, one)),
    ['venue Old mill=12', undefined],
  )
  assert.equal(optionIn(delimiter, '12345'), undefined)
  assert.deepEqual(
    [true, 'true', false, 1].map(one => optionIn(keep_ids, one)),
    [true, true, false, undefined],
  )
})

test('what was typed into a form is as it is to be, or stays for the API to refuse', () => {
  const typed = { policy: 'ask', threshold: '5', series: 'true', keep_ids: 'false', sheet: '' }
  assert.deepEqual(typedHow(typed), { policy: 'ask', threshold: 5, series: true })
  assert.deepEqual(typedHow({ threshold: '200' }), { threshold: '200' })
})
