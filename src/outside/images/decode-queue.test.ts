import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openImageTurns } from './decode-queue.ts'

const hold = () => {
  let end = () => {}
  const until = new Promise<void>(resolve => (end = resolve))
  return { work: () => until.then(() => 'done'), end: () => end() }
}

test('images are worked on two at a time, in their order', async () => {
  const turns = openImageTurns(100)
  const [a, b, c] = [hold(), hold(), hold()]
  const order: string[] = []
  const all = [a, b, c].map((each, at) =>
    turns.take(10, async () => {
      order.push(`begin ${at}`)
      return each.work()
    }),
  )
  await new Promise(setImmediate)
  assert.deepEqual(order, ['begin 0', 'begin 1'])
  a.end()
  await all[0]
  await new Promise(setImmediate)
  assert.deepEqual(order, ['begin 0', 'begin 1', 'begin 2'])
  b.end()
  c.end()
  assert.deepEqual(await Promise.all(all), ['done', 'done', 'done'])
})

test('two that do not fit into the memory together take turns', async () => {
  const turns = openImageTurns(100)
  const first = hold()
  let hasStarted = false
  const one = turns.take(60, first.work)
  const two = turns.take(60, async () => {
    hasStarted = true
  })
  await new Promise(setImmediate)
  assert.equal(hasStarted, false)
  first.end()
  await Promise.all([one, two])
  assert.equal(hasStarted, true)
})

test('one that fails gives its turn back', async () => {
  const turns = openImageTurns(100)
  await assert.rejects(turns.take(100, () => Promise.reject(new Error('broken'))))
  assert.equal(await turns.take(100, async () => 'next'), 'next')
})

test('those who wait too long, or behind too many, are sent away', async () => {
  const turns = openImageTurns(100, { wait: 10 })
  const first = hold()
  const one = turns.take(100, first.work)
  const others = Array.from({ length: 20 }, () => turns.take(100, async () => 'late'))
  assert.deepEqual(await Promise.all(others), Array(20).fill(undefined))
  first.end()
  assert.equal(await one, 'done')
  assert.equal(await turns.take(100, async () => 'free'), 'free')
})
