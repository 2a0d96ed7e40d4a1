import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFind } from './find.ts'

test('events are read so many at a time, however far apart their ids are', async () => {
  const ids = Array.from({ length: 470 }, (_, at) => 7_100_000 + 3 * at)
  let reads = 0
  const find = openFind(
    {
      lastId: async () => ids.at(-1) ?? 0,
      eventsOfText: async () => [],
      async eventsWithText(_language, _letters, after, limit) {
        reads++
        const next = ids.filter(id => id > after).slice(0, limit)
        return { ids: next, last: next.at(-1) }
      },
    },
    { slice: 4000, share: 1 },
  )
  const matches: number[] = []
  await find('en', 'a', some => matches.push(...some))
  assert.deepEqual([matches, reads], [ids, 1])
})
