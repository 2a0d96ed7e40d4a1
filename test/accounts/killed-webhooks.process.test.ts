import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { openDataFolder } from '../../src/main.ts'
import { becomes } from '../support/becomes.ts'
import { engineName, newPlace } from '../support/engine.ts'
import { type Running, startProcess } from '../support/process.ts'
import { enrol, settingsFor } from '../support/service.ts'
import { openTab, password } from './browser-like.ts'

// On PostgreSQL too: there, two processes write, and one of them sends for both.

type Message = { message: string; id: number; type: string }

test('a sender killed before it noted what arrived sends it again with the same ID, and nothing is lost, whichever process wrote it', {
  timeout: 200_000,
}, async t => {
  const received: Message[] = []
  /** Called with each message before it is answered. */
  let arrived = async () => {}
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { type, data } = JSON.parse(body)
    received.push({ message: String(request.headers['webhook-id']), id: data.id, type })
    await arrived()
    response.writeHead(204).end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  t.after(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

  const { folder, remove } = await newPlace('almanac-hooks-')
  t.after(remove)
  const context = await openDataFolder(settingsFor(folder))
  await enrol(context.accounts, 'editor', 'editor')
  await context.accounts.add({ login: 'administrator', role: 'administrator' })
  await context.accounts.setPassword('administrator', password)
  await context.close()

  const services: Running[] = []
  const start = async () => {
    const service = await startProcess(folder, '', origin)
    t.after(service.kill)
    services.push(service)
  }
  const startAll = async () => {
    await start()
    if (engineName === 'postgres') await start()
  }
  const killAll = async () => {
    await Promise.all(services.splice(0).map(({ kill }) => kill()))
  }
  const signedIn = async () => {
    const tab = openTab(services[0] as Running)
    t.after(tab.close)
    await tab.signIn('administrator')
    return tab
  }
  const written: number[] = []
  const create = async () => {
    const service = services[written.length % services.length] as Running
    const dates = { start_date: '2027-04-02 20:00', end_date: '2027-04-02 22:00' }
    const { status, body } = await service.send('POST', '/events', {
      body: { ...dates, title: 'Fair' },
    })
    assert.equal(status, 201)
    written.push(body.id)
  }
  const ids = () => received.map(({ id }) => id)

  await startAll()
  let tab = await signedIn()
  const { body } = await tab.send('POST', 'webhooks', { url: origin, kinds: 'event' })
  const path = `webhooks/${body.webhook.id}`
  for (let n = 0; n < 6; n++) await create()
  await becomes(() => received.length, written.length)
  // each once, in the order of the writes: one process sends
  assert.deepEqual(ids(), written)
  const stateOf = async () => (await tab.send('GET', 'webhooks')).body.webhooks[0]
  await becomes(async () => (await stateOf()).deliveries.length, written.length)

  assert.equal((await tab.send('PATCH', path, { state: 'paused' })).status, 200)
  for (let n = 0; n < 4; n++) await create()
  const isKilled = Promise.withResolvers<void>()
  arrived = async () => {
    if (received.length !== 9) return
    await killAll()
    isKilled.resolve()
  }
  // the response may be cut with its process
  await tab.send('PATCH', path, { state: 'active' }).catch(() => {})
  await isKilled.promise
  arrived = async () => {}
  await startAll()
  // a write wakes the sender, which looks by itself now and then
  await create()
  await becomes(() => received.at(-1)?.id, written.at(-1))
  const [before, again] = [received.slice(0, 9), received.slice(9)]
  assert.deepEqual(
    before.map(({ id }) => id),
    written.slice(0, 9),
  )
  // the three that had arrived and were not noted come again, each with its ID
  assert.deepEqual(
    again.map(({ id }) => id),
    written.slice(6),
  )
  assert.deepEqual(again.slice(0, 3), before.slice(6))
  tab = await signedIn()
  await becomes(async () => (await stateOf()).failures, 0)
  await killAll()
})
