import assert from 'node:assert/strict'
import { test } from 'node:test'
import { superviseWorkers } from './parent.ts'

const silent = { info() {}, warn() {}, error() {} }

test('without memory for a worker the service does not begin, and says so by an exit code', async () => {
  const { begin, stop } = superviseWorkers({
    count: 2,
    start: { isTTY: false, setUpCode: '' },
    log: silent,
    output: { out() {}, err() {} },
    gracePeriod: 0,
    fork() {
      throw new Error('spawn ENOMEM')
    },
  })
  await assert.rejects(begin(), { exitCode: 1 })
  assert.equal(await stop(), 1)
})
