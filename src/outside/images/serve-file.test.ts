import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerFile } from './serve-file.ts'

const file = { size: 1000, mtime: new Date('2026-06-15T16:00:00.500Z'), mime: 'image/png' }
const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  answerFile({ method, headers }, file)
const etag = ask().headers.ETag ?? ''
const date = 'Mon, 15 Jun 2026 16:00:00 GMT'

test('a file is cacheable for ever and served as an image only', () => {
  assert.deepEqual(ask(), {
    status: 200,
    headers: {
      'Accept-Ranges': 'bytes',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Length': '1000',
      'Content-Security-Policy': "default-src 'none'",
      'Content-Type': 'image/png',
      ETag: etag,
      'Last-Modified': date,
      'X-Content-Type-Options': 'nosniff',
    },
    range: { start: 0, end: 999 },
  })
  assert.match(etag, /^"[0-9a-f]+-[0-9a-f]+"$/)
})

test('HEAD has the headers of GET and no body, range or not', () => {
  for (const headers of [{}, { range: 'bytes=0-1' }]) {
    assert.deepEqual(ask(headers, 'HEAD'), { ...ask(), range: undefined })
  }
})

test('a client that has the file gets a 304', () => {
  const conditions = [
    { 'if-none-match': etag },
    { 'if-none-match': `"x", W/${etag}` },
    { 'if-none-match': '*' },
    { 'if-modified-since': date },
    { 'if-modified-since': 'Tue, 16 Jun 2026 16:00:00 GMT' },
    { 'if-none-match': etag, 'if-modified-since': 'Mon, 01 Jan 2024 00:00:00 GMT' },
    { 'if-none-match': etag, range: 'bytes=0-1' },
  ]
  for (const headers of conditions) {
    const answer = ask(headers as Record<string, string>)
    assert.equal(answer.status, 304, JSON.stringify(headers))
    assert.equal(answer.range, undefined)
    assert.equal(answer.headers.ETag, etag)
    assert.equal('Content-Length' in answer.headers, false)
  }
  const unknown = [
    { 'if-none-match': '"x"' },
    { 'if-none-match': '"x"', 'if-modified-since': date },
    { 'if-modified-since': 'Mon, 15 Jun 2026 15:59:59 GMT' },
    { 'if-modified-since': 'yesterday' },
  ]
  for (const headers of unknown) {
    assert.equal(ask(headers as Record<string, string>).status, 200, JSON.stringify(headers))
  }
})

test('one range is sent as a part', () => {
  const ranges: [string, number, number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    ['bytes=900-', 900, 999],
    ['bytes=900-5000', 900, 999],
    ['bytes=-100', 900, 999],
    ['bytes=-5000', 0, 999],
  ]
  for (const [range, start, end] of ranges) {
    const answer = ask({ range })
    assert.equal(answer.status, 206, range)
    assert.deepEqual(answer.range, { start, end })
    assert.equal(answer.headers['Content-Range'], `bytes ${start}-${end}/1000`)
    assert.equal(answer.headers['Content-Length'], String(end - start + 1))
  }
})

test('a range outside the file is refused with its size', () => {
  for (const range of ['bytes=1000-', 'bytes=5000-6000', 'bytes=-0']) {
    const answer = ask({ range })
    assert.equal(answer.status, 416, range)
    assert.equal(answer.headers['Content-Range'], 'bytes */1000')
    assert.equal(answer.range, undefined)
  }
})

test('ranges that are several, strange or of another file get the whole file', () => {
  for (const range of ['bytes=0-1,5-6', 'bytes=-', 'bytes=9-5', 'lines=1-2', 'bytes=a-b', '']) {
    assert.equal(ask({ range }).status, 200, range)
  }
  const range = 'bytes=0-1'
  assert.equal(ask({ range, 'if-range': etag }).status, 206)
  assert.equal(ask({ range, 'if-range': date }).status, 206)
  assert.equal(ask({ range, 'if-range': '"x"' }).status, 200)
  assert.equal(ask({ range, 'if-range': 'Mon, 15 Jun 2026 15:59:59 GMT' }).status, 200)
})

test('an empty file has no body, whatever range is requested', () => {
  const empty = (headers: Record<string, string>) =>
    answerFile({ method: 'GET', headers }, { ...file, size: 0 })
  assert.deepEqual(
    ['', 'bytes=0-', 'bytes=-5', 'bytes=0-3'].map(range => {
      const { status, headers, range: sent } = empty(range ? { range } : {})
      return [status, headers['Content-Length'], sent]
    }),
    [
      [200, '0', undefined],
      [416, '0', undefined],
      [416, '0', undefined],
      [416, '0', undefined],
    ],
  )
})
