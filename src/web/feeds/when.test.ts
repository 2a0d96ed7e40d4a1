import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feedEventOf } from '../../../test/support/feed-events.ts'
import { wallTime } from '../../define/time/clock.ts'
import { formatWhen } from './when.ts'

test('the first of a month is an ordinal in French, and nothing else is', () => {
  const onDay = (day: number) =>
    feedEventOf({ starts: wallTime(2027, 3, day, 20), ends: wallTime(2027, 3, day, 21) })
  assert.match(formatWhen(onDay(1), 'fr-FR'), /^lundi 1er mars 2027/)
  assert.match(formatWhen(onDay(11), 'fr-FR'), /^jeudi 11 mars 2027/)
  assert.doesNotMatch(formatWhen(onDay(1), 'en-GB'), /1er/)
})
