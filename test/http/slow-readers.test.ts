import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { openWaiting } from '../../src/http/server/connections.ts'

const mebibyte = 1024 * 1024
/** More than the buffers of a connection take. */
const body = Buffer.alloc(16 * mebibyte, 97)
const waiting = openWaiting(3 * body.length)
const server = createServer((_, response: ServerResponse) => {
  response.writeHead(200, { 'Content-Length': body.length })
  response.end(body)
  waiting.sent(response, body.length)
})
const clients: Socket[] = []

before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
after(() => {
  for (const client of clients) client.destroy()
  server.closeAllConnections()
  server.close()
})

type Reader = { client: Socket; closed: Promise<void> }

/** Asks, and waits for the first bytes of the answer. */
async function asks(): Promise<Reader> {
  const { port } = server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  clients.push(client)
  // who is cut off may learn of it as an error
  client.on('error', () => {})
  const closed = new Promise<void>(resolve => client.once('close', () => resolve()))
  client.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n')
  await once(client, 'readable')
  return { client, closed }
}

async function reads({ client, closed }: Reader): Promise<number> {
  let length = 0
  client.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > body.length) client.end()
  })
  await closed
  return length
}

test('clients that do not read hold no more memory than the bound; the first of them is disconnected, others are served', async () => {
  const slow = [await asks(), await asks(), await asks()] as const
  assert.equal(waiting.bytes, 3 * body.length)
  const fourth = await asks()
  assert.equal(waiting.bytes, 3 * body.length)
  assert.ok((await reads(slow[0])) < body.length, 'it has not all of it')
  for (const reader of [slow[1], slow[2], fourth]) assert.ok((await reads(reader)) > body.length)
})

test('one alone is sent, however large; small ones are not counted, and who is done is no more', async () => {
  const narrow = openWaiting(1)
  const done: (() => void)[] = []
  const response = {
    writableFinished: false,
    destroyed: false,
    destroy: () => assert.fail('it is cut off'),
    once: (_: string, close: () => void) => done.push(close),
  } as unknown as ServerResponse
  narrow.sent(response, 100)
  assert.equal(narrow.bytes, 0)
  narrow.sent(response, mebibyte)
  assert.equal(narrow.bytes, mebibyte)
  for (const close of done) close()
  assert.equal(narrow.bytes, 0)
})
