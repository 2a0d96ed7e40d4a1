import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { restart, type Service, startService } from '../support/service.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.close())

const send = (method: string, path: string, as: string, body?: object) =>
  service.send(method, `${service.address}/admin/api/${path}`, { as, ...(body && { body }) })
const save = (as: string, body: object) => send('POST', 'views', as, { kind: 'event', ...body })
const names = async (as: string, kind = 'event') =>
  (await send('GET', `views?kind=${kind}`, as)).body.views.map(({ name }: { name: string }) => name)

test('a view is saved on the server for its user, shared ones for all, and both outlast a restart', async () => {
  const own = await save('author', { name: ' My drafts ', query: '?tab=draft' })
  assert.equal(own.status, 201, own.text)
  assert.deepEqual([own.body.name, own.body.shared, own.body.own], ['My drafts', false, true])
  assert.equal((await save('author', { name: 'For all', shared: true })).status, 403)
  const shared = await save('editor', { name: 'For all', query: '?missing=fr', shared: true })
  assert.equal(shared.status, 201, shared.text)
  await save('editor', { kind: 'venue', name: 'Venues' })
  service = await restart(service)
  assert.deepEqual(await names('author'), ['For all', 'My drafts'])
  assert.deepEqual(await names('contributor'), ['For all'])
  assert.deepEqual(await names('editor', 'venue'), ['Venues'])
  const replaced = await save('author', { name: 'My drafts', query: '?tab=pending' })
  assert.deepEqual([replaced.body.id, replaced.body.query], [own.body.id, '?tab=pending'])
  assert.equal((await send('DELETE', `views/${own.body.id}`, 'editor')).status, 404)
  assert.equal((await send('DELETE', `views/${shared.body.id}`, 'author')).status, 404)
  assert.equal((await send('DELETE', `views/${shared.body.id}`, 'administrator')).status, 200)
  assert.equal((await send('DELETE', `views/${own.body.id}`, 'author')).status, 200)
  assert.deepEqual(await names('author'), [])
})

test('a credential of scope read saves and removes no view', async () => {
  const shared = { name: 'Shared', shared: true }
  const { id } = (await save('administrator', shared)).body
  const { authorization } = await service.bearer('administrator', { scope: 'read' })
  assert.deepEqual(await names(authorization), await names('administrator'))
  const saved = await save(authorization, shared)
  const removed = await send('DELETE', `views/${id}`, authorization)
  for (const { status, body } of [saved, removed])
    assert.deepEqual([status, body.code], [403, 'rest_forbidden'])
  assert.equal((await send('DELETE', `views/${id}`, 'administrator')).status, 200)
})

test('a view without a name, too long or one too many is refused with a reason', async () => {
  for (const body of [
    {},
    { name: '  ' },
    { name: 'x'.repeat(81) },
    { name: 'x', query: 'y'.repeat(2001) },
  ])
    assert.equal((await save('editor', body)).status, 400, JSON.stringify(body))
  assert.equal((await save('editor', { name: 'x', kind: 'constructor' })).status, 400)
  for (let at = 0; at < 50; at++) await save('contributor', { name: `View ${at}` })
  const more = await save('contributor', { name: 'One more' })
  assert.equal(more.status, 400)
  assert.match(more.text, /at most 50/)
  assert.equal((await send('GET', 'views?kind=event', 'anonymous')).status, 401)
})
