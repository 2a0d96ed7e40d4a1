import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { pruneJournal } from '../../src/journal/follower.ts'
import { often } from '../support/runs.ts'
import { type Service, startService } from '../support/service.ts'
import { actions, listed, type Made, one, openFollower, write } from './feed-follower.ts'

// On PostgreSQL too: the order of its change log is that of its commits.

let site: Service
before(async () => {
  site = await startService({
    clock: '2027-03-10T10:00:00Z',
    timezone: 'Europe/Paris',
    perPage: 50,
  })
})
after(() => site.close())

const callers = ['anonymous', 'contributor', 'author', 'editor'] as const

test('a program that applies the feed has what the lists of its caller show, whatever is written meanwhile', async () => {
  const made: Made[] = []
  const all = callers.flatMap(as => [
    openFollower(site.send, as, true),
    openFollower(site.send, as, false),
  ])
  await fc.assert(
    fc.asyncProperty(fc.array(actions, { minLength: 5, maxLength: 40 }), async list => {
      for (const action of list) {
        if (action.act === 'read') await one(all, action.of)?.read(action.perPage)
        else if (action.act === 'prune') await pruneJournal(site.store, site.clock.now() + 1)
        else await write(site, action, made)
      }
      // a reader without credentials may see a write of another process a moment later
      for (const follower of all) {
        let left = 200
        while (await follower.read(50)) assert.ok(--left > 0, 'the feed ends')
      }
      for (const as of callers) {
        const expected = await listed(site.send, as)
        for (const { as: of, copy, withRecords } of all)
          if (of === as)
            assert.deepEqual(
              Object.fromEntries([...copy].sort()),
              Object.fromEntries([...expected].sort()),
              `${as}, ${withRecords ? 'with records' : 'IDs only'}`,
            )
      }
    }),
    {
      numRuns: often(6),
      seed: Number(process.env.ALMANAC_TEST_SEED ?? 20_261_130),
      endOnFailure: true,
    },
  )
})
