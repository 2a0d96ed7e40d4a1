import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAmbiguous } from './parse.ts'

test('T11 slashed dates without the year first mean two days, and only French requests mind', () => {
  for (const date of [
    '05/12/2027',
    '5/12/2027 10:00',
    '13/05/2026',
    '05/12',
    '05/12/27',
    'noon 05/12/2027',
  ]) {
    assert.equal(isAmbiguous(date, 'fr'), true, date)
    assert.equal(isAmbiguous(date, 'en'), false, date)
    assert.equal(isAmbiguous(date, undefined), false, date)
  }
  for (const date of [
    '2027/12/05',
    '2027-12-05',
    'tomorrow Europe/Paris',
    'Etc/GMT+5',
    '1781582400',
    20271205,
  ])
    assert.equal(isAmbiguous(date, 'fr'), false, String(date))
})
