import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Reply, type Service, startService } from '../support/service.ts'

let service: Service
before(async () => {
  service = await startService({ clock: '2027-05-01T12:00:00Z' })
})
after(() => service.close())

const when = { start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:00:00' }
const as = 'administrator'
const fr = (path: string) => service.root.fr + path
async function create(path: string, body: object, by: string = as): Promise<Reply['body']> {
  const reply = await service.send('POST', path, { as: by, body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

describe('names of terms are unique within a language, as they are shown in it', () => {
  for (const path of ['/categories', '/tags'])
    test(path, async () => {
      const { id } = await create(path, {
        name: 'Music',
        translations: { fr: { name: 'Côte & Musique' } },
      })
      const alone = await create(path, { name: 'Untranslated' })
      for (const [where, name, twin, shown] of [
        [path, 'MUSIC', id, 'Music'],
        [fr(path), 'côté & musique', id, 'Côte & Musique'],
        [fr(path), 'untranslated', alone.id, 'Untranslated'],
      ] as const) {
        const { status, body } = await service.send('POST', where, { as, body: { name } })
        assert.deepEqual([status, body.code, body.data.term_id], [400, 'term_exists', twin], name)
        assert.ok(body.message.includes(shown) && body.message.includes(`ID ${twin}`), body.message)
      }
      const inBoth = await service.send('POST', path, {
        as,
        body: { name: 'New', translations: { fr: { name: 'cote & MUSIQUE' } } },
      })
      assert.equal(inBoth.body.code, 'term_exists')
      const french = await service.send('POST', fr(path), { as, body: { name: 'COTE & MUSIQUE' } })
      assert.match(
        french.body.message,
        /à la casse et aux accents près\u00a0: «\u00a0Côte & Musique\u00a0» \(ID \d+\)\.$/,
      )
      await create(path, { name: 'Côte & Musique', translations: { fr: { name: 'Music' } } })
    })

  test('under another parent, or with a slug of its own, a name may come again', async () => {
    const parent = await create('/categories', { name: 'Above' })
    await create('/categories', { name: 'Jumeau' })
    await create('/categories', { name: 'Jumeau', parent: parent.id })
    await create('/categories', { name: 'Jumeau', slug: 'jumeau-lui-meme' })
  })
})

describe('credentials for one language', () => {
  test('refusals say which language they write', async () => {
    for (const [language, path, sentence] of [
      ['fr', '/venues', /this credential writes French only\.$/],
      ['en', fr('/venues'), /ces identifiants ne permettent d’écrire qu’en anglais\.$/],
    ] as const) {
      const { authorization } = await service.bearer('editor', { language })
      const { status, body } = await service.send('POST', path, {
        as: authorization,
        body: { venue: 'V' },
      })
      assert.deepEqual([status, body.code], [403, 'rest_forbidden'])
      assert.match(body.message, sentence)
    }
  })

  test('Allow names what they may do in the language of the request', async () => {
    const { authorization } = await service.bearer('editor', { language: 'fr' })
    const { id } = await create('/events', { title: 'E', ...when })
    const allow = async (method: string, path: string) =>
      (await service.send(method, path, { as: authorization })).headers.allow
    for (const method of ['OPTIONS', 'GET']) {
      assert.equal(await allow(method, '/events'), 'GET')
      assert.equal(await allow(method, fr('/events')), 'GET, POST')
      assert.equal(await allow(method, '/events?ml_language=fr'), 'GET, POST')
      assert.equal(await allow(method, `/events/${id}`), 'GET, DELETE')
      assert.equal(await allow(method, fr(`/events/${id}`)), 'GET, DELETE, POST, PUT, PATCH')
    }
  })
})

test('a change by an unknown slug names the slug', async () => {
  const change = async (path: string) => {
    const { status, body } = await service.send('PATCH', path, { as, body: { title: 'x' } })
    return [status, body.code, body.message]
  }
  assert.deepEqual(await change(fr('/events/by-slug/rien')), [
    404,
    'rest-event-not-found',
    'Aucun évènement n’a le slug «\u00a0rien\u00a0».',
  ])
  assert.deepEqual(await change('/events/by-slug/nothing'), [
    404,
    'rest-event-not-found',
    'No event has the slug “nothing”.',
  ])
})

describe('hidden records are refused like missing ones', () => {
  const missing = 987_654
  const summary = ({ status, headers, body }: Reply) => ({
    status,
    allow: headers.allow,
    code: body.code,
    params: JSON.stringify(body.data?.params)?.replace(/ID \d+/g, 'ID'),
  })

  for (const by of ['author', 'contributor'])
    test(`${by}: links and parents`, async () => {
      const hidden = {
        venue: await create('/venues', { venue: 'Hidden', status: 'private' }),
        organizer: await create('/organizers', { organizer: 'Hidden', status: 'draft' }),
        post_parent: await create('/events', { title: 'Hidden', ...when, status: 'draft' }),
      }
      const own = await create('/events', { title: 'Own', ...when, status: 'draft' }, by)
      for (const [name, { id }] of Object.entries(hidden))
        for (const [method, path] of [
          ['POST', '/events'],
          ['PATCH', `/events/${own.id}`],
        ] as const) {
          const send = async (to: unknown) =>
            summary(
              await service.send(method, path, {
                as: by,
                body: { title: 'E', ...when, [name]: to },
              }),
            )
          const refused = await send(id)
          assert.equal(refused.status, 400)
          assert.deepEqual(refused, await send(missing), `${method} ${name}`)
          if (name !== 'post_parent') assert.deepEqual(await send([{ id }]), refused)
        }
      const mine = await create('/venues', { venue: 'Mine', status: 'draft' }, by)
      await create('/events', { title: 'At mine', ...when, venue: mine.id }, by)
    })

  test('anonymous: parts of a hidden event', async () => {
    const { id } = await create('/events', { title: 'Hidden', ...when, status: 'draft' })
    const list = async (parent: number, by = 'anonymous') =>
      summary(await service.send('GET', '/events', { as: by, query: { post_parent: parent } }))
    assert.equal((await list(id)).status, 400)
    assert.deepEqual(await list(id), await list(missing))
    assert.equal((await list(id, as)).status, 200)
  })
})

test('L7 an image that more than a thousand records show leaves all of them, and nothing else', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const upload = async () => {
    const headers = { 'Content-Type': 'image/png' }
    const reply = await service.send('POST', '/images', { as: 'author', body: png, headers })
    assert.equal(reply.status, 201, reply.text)
    return reply.body.id
  }
  const [image, other] = [await upload(), await upload()]
  const organizer = await create('/organizers', { organizer: 'Other image', image: other })
  for (let n = 0; n < 1050; n += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, m) =>
        create('/organizers', { organizer: `O ${n + m}`, image }),
      ),
    )
  const [before] = await service.rows<{ seq: number }>('SELECT max(seq) AS seq FROM journal')
  const refused = await service.send('DELETE', `/images/${image}`, { as: 'author' })
  assert.equal(refused.status, 409)
  const removed = await service.send('DELETE', `/images/${image}?force=true`, { as: 'author' })
  assert.equal(removed.status, 200, removed.text)
  assert.deepEqual(await service.rows('SELECT id FROM organizer WHERE image = ?', image), [])
  assert.equal((await service.rows('SELECT id FROM organizer WHERE image = ?', other)).length, 1)
  const lines = await service.rows<{ kind: string; verb: string; count: number }>(
    'SELECT kind, verb, count(*) AS count FROM journal WHERE seq > ? GROUP BY kind, verb ORDER BY kind',
    before?.seq as number,
  )
  assert.deepEqual(
    lines.map(line => ({ ...line })),
    [
      { kind: 'image', verb: 'remove', count: 1 },
      { kind: 'organizer', verb: 'change', count: 1050 },
    ],
  )
  const { body } = await service.send('GET', `/organizers/${organizer.id}`)
  assert.equal(body.image.id, other)
})
