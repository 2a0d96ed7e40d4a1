import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  create,
  edit,
  get,
  ids,
  in_,
  read,
  refused,
  service,
  useService,
} from '../support/scenario.ts'

// On PostgreSQL too: lists are ordered and filtered in SQL.

useService()

const at = (start: string, end: string) => ({
  start_date: `2027-05-${start}`,
  end_date: `2027-05-${end}`,
})
const within = { starts_after: '2027-05-09', starts_before: '2027-05-20' }
const listed = async (query: object = {}) =>
  ids((await read('/events', { ...within, ...query })).events)

test('events come in any order, from both ends, on every page', async () => {
  const b = (await create({ title: 'Bal', ...at('10 10:00', '19 10:00') })).id
  const e = (await create({ title: 'école', ...at('11 10:00', '11 12:00') })).id
  const z = (await create({ title: 'Zoo', ...at('12 10:00', '12 12:00') })).id
  const a = (await create({ title: 'Atelier', ...at('13 10:00', '13 12:00') })).id
  const orders = {
    start_date: [b, e, z, a],
    end_date: [e, z, a, b],
    created: [b, e, z, a],
    title: [a, b, e, z],
  }
  for (let time = 0; time < 2; time++)
    for (const [sort, expected] of Object.entries(orders)) {
      assert.deepEqual(await listed({ sort }), expected, sort)
      assert.deepEqual(await listed({ sort: `-${sort}` }), expected.toReversed(), `-${sort}`)
      const pages = [1, 2].map(page => listed({ sort, per_page: '3', page: String(page) }))
      assert.deepEqual((await Promise.all(pages)).flat(), expected, sort)
    }
  const { next_rest_url } = await read('/events', { ...within, sort: '-title', per_page: '1' })
  assert.match(next_rest_url, /sort=-title/)
  await edit('PATCH', `/events/${e}`, { translations: { fr: { title: 'Ábc' } } })
  const inFrench = await get(in_('fr', '/events'), { query: { ...within, sort: 'title' } })
  assert.deepEqual(ids(inFrench.body.events), [e, a, b, z])
  assert.deepEqual(await listed({ sort: 'title' }), orders.title)
  assert.deepEqual(await refused('GET', '/events?sort=cost'), [400, 'rest_invalid_param', 'sort'])
})

test('records are listed by their last change, of texts too', async () => {
  const [first, second, third] = await Promise.all(
    ['14', '15', '16'].map(day => create({ title: day, ...at(`${day} 10:00`, `${day} 12:00`) })),
  )
  assert.ok(first && second && third)
  const since = { starts_after: '2027-05-13' }
  service.clock.advance(3600)
  const { modified_utc } = await edit('PATCH', `/events/${second.id}`, { description: 'Other' })
  const after = { ...since, modified_after: `${modified_utc}Z` }
  const before = { ...since, modified_before: `${modified_utc}Z` }
  assert.deepEqual(await listed(after), [second.id])
  assert.deepEqual(await listed(before), [first.id, third.id])
  assert.deepEqual((await listed({ ...since, sort: '-modified' }))[0], second.id)
  service.clock.advance(3600)
  await edit('PATCH', `/events/${first.id}`, { title: 'Another' })
  assert.deepEqual(await listed(after), [first.id, second.id])
  assert.deepEqual(await listed({ ...after, sort: 'modified' }), [second.id, first.id])
  assert.deepEqual(await listed({ ...after, sort: '-modified', occurrences: 'series' }), [
    first.id,
    second.id,
  ])
  assert.deepEqual(await listed({ ...since, modified_after: '+1 hour' }), [])
  assert.deepEqual(await refused('GET', '/events?modified_after=soonish'), [
    400,
    'rest_invalid_param',
    'modified_after',
  ])
})

test('venues, organizers, terms and images are listed by their last change, and sorted', async () => {
  for (const [path, name, key] of [
    ['/venues', 'venue', 'venues'],
    ['/organizers', 'organizer', 'organizers'],
    ['/categories', 'name', 'categories'],
    ['/tags', 'name', 'tags'],
  ] as const) {
    const make = async (title: string) => (await edit('POST', path, { [name]: title })).id
    const [b, a] = [await make('B'), await make('A')]
    service.clock.advance(60)
    const changed = await edit('PATCH', `${path}/${b}`, { description: 'Other' })
    const list = async (query: object) =>
      ids((await read(path, { hide_empty: '0', ...query } as Record<string, string>))[key])
    const since = changed.modified_utc ?? new Date(service.clock.now() * 1000).toISOString()
    assert.deepEqual(await list({ modified_after: `${since.replace(/Z?$/, 'Z')}` }), [b], path)
    const isTerm = name === 'name'
    const by = (sort: string, down = false) =>
      isTerm
        ? { orderby: sort, order: down ? 'desc' : 'asc' }
        : { sort: `${down ? '-' : ''}${sort}` }
    assert.deepEqual(await list(by('modified')), [a, b])
    assert.deepEqual(await list(by('name')), [a, b])
    assert.deepEqual(await list(by('name', true)), [b, a])
    if (!isTerm) assert.deepEqual(await list(by('created')), [b, a])
  }
})
