import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { becomes } from '../support/becomes.ts'
import type { Service } from '../support/service.ts'
import { openTab, startWithPasswords, type Tab } from './browser-like.ts'

type Received = {
  id: string
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: what a receiver reads
  data: any
  isSignedBy(secret: string): boolean
}

let service: Service
let tab: Tab
/** What the receiver answers, and what it got. */
let answer: { status: number; headers?: Record<string, string> } | 'reset' | Respond
type Respond = (response: ServerResponse) => void
/** The number of messages that it takes before it fails. */
let failsAfter = Number.POSITIVE_INFINITY
const received: Received[] = []
const receiver = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  )
  const { type, data } = JSON.parse(body)
  received.push({
    id: headers['webhook-id'] ?? '',
    type,
    data,
    isSignedBy(secret) {
      try {
        new Webhook(secret).verify(body, headers)
        return true
      } catch {
        return false
      }
    },
  })
  if (received.length > failsAfter) return void response.writeHead(500).end()
  if (answer === 'reset') return void request.socket.destroy()
  if (typeof answer === 'function') return answer(response)
  response.writeHead(answer.status, answer.headers).end('thank you')
})
let url = ''
before(async () => {
  await new Promise<void>(listening => receiver.listen(0, '127.0.0.1', listening))
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  url = `${origin}/hook`
  service = await startWithPasswords({ fetchAllow: [origin] })
  tab = openTab(service)
  assert.equal((await tab.signIn('administrator')).status, 200)
})
after(async () => {
  tab.close()
  receiver.closeAllConnections()
  receiver.close()
  await service.close()
})
beforeEach(() => {
  received.length = 0
  answer = { status: 204 }
})

async function sent(method: string, path: string, body?: object) {
  const reply = await tab.send(method, path, body)
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
  return reply.body
}
const read = async (id: number) =>
  (await sent('GET', 'webhooks')).webhooks.find((each: { id: number }) => each.id === id)
const add = (of: object = {}) => sent('POST', 'webhooks', { url, kinds: 'event', ...of })
const remove = (id: number) => sent('DELETE', `webhooks/${id}`)

const at = { start_date: '2027-04-02 20:00', end_date: '2027-04-02 22:00' }
async function create(body: object = {}): Promise<number> {
  const reply = await service.send('POST', '/events', {
    as: 'editor',
    body: { ...at, title: 'Fair', ...body },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}
const change = (id: number, body: object) =>
  service.send('PATCH', `/events/${id}`, { as: 'editor', body })
/** A write that no webhook here sends: what is due is sent after each. */
async function poke() {
  await service.send('POST', '/tags', { as: 'editor', body: { name: `Tag ${++pokes}` } })
  await setTimeout(400)
}
let pokes = 0
const types = () => received.map(({ type, data }) => `${type} ${data.id ?? ''}`.trim())

test('a receiver gets each change that anyone may see, in order, signed as Standard Webhooks says', async () => {
  const { webhook, secret } = await add()
  assert.deepEqual([webhook.state, webhook.scope, webhook.kinds], ['active', 'public', ['event']])
  const draft = await create({ status: 'draft' })
  const id = await create({ venue: { venue: 'Hall' } })
  await change(draft, { status: 'publish' })
  await change(id, { status: 'private' })
  await becomes(types, [`event.created ${id}`, `event.created ${draft}`, `event.deleted ${id}`])
  assert.ok(received.every(message => message.isSignedBy(secret)))
  assert.ok(!received.some(message => message.isSignedBy('whsec_bm90IHRoaXMgb25l')))
  assert.equal(new Set(received.map(message => message.id)).size, 3)
  // from the cursor of a message, the feed has its change and those after it
  const { cursor } = received[0]?.data ?? {}
  const { body } = await service.send('GET', '/changes', { query: { cursor } })
  assert.equal(body.changes[0].id, id)
  await becomes(async () => (await read(webhook.id)).deliveries.length, 3)
  const { deliveries } = await read(webhook.id)
  assert.deepEqual(
    deliveries.map((each: Record<string, unknown>) => [each.type, each.record, each.status]),
    [
      ['event.deleted', `event/${id}`, 204],
      ['event.created', `event/${draft}`, 204],
      ['event.created', `event/${id}`, 204],
    ],
  )
  assert.ok(!JSON.stringify(await read(webhook.id)).includes(secret))
  await remove(webhook.id)
  await change(draft, { title: 'After the end' })
})

test('with records and its own scope, messages have what the owner reads, in the language that was chosen', async () => {
  const { webhook } = await add({ records: true, scope: 'own', language: 'fr', kinds: 'event,tag' })
  const id = await create({ status: 'draft', translations: { fr: { title: 'Foire' } } })
  await becomes(types, [`event.created ${id}`])
  const { record } = received[0]?.data ?? {}
  assert.deepEqual([record.title, record.status], ['Foire', 'draft'])
  assert.match(record.url, /\/fr\//)
  await remove(webhook.id)
})

test('a receiver of some categories gets the changes of their events alone', async () => {
  const { body: category } = await service.send('POST', '/categories', {
    as: 'editor',
    body: { name: 'Music' },
  })
  const { webhook } = await add({ categories: 'music' })
  assert.deepEqual([webhook.categories, webhook.tags], [[category.id], []])
  const other = await create()
  const id = await create({ categories: [category.id] })
  await change(other, { title: 'Great fair' })
  await becomes(types, [`event.created ${id}`])
  await change(id, { categories: [] })
  await change(id, { title: 'Small fair' })
  await becomes(types, [`event.created ${id}`, `event.deleted ${id}`])
  await change(id, { categories: [category.id] })
  await becomes(() => types().length, 3)
  await becomes(async () => (await read(webhook.id)).deliveries.length, 3)
  await sent('POST', `webhooks/${webhook.id}/deliveries`, { message: received.at(-1)?.id })
  assert.equal(types().at(-1), `event.created ${id}`)
  await remove(webhook.id)
})

test('what does not arrive is sent again with the same ID, after what the receiver asks for, and holds back what follows', async () => {
  const { webhook } = await add()
  answer = { status: 503, headers: { 'retry-after': '300' } }
  const first = await create()
  await becomes(types, [`event.created ${first}`])
  const second = await create()
  await becomes(async () => (await read(webhook.id)).failures, 1)
  const failed = await read(webhook.id)
  assert.equal(failed.error, 'refused')
  assert.ok(Date.parse(failed.next) >= (service.clock.now() + 299) * 1000)
  answer = { status: 200 }
  await poke()
  assert.equal(received.length, 1)
  service.clock.advance(301)
  await poke()
  await becomes(types, [
    `event.created ${first}`,
    `event.created ${first}`,
    `event.created ${second}`,
  ])
  assert.equal(received[0]?.id, received[1]?.id)
  await becomes(async () => (await read(webhook.id)).failures, 0)
  assert.equal((await read(webhook.id)).failing_since, null)
  await remove(webhook.id)
})

test('of messages that are sent together, those that arrived are not sent again', async () => {
  const { webhook } = await add()
  await sent('PATCH', `webhooks/${webhook.id}`, { state: 'paused' })
  const ids = [await create(), await create(), await create()]
  failsAfter = 1
  await sent('PATCH', `webhooks/${webhook.id}`, { state: 'active' })
  await becomes(async () => (await read(webhook.id)).failures, 1)
  failsAfter = Number.POSITIVE_INFINITY
  service.clock.advance(60)
  await poke()
  const [first, second, third] = ids.map(id => `event.created ${id}`)
  await becomes(types, [first, second, second, third])
  await remove(webhook.id)
})

test('a receiver that is gone, or fails for days, is disabled, and can be resumed where it was', async () => {
  const { webhook } = await add()
  answer = { status: 410 }
  const id = await create()
  await becomes(async () => (await read(webhook.id)).state, 'disabled')
  received.length = 0
  answer = { status: 200 }
  await change(id, { title: 'Great fair' })
  await sent('PATCH', `webhooks/${webhook.id}`, { state: 'active' })
  await becomes(types, [`event.created ${id}`, `event.updated ${id}`])
  answer = 'reset'
  await change(id, { title: 'Fair' })
  await becomes(async () => (await read(webhook.id)).error, 'network')
  for (let day = 0; day < 5; day++) {
    assert.equal((await read(webhook.id)).state, 'active', `on day ${day}`)
    const { failures } = await read(webhook.id)
    service.clock.advance(86_400)
    await poke()
    await becomes(async () => (await read(webhook.id)).failures, failures + 1)
  }
  assert.equal((await read(webhook.id)).state, 'disabled')
  await remove(webhook.id)
})

test('a cursor that is no longer valid is said to the receiver, which goes on with what is new', async () => {
  const { webhook } = await add()
  await service.store.write(tx =>
    tx.update('webhook', webhook.id, { cursor: 'MS5hYWFhYWFhYWFhLjE2LjAuYWFhYWFhYWFhYQ' }),
  )
  await create()
  await becomes(() => received[0]?.type, 'reset')
  const id = await create()
  await becomes(() => types().at(-1), `event.created ${id}`)
  await remove(webhook.id)
})

test('a key is renewed while both are valid; a test and a message sent again are answered with their outcome', async () => {
  const { webhook, secret } = await add()
  const path = `webhooks/${webhook.id}`
  const { secret: next } = await sent('POST', `${path}/secret`, {})
  assert.notEqual(next, secret)
  const tried = await sent('POST', `${path}/test`, {})
  assert.deepEqual([tried.type, tried.status, tried.error], ['test', 204, ''])
  assert.ok(received[0]?.isSignedBy(secret) && received[0].isSignedBy(next))
  service.clock.advance(86_401)
  await sent('POST', `${path}/test`, {})
  assert.ok(!received[1]?.isSignedBy(secret) && received[1]?.isSignedBy(next))
  const id = await create()
  await becomes(() => types().at(-1), `event.created ${id}`)
  const { id: message } = received.at(-1) ?? {}
  await becomes(async () => (await read(webhook.id)).deliveries[0].message, message)
  await sent('POST', `${path}/deliveries`, { message })
  assert.deepEqual([types().at(-1), received.at(-1)?.id], [`event.created ${id}`, message])
  assert.equal((await tab.send('POST', `${path}/deliveries`, { message: 'msg_x' })).status, 404)
  await remove(webhook.id)
  assert.equal((await tab.send('POST', `${path}/test`, {})).status, 404)
})

test('private addresses are not called, and what is no URL is refused; only administrators have webhooks', async () => {
  const { webhook } = await add({ url: 'http://127.0.0.2:9/' })
  const tried = await sent('POST', `webhooks/${webhook.id}/test`, {})
  assert.deepEqual([tried.status, tried.error], [null, 'address'])
  await remove(webhook.id)
  for (const wrong of ['ftp://a.example/', 'https://me:word@a.example/', 'nonsense']) {
    const reply = await tab.send('POST', 'webhooks', { url: wrong })
    assert.deepEqual([reply.status, Object.keys(reply.body.data.params)], [400, ['url']], wrong)
  }
  const editor = openTab(service)
  await editor.signIn('editor')
  assert.equal((await editor.send('GET', 'webhooks')).status, 403)
  assert.equal((await editor.send('POST', 'webhooks', { url })).status, 403)
  editor.close()
})

test('whatever a receiver answers, the status counts alone: an endless body is not read, no redirect is followed, and what hangs runs out of time', async t => {
  const { webhook } = await add()
  let running: AbortController[] = []
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  t.mock.method(AbortSignal, 'timeout', (milliseconds: number) => {
    if (milliseconds !== 15_000) return timeout(milliseconds)
    const late = new AbortController()
    running.push(late)
    return late.signal
  })
  const isTooLate = () => {
    for (const late of running) late.abort(new DOMException('late', 'TimeoutError'))
  }
  const endless = (response: ServerResponse) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
    }
    response.writeHead(200).on('drain', more)
    more()
  }
  const raw = (text: string) => (response: ServerResponse) => void response.socket?.end(text)
  const answers: [what: string, typeof answer, status: number | null, error: string][] = [
    ['an endless body', endless, 200, ''],
    ['a body that never comes', response => response.writeHead(202).flushHeaders(), 202, ''],
    ['a failure', { status: 500 }, 500, 'refused'],
    ['too many', { status: 429, headers: { 'retry-after': '7' } }, 429, 'refused'],
    ['a redirect', { status: 307, headers: { location: 'http://127.0.0.2:9/' } }, 307, 'refused'],
    ['a reset', 'reset', null, 'network'],
    ['no HTTP', raw('220 mail.example ESMTP\r\n'), null, 'network'],
    ['half a head', raw('HTTP/1.1 200 OK\r\nContent-Le'), null, 'network'],
    [
      'too long a head',
      raw(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`),
      null,
      'network',
    ],
    [
      'a head that comes slowly',
      response => response.socket?.write('HTTP/1.1 2', isTooLate),
      null,
      'time',
    ],
    ['silence', isTooLate, null, 'time'],
  ]
  for (const [what, sends, status, error] of answers) {
    answer = sends
    running = []
    const tried = await sent('POST', `webhooks/${webhook.id}/test`, {})
    assert.deepEqual([tried.status, tried.error], [status, error], what)
  }
  assert.equal(received.length, answers.length)
  await remove(webhook.id)
})
