import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectAdmin } from '../../src/sdk/admin.ts'
import { becomes } from '../support/becomes.ts'
import { type Reply, type Service, startService } from '../support/service.ts'

let service: Service
before(async () => {
  service = await startService({ clock: '2027-05-01T12:00:00Z' })
})
after(() => service.close())

const when = { start_date: '2027-06-01 10:00', end_date: '2027-06-01 12:00' }
const send = (method: string, path: string, body?: object, as = 'editor') =>
  service.send(method, path, { as, ...(body && { body }) })
async function make(path: string, body: object, as = 'editor'): Promise<number> {
  const reply = await send(
    'POST',
    path,
    path === '/events' ? { title: 'Event', ...when, ...body } : body,
    as,
  )
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}
const read = async (path: string) => (await send('GET', path)).body
const merge = (body: object, as = 'editor'): Promise<Reply> =>
  send('POST', `${service.address}/admin/api/merge`, body, as)
const lastLine = async () =>
  Number((await service.rows<{ seq: number }>('SELECT max(seq) AS seq FROM journal'))[0]?.seq)
const linesAfter = async (seq: number) =>
  (
    await service.rows<{ verb: string; kind: string; id: number }>(
      'SELECT verb, kind, id FROM journal WHERE seq > ?',
      seq,
    )
  )
    .map(({ verb, kind, id }) => `${verb} ${kind} ${id}`)
    .toSorted()
const ids = (list: { id: number }[]) => list.map(({ id }) => id)

test('venues become one: their events are there, cached lists too, and the others are in the trash', async () => {
  const hall = await make('/venues', { venue: 'Hall' })
  const other = await make('/venues', { venue: 'The Hall' })
  const third = await make('/venues', { venue: 'Hall (1)' })
  const at = await make('/events', { venue: other })
  const hidden = await make('/events', { venue: third, status: 'draft' })
  const trashed = await make('/events', { venue: other })
  await send('DELETE', `/events/${trashed}`)
  const listed = async (venue: number) =>
    ids((await service.send('GET', `/events?venue=${venue}`)).body.events)
  const venueName = async () => (await service.send('GET', `/events/${at}`)).body.venue.venue
  for (let time = 0; time < 3; time++)
    assert.deepEqual(
      [await listed(hall), await listed(other), await venueName()],
      [[], [at], 'The Hall'],
    )
  const before = await lastLine()
  const { status, body } = await merge({ kind: 'venue', into: hall, from: [other, third] })
  assert.deepEqual([status, body.state, body.changed, body.can_be_undone], [200, 'done', 3, true])
  assert.deepEqual([await listed(hall), await venueName()], [[at], 'Hall'])
  assert.equal((await read(`/events/${hidden}`)).venue.id, hall)
  await send('PATCH', `/events/${trashed}`, { status: 'publish' })
  assert.equal((await read(`/events/${trashed}`)).venue.id, hall)
  assert.deepEqual(ids((await read('/venues?status=trash')).venues).toSorted(), [other, third])
  assert.deepEqual(
    (await linesAfter(before)).filter(line => line !== `change event ${trashed}`),
    [
      `change event ${at}`,
      `change event ${hidden}`,
      `change venue ${other}`,
      `change venue ${third}`,
    ],
  )
})

test('an event that has both organizers has one afterwards, in the place of the first', async () => {
  const [a, b, c] = [
    await make('/organizers', { organizer: 'A' }),
    await make('/organizers', { organizer: 'B' }),
    await make('/organizers', { organizer: 'C' }),
  ]
  const event = await make('/events', { organizer: [b, c, a] })
  const admin = connectAdmin(`${service.address}/admin/api`, {
    token: 'alm_token_of_editor',
  })
  const merging = { kind: 'organizer', into: a, from: [b] } as const
  assert.equal((await admin('POST /merge', merging)).changed, 1)
  assert.deepEqual(ids((await read(`/events/${event}`)).organizer), [a, c])
})

test('terms become one: counts add up, and what is below one goes below the other', async () => {
  const [top, music, concerts] = [
    await make('/categories', { name: 'Top' }),
    await make('/categories', { name: 'Music' }),
    await make('/categories', { name: 'Concerts' }),
  ]
  await send('PATCH', `/categories/${music}`, { parent: top })
  await send('PATCH', `/categories/${concerts}`, { parent: music })
  const jazz = await make('/categories', { name: 'Jazz', parent: music })
  await make('/events', { categories: [music] })
  await make('/events', { categories: [music, concerts] })
  await make('/events', { categories: [jazz] })
  const { body } = await merge({ kind: 'category', into: concerts, from: [music] })
  // Two events and Jazz.
  assert.deepEqual([body.state, body.changed], ['done', 3])
  const { categories } = await read('/categories?hide_empty=false')
  const shapes = categories.map(({ id, parent, count }: Record<string, number>) => [
    id,
    parent,
    count,
  ])
  assert.deepEqual(shapes, [
    [concerts, top, 2],
    [jazz, concerts, 1],
    [top, 0, 0],
  ])
  assert.equal((await read(`/events?categories=${concerts}`)).total, 3)
  assert.equal((await read(`/events?categories=${top}`)).total, 3)
  // clients that have the ID of the other one are led on
  assert.equal((await read(`/categories/${music}`)).id, concerts)
})

test('the ID of a merged record in the trash leads visitors to the other, until it is restored', async () => {
  const stays = await make('/venues', { venue: 'Stays' })
  const leaves = await make('/venues', { venue: 'Leaves' })
  const seen = async () => {
    const { status, body } = await service.send('GET', `/venues/${leaves}`)
    const { body: named } = await service.send('GET', `/venues/${leaves}?_fields=id`)
    return [status, body.id, named.id]
  }
  assert.deepEqual(await seen(), [200, leaves, leaves])
  await merge({ kind: 'venue', into: stays, from: [leaves] })
  for (let time = 0; time < 4; time++) assert.deepEqual(await seen(), [200, stays, stays])
  assert.equal((await send('GET', `/venues/${leaves}`)).body.status, 'trash')
  await send('PUT', `/venues/${stays}`, { city: 'Lyon' })
  assert.equal((await service.send('GET', `/venues/${leaves}`)).body.city, 'Lyon')
  await send('PUT', `/venues/${leaves}`, { status: 'publish' })
  for (let time = 0; time < 4; time++) assert.deepEqual(await seen(), [200, leaves, leaves])
  await send('DELETE', `/venues/${leaves}`)
  await send('DELETE', `/venues/${stays}`)
  assert.equal((await service.send('GET', `/venues/${leaves}`)).status, 403)
})

test('missing texts are filled from the other records only on request', async () => {
  const of = (fr?: object, more: object = {}) =>
    make('/venues', { venue: 'Town hall', ...more, ...(fr && { translations: { fr } }) })
  const plain = await of(undefined, { city: 'Plain' })
  const french = await of(
    { venue: 'Mairie', description: '<p>Un perron.</p>' },
    { city: 'French', description: '<p>Stairs.</p>' },
  )
  assert.equal((await merge({ kind: 'venue', into: plain, from: [french] })).status, 200)
  assert.deepEqual(Object.keys((await read(`/venues/${plain}`)).translations), ['en'])
  const again = await of(
    { venue: 'Mairie annexe', description: '<p>Un perron.</p>' },
    { city: 'Again', venue: 'Annexe', description: '<p>Stairs.</p>' },
  )
  assert.equal((await merge({ kind: 'venue', into: plain, from: [again], fill: true })).status, 200)
  const { body } = await service.send('GET', `${service.root.fr}/venues/${plain}`)
  assert.deepEqual(
    [body.venue, body.description, body.slug, body.city],
    ['Mairie annexe', '<p>Un perron.</p>', 'mairie-annexe', 'Plain'],
  )
  const { venue, description } = await read(`/venues/${plain}`)
  assert.deepEqual([venue, description], ['Town hall', '<p>Stairs.</p>'])
})

test('users who may not change the one record and remove the others merge nothing', async () => {
  const own = async (as: string, status?: string) =>
    make(
      '/venues',
      { venue: `Of ${as}`, city: String(Math.random()), ...(status && { status }) },
      as,
    )
  const [mine, second, others] = [await own('author'), await own('author'), await own('editor')]
  const mergeAs = (into: number, from: number[], as: string) =>
    merge({ kind: 'venue', into, from }, as).then(({ status }) => status)
  assert.equal(await mergeAs(mine, [others], 'author'), 403)
  assert.equal(await mergeAs(others, [mine], 'author'), 403)
  assert.equal(await mergeAs(mine, [second], 'contributor'), 403)
  assert.equal(await mergeAs(mine, [second], 'subscriber'), 403)
  assert.equal(
    (await service.send('POST', `${service.address}/admin/api/merge`, { body: {} })).status,
    403,
  )
  assert.equal((await read(`/venues/${others}`)).status, 'publish')
  assert.equal(await mergeAs(mine, [second], 'author'), 200)
  const tags = [await make('/tags', { name: 'one' }), await make('/tags', { name: 'two' })]
  assert.equal((await merge({ kind: 'tag', into: tags[0], from: [tags[1]] }, 'author')).status, 403)
})

test('the error names the parameter of records that cannot be merged', async () => {
  const [one, removed] = [
    await make('/organizers', { organizer: 'One' }),
    await make('/organizers', { organizer: 'Gone' }),
  ]
  await send('DELETE', `/organizers/${removed}`)
  const at = async (body: object) => {
    const reply = await merge({ kind: 'organizer', ...body })
    return [reply.status, ...Object.keys(reply.body.data.params ?? {})]
  }
  assert.deepEqual(await at({ into: one, from: [one] }), [400, 'from'])
  assert.deepEqual(await at({ into: removed, from: [one] }), [400, 'into'])
  assert.deepEqual(await at({ into: one, from: [4711] }), [400, 'from'])
  assert.deepEqual(await at({ into: 4711, from: [one] }), [400, 'into'])
  assert.deepEqual(await at({ into: one, from: [] }), [400, 'from'])
  assert.deepEqual((await merge({ kind: 'event', into: one, from: [removed] })).status, 400)
})

/** Undoes a merge, and gives the outcome. */
async function undo(id: number) {
  const path = `${service.address}/admin/api/bulk/${id}`
  assert.equal((await send('POST', `${path}/undo`, {})).status, 200)
  await becomes(async () => (await send('GET', path)).body.state, 'undone')
  return (await send('GET', path)).body.undone
}

test('a merge of venues is undone: events, dates, texts, the trash and earlier URLs are as before', async () => {
  const stays = await make('/venues', { venue: 'Dock' })
  const leaves = await make('/venues', { venue: 'Quay', description: 'Stairs' })
  const only = await make('/events', { venue: leaves })
  const both = await make('/events', { venue: [leaves, stays] })
  const draft = await make('/events', { venue: leaves, status: 'draft' })
  const seen = async () => [
    ...(await Promise.all(
      [only, both, draft].map(async id =>
        [(await read(`/events/${id}`)).venue].flat().map(of => of.id),
      ),
    )),
    (await read(`/venues/${leaves}`)).status,
    (await read(`/venues/${stays}`)).description,
    (await service.send('GET', `${service.address}/venue/quay/`)).status,
    (await service.send('GET', `/venues/${leaves}`)).body.slug,
  ]
  const before = await seen()
  const { body } = await merge({ kind: 'venue', into: stays, from: [leaves], fill: true })
  assert.deepEqual((await seen()).slice(0, 5), [
    [stays],
    [stays],
    [stays],
    'trash',
    '<p>Stairs</p>',
  ])
  const { restored, all_refused } = await undo(body.id)
  assert.deepEqual([restored, all_refused], [5, 0])
  assert.deepEqual(await seen(), before)
  assert.equal(
    (await send('POST', `${service.address}/admin/api/bulk/${body.id}/undo`, {})).status,
    409,
  )
})

test('a merge of categories is undone: they are back with their IDs, places in the tree, events and counts', async () => {
  const above = await make('/categories', { name: 'Culture' })
  const leaves = await make('/categories', {
    name: 'Films',
    parent: above,
    color: 'teal',
    translations: { fr: { name: 'Cinéma' } },
  })
  await send('PATCH', `/categories/${leaves}`, { slug: 'on-film' })
  const child = await make('/categories', { name: 'Shorts', parent: leaves })
  const other = await make('/categories', { name: 'Movies' })
  const third = await make('/categories', { name: 'Screenings' })
  const events = [
    await make('/events', { categories: [leaves] }),
    await make('/events', { categories: [leaves, other, third] }),
  ]
  const seen = async () => [
    await Promise.all(
      [leaves, child, other, third].map(async id => {
        const { name, parent, count, color, slug, translations } = await read(`/categories/${id}`)
        return [name, parent, count, color, slug, translations?.fr?.name]
      }),
    ),
    (await service.send('GET', `${service.address}/events/category/films/`)).headers.location,
    await Promise.all(events.map(async id => ids((await read(`/events/${id}`)).categories))),
  ]
  const before = await seen()
  assert.match(String(before[1]), /on-film/)
  const { body } = await merge({ kind: 'category', into: other, from: [leaves, third] })
  assert.deepEqual([body.state, body.can_be_undone], ['done', true])
  assert.equal((await read(`/categories/${other}`)).count, 2)
  assert.equal((await undo(body.id)).all_refused, 0)
  assert.deepEqual(await seen(), before)
})

test('what was edited after a merge stays as it is when the merge is undone', async () => {
  const [stays, leaves] = [
    await make('/tags', { name: 'mime' }),
    await make('/tags', { name: 'mimes' }),
  ]
  const [edited, other] = [
    await make('/events', { tags: [leaves] }),
    await make('/events', { tags: [leaves] }),
  ]
  const { body } = await merge({ kind: 'tag', into: stays, from: [leaves] })
  await send('PATCH', `/events/${edited}`, { title: 'Edited' })
  assert.deepEqual(ids((await undo(body.id)).refused), [edited])
  const tags = async (id: number) => ids((await read(`/events/${id}`)).tags)
  assert.deepEqual([await tags(edited), await tags(other)], [[stays], [leaves]])
  assert.equal((await read(`/tags/${leaves}`)).count, 1)
})
