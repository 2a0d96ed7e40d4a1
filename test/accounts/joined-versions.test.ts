import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

let service: Service
before(async () => {
  // all that is saved is saved within ten minutes
  service = await startService({ clock: '2030-01-01T10:00:00Z', recordVersions: 3 })
})
after(() => service.close())

const when = { start_date: '2030-05-01 20:00:00', end_date: '2030-05-01 22:00:00' }

async function create(status: string, as = 'editor') {
  const body = { title: 'One', ...when, status }
  const reply = await service.send('POST', '/events', { as, body })
  assert.equal(reply.status, 201, reply.text)
  return Number(reply.body.id)
}
async function change(id: number, body: object, as = 'editor') {
  const reply = await service.send('PATCH', `/events/${id}`, { as, body })
  assert.equal(reply.status, 200, reply.text)
}
type Listed = { version: number; user: { id: number } | null; changed: { facts: string[] } | null }
async function versions(id: number): Promise<Listed[]> {
  const path = `${service.address}/admin/api/events/${id}/versions?per_page=100`
  const { body, status, text } = await service.send('GET', path, { as: 'editor' })
  assert.equal(status, 200, text)
  return body.versions
}
const numbers = async (id: number) => (await versions(id)).map(({ version }) => version)
const titleIn = async (id: number, version: number) => {
  const path = `${service.address}/admin/api/events/${id}/versions/${version}`
  return (await service.send('GET', path, { as: 'editor' })).body.record?.title
}

describe('saves of a draft in quick succession by its author', () => {
  test('is one version, which says all that it changed', async () => {
    const id = await create('draft')
    await change(id, { title: 'Two' })
    await change(id, { cost: '5' })
    await change(id, { title: 'Three' })
    const [latest, first, ...others] = await versions(id)
    assert.deepEqual([latest?.version, first?.version, others], [4, 1, []])
    assert.deepEqual(latest?.changed, { facts: ['cost'], texts: { en: ['title'] }, dates: [] })
    assert.deepEqual([await titleIn(id, 4), await titleIn(id, 1)], ['Three', 'One'])
    assert.equal(await titleIn(id, 2), undefined)
  })

  test('is another version than what another user saves, or is published', async () => {
    const id = await create('draft')
    await change(id, { title: 'Two' })
    await change(id, { title: 'Three' }, 'administrator')
    await change(id, { title: 'Four' })
    assert.deepEqual(await numbers(id), [4, 3, 2, 1])
    await change(id, { status: 'publish' })
    await change(id, { title: 'Six' })
    await change(id, { title: 'Seven' })
    // no more than the setting keeps
    assert.deepEqual(await numbers(id), [7, 6, 5, 4])
    assert.deepEqual([await titleIn(id, 6), await titleIn(id, 4)], ['Six', 'Four'])
  })

  test('does not use up the versions that are kept', async () => {
    const id = await create('draft')
    await change(id, { title: 'Two' }, 'administrator')
    for (let at = 0; at < 6; at++) await change(id, { title: `Title ${at}` })
    assert.deepEqual(await numbers(id), [8, 2, 1])
    assert.deepEqual([await titleIn(id, 2), await titleIn(id, 1)], ['Two', 'One'])
  })

  test('a restored version stays a version of its own', async () => {
    const id = await create('draft')
    await change(id, { title: 'Two' })
    const path = `${service.address}/admin/api/events/${id}/versions/1/restore`
    const restored = await service.send('POST', path, { as: 'editor', body: {} })
    assert.equal(restored.status, 200, restored.text)
    await change(id, { title: 'Three' })
    assert.deepEqual(await numbers(id), [4, 3, 2, 1])
  })
})
