import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMessage, type Language } from '../../../define/text/language.ts'
import { messages } from '../../fields/messages.ts'

test('the reach of a change has its number of dates, and of those that keep their differences', () => {
  const said = (language: Language, dates: number, differing: number) =>
    formatMessage(messages[differing > 0 ? 'reachDiffering' : 'reach'], language, {
      label: formatMessage(messages.scopeAll, language),
      dates,
      differing,
    })
  assert.equal(said('en', 1, 0), 'All dates: one date')
  assert.equal(said('en', 4, 1), 'All dates: 4 dates, one of which keeps its differences')
  assert.equal(said('fr', 1, 0), 'Toutes les dates\u00a0: une date')
  assert.equal(
    said('fr', 9, 2),
    'Toutes les dates\u00a0: 9 dates, dont 2 gardent leurs différences',
  )
  assert.equal(said('fr', 2, 1), 'Toutes les dates\u00a0: 2 dates, dont une garde ses différences')
})
