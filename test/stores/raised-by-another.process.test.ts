import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postgres } from '../../src/store/postgres/engine.ts'
import { plainShapes } from '../support/plain-events.ts'
import { postgresServer } from '../support/shared-postgres.ts'

test('an ID that an import may keep is given to no record of another process meanwhile', async t => {
  const server = await postgresServer()
  const url = await server.database()
  const [one, other] = [postgres(url), postgres(url)]
  t.after(() => Promise.all([one.close(), other.close()]))
  for (const store of [one, other]) await store.prepare(plainShapes)
  const given: number[] = []
  let isOver = false
  // groups of all sizes: some leave reserved IDs over
  const writing = (async () => {
    for (let n = 0; !isOver; n++)
      given.push(
        ...(await Promise.all(
          Array.from({ length: (n % 7) + 1 }, () =>
            one.write(tx => tx.insert('event', { status: 'publish' }, { en: { title: 'Fair' } })),
          ),
        )),
      )
  })()
  const ranges: [above: number, upTo: number][] = []
  // by as much as is counted on, and by as much as a sequence is set for
  for (const step of [3, 40, 500, 20_000, 3, 15_000, 40, 700]) {
    const upTo = Math.max(0, ...given) + step
    const above = await other.write(tx => tx.raiseIds('post', upTo))
    if (above < upTo) ranges.push([above, upTo])
  }
  isOver = true
  await writing
  assert.ok(ranges.length > 3)
  assert.equal(new Set(given).size, given.length)
  for (const [above, upTo] of ranges)
    assert.deepEqual(
      given.filter(id => id > above && id <= upTo),
      [],
      `between ${above} and ${upTo}`,
    )
})
