import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heapWarning, roomFor } from './background.ts'

const mebibytes = (count: number) => count * 1024 * 1024

test('the usual heap of 4 GiB has room for some six million events, and a warning comes before it is full', () => {
  const limit = mebibytes(4144)
  assert.ok(roomFor(limit) > 6_000_000 && roomFor(limit) < 7_000_000)
  assert.equal(heapWarning(5_000_000, limit), undefined)
  const warning = heapWarning(7_000_000, limit)
  assert.match(warning?.message ?? '', /list index nears the limit of the heap/)
})

test('the limit named by a warning has room for twice as many events', () => {
  const events = 7_000_000
  const { set = '' } = heapWarning(events, mebibytes(4144))?.fields ?? {}
  const limit = mebibytes(Number(/=(\d+)$/.exec(set)?.[1]))
  assert.equal(heapWarning(2 * events, limit), undefined)
})

test('a heap that is too small for anything has room for nothing', () => {
  assert.equal(roomFor(mebibytes(64)), 0)
})
