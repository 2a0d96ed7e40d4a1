import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openLoad, shareOf } from '../../src/http/request/load.ts'
import type { Problem } from '../../src/problem/problem.ts'
import { openConnection } from '../support/connection.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
let port: number

before(async () => {
  service = await startService()
  port = Number(new URL(service.address).port)
})
after(() => service.close())

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n')

describe('requests that are sent ahead', () => {
  test('are answered in their order', async () => {
    const caller = openConnection(port)
    const pages = Array.from({ length: 60 }, (_, at) => `/cal/events/v1/tags?per_page=1&x=${at}`)
    caller.write(pages.map(page => get(page)).join(''))
    await caller.until(() => caller.text.includes('x=59'))
    await caller.until(() => caller.statuses.length === 60)
    const numbers = [...caller.text.matchAll(/"rest_url":"[^"]*&x=(\d+)"/g)].map(([, at]) =>
      Number(at),
    )
    assert.deepEqual(numbers, [...pages.keys()])
    caller.socket.destroy()
  })

  test('a write behind a read, and a read behind a write, see each other', async () => {
    const { authorization } = await service.bearer('editor', {})
    const body = JSON.stringify({ venue: 'Ahead' })
    const post = [
      'POST /cal/events/v1/venues HTTP/1.1',
      'Host: x',
      `Authorization: ${authorization}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n')
    const caller = openConnection(port)
    caller.write(
      `${get('/cal/events/v1/venues?search=ahead')}${post}${get('/cal/events/v1/venues?search=ahead')}`,
    )
    await caller.until(() => caller.statuses.length === 3)
    assert.deepEqual(caller.statuses, [200, 201, 200])
    assert.deepEqual(caller.text.match(/"total":\d/g), ['"total":0', '"total":1'])
    caller.socket.destroy()
  })

  test('one body in pieces behind another is read to its end', async () => {
    const { authorization } = await service.bearer('editor', {})
    const post = (name: string) =>
      `POST /cal/events/v1/tags HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n${JSON.stringify({ name }).padEnd(100_000)}`
    const caller = openConnection(port)
    const all = post('One') + post('Two') + post('Three')
    for (let at = 0; at < all.length; at += 30_000) caller.write(all.slice(at, at + 30_000))
    await caller.until(() => caller.text.includes('"Three"'))
    assert.deepEqual(caller.statuses, [201, 201, 201])
    caller.socket.destroy()
  })

  test('are not worked on for a caller who reads no answers', async () => {
    const requestCount = async () =>
      (await service.rows<{ id: number }>("SELECT id FROM journal WHERE kind = 'tag'")).length
    const { authorization } = await service.bearer('editor', {})
    const tag = (name: string) => {
      const body = JSON.stringify({ name })
      return `POST /cal/events/v1/tags?x=1 HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    }
    const before = await requestCount()
    const caller = openConnection(port)
    caller.socket.pause()
    // documents fill what the network holds; the write behind them waits until they are read
    caller.write(get('/cal/events/v1/doc').repeat(60) + tag('Behind'))
    await new Promise(resolve => setTimeout(resolve, 1500))
    assert.equal(await requestCount(), before)
    caller.socket.resume()
    await caller.until(() => caller.tail.includes('"Behind"'))
    assert.equal(await requestCount(), before + 1)
    caller.socket.destroy()
  })

  test('too many pipelined requests end their connection, and no other', async () => {
    const greedy = openConnection(port)
    greedy.write(get('/cal/events/v1/events').repeat(2000))
    await greedy.closed()
    assert.ok(greedy.statuses.length < 200)
    assert.equal((await service.send('GET', '/events')).status, 200)
  })

  test('letters that are not encoded in a URL are refused in the language of its path', async () => {
    const caller = openConnection(port)
    caller.write(get('/fr/cal/events/v1/events?search=été'))
    await caller.closed()
    assert.deepEqual(caller.statuses, [400])
    assert.match(caller.text, /Content-Language: fr.*%C3%A9\./s)
  })

  test('the error for text that is not HTTP follows the responses to the requests before it', async () => {
    const caller = openConnection(port)
    caller.write(
      `${get('/cal/events/v1/tags?x=a')}${get('/cal/events/v1/tags?x=b')}nonsense\r\n\r\n`,
    )
    await caller.closed()
    assert.deepEqual(caller.statuses, [200, 200, 400])
    assert.match(caller.text, /rest_invalid_request/)
  })
})

test('a request with a bad chunk is answered once, cached responses or not', async () => {
  const page = '/cal/events/v1/tags?page=1'
  for (let turn = 0; turn < 4; turn++) {
    const caller = openConnection(port)
    caller.write(`${get(page, 'Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`)
    await caller.closed()
    assert.equal(caller.statuses.length, 1, `turn ${turn}: ${caller.text}`)
  }
})

test('two hosts are refused, and the connection with them', async () => {
  const caller = openConnection(port)
  caller.write(get('/cal/events/v1', 'Host: y'))
  await caller.closed()
  assert.deepEqual(caller.statuses, [400])
})

type Of = { address: string }

test('one address gets at most half of the requests in progress', async () => {
  const load = openLoad({ requests: 4, bytes: 100 })
  const [crowd, other] = [{ address: '1' }, { address: '2' }]
  let finish = () => {}
  const until = new Promise<void>(resolve => (finish = resolve))
  const first = [load.work(crowd, () => until), load.work(crowd, () => until)]
  await assert.rejects(
    load.work(crowd, async () => {}),
    { code: 'service_too_busy' },
  )
  assert.equal(await load.work(other, async () => 'at once'), 'at once')
  finish()
  await Promise.all(first)
  assert.equal(await load.work(crowd, async () => 'again'), 'again')
})

test('no more requests are worked on than are allowed, and health still answers', async t => {
  const load = openLoad({ requests: 2, bytes: 100 })
  const [one, two, other] = ['1', '2', '3'].map(address => ({ address })) as [Of, Of, Of]
  let finish = () => {}
  const until = new Promise<void>(resolve => (finish = resolve))
  const first = load.work(one, () => until)
  const second = load.work(two, () => until)
  await assert.rejects(
    load.work(other, async () => {}),
    (error: Problem) => error.code === 'service_too_busy' && error.status === 503,
  )
  finish()
  await Promise.all([first, second])
  assert.equal(await load.work(other, async () => 'in turn'), 'in turn')
  assert.deepEqual(load.now, { requests: 0, bytes: 0 })

  const small = await startService({ maxConcurrentRequests: 1 })
  t.after(() => small.close())
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      small.send('POST', '/tags', { as: 'editor', body: { name: `Crowd ${at}` } }),
    ),
  )
  const busy = replies.filter(({ status }) => status === 503)
  assert.ok(busy.length > 0 && busy.length < 20)
  for (const { headers, body } of busy) {
    assert.match(String(headers['retry-after']), /^\d+$/)
    assert.match(String(headers['cache-control']), /no-store/)
    assert.equal(body.code, 'service_too_busy')
  }
  assert.equal((await small.send('GET', `${small.address}/health/ready`)).status, 200)
})

test('workers share what the service takes on, and each has place for the largest image', () => {
  const sizes = { uploadLimit: 16, bodyLimit: 1, bodyMemory: 64, maxConcurrentRequests: 1000 }
  assert.deepEqual(shareOf({ ...sizes, workers: 1 }), { requests: 1000, bytes: 64 })
  assert.deepEqual(shareOf({ ...sizes, workers: 3 }), { requests: 334, bytes: 21 })
  assert.deepEqual(shareOf({ ...sizes, workers: 64 }), { requests: 16, bytes: 17 })
})

test('a connection with further requests during the stop gets a response, and is not reset', async () => {
  const stopping = await startService()
  const { authorization } = await stopping.bearer('editor', {})
  const place = Number(new URL(stopping.address).port)
  let name = 0
  // few enough that each sends its next request within the second in which the service says that it stops, on a busy machine too
  const callers = Array.from({ length: 8 }, () => openConnection(place))
  const writers = callers.map(async caller => {
    for (let sent = 1; ; sent++) {
      const body = JSON.stringify({ name: `Tag ${++name}` })
      caller.write(
        `POST /cal/events/v1/tags HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
      await caller.until(() => caller.statuses.length === sent)
      assert.equal(caller.error, undefined)
      assert.equal(caller.statuses.length, sent, 'every request is answered')
      if (/^Connection: close\r$/m.test(caller.text)) break
    }
    await caller.closed()
    assert.ok(caller.statuses.every(status => status === 201))
  })
  // A connection that the service has not taken yet when it stops is reset by the kernel.
  await Promise.all(callers.map(caller => caller.until(() => caller.statuses.length > 0)))
  await Promise.all([stopping.close(), ...writers])
})
