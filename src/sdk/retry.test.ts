import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AlmanacError, connect } from './client.ts'

const root = 'https://calendar.example/cal/events/v1'
const refusal = (code: string, retryAfter?: string) => () =>
  new Response(JSON.stringify({ code, message: '…', data: { status: 429 } }), {
    status: 429,
    headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter },
  })
const success = () => new Response(JSON.stringify({ id: 7 }))

/** A service that gives these responses one after the other, the last one for ever. */
function giving(...responses: (() => Response)[]) {
  const sent: RequestInit[] = []
  const send = async (_url: string, init: RequestInit) => {
    sent.push(init)
    init.signal?.throwIfAborted()
    return (responses[sent.length - 1] ?? responses.at(-1) ?? success)()
  }
  return { sent, fetch: send as unknown as typeof fetch }
}

const codeOf = (of: Promise<unknown>) =>
  of.then(
    () => 'fine',
    error => (error instanceof AlmanacError ? error.code : error.name),
  )

test('a request refused for its rate is sent again after the wait that the service names', async () => {
  const { sent, fetch } = giving(refusal('too_many_requests', '0'), success)
  const event = await connect(root, { fetch }).events.create({
    title: 'Fair',
    start_date: '2027-01-01',
    end_date: '2027-01-02',
  })
  assert.equal(event.id, 7)
  assert.deepEqual(
    sent.map(({ body }) => JSON.parse(String(body)).title),
    ['Fair', 'Fair'],
  )
})

test('it is sent again only so often, and not after a longer wait or wrong passwords', async () => {
  const again = giving(refusal('too_many_requests', '0'))
  assert.equal(await codeOf(connect(root, again).events.read(7)), 'too_many_requests')
  assert.equal(again.sent.length, 3)
  for (const [refused, options] of [
    [refusal('too_many_requests', '0'), { retries: 0 }],
    [refusal('too_many_requests', '21'), {}],
    [refusal('too_many_requests', new Date(Date.now() + 90_000).toUTCString()), {}],
    [refusal('too_many_requests'), { maxWait: 0.5 }],
    [refusal('too_many_attempts', '0'), {}],
  ] as const) {
    const { sent, fetch } = giving(refused)
    const code = await codeOf(connect(root, { fetch, ...options }).events.read(7))
    assert.match(code, /^too_many_/)
    assert.equal(sent.length, 1)
  }
})

test('a signal ends a request, and the wait for another attempt', async () => {
  const stopped = AbortSignal.abort()
  const { fetch } = giving(success)
  const { events, images } = connect(root, { fetch })
  const { signal } = new AbortController()
  assert.equal(await codeOf(events.list({}, { signal })), 'fine')
  for (const attempt of [
    events.list({}, { signal: stopped }),
    events.all({}, { signal: stopped }).next(),
    events.read(7, {}, { signal: stopped }),
    events.change(7, {}, { signal: stopped }),
    events.remove(7, { signal: stopped }),
    images.upload(new Uint8Array([1]), 'a.png', {}, { signal: stopped }),
  ])
    assert.equal(await codeOf(attempt), 'AbortError')

  const waiting = giving(refusal('too_many_requests', '20'))
  const abort = new AbortController()
  const reading = codeOf(connect(root, waiting).events.read(7, {}, { signal: abort.signal }))
  setTimeout(() => abort.abort(), 20)
  assert.equal(await reading, 'AbortError')
  assert.equal(waiting.sent.length, 1)
})

test('a write with a key is sent again with it when there was no response, and while the first is in work', async () => {
  const lost = () => {
    throw new TypeError('fetch failed')
  }
  const draft = { title: 'Fair', start_date: '2027-01-01', end_date: '2027-01-02' }
  const { sent, fetch } = giving(lost, refusal('idempotency_key_in_use', '0'), success)
  const { events } = connect(root, { fetch })
  assert.equal((await events.create(draft, { idempotencyKey: 'of the fair' })).id, 7)
  assert.deepEqual(
    sent.map(({ headers }) => new Headers(headers).get('Idempotency-Key')),
    Array(3).fill('of the fair'),
  )
  const without = giving(lost, success)
  assert.equal(await codeOf(connect(root, without).events.create(draft)), 'unreachable')
  assert.equal(without.sent.length, 1)
})
