import assert from 'node:assert/strict'
import { test } from 'node:test'
import { change, create, ids, read, refused, useService } from '../support/scenario.ts'

useService()

test('X2, X3 tickets and parents are kept and filtered by', async () => {
  const parent = await create({ title: 'Festival', ticketed: true })
  const child = await create({ title: 'First night', post_parent: parent.id })
  assert.deepEqual([parent.ticketed, child.ticketed, child.post_parent], [true, false, parent.id])
  const find = async (query: object) =>
    ids((await read('/events', { include: `${parent.id},${child.id}`, ...query })).events)
  assert.deepEqual(
    [await find({ ticketed: true }), await find({ ticketed: 'no' })],
    [[parent.id], [child.id]],
  )
  assert.deepEqual(ids((await read('/events', { post_parent: parent.id })).events), [child.id])
  assert.deepEqual(await refused('GET', '/events?post_parent=999999'), [
    400,
    'rest_invalid_param',
    'post_parent',
  ])
  assert.equal((await change(child.id, { post_parent: 0 })).post_parent, 0)
  assert.deepEqual(await refused('PATCH', `/events/${child.id}`, { post_parent: child.id }), [
    400,
    'rest_invalid_param',
    'post_parent',
  ])
})
