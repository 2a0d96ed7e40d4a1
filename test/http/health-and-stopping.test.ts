import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { version } from '../../src/common/version.ts'
import { get, send, service, tenToNoon, useService } from '../support/scenario.ts'
import { restart, startService } from '../support/service.ts'

useService()

test('health: alive, and ready', async () => {
  for (const route of ['live', 'ready']) {
    const { status, body, headers } = await get(`${service.address}/health/${route}`)
    assert.deepEqual(
      [status, body, headers['cache-control']],
      [200, { status: 'ok', version }, 'no-store'],
    )
  }
})

test('health: ready for reading, and whether it writes', async () => {
  const { status, body } = await get(`${service.address}/health/ready?for=reading`)
  assert.deepEqual([status, body], [200, { status: 'ok', version, writing: true }])
})

test('no response is taken for another type than it says, whatever answers', async () => {
  const { address, root } = service
  const paths = ['/health/live', '/health/ready', '/health/none', '/uploads/none.png', '/uploads/']
  const others = ['/', '/none', '/robots.txt', '/assets/none.css', '/admin/', '/admin/api/session']
  for (const path of [...paths, ...others, `${root.plain}/events`, `${root.plain}/none`])
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST'] as const) {
      const url = path.startsWith('http') ? path : address + path
      const { status, headers } = await send(method, url)
      assert.equal(headers['x-content-type-options'], 'nosniff', `${status} ${method} ${path}`)
    }
})

test('every answer has a request id: the caller’s, or one of ours', async () => {
  const seen = new Set()
  for (let n = 0; n < 3; n++) {
    const { headers } = await get('/events')
    assert.match(String(headers['x-request-id']), /^[\w.:-]+$/)
    seen.add(headers['x-request-id'])
    const named = await get('/events', { headers: { 'X-Request-Id': `mine-${n}` } })
    assert.equal(named.headers['x-request-id'], `mine-${n}`)
  }
  assert.equal(seen.size, 3)
  const forged = await get('/events/999999', { headers: { 'X-Request-Id': 'a b<script>' } })
  assert.notEqual(forged.headers['x-request-id'], 'a b<script>')
  assert.ok(forged.headers['x-request-id'])
})

test('another namespace and a path before it: a client of The Events Calendar finds its routes', async () => {
  const other = await startService({ namespace: 'tribe/events/v1', basePath: '/wp-json' })
  assert.equal(other.root.plain, `${other.address}/wp-json/tribe/events/v1`)
  assert.equal(other.root.fr, `${other.address}/fr/wp-json/tribe/events/v1`)
  const { body } = await other.send('POST', '/events', {
    as: 'editor',
    body: { title: 'x', ...tenToNoon, categories: ['y'] },
  })
  assert.equal(body.rest_url, `${other.root.plain}/events/${body.id}`)
  assert.equal(body.categories[0].taxonomy, 'tribe_events_cat')
  assert.ok('/tribe/events/v1/events' in (await other.send('GET', '')).body.routes)
  await other.close()
})

// Less than a connection stays open for another request, and less than a request may take: nobody waits for that.
const [idle, slow] = [18_000, 50_000]

/** The service has the request, and waits for its body. */
const bodyIsWanted = (socket: Socket) =>
  new Promise<void>(resolve => {
    let text = ''
    socket.on('data', chunk => {
      text += chunk
      if (text.startsWith('HTTP/1.1 100 ')) resolve()
    })
  })

test('a stop lets a request in progress finish, and keeps what it wrote', {
  timeout: idle,
}, async () => {
  const own = await startService({ gracePeriod: 600_000 })
  const { port } = new URL(own.address)
  const body = JSON.stringify({ title: 'Last words', ...tenToNoon })
  const head = [
    'POST /cal/events/v1/events HTTP/1.1',
    'Host: localhost',
    'Authorization: Bearer alm_token_of_editor',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Expect: 100-continue',
  ].join('\r\n')
  const socket = connect(Number(port), '127.0.0.1')
  const answered = new Promise<string>(resolve => {
    let text = ''
    socket.on('data', chunk => (text += chunk))
    socket.on('close', () => resolve(text))
  })
  const wanted = bodyIsWanted(socket)
  socket.write(`${head}\r\n\r\n`)
  await wanted
  socket.write(body.slice(0, 10))
  const again = restart(own)
  // nobody new is let in, once the service has stopped listening
  const isLetIn = () =>
    own.send('GET', '/events').then(
      () => true,
      () => false,
    )
  while (await isLetIn());
  socket.write(body.slice(10))
  assert.match(await answered, /HTTP\/1\.1 201 Created/)
  const next = await again
  assert.equal((await next.send('GET', '/events/by-slug/last-words')).status, 200)
  assert.equal(
    (
      await next.send('GET', '/events', {
        query: { search: 'Last words', start_date: '2027-01-01' },
      })
    ).body.total,
    1,
  )
  await next.close()
})

test('a request that never ends is cut off when the grace period is over', {
  timeout: slow,
}, async () => {
  const own = await startService({ gracePeriod: 200 })
  const socket = connect(Number(new URL(own.address).port), '127.0.0.1')
  socket.on('error', () => {})
  const closed = new Promise<void>(resolve => socket.on('close', () => resolve()))
  const wanted = bodyIsWanted(socket)
  socket.write(
    'POST /cal/events/v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer alm_token_of_editor\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n',
  )
  await wanted
  socket.write('{')
  await own.close()
  await closed
})
