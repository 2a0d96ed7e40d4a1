import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import type { Context } from '../../src/calendar/index.ts'
import { openRetention } from '../../src/calendar/retention/retention.ts'
import { type Sending, type Service, startService } from '../support/service.ts'
import { png } from './filled.ts'

// On PostgreSQL too: a key is committed with its write, and a unique key holds between processes.

let service: Service
before(async () => {
  service = await startService({ clock: '2027-05-01T12:00:00Z' })
})
after(() => service.close())

const as = 'editor'
let keys = 0
const newKey = () => `key ${++keys}`
const withKey = (key: string, sending: Sending = {}): Sending => ({
  as,
  ...sending,
  headers: { 'Idempotency-Key': key, ...sending.headers },
})
const event = (title: string, more: object = {}) => ({
  title,
  start_date: '2027-05-10 18:00',
  end_date: '2027-05-10 20:00',
  ...more,
})
const create = (key: string, body: object, more: Sending = {}) =>
  service.send('POST', '/events', withKey(key, { body, ...more }))
const titled = async (title: string) =>
  (await service.rows<{ id: number }>(`SELECT id FROM event WHERE title_en = '${title}'`)).length

describe('a write with an Idempotency-Key', () => {
  test('happens once, and is answered alike when it is repeated', async () => {
    const key = newKey()
    const first = await create(key, event('Once', { venue: { venue: 'Hall of once' } }))
    const again = await create(key, event('Once', { venue: { venue: 'Hall of once' } }))
    assert.equal(first.status, 201, first.text)
    assert.equal(again.status, 201)
    assert.deepEqual(again.body, first.body)
    assert.equal(again.headers.etag, first.headers.etag)
    assert.deepEqual(
      [first.headers['idempotency-replayed'], again.headers['idempotency-replayed']],
      [undefined, 'true'],
    )
    assert.equal(await titled('Once'), 1)
  })

  test('is answered with what others write at the same time and it is linked to', async () => {
    for (let n = 0; n < 15; n++) {
      const shared = { venue: { venue: `Hall ${n}` }, tags: [`Tag ${n}`] }
      const replies = await Promise.all(
        Array.from({ length: 6 }, (_, at) => create(newKey(), event(`Shared ${n} ${at}`, shared))),
      )
      const venues = new Set(replies.map(({ body }) => body.venue.id))
      assert.deepEqual([venues.size, venues.has(undefined)], [1, false])
      for (const { body } of replies) assert.equal(body.tags.length, 1)
    }
  })

  test('is replayed for changes, removals, terms and writes by source', async () => {
    const { body } = await create(newKey(), event('Changed'))
    const writes: [string, string, object | undefined][] = [
      ['PATCH', `/events/${body.id}`, { cost: '5' }],
      ['DELETE', `/events/${body.id}`, undefined],
      ['POST', '/tags', { name: 'Once only' }],
      ['PUT', '/events/by-source/sheet/1', event('Of a sheet')],
    ]
    for (const [method, path, sent] of writes) {
      const sending = withKey(newKey(), sent ? { body: sent } : {})
      const first = await service.send(method, path, sending)
      const again = await service.send(method, path, sending)
      assert.ok(first.status < 300, first.text)
      assert.deepEqual([again.status, again.body], [first.status, first.body], method)
      assert.equal(again.headers.location, first.headers.location)
      assert.equal(again.headers['idempotency-replayed'], 'true')
    }
  })

  test('stores an uploaded image once', async () => {
    const sending = withKey(newKey(), { body: png, headers: { 'Content-Type': 'image/png' } })
    const first = await service.send('POST', '/images', sending)
    const again = await service.send('POST', '/images', sending)
    assert.equal(first.status, 201, first.text)
    assert.equal(again.body.id, first.body.id)
    const [row] = await service.rows<{ n: number }>('SELECT count(*) AS n FROM image')
    assert.equal(Number(row?.n), 1)
    const [waiting] = await service.rows<{ n: number }>('SELECT count(*) AS n FROM replaced_file')
    assert.equal(Number(waiting?.n), 0)
  })

  test('is refused for another method, path, language or body', async () => {
    const key = newKey()
    const { body } = await create(key, event('First'))
    const others = [
      await create(key, event('Second')),
      await service.send('POST', '/venues', withKey(key, { body: event('First') })),
      await service.send('PATCH', `/events/${body.id}`, withKey(key, { body: event('First') })),
      await create(key, event('First'), { query: { ml_language: 'fr' } }),
    ]
    for (const { status, body } of others)
      assert.deepEqual([status, body.code], [422, 'idempotency_key_reused'])
  })

  test('belongs to its credential', async () => {
    const key = newKey()
    const first = await create(key, event('Of two'))
    const other = await create(key, event('Of two'), { as: 'administrator' })
    const { authorization } = await service.bearer(as, {})
    const same = await create(key, event('Of two'), { as: authorization })
    assert.equal(new Set([first, other, same].map(({ body }) => body.id)).size, 3)
  })

  test('is answered with 409 while the first one is in work', async () => {
    const key = newKey()
    const replies = await Promise.all([1, 2, 3].map(() => create(key, event('At once'))))
    const statuses = replies.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, 409, 409])
    const conflict = replies.find(({ status }) => status === 409)
    assert.equal(conflict?.body.code, 'idempotency_key_in_use')
    assert.equal(conflict?.headers['retry-after'], '1')
    assert.equal(await titled('At once'), 1)
  })

  test('keeps refusals of what was sent, and none of the sender', async () => {
    const wrong = newKey()
    const first = await create(wrong, { title: 'Without dates' })
    const again = await create(wrong, { title: 'Without dates' })
    assert.equal(first.status, 400)
    assert.deepEqual([again.status, again.body], [400, first.body])
    assert.equal(again.headers['idempotency-replayed'], 'true')
    const denied = newKey()
    const sending = withKey(denied, { as: 'contributor', body: { name: 'Not mine' } })
    assert.equal((await service.send('POST', '/tags', sending)).status, 403)
    const still = await service.send('POST', '/tags', sending)
    assert.deepEqual([still.status, still.headers['idempotency-replayed']], [403, undefined])
  })

  test('needs a key of 1 to 255 printable characters', async () => {
    for (const key of ['', 'é', 'x'.repeat(256)]) {
      const { status, body } = await create(key, event('Wrong key'))
      assert.deepEqual([status, body.code], [400, 'idempotency_key_invalid'], key)
    }
    assert.equal((await create('x'.repeat(255), event('Long key'))).status, 201)
  })

  test('is ignored for callers without credentials', async () => {
    const reply = await create('x'.repeat(256), event('Nobody'), { as: 'anonymous' })
    assert.equal(reply.status, 401)
  })

  test('removes a term that many events have, and repeats the response', async () => {
    const { body: tag } = await service.send('POST', '/tags', { as, body: { name: 'Crowded' } })
    for (let n = 0; n < 2; n++) {
      const operations = Array.from({ length: 300 }, (_, at) => ({
        method: 'POST',
        path: '/events?_fields=id',
        body: event(`Crowd ${n} ${at}`, { tags: [tag.id] }),
      }))
      const { status, text } = await service.send('POST', '/batch', { as, body: { operations } })
      assert.equal(status, 200, text)
    }
    const sending = withKey(newKey())
    const first = await service.send('DELETE', `/tags/${tag.id}`, sending)
    const again = await service.send('DELETE', `/tags/${tag.id}`, sending)
    assert.equal(first.status, 200, first.text)
    assert.deepEqual([again.status, again.body], [200, first.body])
  })

  test('stays for a day, and holds neither key nor password', async () => {
    const key = newKey()
    const draft = event('For a day', { password: 'sesame of the day' })
    const first = await create(key, draft)
    const rows = await service.rows<{ response: string }>('SELECT * FROM kept_response')
    const stored = rows.map(({ response }) =>
      inflateRawSync(Buffer.from(response, 'base64')).toString(),
    )
    assert.ok(stored.some(response => response.includes('For a day')))
    for (const secret of [key, 'sesame of the day'])
      assert.ok(![...stored, JSON.stringify(rows)].some(text => text.includes(secret)), secret)
    service.clock.advance(86_399)
    assert.equal((await create(key, draft)).body.id, first.body.id)
    service.clock.advance(2)
    assert.notEqual((await create(key, draft)).body.id, first.body.id)
    const retention = openRetention(
      { store: service.store, now: service.clock.now } as Context,
      { trash: 0, submitters: 0, imports: 0 },
      { isStopped: () => false, failed: error => assert.fail(String(error)) },
    )
    retention.begin()
    await retention.ended()
    const left = await service.rows('SELECT id FROM kept_response')
    assert.equal(left.length, 1)
  })
})
