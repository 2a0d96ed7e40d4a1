import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  change,
  create,
  edit,
  ids,
  only,
  read,
  refused,
  service,
  useService,
} from '../support/scenario.ts'

useService()

test('terms are created, unique by name, moved, counted and deleted permanently', async () => {
  const parent = await edit('POST', '/categories', { name: 'Sports' })
  const reply = await service.send('POST', '/categories', {
    as: 'editor',
    body: { name: 'Rowing', parent: parent.id, description: 'On water' },
  })
  assert.deepEqual(
    [reply.status, reply.headers.location],
    [201, `${service.root.plain}/categories/${reply.body.id}`],
  )
  assert.deepEqual(only(reply.body, 'name', 'slug', 'parent', 'count', 'taxonomy'), {
    name: 'Rowing',
    slug: 'rowing',
    parent: parent.id,
    count: 0,
    taxonomy: 'cal_events_cat',
  })
  const twin = await service.send('POST', '/categories', {
    as: 'editor',
    body: { name: 'ROWING', parent: parent.id },
  })
  assert.deepEqual(
    [twin.status, twin.body.code, twin.body.data.term_id],
    [400, 'term_exists', reply.body.id],
  )
  const elsewhere = await edit('POST', '/categories', { name: 'Rowing' })
  assert.deepEqual(await refused('PUT', `/categories/${elsewhere.id}`, { slug: 'rowing' }), [
    400,
    'duplicate_term_slug',
  ])
  assert.deepEqual(await refused('PUT', `/categories/${parent.id}`, { parent: reply.body.id }), [
    400,
    'rest_invalid_param',
    'parent',
  ])
  assert.deepEqual(await refused('POST', '/tags', { name: 'Low', parent: parent.id }), [
    400,
    'rest_taxonomy_not_hierarchical',
  ])
  const event = await create({ categories: [reply.body.id] })
  const draft = await create({ categories: [reply.body.id], status: 'draft' })
  assert.equal((await read(`/categories/${reply.body.id}`)).count, 1)
  assert.deepEqual(
    ids((await read('/events', { categories: 'sports' })).events),
    [event.id],
    'descendants come along',
  )
  await change(draft.id, { status: 'publish' })
  assert.equal((await read(`/categories/${reply.body.id}`)).count, 2)
  assert.equal((await edit('PUT', `/categories/${reply.body.id}`, { parent: 0 })).parent, 0)
  await edit('DELETE', `/categories/${reply.body.id}`)
  assert.deepEqual(await refused('GET', `/categories/${reply.body.id}`), [
    400,
    'rest_invalid_param',
    'id',
  ])
  assert.deepEqual((await read(`/events/${event.id}`)).categories, [])
})

test('children of a deleted category move up', async () => {
  const top = await edit('POST', '/categories', { name: 'Top' })
  const middle = await edit('POST', '/categories', { name: 'Middle', parent: top.id })
  const low = await edit('POST', '/categories', { name: 'Lowest', parent: middle.id })
  await edit('DELETE', `/categories/${middle.id}`)
  assert.equal((await read(`/categories/${low.id}`)).parent, top.id)
  const list = await read('/categories', { parent: top.id, hide_empty: false })
  assert.deepEqual(ids(list.categories), [low.id])
})

test('lists of terms sort, search, include, exclude, and end empty beyond their last page', async () => {
  const created = []
  for (const name of ['Xylo b', 'Xylo a', 'Xylo c'])
    created.push((await edit('POST', '/tags', { name })).id)
  const [b, a, c] = created
  const list = async (query: object) =>
    ids((await read('/tags', { search: 'xylo', hide_empty: false, ...query })).tags)
  assert.deepEqual(await list({}), [a, b, c])
  assert.deepEqual(await list({ order: 'DESC' }), [c, b, a])
  assert.deepEqual(await list({ orderby: 'id' }), [b, a, c])
  assert.deepEqual(await list({ include: `${c},${a}`, orderby: 'include' }), [c, a])
  assert.deepEqual(await list({ exclude: a }), [b, c])
  assert.deepEqual(await list({ per_page: 2, page: 3 }), [])
  assert.deepEqual(await list({ hide_empty: true }), [])
  assert.deepEqual(await refused('GET', '/tags?order=up'), [400, 'rest_invalid_param', 'order'])
})

test('categories stand in their positions, then by name; lists without a word for it are by name', async () => {
  const [a, b, c] = [
    await edit('POST', '/categories', { name: 'Order A' }),
    await edit('POST', '/categories', { name: 'Order B', position: 2 }),
    await edit('POST', '/categories', { name: 'Order C', position: 1 }),
  ]
  const all = [a, b, c].map(({ id }) => id)
  const listed = async (query: object) =>
    ids(
      (await read('/categories', { include: all.join(), hide_empty: false, ...query })).categories,
    )
  assert.deepEqual(await listed({}), all)
  assert.deepEqual(await listed({ orderby: 'position' }), [c.id, b.id, a.id])
  assert.deepEqual([c.position, a.position], [1, undefined])
  const page = await (await fetch(`${service.address}/events/categories/`)).text()
  const at = ['Order C', 'Order B', 'Order A'].map(name => page.indexOf(name))
  assert.ok(!at.includes(-1))
  assert.deepEqual(
    at.toSorted((x, y) => x - y),
    at,
  )
  await edit('PATCH', `/categories/${c.id}`, { position: null })
  assert.deepEqual(await listed({ orderby: 'position' }), [b.id, a.id, c.id])
  assert.deepEqual(await refused('PATCH', `/categories/${c.id}`, { position: 'first' }), [
    400,
    'rest_invalid_param',
    'position',
  ])
})

test('a filter uses the current terms: they are renamed, moved, deleted and created again', async () => {
  const parent = await edit('POST', '/categories', { name: 'Crafts' })
  const child = await edit('POST', '/categories', { name: 'Pottery', parent: parent.id })
  const { id } = await create({ categories: [child.id] })
  const find = async (word: string | number) =>
    ids((await read('/events', { categories: word })).events)
  const refusal = [400, 'rest_invalid_param', 'categories']
  for (const word of ['crafts', 'pottery', child.id]) assert.deepEqual(await find(word), [id])
  assert.deepEqual(await refused('GET', '/events?categories=clay'), refusal)
  await edit('PUT', `/categories/${child.id}`, { slug: 'clay', parent: 0 })
  assert.deepEqual(await find('clay'), [id])
  assert.deepEqual(await find('crafts'), [], 'it is not below that any more')
  await edit('DELETE', `/categories/${child.id}`)
  for (const word of ['clay', 'pottery', child.id])
    assert.deepEqual(await refused('GET', `/events?categories=${word}`), refusal)
  const again = await edit('POST', '/categories', { name: 'Pottery', parent: parent.id })
  await change(id, { categories: [again.id] })
  for (const word of ['crafts', 'pottery', again.id]) assert.deepEqual(await find(word), [id])
})

test('E1 too long a name of a term has the code of the reference', async () => {
  for (const path of ['/categories', '/tags']) {
    const reply = await service.send('POST', path, {
      as: 'editor',
      body: { name: 'x'.repeat(201) },
    })
    assert.deepEqual([reply.status, reply.body.code], [400, 'db_insert_error'])
  }
})

test('a category deleted while another moves below it is no parent', async () => {
  const make = async (name: string) =>
    Number((await service.send('POST', '/categories', { as: 'editor', body: { name } })).body.id)
  for (let n = 0; n < 12; n++) {
    const [parent, child] = [await make(`Parent ${n}`), await make(`Child ${n}`)]
    const move = () =>
      service.send('PATCH', `/categories/${child}`, { as: 'editor', body: { parent } })
    const remove = () => service.send('DELETE', `/categories/${parent}`, { as: 'editor' })
    const [removed] = await Promise.all(n % 2 ? [remove(), move()] : [remove(), move(), move()])
    assert.equal(removed?.status, 200)
    const { body } = await service.send('GET', `/categories/${child}`)
    assert.ok(!body.parent, `${n}: ${body.parent}`)
  }
})
