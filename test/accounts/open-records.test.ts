import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Service } from '../support/service.ts'
import { storedEvent } from '../support/stored-event.ts'
import { openTab, startWithPasswords } from './browser-like.ts'

let service: Service
before(async () => {
  service = await startWithPasswords()
  await service.accounts.change('editor', { name: 'Zoé' })
})
after(() => service.close())

test('only those who may change a record ask who has it open, and are shown nothing of others', async () => {
  const { id } = await storedEvent(service, { status: 'publish' })
  const ask = async (login: string, body: object = { kind: 'event', id }) => {
    const tab = openTab(service)
    await tab.signIn(login)
    const reply = await tab.send('POST', 'open-records', body)
    tab.close()
    return reply
  }
  assert.deepEqual((await ask('editor')).body, { others: [] })
  for (const login of ['author', 'contributor', 'subscriber']) {
    const { status, body } = await ask(login)
    assert.deepEqual([status, body.code], [403, 'rest_forbidden'], login)
  }
  assert.deepEqual((await ask('administrator')).body, { others: [{ name: 'Zoé' }] })
  assert.equal((await ask('editor', { kind: 'event', id: 999_999 })).status, 404)
  assert.equal((await ask('editor', { kind: 'venue', id })).status, 400)
  assert.equal((await ask('editor', { kind: 'image', id })).status, 400)
  assert.equal((await ask('editor', { kind: 'event', id: -1 })).status, 400)
  const anonymous = openTab(service)
  assert.equal((await anonymous.send('POST', 'open-records', { kind: 'event', id })).status, 401)
  anonymous.close()
  const { authorization } = await service.bearer('administrator', { scope: 'admin' })
  const sent = { as: authorization, body: { kind: 'event', id } }
  const { status } = await service.send('POST', `${service.address}/admin/api/open-records`, sent)
  assert.ok(status === 401 || status === 403)
})
