import assert from 'node:assert/strict'
import { test } from 'node:test'
import { create, edit, get, ids, read, send, service, useService } from '../support/scenario.ts'

// On PostgreSQL too: lists are ordered and filtered in SQL.

useService()

const on = (day: number) => ({
  start_date: `2027-05-${day} 10:00:00`,
  end_date: `2027-05-${day} 12:00:00`,
})
const by = (as: 'author' | 'contributor', body: object) =>
  send('POST', '/events', { as, body: { title: 'Event', ...body } }).then(({ body }) => body.id)
const find = async (query: object, as = 'editor') =>
  ids((await send('GET', '/events', { as, query: query as Record<string, string> })).body.events)

test('events are filtered by author, as far as they are visible', async () => {
  const { author, contributor } = service.users
  const mine = await by('author', on(11))
  const draft = await by('author', { ...on(12), status: 'draft' })
  const other = await by('contributor', on(13))
  for (let time = 0; time < 3; time++) {
    assert.deepEqual(await find({ author }), [mine, draft])
    assert.deepEqual(await find({ author }, 'contributor'), [mine])
    assert.deepEqual(ids((await read('/events', { author: String(author) })).events), [mine])
  }
  assert.deepEqual(await find({ author: `${author},${contributor}` }), [mine, draft, other])
  assert.deepEqual(await find({ author: 4711 }), [])
  await edit('PATCH', `/events/${mine}`, { author: contributor })
  assert.deepEqual(ids((await read('/events', { author: String(author) })).events), [])
  const { status, body } = await get('/events', { query: { author: 'wren' } })
  assert.deepEqual([status, Object.keys(body.data.params)], [400, ['author']])
})

test('events come latest first, on every page, and order and orderby mean as little as in the reference', async () => {
  const days = [14, 15, 15, 16, 17]
  const created: number[] = []
  for (const day of days) created.push((await create({ ...on(day), title: `Day ${day}` })).id)
  const within = { starts_after: '2027-05-13', per_page: '2' }
  const pages = async (more: object) => {
    const all: number[] = []
    for (let page = 1; page <= 3; page++) all.push(...(await find({ ...within, ...more, page })))
    return all
  }
  assert.deepEqual(await pages({}), created)
  assert.deepEqual(await pages({ sort: 'start_date' }), created)
  assert.deepEqual(await pages({ order: 'desc', orderby: 'title' }), created)
  assert.deepEqual(await pages({ sort: '-start_date' }), created.toReversed())
  const some = { include: created.slice(1, 4).join(), sort: '-start_date' }
  assert.deepEqual(await find(some), created.slice(1, 4).toReversed())
  const { body } = await get('/events', { query: { ...within, sort: '-start_date' } })
  assert.match(body.next_rest_url, /sort=-start_date/)
  for (const query of [{ sort: 'color' }, { sort: 'distance' }, { sort: '-distance' }]) {
    const refused = await get('/events', { query })
    assert.deepEqual([refused.status, Object.keys(refused.body.data.params)], [400, ['sort']])
  }
})

test('records of every resource are filtered by the language that they lack', async () => {
  for (const [path, titled] of [
    ['events', 'title'],
    ['venues', 'venue'],
    ['organizers', 'organizer'],
    ['categories', 'name'],
    ['tags', 'name'],
  ] as const) {
    const when = path === 'events' ? on(28) : {}
    const of = (name: string, more: object = {}) =>
      edit('POST', `/${path}`, { ...when, [titled]: name, ...more })
    const both = await of('Both', { translations: { fr: { [titled]: 'Les deux' } } })
    const english = await of('English only')
    const query = { starts_after: '2027-05-27', hide_empty: 'false' }
    const lacking = async (ml_missing: string) =>
      ids((await read(`/${path}`, { ...query, ml_missing }))[path])
    assert.deepEqual([await lacking('fr'), await lacking('en')], [[english.id], []], path)
    await edit('PATCH', `/${path}/${english.id}`, {
      translations: { fr: { [titled]: 'Français' } },
    })
    await edit('PATCH', `/${path}/${both.id}`, { translations: { fr: null } })
    assert.deepEqual(await lacking('fr'), [both.id], path)
  }
})
