import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noOccurrence } from '../../../test/support/plain-events.ts'
import { addTo, type Tally } from '../contract/facets.ts'
import type { ListEntry } from '../contract/store.ts'
import { newCalendar, put } from './event-order.ts'
import { countFacet, newFacetLists } from './facets.ts'
import { newLinkedRecords } from './linked-lists.ts'

const day = 86_400
const entry = (event: number, tag = 1 + ((event * 7) % 230)): ListEntry => ({
  at: {
    ...noOccurrence,
    id: event,
    event,
    starts: event * 3600,
    ends: event * 3600,
    utc_starts: event * 3600,
    utc_ends: event * 3600,
    author: 1,
    status: 'publish',
  },
  modified: 0,
  links: { category: [], tag: [tag], venue: [], organizer: [] },
})

function filled() {
  const calendar = newCalendar()
  for (let event = 1; event <= 20_000; event++) put(calendar, entry(event))
  const reader = { postEntries: async () => [] }
  return { calendar, lists: newFacetLists(calendar, newLinkedRecords('venue', calendar, reader)) }
}

const question = { listed: { groups: [], without: [], window: [] } }
const counting = { name: 'all', question }
const visible = { statuses: ['publish'] }

test('the most frequent hundred values of a facet are counted, of equals the lowest', () => {
  const { lists } = filled()
  const tally: Tally = new Map()
  for (let event = 1; event <= 20_000; event++) addTo(tally, 1 + ((event * 7) % 230), 1)
  const wanted = [...tally]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || a.value - b.value)
    .slice(0, 100)
  assert.deepEqual(countFacet(lists, 'tag', visible, counting, Number.POSITIVE_INFINITY), wanted)
})

test('a large list is counted in turns, also while it changes, and gives the same as at once', () => {
  const { calendar, lists } = filled()
  let turns = 0
  let counted = countFacet(lists, 'tag', visible, counting, 1)
  for (; !counted && turns < 50; turns++) {
    put(calendar, entry(1 + turns * 4000, 231))
    counted = countFacet(lists, 'tag', visible, counting, 1)
  }
  assert.ok(turns > 2 && turns < 20, `${turns} turns`)
  const fresh = newFacetLists(calendar, lists.venues)
  assert.deepEqual(counted, countFacet(fresh, 'tag', visible, counting, Number.POSITIVE_INFINITY))
})

test('after a change one chunk is counted again', () => {
  const { calendar, lists } = filled()
  countFacet(lists, 'month', visible, counting, Number.POSITIVE_INFINITY)
  put(calendar, { ...entry(9000), at: { ...entry(9000).at, starts: 9000 * 3600 + day } })
  // one turn is enough
  assert.ok(countFacet(lists, 'month', visible, counting, 1))
  assert.equal(
    countFacet(newFacetLists(calendar, lists.venues), 'month', visible, counting, 1),
    undefined,
  )
})
