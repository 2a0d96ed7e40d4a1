import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openConnection } from '../support/connection.ts'
import { type Sender, type Service, startService } from '../support/service.ts'
import '../support/own-process.ts'

const mebibyte = 1024 ** 2
let service: Service
let port: number
const tokens: Record<string, string> = {}

before(async () => {
  service = await startService({ bodyMemory: mebibyte, uploadLimit: 2 * mebibyte })
  port = Number(new URL(service.address).port)
  for (const login of ['subscriber', 'author', 'editor'])
    tokens[login] = (await service.bearer(login, {})).authorization
  tokens.reading = (await service.bearer('editor', { scope: 'read' })).authorization
})
after(() => service.close())

/** The beginning of a write; its body is up to the test. */
const head = (path: string, headers: Record<string, string | number>, as?: Sender) =>
  [
    `POST /cal/events/v1/${path} HTTP/1.1`,
    'Host: x',
    ...(as ? [`Authorization: ${tokens[as]}`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n')

const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`

describe('users who may not write', () => {
  for (const [as, status] of [
    [undefined, 401],
    ['subscriber', 403],
    ['reading', 403],
  ] as const) {
    for (const [path, type] of [
      ['images', 'image/png'],
      ['images', 'multipart/form-data; boundary=B'],
      ['events', 'application/json'],
    ]) {
      test(`${as ?? 'nobody'}: a large ${type} is refused ${status} before it is read`, async () => {
        const connection = openConnection(port)
        const length = path === 'images' ? 2 * mebibyte : 500_000
        connection.write(
          head(path as string, { 'Content-Type': type as string, 'Content-Length': length }, as),
        )
        await connection.until(() => connection.text.includes('rest_forbidden'))
        assert.deepEqual(connection.statuses, [status])
        assert.match(connection.text, /^Connection: close\r$/m)
        connection.socket.destroy()
      })
    }
  }

  test('a body of unknown length is read no further than 64 KiB', async () => {
    const connection = openConnection(port)
    connection.write(
      head('events', { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }),
    )
    connection.write(chunk(60_000))
    connection.write(chunk(10_000))
    await connection.until(() => connection.text.includes('rest_forbidden'))
    assert.deepEqual(connection.statuses, [401])
    connection.socket.destroy()
  })

  test('the errors of a small body are returned first', async () => {
    const { status, body } = await service.send('POST', '/events', { body: { title: 'x' } })
    assert.deepEqual([status, body.code], [400, 'rest_missing_callback_param'])
  })

  test('an image by a user who may upload none is no image', async () => {
    const subscriber = await service.send('POST', '/images', {
      as: 'subscriber',
      headers: { 'Content-Type': 'image/png' },
      body: Buffer.alloc(100_000),
    })
    assert.deepEqual([subscriber.status, subscriber.body.code], [403, 'rest_forbidden'])
  })

  test('200 callers with 16 MiB each take a small part of it', async () => {
    const bytes = Buffer.alloc(16 * mebibyte)
    const before = process.memoryUsage().arrayBuffers
    let max = 0
    const callers = Array.from({ length: 200 }, () => openConnection(port))
    await Promise.all(
      callers.map(async caller => {
        caller.write(
          head('images', { 'Content-Type': 'image/png', 'Content-Length': 2 * mebibyte }),
        )
        caller.write(bytes)
        await caller.until(() => caller.statuses.length > 0)
        max = Math.max(max, process.memoryUsage().arrayBuffers - before)
        assert.deepEqual(caller.statuses, [401])
        caller.socket.destroy()
      }),
    )
    assert.ok(max < 200 * mebibyte, `${max} bytes`)
  })

  test('many small bodies that never end leave place for those who may write', async () => {
    const slow = Array.from({ length: 60 }, () => openConnection(port))
    for (const one of slow)
      one.write(
        `${head('events', { 'Content-Type': 'application/json', 'Content-Length': 60_000 })}{`,
      )
    // those for whom there is no place are told at once what they would be told in the end
    await slow.at(-1)?.until(() => slow.at(-1)?.statuses.length === 1)
    const received = slow.filter(({ statuses }) => statuses.length === 0)
    assert.ok(received.length > 0 && received.length < 20, `${received.length} are heard`)
    assert.ok(slow.every(({ statuses }) => statuses.length === 0 || statuses[0] === 401))
    const written = await service.send('POST', '/tags', {
      as: 'editor',
      body: { name: 'Meanwhile' },
    })
    assert.equal(written.status, 201)
    for (const { socket } of slow) socket.destroy()
  })
})

describe('bodies that are too much', () => {
  test('a body that exceeds the shared memory gets 503, and is accepted when the others have ended', async () => {
    const large = (as: Sender, more = {}) =>
      head('images', { 'Content-Type': 'image/png', 'Content-Length': 2 * mebibyte, ...more }, as)
    const first = openConnection(port)
    first.write(large('author', { Expect: '100-continue' }))
    // its body is wanted: the place for it is taken
    await first.until(() => first.statuses.length === 1)
    assert.deepEqual(first.statuses, [100])
    first.write(Buffer.alloc(1000))
    const second = openConnection(port)
    second.write(large('editor'))
    await second.until(() => second.text.includes('service_too_busy'))
    assert.deepEqual(second.statuses, [503])
    assert.match(second.text, /^Retry-After: \d+\r$/m)
    assert.match(second.text, /Try again in \d+ seconds/)
    second.socket.destroy()
    first.socket.destroy()
    await first.closed()
    for (;;) {
      const third = openConnection(port)
      third.write(large('editor'))
      third.write(Buffer.alloc(2 * mebibyte))
      await third.until(() => third.text.includes('"code"'))
      third.socket.destroy()
      if (third.statuses[0] === 503) continue
      assert.deepEqual(third.statuses, [400], 'it is read, and is no image')
      break
    }
  })

  test('a refusal reaches who is still sending, every time', async () => {
    const part = chunk(mebibyte)
    for (let turn = 0; turn < 16; turn++) {
      const caller = openConnection(port)
      caller.write(
        head(
          'tags',
          { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
          'editor',
        ),
      )
      for (let sent = 0; sent < 5; sent++) caller.write(part)
      caller.write('0\r\n\r\n')
      await caller.closed()
      assert.deepEqual(caller.statuses, [413], `turn ${turn}: ${caller.error?.code}`)
      assert.match(caller.text, /rest_body_too_large/)
      assert.equal(caller.error, undefined)
    }
  })

  test('a client that waits for 100 Continue gets the refusal first', async () => {
    const refused = openConnection(port)
    refused.write(
      head('images', {
        'Content-Type': 'image/png',
        'Content-Length': 100_000,
        Expect: '100-continue',
      }),
    )
    await refused.until(() => refused.text.includes('rest_forbidden'))
    assert.deepEqual(refused.statuses, [401])
    refused.socket.destroy()
    const wanted = openConnection(port)
    wanted.write(
      head(
        'tags',
        { 'Content-Type': 'application/json', 'Content-Length': 17, Expect: '100-continue' },
        'editor',
      ),
    )
    await wanted.until(() => wanted.statuses.length === 1)
    wanted.write('{"name":"Wanted"}')
    await wanted.until(() => wanted.text.includes('"Wanted"'))
    assert.deepEqual(wanted.statuses, [100, 201])
    wanted.socket.destroy()
  })
})
