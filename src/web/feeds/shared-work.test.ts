import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Asked, Content } from '../page.ts'
import { shareWork } from './shared-work.ts'

/** What the work of feeds is known by. */
function askedIn(world: { changes: { seq: number } }, path: string): Asked {
  return { world, links: { publicUrl: 'http://a' }, url: { path } } as unknown as Asked
}

/** Work that ends when it is told to. */
function openWork() {
  const started: (() => void)[] = []
  let count = 0
  let atOnce = 0
  return {
    work: () => {
      count++
      atOnce = Math.max(atOnce, started.length + 1)
      return new Promise<Content>(resolve => {
        started.push(() => resolve({ body: '' }))
      })
    },
    async finish() {
      while (started.length > 0) {
        started.shift()?.()
        await new Promise(setImmediate)
      }
    },
    seen: () => ({ count, atOnce }),
  }
}

test('feeds that differ are written a few at once, and others wait for their turn', async () => {
  const { work, finish, seen } = openWork()
  const world = { changes: { seq: 0 } }
  const asked = Array.from({ length: 40 }, (_, n) => shareWork(askedIn(world, `/${n}`), '', work))
  await finish()
  assert.equal((await Promise.all(asked)).length, 40)
  assert.deepEqual(seen(), { count: 40, atOnce: 4 })
})

test('where too many wait, others are told to come again, and places are free afterwards', async () => {
  const { work, finish } = openWork()
  const world = { changes: { seq: 0 } }
  const asked = Array.from({ length: 80 }, (_, n) => shareWork(askedIn(world, `/${n}`), '', work))
  const ended = Promise.allSettled(asked)
  await finish()
  const refused = (await ended).filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 16)
  const again = shareWork(askedIn(world, '/again'), '', work)
  await finish()
  assert.equal((await again).body, '')
})

test('the same feed is written once, and again for who asks after a change', async () => {
  const { work, finish, seen } = openWork()
  const world = { changes: { seq: 0 } }
  const ask = () => shareWork(askedIn(world, '/same'), '', work)
  const asked = [ask(), ask(), ask()]
  world.changes.seq = 1
  asked.push(ask())
  await finish()
  await Promise.all(asked)
  assert.equal(seen().count, 2)
})
