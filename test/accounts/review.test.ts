import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Reply, type Sending, type Service, startService } from '../support/service.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.close())

const send = (method: string, path: string, as: string, body?: object, more: Sending = {}) =>
  service.send(method, path, { as, ...(body && { body }), ...more })
const admin = (method: string, path: string, as: string, body?: object, more: Sending = {}) =>
  send(method, `${service.address}/admin/api/${path}`, as, body, more)

const when = { start_date: '2030-05-01 20:00:00', end_date: '2030-05-01 22:00:00' }
async function submitted(): Promise<number> {
  const draft = { title: 'Concert', ...when, status: 'pending' }
  const { status, body } = await send('POST', '/events', 'contributor', draft)
  assert.deepEqual([status, body.status], [201, 'pending'])
  return body.id
}
const edited = async (id: number, as: string) =>
  (await send('GET', `/events/${id}?context=edit`, as)).body
const note = 'Please add the price.'

test('an event is returned to its author with a note, which is removed when it is submitted again', async () => {
  const id = await submitted()
  const reply = await admin('POST', `events/${id}/return`, 'editor', { note })
  assert.deepEqual([reply.status, reply.body], [200, { id, status: 'draft' }])
  const { status, editing } = await edited(id, 'contributor')
  assert.deepEqual(
    [status, editing.returned.note, editing.returned.user],
    ['draft', note, service.users.editor],
  )
  // what the author writes meanwhile leaves it there
  await send('PATCH', `/events/${id}`, 'contributor', { title: 'Grand concert' })
  assert.equal((await edited(id, 'contributor')).editing.returned.note, note)
  const { body } = await admin('GET', 'activity?kind=event&per_page=2', 'editor')
  assert.deepEqual(
    body.activity.map(({ action }: Reply['body']) => action),
    ['changed', 'returned'],
  )
  await send('PATCH', `/events/${id}`, 'contributor', { status: 'pending' })
  assert.equal((await edited(id, 'contributor')).editing.returned, undefined)
  const { versions } = (await admin('GET', `events/${id}/versions`, 'contributor')).body
  assert.deepEqual(
    versions.map(({ note }: Reply['body']) => note),
    [null, null, note, null],
  )
})

test('the note is visible neither to the public nor to other authors', async () => {
  const id = await submitted()
  await admin('POST', `events/${id}/return`, 'editor', { note: 'A word for you' })
  for (const path of [
    `/events/${id}`,
    `/events/${id}?context=edit`,
    '/events?context=edit&status=any&end_date=2031-01-01',
  ])
    for (const as of ['anonymous', 'subscriber', 'author'])
      assert.doesNotMatch((await send('GET', path, as)).text, /A word for you/, `${path} ${as}`)
  assert.doesNotMatch((await send('GET', `/events/${id}`, 'editor')).text, /A word for you/)
  const list = await send(
    'GET',
    '/events?context=edit&status=draft&end_date=2031-01-01',
    'contributor',
  )
  assert.match(list.text, /A word for you/)
  await send('PATCH', `/events/${id}`, 'editor', { status: 'publish' })
  for (const path of [`/events/${id}`, `/events/${id}?context=edit`])
    assert.doesNotMatch((await send('GET', path, 'editor')).text, /A word for you/)
})

test('only what waits is returned, by who may publish it, and as it was read', async () => {
  const id = await submitted()
  const back = (as: string, more: Sending = {}) =>
    admin('POST', `events/${id}/return`, as, { note }, more)
  for (const as of ['contributor', 'author', 'subscriber'])
    assert.equal((await back(as)).status, 403, as)
  const { headers } = await send('GET', `/events/${id}`, 'editor')
  await send('PATCH', `/events/${id}`, 'contributor', { title: 'Other' })
  assert.equal(
    (await back('editor', { headers: { 'If-Match': String(headers.etag) } })).status,
    412,
  )
  assert.equal((await admin('POST', `events/${id}/return`, 'editor', {})).status, 200)
  assert.equal((await edited(id, 'editor')).editing.returned.note, '')
  const again = await back('editor')
  assert.deepEqual([again.status, again.body.code], [409, 'event_not_pending'])
  assert.equal((await admin('POST', 'events/99999/return', 'editor', { note })).status, 404)
  const long = await admin('POST', `events/${id}/return`, 'editor', { note: 'x'.repeat(5000) })
  assert.equal(long.body.code, 'rest_invalid_param')
})

test('users who may write see the names of authors of records that they may read, and nothing else', async () => {
  const id = await submitted()
  await service.accounts.change('contributor', { name: 'Con Tributor' })
  const { body: own } = await send('POST', '/events', 'author', { title: 'Own', ...when })
  const authors = `authors?kind=event&records=${id},${own.id},999999`
  const named = { id: service.users.contributor, name: 'Con Tributor' }
  // who shows no name is called by the login, to those who see the records of all
  const other = { id: service.users.author, name: 'author' }
  for (const as of ['administrator', 'editor'])
    assert.deepEqual((await admin('GET', authors, as)).body, { authors: [named, other] }, as)
  assert.deepEqual((await admin('GET', authors, 'contributor')).body, { authors: [named] })
  // it waits: other authors do not read it; their own names they know
  assert.deepEqual((await admin('GET', authors, 'author')).body, { authors: [other] })
  assert.equal((await admin('GET', authors, 'subscriber')).status, 403)
  assert.equal((await admin('GET', authors, 'anonymous')).status, 401)
  assert.equal((await admin('GET', 'authors?kind=user&records=1', 'editor')).status, 400)
})

const venueOf = async (id: number, as?: string) =>
  (await service.send('GET', `/events/${id}`, as ? { as } : {})).body

test('an approved event is published with the venue and organizer that were made with it, by each way of approving', async () => {
  const ways: Record<string, (id: number) => Promise<unknown>> = {
    publish: id => send('PATCH', `/events/${id}`, 'editor', { status: 'publish' }),
    bulk: id =>
      admin('POST', 'bulk', 'editor', {
        kind: 'event',
        records: [id],
        change: { status: 'publish' },
      }),
    schedule: id =>
      send('PATCH', `/events/${id}`, 'editor', { status: 'publish', date: '2029-01-01' }),
  }
  for (const [way, approve] of Object.entries(ways)) {
    const body = {
      title: `By ${way}`,
      ...when,
      status: 'pending',
      venue: { venue: `Hall of ${way}` },
      organizer: { organizer: `Choir of ${way}` },
    }
    const { id } = (await send('POST', '/events', 'contributor', body)).body
    assert.equal((await venueOf(id, 'editor')).venue.status, 'draft')
    await approve(id)
    const event = await venueOf(id, way === 'schedule' ? 'editor' : undefined)
    assert.deepEqual(
      [event.venue.venue, event.venue.status, event.organizer[0]?.organizer],
      [`Hall of ${way}`, 'publish', `Choir of ${way}`],
      way,
    )
    const page = await service.send('GET', `/venues/${event.venue.id}`)
    assert.equal(page.status, 200)
  }
})

test('drafts of others stay drafts, and those of an editor who publishes their own event', async () => {
  const draft = async (as: string, venue: string) =>
    (await send('POST', '/venues', as, { venue, status: 'draft' })).body.id
  const others = await draft('editor', 'Not yet open')
  const alone = await draft('contributor', 'Without an event')
  const id = await submitted()
  await send('PATCH', `/events/${id}`, 'editor', { venue: others, status: 'publish' })
  assert.deepEqual((await venueOf(id)).venue, [])
  const body = { title: 'Own', ...when, status: 'draft', venue: others }
  const own = (await send('POST', '/events', 'editor', body)).body.id
  await send('PATCH', `/events/${own}`, 'editor', { status: 'publish' })
  assert.deepEqual((await venueOf(own)).venue, [])
  for (const venue of [others, alone])
    assert.equal((await send('GET', `/venues/${venue}`, 'editor')).body.status, 'draft')
})
