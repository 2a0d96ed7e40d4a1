import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAddressQueue } from './address-queue.ts'

const open = () => openAddressQueue({ running: { all: 3, each: 2 }, waiting: { all: 5, each: 4 } })
const from = (address: string, signal = new AbortController().signal) => ({ address, signal })

/** Lets the event loop turn. */
const turn = () => new Promise(setImmediate)

test('one address that never pauses does not block the work of others', async () => {
  const { run } = open()
  const order: string[] = []
  const crowd = Array.from({ length: 5 }, () => run(from('crowd'), () => order.push('crowd')))
  // what comes while it is worked on
  setImmediate(() => order.push('event loop'))
  await Promise.all(crowd)
  assert.deepEqual(order, ['crowd', 'crowd', 'event loop', 'crowd', 'crowd', 'crowd'])
})

test('the address with the least work in progress is next, and too many are refused', async () => {
  const { run, place } = open()
  const held = [place(from('a')), place(from('a')), place(from('b'))]
  const order: string[] = []
  const work = (address: string) => run(from(address), () => order.push(address))
  const waiting = [work('a'), work('a'), work('b'), work('c')]
  await assert.rejects(
    Promise.all([work('a'), work('a'), work('a')]),
    ({ code }: { code: string }) => /^(too_many_requests|service_too_busy)$/.test(code),
  )
  for (const { leave } of held) leave()
  await Promise.all(waiting)
  assert.equal(order[0], 'c')
  assert.deepEqual(order.toSorted().slice(-2), ['b', 'c'])
})

test('an aborted request leaves the queue, and failed work frees its place', async () => {
  const { run, place } = open()
  const held = [place(from('a')), place(from('a'))]
  const end = new AbortController()
  const signal = run(from('a', end.signal), () => assert.fail('it has begun'))
  end.abort(new DOMException('The caller has gone.', 'AbortError'))
  await assert.rejects(signal, { name: 'AbortError' })
  for (const { leave } of held) leave()
  await turn()
  for (let n = 0; n < 5; n++)
    await assert.rejects(
      run(from('a'), () => Promise.reject(new Error('broken'))),
      /broken/,
    )
  assert.equal(await run(from('a'), () => 'done'), 'done')
})
