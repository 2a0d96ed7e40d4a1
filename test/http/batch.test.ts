import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { type Sending, type Service, startService } from '../support/service.ts'

// On PostgreSQL too: a part of a transaction is undone by a savepoint, which a refused statement needs there.

let service: Service
before(async () => {
  service = await startService({ clock: '2027-05-01T12:00:00Z' })
})
after(() => service.close())

const as = 'editor'
const event = (title: string, more: object = {}) => ({
  title,
  start_date: '2027-05-10 18:00',
  end_date: '2027-05-10 20:00',
  ...more,
})
const post = (path: string, body: object) => ({ method: 'POST', path, body })
const batch = (operations: readonly unknown[], more: object = {}, sending: Sending = {}) =>
  service.send('POST', '/batch', { as, body: { operations, ...more }, ...sending })
type Result = { status: number; body: Record<string, unknown>; etag?: string; location?: string }
const statuses = (results: Result[]) => results.map(({ status }) => status)
const count = async (table: string) =>
  Number((await service.rows<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))[0]?.n)

describe('a batch', () => {
  test('does its operations in order, and answers each as the operation itself does', async () => {
    const { status, body, text } = await batch([
      post('/venues', { venue: 'Hall of batches' }),
      post('/tags', { name: 'Of a batch' }),
      post('/events', event('Of a batch', { venue: '$1.id', tags: ['$2.id'], cost: '$12.50' })),
      { method: 'PATCH', path: '/events/$3.id?_fields=id,featured', body: { featured: true } },
      { method: 'PUT', path: '/events/by-source/sheet/7', body: event('Of a sheet') },
      { method: 'DELETE', path: '/events/$3.id' },
    ])
    assert.equal(status, 200, text)
    const { results } = body
    assert.deepEqual(statuses(results), [201, 201, 201, 200, 201, 200])
    const [venue, tag, made, changed, , removed] = results
    assert.equal(made.body.venue.id, venue.body.id)
    assert.equal(made.body.tags[0].id, tag.body.id)
    assert.match(made.body.cost, /12\.50/)
    assert.deepEqual(changed.body, { id: made.body.id, featured: true })
    assert.equal(removed.body.status, 'trash')
    assert.equal(tag.location, tag.body.urls.self)
    const alone = await service.send('GET', `/venues/${venue.body.id}`, { as })
    const { json_ld: _, ...read } = alone.body
    for (const name of ['id', 'venue', 'url', 'rest_url'])
      assert.equal(venue.body[name], read[name])
  })

  test('takes references to members of responses, and as text what is none', async () => {
    const { body } = await batch([
      post('/events', event('With a hall', { venue: { venue: 'Hall of a list' } })),
      post('/events', event('There too', { venue: '$1.venue.id', description: 'costs $5' })),
    ])
    const [first, second] = body.results
    assert.equal(second.body.venue.id, first.body.venue.id)
    assert.match(second.body.description, /costs \$5/)
  })

  test('shows in each response what those before it have written', async () => {
    const { body: hall } = await service.send('POST', '/venues', { as, body: { venue: 'Before' } })
    const { body: tag } = await service.send('POST', '/tags', { as, body: { name: 'Counted' } })
    const draft = (title: string, more: object = {}) =>
      post('/events', event(title, { status: 'publish', venue: hall.id, tags: [tag.id], ...more }))
    const { body } = await batch(
      [
        draft('Counted 1'),
        draft('Counted 2'),
        draft('Refused', { categories: ['x'.repeat(300)] }),
        draft('Refused too', { venue: { venue: 'Refused', website: 'x' }, tags: [tag.id, 'New'] }),
        { method: 'PATCH', path: `/venues/${hall.id}`, body: { venue: 'After' } },
        draft('Counted 3'),
      ],
      { mode: 'each' },
    )
    assert.deepEqual(statuses(body.results), [201, 201, 400, 400, 200, 201])
    const events = [0, 1, 5].map(at => body.results[at].body)
    assert.deepEqual(
      events.map(({ tags }) => tags[0].count),
      [1, 2, 3],
    )
    assert.deepEqual(
      events.map(({ venue }) => venue.venue),
      ['Before', 'Before', 'After'],
    )
  })

  test('writes nothing where one is refused, and names it', async () => {
    const before = [await count('event'), await count('venue'), await count('journal')]
    const { status, body } = await batch([
      post('/venues', { venue: 'Never' }),
      post('/events', event('Never', { venue: '$1.id' })),
      post('/events', { title: 'Without dates' }),
      post('/events', event('Not reached')),
    ])
    assert.deepEqual([status, body.code, body.data.operation], [422, 'batch_failed', 3])
    assert.match(body.message, /^Operation 3 of 4 .*start_date/)
    assert.deepEqual(statuses(body.data.results), [424, 424, 400, 424])
    assert.equal(body.data.results[2].body.code, 'rest_missing_callback_param')
    assert.deepEqual([await count('event'), await count('venue'), await count('journal')], before)
  })

  test('leaves the others with each, whatever was written before the refusal', async () => {
    const before = await count('venue')
    const { status, body } = await batch(
      [
        post('/tags', { name: 'Twice' }),
        post('/tags', { name: 'Twice' }),
        // its venue is written before its parent is found missing
        post(
          '/events',
          event('Half', { venue: { venue: 'Half' }, tags: ['New', 'x'.repeat(300)] }),
        ),
        post('/events', event('Depends', { tags: ['$2.id'] })),
        post('/events', event('Stays', { tags: ['$1.id'] })),
        {
          method: 'PATCH',
          path: '/events/$5.id',
          headers: { 'If-Match': '"0.0"' },
          body: { cost: '1' },
        },
        {
          method: 'PATCH',
          path: '/events/$5.id',
          headers: { 'if-match': '*' },
          body: { cost: '2' },
        },
      ],
      { mode: 'each' },
    )
    assert.equal(status, 200)
    assert.deepEqual(statuses(body.results), [201, 400, 400, 424, 201, 412, 200])
    assert.equal(await count('venue'), before)
    const { body: stays } = await service.send('GET', `/events/${body.results[4].body.id}`, { as })
    assert.equal(stays.cost, '$2')
    const lists = await service.send('GET', '/events', { as, query: { search: 'Stays' } })
    assert.equal(lists.body.total, 1)
  })

  test('is checked as a whole before anything is done', async () => {
    const before = await count('event')
    const fine = post('/events', event('Fine'))
    const wrong: [unknown, RegExp][] = [
      [{ method: 'GET', path: '/events' }, /number 2/],
      [{ method: 'POST', path: 'events' }, /number 2/],
      [{ method: 'POST', path: '/events', headers: { Authorization: 'Basic x' } }, /number 2/],
      [{ method: 'POST', path: '/events', body: [] }, /number 2/],
      [post('/batch', { operations: [] }), /writes no record/],
      [post('/events/recurrence/preview', {}), /writes no record/],
      [post('/nothing', {}), /writes no record/],
      [post('/../admin/api/users', {}), /writes no record/],
      [post('/events', event('Ahead', { venue: '$2.id' })), /does not come before/],
      ['text', /number 2/],
    ]
    for (const [operation, sentence] of wrong) {
      const { status, body } = await batch([fine, operation])
      assert.deepEqual([status, body.code], [400, 'rest_invalid_param'], JSON.stringify(operation))
      assert.match(body.data.params.operations, sentence)
    }
    for (const operations of [[], Array(501).fill(fine), 'all', undefined])
      assert.equal((await service.send('POST', '/batch', { as, body: { operations } })).status, 400)
    assert.equal((await batch([fine], { mode: 'some' })).status, 400)
    assert.equal(await count('event'), before)
  })

  test('asks for the rights of each operation', async () => {
    const anonymous = await batch([post('/events', event('Nobody'))], {}, { as: 'anonymous' })
    assert.equal(anonymous.status, 401)
    const operations = [post('/events', event('Mine')), post('/tags', { name: 'Not mine' })]
    const { body } = await batch(operations, { mode: 'each' }, { as: 'contributor' })
    assert.deepEqual(statuses(body.results), [201, 403])
    assert.equal(body.results[0].body.status, 'draft')
    const { body: fair } = await service.send('POST', '/events', { as, body: event('Fair') })
    const texts = { translations: { fr: { title: 'Foire' } } }
    const change = { method: 'PATCH', path: `/events/${fair.id}`, body: texts }
    const translated = await batch([change, operations[0]], { mode: 'each' }, { as: 'translator' })
    assert.deepEqual(statuses(translated.body.results), [200, 403])
    const { authorization } = await service.bearer('editor', { scope: 'read' })
    const reading = await batch([operations[0]], { mode: 'each' }, { as: authorization })
    assert.deepEqual([reading.status, reading.body.code], [403, 'rest_forbidden'])
  })

  test('is in the language of its URL, or of an operation', async () => {
    const { body } = await service.send('POST', `${service.root.fr}/batch`, {
      as,
      body: {
        operations: [
          post('/events', event('Fête')),
          post('/events', event('Fair', { ml_language: 'en' })),
          post('/events?ml_language=en', event('Market')),
        ],
      },
    })
    const languages = body.results.map(({ body }: Result) => body.ml_language ?? body.language)
    assert.deepEqual(languages, ['fr', 'en', 'en'])
  })

  test('reports names that it ignores', async () => {
    const { body } = await batch([post('/events', event('Misspelt', { titel: 'x' }))])
    assert.equal(body.results[0].ignored, 'body titel')
  })

  test('fetches no image that a host refuses, and names the operation', async () => {
    const before = await count('event')
    const { status, body } = await batch([
      post('/events', event('Before an image')),
      post('/events', event('With an image', { image: 'http://127.0.0.1/x.png' })),
    ])
    assert.deepEqual([status, body.data.operation], [422, 2], JSON.stringify(body))
    assert.equal(await count('event'), before)
  })

  test('is repeated by its Idempotency-Key', async () => {
    for (const mode of ['all', 'each']) {
      const headers = { 'Idempotency-Key': `batch ${mode}` }
      const operations = [post('/events', event(`Kept ${mode}`)), post('/events', event('Other'))]
      const before = await count('event')
      const first = await batch(operations, { mode }, { headers })
      const again = await batch(operations, { mode }, { headers })
      assert.equal(first.status, 200, first.text)
      assert.deepEqual(again.body, first.body)
      assert.equal(again.headers['idempotency-replayed'], 'true')
      assert.equal(await count('event'), before + 2)
    }
  })

  test('is refused where a removal is too large for one transaction', async () => {
    const { body: tag } = await service.send('POST', '/tags', { as, body: { name: 'Large' } })
    const make = (n: number) =>
      post('/events?_fields=id', event(`Of many ${n}`, { tags: [tag.id] }))
    for (const part of [0, 300])
      assert.equal((await batch(Array.from({ length: 300 }, (_, n) => make(part + n)))).status, 200)
    const { status, body } = await batch([{ method: 'DELETE', path: `/tags/${tag.id}` }])
    assert.deepEqual([status, body.data.operation], [422, 1])
    assert.match(body.message, /by itself/)
  })

  test('survives deep and strange bodies', async () => {
    let deep: unknown = '$1.id'
    for (let n = 0; n < 5000; n++) deep = [deep]
    for (const value of [
      deep,
      { __proto__: 1 },
      '$1.constructor.name',
      '$1.__proto__',
      '$999.id',
    ]) {
      const operations = [
        post('/tags', { name: 'A' }),
        post('/events', event('Odd', { venue: value })),
      ]
      const { status } = await batch(operations, {}, { headers: { 'Idempotency-Key': 'odd' } })
      assert.ok([400, 422].includes(status), `${status}`)
    }
  })
})

describe('images of a batch', () => {
  const image = sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  test('are fetched once, outside of the transaction, and those of refused operations are not kept', async t => {
    const fetched: string[] = []
    const host = createServer(async (request, response) => {
      fetched.push(String(request.url))
      // another writer has its turn while an image is fetched
      await service.send('POST', '/tags', { as, body: { name: `Meanwhile ${fetched.length}` } })
      response.setHeader('Content-Type', 'image/png').end(await image.clone().png().toBuffer())
    })
    await new Promise<void>(resolve => host.listen(0, '127.0.0.1', () => resolve()))
    const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
    const service = await startService({ fetchAllow: [origin] })
    t.after(async () => {
      await service.close()
      host.close()
    })
    const of = (name: string) => `${origin}/${name}.png`
    const send = (body: object, headers = {}) =>
      service.send('POST', '/batch', { as, body, headers })
    const operations = [
      post('/events', event('First', { image: of('first') })),
      post('/venues', { venue: 'Second', image: of('second') }),
      post('/events', event('Refused', { image: of('refused'), tags: ['x'.repeat(300)] })),
      post('/events', event('Same', { image: of('first') })),
      post('/events', event('Texts', { description: `<img src="${of('text')}" alt="">` })),
    ]
    const { body } = await send({ operations, mode: 'each' }, { 'Idempotency-Key': 'images' })
    assert.deepEqual(statuses(body.results), [201, 201, 400, 201, 201])
    assert.equal(body.results[3].body.image.id, body.results[0].body.image.id)
    assert.deepEqual(
      fetched,
      ['first', 'second', 'refused', 'text'].map(name => `/${name}.png`),
    )
    const images = await service.rows('SELECT id FROM image')
    assert.equal(images.length, 3)
    const unused = await service.rows('SELECT id FROM replaced_file')
    assert.equal(unused.length, 1, 'the files of the refused one go when they are due')
    const many = Array.from({ length: 11 }, (_, at) =>
      post('/venues', { venue: `Of many ${at}`, image: of(`many${at}`) }),
    )
    const { status, body: refused } = await send({ operations: many })
    assert.equal(status, 400)
    assert.match(refused.data.params.image, /10 images/)
  })
})

describe('the limit of requests', () => {
  test('counts the operations of a batch', async t => {
    const limited = await startService({ rateLimit: 10 })
    t.after(() => limited.close())
    const operations = Array.from({ length: 6 }, (_, n) => post('/tags', { name: `Limited ${n}` }))
    const send = () => limited.send('POST', '/batch', { as, body: { operations } })
    const first = await send()
    assert.deepEqual([first.status, first.headers['ratelimit-remaining']], [200, '4'])
    const second = await send()
    assert.deepEqual([second.status, second.body.code], [429, 'too_many_requests'])
  })
})
