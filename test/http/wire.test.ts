import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { openServer } from '../../src/http/server/server.ts'
import type { Service } from '../../src/http/services/service.ts'
import { type Filled, openFilled } from './filled.ts'

// On PostgreSQL too: what is cut on the wire leaves no transaction open.

let filled: Filled

before(async () => {
  filled = await openFilled()
})
after(() => filled.close())

type RawResponse = { text: string; closed: boolean; statuses: number[] }

/** Writes these bytes to a connection of its own; tells what came back until it closes, or until so many answers are there and it is quiet. */
function exchange(
  parts: (string | Buffer)[],
  { quiet = 150, end = false, answers = 0 } = {},
): Promise<RawResponse> {
  return new Promise(resolve => {
    const socket = connect(filled.port, '127.0.0.1')
    let text = ''
    let closed = false
    let timer: NodeJS.Timeout
    const statuses = () =>
      [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
    const finish = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text, closed, statuses: statuses() })
    }
    const wait = () => {
      clearTimeout(timer)
      if (statuses().filter(status => status >= 200).length >= answers)
        timer = setTimeout(finish, quiet)
    }
    socket.setEncoding('latin1')
    socket.on('connect', () => {
      for (const part of parts) socket.write(part)
      if (end) socket.end()
      wait()
    })
    socket.on('data', chunk => {
      text += chunk
      wait()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      closed = true
      finish()
    })
  })
}

async function assertReady() {
  const { status } = await filled.send({ method: 'GET', path: '/health/ready' })
  assert.equal(status, 200)
}

const crlf = (...lines: string[]) => lines.join('\r\n')
const get = (path: string, ...headers: string[]) =>
  crlf(`GET ${path} HTTP/1.1`, 'Host: x', ...headers, '', '')
const post = (...headers: string[]) =>
  crlf(
    `POST ${filled.root}/tags HTTP/1.1`,
    'Host: x',
    `Authorization: ${filled.administrator}`,
    'Content-Type: application/json',
    ...headers,
    '',
    '',
  )

/** A request hidden in the body of another. */
const smuggled = () =>
  crlf(
    `DELETE ${filled.root}/tags/1 HTTP/1.1`,
    'Host: x',
    `Authorization: ${filled.administrator}`,
    '',
    '',
  )

const unreadable: Record<string, () => string | Buffer> = {
  'both lengths at once': () =>
    `${post('Content-Length: 6', 'Transfer-Encoding: chunked')}0\r\n\r\n${smuggled()}`,
  'two different lengths': () =>
    `${post('Content-Length: 2', 'Content-Length: 200')}{}${smuggled()}`,
  'a length with a sign': () => `${post('Content-Length: +2')}{}`,
  'a negative length': () => `${post('Content-Length: -2')}{}`,
  'a length in hexadecimal': () => `${post('Content-Length: 0x2')}{}`,
  'a length beyond any number': () => `${post(`Content-Length: ${'9'.repeat(30)}`)}{}`,
  'a blank before the colon': () => `${post('Transfer-Encoding : chunked')}0\r\n\r\n${smuggled()}`,
  'a folded header': () => `${post('Transfer-Encoding:', ' chunked')}0\r\n\r\n${smuggled()}`,
  'chunked, but not last': () =>
    `${post('Transfer-Encoding: chunked, identity')}0\r\n\r\n${smuggled()}`,
  'chunked, misspelled': () => `${post('Transfer-Encoding: xchunked')}0\r\n\r\n${smuggled()}`,
  'a chunk whose size is no number': () =>
    `${post('Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`,
  'a chunk longer than it says': () =>
    `${post('Transfer-Encoding: chunked')}2\r\n{}{}\r\n0\r\n\r\n`,
  'a chunk with a size beyond any number': () =>
    `${post('Transfer-Encoding: chunked')}${'f'.repeat(17)}\r\n{}`,
  'a chunk extension without end': () =>
    `${post('Transfer-Encoding: chunked')}2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  'a second host': () => get('/health/live', 'Host: y'),
  'no host': () => crlf(`GET ${filled.root}/events HTTP/1.1`, '', ''),
  'a NUL in a header': () => get(filled.root, 'X-A: a\0b'),
  'a line feed alone': () => `GET ${filled.root}/events HTTP/1.1\nHost: x\n\n`,
  'a header without a name': () => get(filled.root, ': x'),
  'a header without a colon': () => get(filled.root, 'x'),
  'HTTP/0.9': () => 'GET /\r\n\r\n',
  'HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP/9.9': () => get(filled.root).replace('HTTP/1.1', 'HTTP/9.9'),
  'a method of its own': () => get(filled.root).replace('GET', 'FROB'),
  'a blank in the path': () => get(`${filled.root}/a b`),
  TLS: () => Buffer.from('16030100c8010000c40303', 'hex'),
  'nothing but noise': () => Buffer.from(Array.from({ length: 500 }, (_, at) => (at * 73) % 256)),
  '20 kB of headers': () => get(filled.root, `X-A: ${'a'.repeat(20_000)}`),
  'ten thousand headers': () =>
    get(filled.root, ...Array.from({ length: 10_000 }, (_, at) => `X-${at}: a`)),
  'ten thousand parameters': () => get(`${filled.root}/events?${'a=1&'.repeat(10_000)}`),
}

for (const [name, bytes] of Object.entries(unreadable)) {
  test(`${name}: refused, and what follows is not read`, async () => {
    const before = await filled.written()
    // it is over when the connection is closed, which one that waits for another request is only after 20 seconds
    const { statuses, text, closed } = await exchange([bytes()], { quiet: 15_000 })
    assert.ok(statuses.length <= 1, text)
    for (const status of statuses) assert.ok(status >= 400 && status < 500, text)
    // Node itself answers where there is no host, with a status and no more
    if (text.includes('application/json')) {
      const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as {
        code: string
        data: { status: number }
      }
      assert.match(body.code, /^rest_(invalid_request|no_route)$/)
      assert.equal(body.data.status, statuses[0])
    }
    assert.ok(closed, 'the connection is closed')
    assert.equal(await filled.written(), before)
    await assertReady()
  })
}

test('headers that are too long get an error of their own', async () => {
  const { statuses } = await exchange([get(filled.root, `X-A: ${'a'.repeat(20_000)}`)], {
    answers: 1,
  })
  assert.deepEqual(statuses, [431])
})

test('requests in one breath are answered in their order', async () => {
  const paths = Array.from(
    { length: 30 },
    (_, at) => `${filled.root}/events?per_page=${(at % 3) + 1}&x=${at}`,
  )
  const { statuses, text } = await exchange([paths.map(path => get(path)).join('')], {
    answers: paths.length,
  })
  assert.deepEqual(statuses, Array(30).fill(200))
  const numbers = [...text.matchAll(/"rest_url":"[^"]*&x=(\d+)"/g)].map(([, at]) => Number(at))
  assert.deepEqual(numbers, [...paths.keys()])
})

test('a request behind an unreadable one is not answered', async () => {
  const { statuses } = await exchange(
    [get('/health/live') + get(filled.root, 'bad') + get('/health/live')],
    { quiet: 300 },
  )
  assert.ok(statuses.every(status => status === 200 || status === 400))
  assert.ok(statuses.length <= 2)
  await assertReady()
})

test('an incomplete body writes nothing, and delays no other request', async () => {
  const before = await filled.written()
  const half = `${post('Content-Length: 100')}{"name":`
  const waiting = Array.from({ length: 20 }, () => exchange([half], { quiet: 300 }))
  await assertReady()
  for (const { statuses } of await Promise.all(waiting)) assert.deepEqual(statuses, [])
  await Promise.all(Array.from({ length: 20 }, () => exchange([half], { end: true, quiet: 300 })))
  const chunked = await exchange([`${post('Transfer-Encoding: chunked')}5\r\n{"nam`], { end: true })
  assert.ok(
    chunked.statuses.every(status => status >= 400 && status < 500),
    chunked.text,
  )
  assert.equal(await filled.written(), before)
  await assertReady()
})

test('a form of files that stops half-way is refused', async () => {
  const form =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nabc'
  const head = crlf(
    `POST ${filled.root}/images HTTP/1.1`,
    'Host: x',
    `Authorization: ${filled.administrator}`,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${form.length}`,
    '',
    '',
  )
  const { statuses } = await exchange([head + form], { answers: 1 })
  assert.deepEqual(statuses, [400])
  await exchange([head + form.slice(0, 50)], { end: true })
  await assertReady()
})

test('a body that is too large is refused before it is read', async () => {
  for (const [type, path] of [
    ['application/json', 'tags'],
    ['multipart/form-data; boundary=x', 'tags'],
    ['image/png', 'images'],
  ]) {
    const head = crlf(
      `POST ${filled.root}/${path} HTTP/1.1`,
      'Host: x',
      `Content-Type: ${type}`,
      'Content-Length: 999999999',
      '',
      '',
    )
    const { statuses, text } = await exchange([head], { answers: 1 })
    assert.deepEqual(statuses, [413], text)
    assert.match(text, /^Connection: close\r$/m)
  }
  const many = 'x'.repeat(65_536)
  const chunks = Array.from({ length: 40 }, () => `10000\r\n${many}\r\n`)
  const { statuses } = await exchange([post('Transfer-Encoding: chunked'), ...chunks], {
    quiet: 500,
  })
  assert.ok(statuses.every(status => status === 413))
  await assertReady()
})

test('slow headers delay no other request, and their time is limited', async () => {
  const slow = Array.from({ length: 50 }, () =>
    exchange([`GET ${filled.root} HTTP/1.1\r\nX-Slow:`], { quiet: 400 }),
  )
  await assertReady()
  for (const { statuses } of await Promise.all(slow)) assert.deepEqual(statuses, [])
  const server = openServer({} as Service, {
    trouble: async () => undefined,
    reading: async () => ({ trouble: undefined, writing: true }),
    repaired: () => 0,
    isIndexReady: () => true,
  })
  for (const limit of [
    server.headersTimeout,
    server.requestTimeout,
    server.keepAliveTimeout,
    server.timeout,
  ])
    assert.ok(limit > 0 && limit <= 120_000, String(limit))
  assert.ok(server.headersTimeout <= 20_000)
})

const odd: Record<string, string> = {
  'an expectation': get('/health/live', 'Expect: 100-continue'),
  'an expectation of something else': get('/health/live', 'Expect: tea'),
  'an upgrade': get(
    '/health/live',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Key: x',
    'Sec-WebSocket-Version: 13',
  ),
  'an upgrade to HTTP/2': get(
    '/health/live',
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: x',
  ),
  'HTTP/1.0': 'GET /health/live HTTP/1.0\r\n\r\n',
  'empty lines in front': `\r\n\r\n${get('/health/live')}`,
}
for (const [name, bytes] of Object.entries(odd)) {
  test(`${name} is taken for what it is`, async () => {
    const { statuses, text } = await exchange([bytes], { answers: 1 })
    assert.equal(statuses.at(-1), 200, text)
    await assertReady()
  })
}

test('absolute URLs, asterisks and CONNECT are refused', async () => {
  const requests = [
    get(`http://other.example${'/cal/events/v1/events'}`),
    get('*').replace('GET', 'OPTIONS'),
    get('other.example:443').replace('GET', 'CONNECT'),
    get('//other.example/cal/events/v1'),
    get('?a').replace('GET', 'POST'),
  ]
  for (const bytes of requests) {
    const { statuses, text } = await exchange([bytes])
    for (const status of statuses) assert.ok(status === 404 || status === 400, text)
  }
  await assertReady()
})

test('callers who hang up while they are answered do no harm', async () => {
  const sending = Array.from({ length: 40 }, () =>
    exchange([get(`${filled.root}/events?per_page=50`).repeat(5)], { quiet: 1 }),
  )
  await Promise.all(sending)
  await assertReady()
})
