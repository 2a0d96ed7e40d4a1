import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { restart, type Service } from '../support/service.ts'
import {
  assertOutcome,
  assertRevealsNothing,
  begin,
  byId,
  bySlug,
  image,
  journalLength,
  make,
  nextNumber,
  type Sample,
  when,
} from './records.ts'

let service: Service
let event: Sample
before(async () => {
  service = await begin()
  event = await make(service, { kind: 'event', owner: 'editor', state: 'draft' })
})
after(() => service.close())

/** Every write there is, on records that an editor may write. */
async function writes(): Promise<[method: string, path: string, body: object | Buffer][]> {
  const as = 'administrator'
  const number = nextNumber()
  const venue = (await service.send('POST', '/venues', { as, body: { venue: `Venue ${number}` } }))
    .body
  const organizer = (
    await service.send('POST', '/organizers', { as, body: { organizer: `Organizer ${number}` } })
  ).body
  const category = (
    await service.send('POST', '/categories', { as, body: { name: `Category ${number}` } })
  ).body
  const tag = (await service.send('POST', '/tags', { as, body: { name: `Tag ${number}` } })).body
  const changes = [
    `/events/${event.id}`,
    `/events/by-slug/${event.slug}`,
    `/venues/${venue.id}`,
    `/venues/by-slug/${venue.slug}`,
    `/organizers/${organizer.id}`,
    `/organizers/by-slug/${organizer.slug}`,
    `/categories/${category.id}`,
    `/tags/${tag.id}`,
  ].flatMap(path =>
    ['POST', 'PUT', 'PATCH', 'DELETE'].map((method): [string, string, object] => [
      method,
      path,
      {},
    ]),
  )
  return [
    ['POST', '/events', { title: `Event ${number}`, ...when }],
    ['POST', '/venues', { venue: `Other venue ${number}` }],
    ['POST', '/organizers', { organizer: `Other organizer ${number}` }],
    ['POST', '/categories', { name: `Other category ${number}` }],
    ['POST', '/tags', { name: `Other tag ${number}` }],
    ['POST', '/images', image],
    ...changes,
  ]
}
const typed = (body: object | Buffer) =>
  Buffer.isBuffer(body) ? { headers: { 'Content-Type': 'image/png' } } : {}

test('both forms of credential belong to the same account', async () => {
  const { authorization } = await service.bearer('editor', {})
  for (const as of ['editor', authorization, service.basic('editor')])
    assert.equal((await service.send('GET', byId(event), { as })).status, 200)
  const mixedCase = { as: service.basic('editor').replace('Basic', 'bAsIc') }
  assert.equal((await service.send('GET', byId(event), mixedCase)).status, 200)
})

test('a credential of scope read reads all that its account reads, and writes nothing', async () => {
  const { authorization: as } = await service.bearer('administrator', { scope: 'read' })
  assert.equal((await service.send('GET', byId(event), { as })).status, 200)
  assert.equal(
    (await service.send('GET', '/events', { as, query: { status: 'draft' } })).body.total,
    1,
  )
  const list = await writes()
  const before = await journalLength(service)
  for (const [method, path, body] of list) {
    assertOutcome(
      await service.send(method, path, { as, body, ...typed(body) }),
      [403, 'rest_forbidden'],
      `${method} ${path}`,
    )
    assert.equal((await service.send('OPTIONS', path, { as })).headers.allow, 'GET', path)
  }
  assert.equal(await journalLength(service), before)
})

test('a credential of scope write does what its account may, and no more', async () => {
  const { authorization: as } = await service.bearer('contributor', { scope: 'write' })
  const created = await service.send('POST', '/events', { as, body: { title: 'Mine', ...when } })
  assert.deepEqual([created.status, created.body.status], [201, 'draft'])
  assertOutcome(
    await service.send('PUT', byId(event), { as, body: { title: 'x' } }),
    [403, 'rest_forbidden'],
    'another’s',
  )
})

test('a credential for one language writes in no other', async () => {
  const { authorization: as } = await service.bearer('administrator', { language: 'fr' })
  const list = (await writes()).filter(([method]) => method !== 'DELETE')
  const before = await journalLength(service)
  for (const [method, path, body] of list) {
    for (const address of [
      path,
      service.root.en + path,
      `${service.root.fr + path}?ml_language=en`,
    ]) {
      const reply = await service.send(method, address, { as, body, ...typed(body) })
      assertOutcome(reply, [403, 'rest_forbidden'], `${method} ${address}`)
    }
    if (!path.includes('images')) {
      const words = { translations: { en: { description: 'not mine to write' } } }
      const reply = await service.send(method, service.root.fr + path, {
        as,
        body: { ...body, ...words },
      })
      assertOutcome(reply, [403, 'rest_forbidden'], `${method} ${path} with English words`)
      const removed = { translations: { en: null } }
      const deletion = await service.send(method, service.root.fr + path, {
        as,
        body: { ...body, ...removed },
      })
      assertOutcome(deletion, [403, 'rest_forbidden'], `${method} ${path} without English words`)
    }
  }
  assert.equal(await journalLength(service), before)
  for (const [method, path, body] of list) {
    const reply = await service.send(method, service.root.fr + path, { as, body, ...typed(body) })
    assert.ok(
      reply.status === 200 || reply.status === 201,
      `${method} ${path}: ${reply.text.slice(0, 200)}`,
    )
  }
})

test('nor does it inside the records that an event embeds', async () => {
  const { authorization: as } = await service.bearer('administrator', { language: 'fr' })
  const before = await journalLength(service)
  const words = { translations: { en: { description: 'not mine to write' } } }
  for (const linked of [
    { venue: { venue: 'Un lieu', ...words } },
    { organizer: [{ organizer: 'Une association' }, { organizer: 'Une autre', ...words }] },
  ]) {
    const body = { title: 'Fête', ...when, ...linked }
    const reply = await service.send('POST', `${service.root.fr}/events`, { as, body })
    assertOutcome(reply, [403, 'rest_forbidden'], JSON.stringify(linked))
  }
  assert.equal(await journalLength(service), before)
})

test('a credential that is wrong, revoked or expired opens nothing, not even what is public', async () => {
  const published = await make(service, { kind: 'event', owner: 'editor', state: 'publish' })
  const revoked = await service.bearer('administrator', {})
  await service.accounts.revoke(revoked.id)
  const soon = await service.bearer('administrator', {
    expires: Date.parse('2027-05-01T12:00:00Z') / 1000 + 3600,
  })
  const refusals: [string, string][] = [
    ['Bearer alm_nothing', 'invalid_token'],
    [revoked.authorization, 'invalid_token'],
    [service.basic('nobody'), 'invalid_username'],
    [service.basic('editor').replace(/.{4}$/, 'eHh4'), 'incorrect_password'],
    ['Basic !', 'invalid_authorization'],
    ['Digest username="editor"', 'invalid_authorization'],
  ]
  for (const path of [
    '',
    '/doc',
    '/events',
    byId(published),
    bySlug(published),
    '/tags',
    '/images',
  ])
    for (const [as, code] of refusals)
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
        const reply = await service.send(method, path, { as, body: {} })
        assertOutcome(reply, [401, code], `${method} ${path} ${code}`)
        assert.match(String(reply.headers['www-authenticate']), /^Bearer /)
        assertRevealsNothing(reply, published, path)
      }
  assert.equal((await service.send('GET', byId(event), { as: soon.authorization })).status, 200)
  const later = await restart(service, { clock: '2027-05-01T14:00:00Z' })
  service = later
  assertOutcome(
    await later.send('GET', byId(published), { as: soon.authorization }),
    [401, 'invalid_token'],
    'expired',
  )
})

test('an account that changes its role or goes away changes what its credentials open at once', async () => {
  const { id } = await service.enrol('passing', 'editor')
  const own = await make({ ...service, users: { ...service.users, passing: id } } as Service, {
    kind: 'event',
    owner: 'passing',
    state: 'draft',
  })
  assert.equal((await service.send('GET', byId(own), { as: 'passing' })).status, 200)
  await service.accounts.setRole('passing', 'subscriber')
  assertOutcome(
    await service.send('GET', byId(own), { as: 'passing' }),
    [403, 'event-not-accessible'],
    'subscriber',
  )
  assertOutcome(
    await service.send('DELETE', byId(own), { as: 'passing' }),
    [403, 'rest_forbidden'],
    'subscriber',
  )
  await service.accounts.remove('passing')
  assertOutcome(
    await service.send('GET', byId(own), { as: 'passing' }),
    [401, 'invalid_token'],
    'gone',
  )
})
