import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../problem/index.ts'
import { openFollowers } from './followers.ts'
import { openLoad } from './load.ts'

const requester = (address = '192.0.2.1') => ({ address, signal: new AbortController().signal })

test('all who wait are woken by the same change, and one that came before the wait wakes at once', async () => {
  let write = () => {}
  const followers = openFollowers(wake => {
    write = wake
  })
  const since = followers.changes()
  const waits = [1, 2, 3].map(() => followers.wait(since, 60_000, requester()))
  write()
  assert.deepEqual(await Promise.all(waits), ['changed', 'changed', 'changed'])
  assert.equal(await followers.wait(since, 60_000, requester()), 'changed')
  assert.equal(await followers.wait(followers.changes(), 1, requester()), 'timeout')
})

test('a wait ends when its caller leaves and when the service stops', async () => {
  const followers = openFollowers(() => {})
  const caller = new AbortController()
  const left = followers.wait(0, 60_000, { signal: caller.signal })
  caller.abort()
  assert.equal(await left, 'ended')
  const stopped = followers.wait(0, 60_000, requester())
  followers.stop()
  assert.equal(await stopped, 'ended')
  assert.equal(await followers.wait(0, 60_000, requester()), 'ended')
})

test('places are bounded for each address and for all', () => {
  const followers = openFollowers(() => {})
  const isBusy = (error: unknown) => error instanceof Problem && error.code === 'service_too_busy'
  const leave = Array.from({ length: 1000 }, () => followers.enter(requester()))
  assert.throws(() => followers.enter(requester()), isBusy)
  for (let n = 0; n < 1000; n++) followers.enter(requester(`198.51.100.${n % 250}`))
  assert.throws(() => followers.enter(requester('203.0.113.1')), isBusy)
  leave[0]?.()
  followers.enter(requester('203.0.113.1'))
})

test('a request that waits is none in work', async () => {
  const load = openLoad({ requests: 1, bytes: 0 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = load.work(requester(), () => load.pause(requester(), () => promise))
  assert.equal(load.now.requests, 0)
  await load.work(requester(), async () => assert.equal(load.now.requests, 1))
  resolve()
  await waiting
  assert.equal(load.now.requests, 0)
})

test('who reads the same at the same time shares one reading', async () => {
  const followers = openFollowers(() => {})
  let reads = 0
  const read = async () => ++reads
  const both = [followers.share('a', read), followers.share('a', read), followers.share('b', read)]
  assert.deepEqual(await Promise.all(both), [1, 1, 2])
  assert.equal(await followers.share('a', read), 3)
})
