import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { noOccurrence } from '../../../test/support/plain-events.ts'
import { columnOf, holds } from '../contract/bounds.ts'
import type { ListEntry } from '../contract/store.ts'
import { ask } from './event-lists.ts'
import { isListed, leave, newCalendar, put } from './event-order.ts'
import { flagKey, keyOf } from './posting-keys.ts'

let state = 7
const chance = (max: number) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
  return (state >>> 8) % max
}

const entry = (event: number): ListEntry => {
  const starts = chance(400) * 86_400 + chance(24) * 3600
  const lasts = chance(10) === 0 ? chance(90) * 86_400 : chance(30) * 3600
  const shift = (chance(24) - 12) * 3600
  return {
    at: {
      ...noOccurrence,
      id: event,
      event,
      starts,
      ends: starts + lasts,
      utc_starts: starts + shift,
      utc_ends: starts + lasts + shift,
      published: chance(50),
      status: chance(12) === 0 ? 'draft' : 'publish',
      author: 1,
      hidden: Number(chance(30) === 0),
      featured: Number(chance(6) === 0),
      languages: 1 + chance(3),
    },
    modified: 0,
    links: {
      category: [1 + chance(4)],
      tag: [1 + chance(40)],
      venue: [1 + chance(400)],
      organizer: [],
    },
  }
}

const calendar = newCalendar()
const entries = new Map<number, ListEntry>()
for (let n = 0; n < 20_000; n++) {
  const event = 1 + chance(16_000)
  const one = entry(event)
  entries.set(event, one)
  put(calendar, one)
  if (chance(9) === 0) {
    const other = 1 + chance(16_000)
    entries.delete(other)
    leave(calendar, other)
  }
}

const inOrder = [...entries.values()]
  .filter(isListed)
  .sort(
    ({ at: a }, { at: b }) => a.starts - b.starts || a.published - b.published || a.event - b.event,
  )
  // only what is asked about: all of them are looked at for every question
  .map(({ at: { event, featured, starts, ends, utc_starts, utc_ends }, links }) => ({
    event,
    featured,
    starts,
    ends,
    utc_starts,
    utc_ends,
    category: links.category[0] as number,
    tag: links.tag[0],
    venue: links.venue[0],
  }))

const second = fc
  .integer({ min: -5, max: 500 })
  .chain(day => fc.constantFrom(day * 86_400, day * 86_400 - 1, day * 86_400 + 36_000))
const bound = fc.record({
  edge: fc.constantFrom('start' as const, 'end' as const),
  is: fc.constantFrom('>=' as const, '>' as const, '<=' as const, '<' as const),
  clock: fc.constantFrom('wall' as const, 'instant' as const),
  at: second,
})

test('ten thousand events in several chunks are listed and counted as one by one', () => {
  assert.ok(calendar.chunks.length > 2)
  const size = calendar.chunks.reduce((total, { count }) => total + count, 0)
  assert.equal(size, inOrder.length)
  fc.assert(
    fc.property(
      fc.array(bound, { maxLength: 3 }),
      fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 2 })),
      fc.option(fc.integer({ min: 1, max: 41 })),
      fc.option(fc.integer({ min: 1, max: 401 })),
      fc.boolean(),
      fc.integer({ min: 0, max: 9000 }),
      (window, categories, tag, venue, isPlain, offset) => {
        const groups = [
          ...(categories ? [categories.map(id => keyOf('category', id))] : []),
          ...(tag ? [[keyOf('tag', tag)]] : []),
          ...(venue ? [[keyOf('venue', venue)]] : []),
        ]
        const without = isPlain ? [flagKey('featured')] : []
        const bounds = window.map(bound => ({ bound, column: columnOf(bound) }))
        // what most events are not is asked first
        const expected = inOrder.filter(
          one =>
            (!venue || one.venue === venue) &&
            (!tag || one.tag === tag) &&
            (!categories || categories.includes(one.category)) &&
            (!isPlain || one.featured === 0) &&
            bounds.every(({ bound, column }) => holds(bound, one[column])),
        )
        const list = ask(calendar.chunks, { groups, without, window }, { limit: 10, offset })
        assert.equal(list.total, expected.length)
        assert.deepEqual(
          list.ids,
          expected.slice(offset, offset + 10).map(({ event }) => event),
        )
      },
    ),
    { numRuns: 1500 },
  )
})
