import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { FetchPage } from './base/item.ts'
import { politely } from './base/polite.ts'
import '../../test/support/own-process.ts'

const page: Awaited<ReturnType<FetchPage>> = { refused: 'none' }

test('an import that is stopped while it pauses ends only itself', async () => {
  const rejections: unknown[] = []
  const note = (error: unknown) => rejections.push(error)
  process.on('unhandledRejection', note)
  const stop = new AbortController()
  const source = {
    name: '',
    async *bytes() {},
    async fetch() {
      await wait(50)
      return page
    },
    signal: stop.signal,
  }
  const fetch = politely(source, undefined, 'example.org')
  assert.equal(await fetch('https://example.org/1'), page)
  stop.abort()
  await wait(10)
  process.off('unhandledRejection', note)
  assert.deepEqual(rejections, [])
  await assert.rejects(fetch('https://example.org/2'), { name: 'AbortError' })
})
