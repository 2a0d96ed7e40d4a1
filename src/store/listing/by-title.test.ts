import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noOccurrence } from '../../../test/support/plain-events.ts'
import { noLinks } from '../contract/store.ts'
import { firstWithCount, walkByTitle } from './by-order.ts'
import { newCalendar, put } from './event-order.ts'
import { keyOf } from './posting-keys.ts'

const calendar = newCalendar()
/** Every third event is a series of two dates, every fifth has the author that is asked for. */
const events = Array.from({ length: 1300 }, (_, at) => {
  const event = 10_000 + at * 3
  return { event, author: at % 5 ? 1 : 2, dates: at % 3 ? [event] : [event + 1, event + 2] }
})
for (const { event, author, dates } of events)
  for (const id of dates) {
    const starts = ((event * 7919) % 1000) * 3600 + id
    const times = { original: starts, starts, ends: starts, utc_starts: starts, utc_ends: starts }
    const at = { ...noOccurrence, ...times, id, event, author, status: 'publish' }
    put(calendar, { at, modified: 0, links: noLinks })
  }

const titleOf = (event: number) => String((event * 31) % 97).padStart(2, '0')
const inOrder = events.toSorted(
  (a, b) => titleOf(a.event).localeCompare(titleOf(b.event)) || a.event - b.event,
)
const titles = inOrder.map(({ event }) => ({ title: titleOf(event), id: event }))
const reader = {
  async eventsByTitle({
    descending,
    after,
    limit,
  }: {
    descending: boolean
    after?: { id: number } | undefined
    limit: number
  }) {
    const all = descending ? titles.toReversed() : titles
    const from = after ? all.findIndex(({ id }) => id === after.id) + 1 : 0
    return all.slice(from, from + limit)
  },
}

test('a walk by title gives each page of a list, from either end', async () => {
  const question = { groups: [[keyOf('author', 2)]], without: [], window: [] }
  const chosen = inOrder.filter(({ author }) => author === 2)
  for (const bySeries of [false, true])
    for (const descending of [false, true]) {
      const expected = (descending ? chosen.toReversed() : chosen).flatMap(({ dates }) =>
        bySeries ? dates.slice(0, 1) : dates,
      )
      const total = expected.length
      for (const offset of [0, 1, 49, 130, total - 61, total - 3, total]) {
        const items = await walkByTitle(
          { calendar, reader },
          { listed: question },
          { language: 'en', descending },
          bySeries ? firstWithCount : all => all,
          { limit: 10, offset },
          total,
        )
        assert.deepEqual(
          items.map(({ occurrence }) => occurrence),
          expected.slice(offset, offset + 10),
          `${offset} of ${total}`,
        )
      }
    }
})
