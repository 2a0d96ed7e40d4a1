import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { noOccurrence } from '../../../test/support/plain-events.ts'
import { listNear, newNearLists } from './by-distance.ts'
import type { SplitQuery } from './condition.ts'
import { openCounted } from './event-lists.ts'
import { listMemory, newCalendar, put } from './event-order.ts'
import { newPlaces } from './venue-grid.ts'
import '../../../test/support/own-process.ts'

const mebibyte = 2 ** 20
const page = { limit: 10, offset: 0 }

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
const held = () => {
  collect()
  return process.memoryUsage().heapUsed
}

const calendar = newCalendar()
for (const id of [1, 2, 3])
  put(calendar, {
    at: { ...noOccurrence, id, event: id, starts: id, ends: id + 1, status: 'publish' },
    modified: 0,
    links: { venue: [], organizer: [], category: [], tag: [] },
  })

const newNear = newNearLists(calendar, newPlaces(calendar))

/** A list of events that have any of many values: its cached form is small, its key takes 60 KB. */
const listOf = (n: number): SplitQuery => ({
  listed: {
    groups: [Array.from({ length: 6000 }, (_, at) => 1_000_000_000 + n * 6000 + at)],
    without: [],
    window: [],
  },
})

for (const [name, ask] of [
  ['counts of lists', openCounted(calendar)],
  [
    'lists by distance',
    (query: SplitQuery) =>
      listNear(
        newNear,
        { lat: 45, lng: -73, km: 10, venues: { statuses: ['publish'] } },
        query,
        page,
      ),
  ],
] as const)
  test(`the memory of ${name} is bounded, long filters too`, () => {
    ask(listOf(0), page)
    const before = held()
    const max = listMemory / mebibyte
    const lists = max * 40
    for (let n = 1; n <= lists; n++) ask(listOf(n), page)
    const grown = held() - before
    assert.ok(grown < max * 1.25 * mebibyte, `${Math.round(grown / mebibyte)} MiB of ${max}`)
  })
