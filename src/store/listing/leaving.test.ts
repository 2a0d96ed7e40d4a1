import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noOccurrence } from '../../../test/support/plain-events.ts'
import type { Chunk } from './chunk.ts'
import { everyChunk, type ListCalendar, leave, newCalendar, put, takeDate } from './event-order.ts'
import { forEachSlot } from './postings.ts'

const day = 86_400
const [series, firstDate, dates] = [5_001, 10_001, 3_000]

/** 5,000 single events, and between them a series: dates of more than a day with two venues, some moved, every tenth in a category. */
function filled(): ListCalendar {
  const calendar = newCalendar()
  const add = (event: number, id: number, starts: number, isDate: boolean) =>
    put(calendar, {
      at: {
        ...noOccurrence,
        id,
        event,
        original: starts - (isDate && id % 7 === 0 ? 60 : 0),
        starts,
        ends: starts + (isDate ? 2 * day : 60),
        status: 'publish',
      },
      modified: 0,
      links: {
        venue: isDate ? [1, 2] : [3 + (id % 900)],
        organizer: [],
        category: id % 10 === 0 ? [4] : [],
        tag: [5],
      },
    })
  for (let id = 1; id < series; id++) add(id, id, id * day, false)
  for (let n = 0; n < dates; n++) add(series, firstDate + n, n * 2 * day + 3600, true)
  return calendar
}

const seen = (chunk: Chunk) => ({
  order: [...chunk.order.subarray(0, chunk.count)].map(slot => chunk.id[slot]),
  long: chunk.long,
  venues: chunk.venues,
  originals: chunk.originals,
  free: chunk.free.toSorted((a, b) => a - b),
  postings: [...chunk.postings].map(([key, posting]) => {
    const slots: number[] = []
    forEachSlot(posting, slot => slots.push(slot))
    return { key, size: posting.size, slots: slots.sort((a, b) => a - b) }
  }),
})

test('a series removed from the lists leaves no more behind than its dates one by one', () => {
  const [together, alone] = [filled(), filled()]
  leave(together, series)
  for (let n = 0; n < dates; n++) takeDate(alone, firstDate + n)
  assert.ok(everyChunk(alone).length > 1)
  assert.deepEqual(everyChunk(together).map(seen), everyChunk(alone).map(seen))
  for (const name of ['ofSeries', 'datesOf'] as const) assert.deepEqual(together[name], alone[name])
})
