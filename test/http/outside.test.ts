import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.close())

/** Sends bytes as they are, and gives everything that comes back. */
const raw = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(service.root.en)
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket
      .on('data', chunk => {
        text += chunk
      })
      .on('end', () => resolve(text))
      .on('error', reject)
  })

const get = (path: string) =>
  raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)

const languageOf = (reply: string) => /^content-language: (\w+)/im.exec(reply)?.[1]

test('errors outside the namespace are in the language of the base URL', async () => {
  const french = [
    '/fr/zzz',
    '/fr/zzz/',
    '/fr/cal/events/v2/x',
    '/FR/zzz',
    '/fr/cal/events/v1/events/%ff',
  ]
  for (const path of french) {
    const reply = await get(path)
    assert.match(reply, /^HTTP\/1\.1 40[04]/, path)
    assert.equal(languageOf(reply), 'fr', path)
    assert.match(reply, /Aucune route|illisible/, path)
  }
  for (const path of ['/zzz', '/en/zzz', '/french', '/cal/events/v1/events/%ff']) {
    const reply = await get(path)
    assert.equal(languageOf(reply), 'en', path)
    assert.match(reply, /No route|could not be read|cannot be read/, path)
  }
})

test('the language of a base URL may be in capitals', async () => {
  const reply = await get('/FR/cal/events/v1/events/999999')
  assert.equal(languageOf(reply), 'fr')
  assert.match(reply, /rest-event-not-found/)
})

test('text that is not HTTP gets an error in the language of the site, with its Content-Language', async () => {
  for (const bytes of ['nonsense\r\n\r\n', `GET / HTTP/1.1\r\nHost: ${'x'.repeat(70_000)}\r\n\r\n`])
    assert.equal(languageOf(await raw(bytes)), 'en')
})
