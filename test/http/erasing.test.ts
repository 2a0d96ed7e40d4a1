import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tablesOf } from '../support/engine.ts'
import { startService } from '../support/service.ts'

const when = { start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:00:00' }

test('force=true erases a record: nothing of it is left but a line of the change log', async () => {
  const service = await startService({ clock: '2027-05-01T12:00:00Z' })
  const as = 'editor'
  const event = await service.send('POST', '/events', {
    as,
    body: {
      title: 'Zebrafish',
      description: 'Zebrafish',
      ...when,
      categories: ['Talks'],
      translations: { fr: { title: 'Zebrafish fr' } },
      venue: { venue: 'Zebrafish hall' },
      organizer: { organizer: 'Zebrafish club' },
    },
  })
  assert.equal(event.status, 201, event.text)
  const { id, venue, organizer, categories } = event.body
  const paths = [`/events/${id}`, `/venues/${venue.id}`, `/organizers/${organizer[0].id}`]
  for (const path of paths) {
    const refused = await service.send('DELETE', `${path}?force=true`, { as: 'contributor' })
    assert.equal(refused.status, 403)
  }
  assert.equal((await service.send('GET', '/events', { as })).body.total, 1)
  assert.equal((await service.send('DELETE', paths[0] as string, { as })).status, 200)
  for (const path of paths) {
    const { status, body, text } = await service.send('DELETE', `${path}?force=true`, { as })
    assert.deepEqual([status, body.deleted, text.includes('Zebrafish')], [200, true, true], text)
    assert.ok([400, 404].includes((await service.send('GET', path, { as })).status))
  }
  assert.equal(
    (await service.send('GET', '/events', { as, query: { status: 'trash' } })).body.total,
    0,
  )
  const term = await service.send('GET', `/categories/${categories[0].id}`)
  assert.equal(term.body.count, 0)
  for (const name of await tablesOf(service.rows))
    assert.doesNotMatch(
      JSON.stringify(await service.rows(`SELECT * FROM "${name}"`)),
      /zebrafish/i,
      name,
    )
  await service.close()
})

test('D1 an author sends an own record to the trash, and never deletes it permanently', async t => {
  const service = await startService({ clock: '2027-05-01T12:00:00Z' })
  t.after(() => service.close())
  const as = 'author'
  const { body } = await service.send('POST', '/events', { as, body: { title: 'One', ...when } })
  const path = `/events/${body.id}`
  for (const step of ['published', 'in the trash']) {
    const refused = await service.send('DELETE', `${path}?force=true`, { as })
    assert.deepEqual([refused.status, refused.body.code], [403, 'rest_forbidden'], step)
    if (step === 'published')
      assert.equal((await service.send('DELETE', path, { as })).body.status, 'trash')
  }
  const erased = await service.send('DELETE', `${path}?force=true`, { as: 'editor' })
  assert.equal(erased.body.deleted, true)
})

test('events that were part of an erased event are part of none', async t => {
  const service = await startService({ clock: '2027-05-01T12:00:00Z' })
  t.after(() => service.close())
  const as = 'editor'
  const create = async (more: object) =>
    (await service.send('POST', '/events', { as, body: { title: 'One', ...when, ...more } })).body
      .id
  const parent = await create({})
  const children = [await create({ post_parent: parent }), await create({ post_parent: parent })]
  const other = await create({ post_parent: children[0] })
  const query = { post_parent: parent }
  assert.equal((await service.send('GET', '/events', { as, query })).body.total, 2)
  const erased = await service.send('DELETE', `/events/${parent}?force=true`, { as })
  assert.equal(erased.status, 200)
  for (const child of children)
    assert.equal((await service.send('GET', `/events/${child}`, { as })).body.post_parent, 0)
  const reply = await service.send('GET', `/events/${other}`)
  assert.equal(reply.body.post_parent, children[0])
  assert.deepEqual(await service.rows('SELECT event FROM occurrence WHERE parent = ?', parent), [])
})

test('a venue with more events than one transaction takes leaves all of them, to the trash or erased', async t => {
  const service = await startService({ clock: '2027-05-01T12:00:00Z' })
  t.after(() => service.close())
  const as = 'editor'
  const venues = await Promise.all(
    ['One', 'Two', 'Three'].map(
      async venue => (await service.send('POST', '/venues', { as, body: { venue } })).body.id,
    ),
  )
  const body = { title: 'One', ...when, venue: venues }
  for (let at = 0; at < 520; at += 40)
    await Promise.all(
      Array.from({ length: 40 }, () => service.send('POST', '/events', { as, body })),
    )
  const left = async () =>
    (await service.rows("SELECT target FROM link WHERE kind = 'venue'")).length
  assert.equal(await left(), 3 * 520)
  const stale = { as, headers: { 'If-Match': '"v9"' } }
  assert.equal((await service.send('DELETE', `/venues/${venues[0]}`, stale)).status, 412)
  assert.equal((await service.send('DELETE', `/venues/${venues[0]}?force=true`, stale)).status, 412)
  assert.equal(await left(), 3 * 520)
  const trashed = await service.send('DELETE', `/venues/${venues[0]}`, { as })
  assert.deepEqual([trashed.status, await left()], [200, 2 * 520])
  const erased = await service.send('DELETE', `/venues/${venues[1]}?force=true`, { as })
  assert.deepEqual([erased.status, await left()], [200, 520])
  const changed = await service.send('PATCH', `/venues/${venues[2]}`, {
    as,
    body: { status: 'trash' },
  })
  assert.deepEqual([changed.status, await left()], [200, 0])
  assert.equal((await service.send('GET', '/events')).body.total, 520)
})
