import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '../../problem/index.ts'
import { openLine } from './work-queue.ts'
import '../../../test/support/own-process.ts'

test('long work is done one after another, whatever becomes of it', async () => {
  const line = openLine(1)
  const log: string[] = []
  const work = (name: string, fails = false) =>
    line.run(async rest => {
      log.push(`${name} begins`)
      await rest(1)
      log.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  const done = await Promise.allSettled([work('one'), work('two', true), work('three')])
  assert.deepEqual(
    done.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(log, [
    'one begins',
    'one ends',
    'two begins',
    'two ends',
    'three begins',
    'three ends',
  ])
})

test('when too many wait, the next one gets a request to retry', async () => {
  const line = openLine(1)
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = Array.from({ length: 100 }, () => line.run(() => promise))
  await assert.rejects(
    line.run(async () => {}),
    (problem: Problem) => problem.status === 429 && problem.extra.retryAfter === 5,
  )
  resolve()
  await Promise.all(waiting)
  assert.equal(await line.run(async () => 'done'), 'done')
})

test('work that is stopped gives up its place at once, and ends with its next rest', async () => {
  const line = openLine(1)
  const log: string[] = []
  const stops = Array.from({ length: 100 }, () => new AbortController())
  const waiting = stops.map(({ signal }, at) =>
    line.run(async rest => {
      log.push(`${at} begins`)
      for (;;) await rest(1)
    }, signal),
  )
  const ended = Promise.allSettled(waiting)
  await new Promise(setImmediate)
  for (const stop of stops) stop.abort()
  assert.equal(await line.run(async () => 'next'), 'next')
  assert.deepEqual(log, ['0 begins'])
  assert.ok((await ended).every(({ status }) => status === 'rejected'))
})

test('work that is stopped does not sleep on', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const line = openLine(1 / 4)
  const stop = new AbortController()
  const work = line.run(rest => rest(100_000), stop.signal)
  await new Promise(setImmediate)
  stop.abort()
  await assert.rejects(work, { name: 'AbortError' })
})

test('work that never ends gets its share of the time, and no more', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const line = openLine(1 / 4)
  let isDone = false
  const done = line
    .run(async rest => {
      // Two seconds are free: the third is paid for with four.
      await rest(3000)
    })
    .then(() => (isDone = true))
  const later = async (ms: number) => {
    t.mock.timers.tick(ms)
    await new Promise(setImmediate)
    return isDone
  }
  await new Promise(setImmediate)
  assert.equal(await later(3900), false)
  assert.equal(await later(200), true)
  await done
})
