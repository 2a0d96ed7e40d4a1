import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { noOccurrence } from '../../../test/support/plain-events.ts'
import { among } from './by-order.ts'
import { ask } from './event-lists.ts'
import { newCalendar, put } from './event-order.ts'
import { keyOf } from './posting-keys.ts'

const events = Array.from({ length: 200 }, (_, n) => n + 1)
const calendar = newCalendar()
for (const event of events) {
  const starts = (event * 37) % 50
  put(calendar, {
    at: {
      ...noOccurrence,
      id: event,
      event,
      starts,
      ends: starts + (event % 7),
      status: 'publish',
      utc_starts: starts + 5,
      utc_ends: starts + 5 + (event % 7),
      author: event % 4,
    },
    modified: 0,
    links: {
      category: [event % 3],
      tag: [event % 5],
      venue: [event % 11],
      organizer: event % 2 ? [event % 13] : [],
    },
  })
}

const key = fc
  .tuple(
    fc.constantFrom('category' as const, 'tag' as const, 'venue' as const, 'organizer' as const),
    fc.nat({ max: 5 }),
  )
  .map(([kind, id]) => keyOf(kind, id))
const bound = fc.record({
  edge: fc.constantFrom('start' as const, 'end' as const),
  is: fc.constantFrom('>=' as const, '>' as const, '<=' as const, '<' as const),
  clock: fc.constantFrom('wall' as const, 'instant' as const),
  at: fc.integer({ min: -1, max: 62 }),
})
const question = fc.record({
  groups: fc.array(fc.array(key, { minLength: 1, maxLength: 3 }), { maxLength: 2 }),
  without: fc.array(
    fc.oneof(key, fc.record({ key, unless: key }), fc.record({ key, unless: key, but: key })),
    { maxLength: 2 },
  ),
  window: fc.array(bound, { maxLength: 2 }),
})

test('looking at each event finds what counting chunk by chunk finds', () => {
  fc.assert(
    fc.property(question, listed => {
      const { ids } = ask(calendar.chunks, listed, { limit: 200, offset: 0 })
      assert.deepEqual(among(calendar, events, { listed }), ids)
    }),
    { numRuns: 500 },
  )
})
