import assert from 'node:assert/strict'
import { test } from 'node:test'
import { create, get, ids, send, tenToNoon, useService } from '../support/scenario.ts'
import { type Reply, startService } from '../support/service.ts'

// On PostgreSQL too: pages and totals come from SQL.

useService({}, async () => {
  for (let n = 1; n <= 7; n++) await create({ title: `Event ${n}`, featured: true })
})

/** `Link` as a map from relation to address. */
const linksOf = ({ headers }: Reply) =>
  Object.fromEntries(
    [...String(headers.link).matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, address, relation]) => [
      relation,
      address,
    ]),
  )

test('links lead through every page and keep the parameters', async () => {
  const first = await get('/events', {
    query: { per_page: 3, featured: true, ml_language: 'fr', strict_dates: true },
  })
  assert.deepEqual(
    [
      first.body.total,
      first.body.total_pages,
      first.headers['x-tec-total'],
      first.headers['x-total-pages'],
    ],
    [7, 3, '7', '3'],
  )
  const seen = ids(first.body.events)
  let page = first
  while (page.body.next_rest_url) {
    const link = page.body.next_rest_url
    assert.equal(linksOf(page).next, link)
    for (const parameter of ['per_page=3', 'featured=true', 'ml_language=fr', 'strict_dates=true'])
      assert.ok(link.includes(parameter), link)
    page = await get(link)
    seen.push(...ids(page.body.events))
  }
  assert.equal(new Set(seen).size, 7)
  assert.deepEqual([page.body.events.length, linksOf(page).next], [1, undefined])
  const back = await get(page.body.previous_rest_url)
  assert.deepEqual(ids(back.body.events), seen.slice(3, 6))
  const { first: start, last } = linksOf(page)
  assert.ok(!start?.includes('page=1&') && last?.endsWith('page=3'), `${start} ${last}`)
  assert.deepEqual(ids((await get(start as string)).body.events), seen.slice(0, 3))
})

test('rest_url has the page and the date range of the list', async () => {
  const { body } = await get('/events', {
    query: { per_page: 2, start_date: '2027-05-09 15:00' },
  })
  assert.match(
    body.rest_url,
    /page=1&per_page=2&start_date=2027-05-09\+00%3A00%3A00&end_date=2029-05-01\+23%3A59%3A59/,
  )
})

test('a page beyond the last is not found, an empty first page is fine', async () => {
  const beyond = await get('/events?page=99')
  assert.deepEqual([beyond.status, beyond.body.code], [404, 'event-archive-page-not-found'])
  const empty = await get('/events?search=nothinglikethis')
  assert.deepEqual(
    [empty.status, empty.body.events, empty.body.total, empty.body.total_pages],
    [200, [], 0, 0],
  )
})

test('P6 a page is never longer than the cap', async t => {
  const capped = await startService({ clock: '2027-05-01T12:00:00Z', maxPerPage: 2, perPage: 1 })
  t.after(capped.close)
  for (const title of ['a', 'b', 'c'])
    await capped.send('POST', '/events', { as: 'editor', body: { title, ...tenToNoon } })
  const lengths = []
  for (const query of [{}, { per_page: 2 }, { per_page: 100 }])
    lengths.push((await capped.send('GET', '/events', { query })).body.events.length)
  assert.deepEqual(lengths, [1, 2, 2])
})

test('a write is in the next response, with and without cached responses', async () => {
  const list = () => get('/events', { query: { search: 'justnow' } })
  for (let n = 0; n < 3; n++) assert.equal((await list()).body.total, 0)
  const { id } = await create({ title: 'Justnow' })
  for (let n = 0; n < 3; n++) assert.deepEqual(ids((await list()).body.events), [id])
  await send('PATCH', `/events/${id}`, { as: 'editor', body: { title: 'Justnow changed' } })
  assert.equal((await list()).body.events[0].title, 'Justnow changed')
  await send('DELETE', `/events/${id}`, { as: 'editor' })
  assert.equal((await list()).body.total, 0)
})
