import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openQueues } from '../../common/index.ts'
import type { Content, PageRequest } from '../shell/page.ts'
import { shareWork } from './shared-work.ts'

const newWorld = () => ({ changes: { seq: 0 }, queues: openQueues() })
type World = ReturnType<typeof newWorld>

/** The parts of a request that the work of feeds depends on. */
function requestIn(
  world: World,
  path: string,
  { address, signal = new AbortController().signal }: { address: string; signal?: AbortSignal },
): PageRequest {
  const requester = { address, signal }
  return {
    world,
    links: { publicUrl: 'http://a' },
    url: { path },
    requester,
  } as unknown as PageRequest
}

/** Work that ends when it is stopped, or when no caller waits for it. */
function openWork() {
  const started: (() => void)[] = []
  let count = 0
  let atOnce = 0
  let given = 0
  return {
    work: ({ signal }: { signal: AbortSignal }) => {
      count++
      atOnce = Math.max(atOnce, started.length + 1)
      return new Promise<Content>((resolve, reject) => {
        started.push(() => resolve({ body: '' }))
        signal.addEventListener('abort', () => {
          given++
          reject(signal.reason)
        })
      })
    },
    async finish() {
      await turns()
      while (started.length > 0) {
        started.shift()?.()
        await turns()
      }
    },
    seen: () => ({ count, atOnce, given }),
  }
}

async function turns() {
  for (let n = 0; n < 3; n++) await new Promise(setImmediate)
}

test('feeds that differ are written a few at once, and others wait for their turn', async () => {
  const { work, finish, seen } = openWork()
  const world = newWorld()
  const contents = Array.from({ length: 40 }, (_, n) =>
    shareWork(requestIn(world, `/${n}`, { address: `${n}` }), '', work),
  )
  await finish()
  assert.equal((await Promise.all(contents)).length, 40)
  assert.deepEqual(seen(), { count: 40, atOnce: 4, given: 0 })
})

test('one address has two requests in progress and thirty waiting; another is served at once', async () => {
  const { work, finish, seen } = openWork()
  const world = newWorld()
  const contents = Array.from({ length: 100 }, async (_, n) =>
    shareWork(requestIn(world, `/${n}`, { address: 'crowd' }), '', work),
  )
  const ended = Promise.allSettled(contents)
  await turns()
  assert.equal(seen().count, 2)
  const other = shareWork(requestIn(world, '/other', { address: 'other' }), '', work)
  await turns()
  assert.equal(seen().count, 3)
  await finish()
  assert.equal((await other).body, '')
  const refused = (await ended).filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 68)
  const again = shareWork(requestIn(world, '/again', { address: 'crowd' }), '', work)
  await finish()
  assert.equal((await again).body, '')
})

test('a feed that waits behind a crowd begins when another address requests it too', async () => {
  const { work, finish, seen } = openWork()
  const world = newWorld()
  const crowd = Array.from({ length: 10 }, (_, n) =>
    shareWork(requestIn(world, `/${n}`, { address: 'crowd' }), '', work),
  )
  await turns()
  const other = shareWork(requestIn(world, '/9', { address: 'other' }), '', work)
  await turns()
  assert.equal(seen().count, 3)
  assert.equal(other, crowd[9])
  await finish()
  await Promise.all(crowd)
})

test('concurrent requests share one writing of a feed, and a request after a change gets a new one', async () => {
  const { work, finish, seen } = openWork()
  const world = newWorld()
  const ask = () => shareWork(requestIn(world, '/same', { address: 'a' }), '', work)
  const contents = [ask(), ask(), ask()]
  world.changes.seq = 1
  contents.push(ask())
  await finish()
  await Promise.all(contents)
  assert.equal(seen().count, 2)
})

test('a feed is written while a request waits for it, and ends with the last', async () => {
  const { work, finish, seen } = openWork()
  const world = newWorld()
  const [one, two, three] = Array.from({ length: 3 }, () => new AbortController()) as [
    AbortController,
    AbortController,
    AbortController,
  ]
  const ask = ({ signal }: AbortController) =>
    shareWork(requestIn(world, '/same', { address: 'a', signal }), '', work)
  const first = ask(one)
  const second = ask(two)
  await turns()
  one.abort()
  assert.equal(seen().given, 0)
  two.abort()
  assert.equal(seen().given, 1)
  for (const ended of [first, second]) await assert.rejects(ended, { name: 'AbortError' })
  const again = ask(three)
  await finish()
  assert.equal((await again).body, '')
  assert.equal(seen().count, 2)
})

test('a feed whose callers have gone before its turn is never begun', async () => {
  const { work, finish, seen } = openWork()
  const world = newWorld()
  const caller = new AbortController()
  const contents = Array.from({ length: 20 }, (_, n) =>
    shareWork(requestIn(world, `/${n}`, { address: 'a', signal: caller.signal }), '', work),
  )
  const ended = Promise.allSettled(contents)
  await turns()
  caller.abort()
  await ended
  await finish()
  assert.equal(seen().count, 2)
})
