import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PostEntry, PostQuery } from '../contract/store.ts'
import { newCalendar } from './event-order.ts'
import { listRecords, newLinkedRecords, refreshRecords } from './linked-lists.ts'

const entry: PostEntry = { id: 7, date: 1, status: 'publish', author: 1, languages: 1 }
const query: PostQuery = {
  kind: 'venue',
  visible: { statuses: ['publish'] },
  page: { limit: 10, offset: 0 },
}

test('a list of venues is answered again once the database is back', async () => {
  let isAway = true
  const venues = newLinkedRecords('venue', newCalendar(), {
    async postEntries() {
      if (isAway) throw new Error('away')
      return [entry]
    },
  })
  const first = assert.rejects(listRecords(venues, query), /away/)
  await refreshRecords(venues, [7])
  await first
  isAway = false
  assert.deepEqual(await listRecords(venues, query), { ids: [7], total: 1 })
})
