import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Changes } from '../../journal/index.ts'
import { type CachedResponse, openResponseCache } from './responses.ts'

/** Nothing ever changes. */
const unchanging = { seq: 0, hasTouched: () => false } as unknown as Changes

const responseOf = (length: number): CachedResponse => ({
  etag: 'tag',
  lastModified: 0,
  headers: [],
  parts: [Buffer.alloc(length)],
  length,
  encoded: {},
  basis: { from: [], list: { of: 'none' }, since: 0, until: Number.POSITIVE_INFINITY },
})

/** A response that was requested twice, as it is cached. */
function cachedIn(bytes: number, response: CachedResponse) {
  const cache = openResponseCache(unchanging, () => 0, { bytes })
  for (let n = 0; n < 2; n++) cache.set('/a', response)
  return cache.get('/a')
}

test('of a large response the tag and the compressed body are cached, not the plain body', () => {
  const response = responseOf(20_000)
  const cached = cachedIn(80_000, response)
  assert.deepEqual([cached?.etag, cached?.isLarge, cached?.parts], ['tag', true, []])
  response.encoded.gzip = [Buffer.from('small')]
  assert.equal(cached?.encoded.gzip, response.encoded.gzip)
})

test('other responses are cached in full, and none if the cache has no room', () => {
  assert.equal(cachedIn(80_000, responseOf(5000))?.parts[0]?.length, 5000)
  assert.equal(cachedIn(80_000, responseOf(200_000)), undefined)
  assert.equal(cachedIn(0, responseOf(1)), undefined)
})
