import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Reply, type Sending, type Service, startService } from '../support/service.ts'

let service: Service
before(async () => {
  service = await startService({ clock: '2027-05-01T12:00:00Z' })
})
after(() => service.close())

const when = { start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:00:00' }
const as = 'administrator'
const ignored = ({ headers }: Reply) => headers['x-almanac-ignored']
const send = (method: string, path: string, sending: Sending = {}) =>
  service.send(method, path, { as, ...sending })
const post = (path: string, body: object, more: Sending = {}) =>
  send('POST', path, { body, ...more })
/** Names at fault, with their messages. */
const params = ({ body }: Reply): Record<string, string> => body.data.params

describe('names that mean nothing', () => {
  test('are reported in a header, by where they stood', async () => {
    const body = {
      title: 'Typos',
      ...when,
      titel: 'x',
      locaton: 'y',
      venue: {
        venue: 'Hall',
        locaton: 'z',
        translations: { fr: { venue: 'Salle', descriptio: 'd' } },
      },
      organizer: [
        { organizer: 'A', emial: 'e' },
        { organizer: 'B', emial: 'e' },
      ],
      translations: { fr: { title: 'Fautes', descriptio: 'd' } },
    }
    const reply = await post('/events', body, { query: { orderby: 'title' } })
    assert.equal(reply.status, 201)
    assert.equal(
      ignored(reply),
      'body titel, locaton, venue.locaton, venue.translations.fr.descriptio, organizer.emial, translations.fr.descriptio; query orderby',
    )
  })

  test('are reported for every resource, on reads and refusals too', async () => {
    for (const [path, draft] of [
      ['/venues', { venue: 'V' }],
      ['/organizers', { organizer: 'O' }],
      ['/categories', { name: 'C' }],
      ['/tags', { name: 'T' }],
    ] as const) {
      const created = await post(path, { ...draft, foo: 1 })
      assert.deepEqual([created.status, ignored(created)], [201, 'body foo'], path)
      const at = `${path}/${created.body.id}`
      assert.equal(ignored(await send('PATCH', at, { body: { bar: 1 } })), 'body bar')
      assert.equal(ignored(await send('GET', at, { query: { baz: 1 } })), 'query baz')
      assert.equal(
        ignored(await send('GET', path, { query: { sorted_by: 'x' } })),
        'query sorted_by',
      )
      assert.equal(ignored(await send('DELETE', at, { query: { purge: 1 } })), 'query purge')
    }
    for (const path of ['', '/doc', '/images'])
      assert.equal(ignored(await send('GET', path, { query: { zzz: 1 } })), 'query zzz', path)
    const refused = await post('/events', { titel: 'x', ...when })
    assert.deepEqual([refused.status, ignored(refused)], [400, 'body titel'])
  })

  test('are reported of a cached record too, and never of another request for it', async () => {
    const { body } = await post('/venues', { venue: 'Cached' })
    for (const path of [`/venues/${body.id}`, `/venues/by-slug/${body.slug}`]) {
      const replies = []
      for (const query of [
        '',
        '?a=1',
        '?a=1&_=2&b',
        '?a&a=2',
        '',
        `?${'x'.repeat(61)}=1`,
        '?a%20b=1',
      ])
        replies.push(await service.send('GET', path + query))
      assert.deepEqual(replies.map(ignored), [
        undefined,
        'query a',
        'query a, b',
        'query a',
        undefined,
        `query ${'x'.repeat(60)}`,
        'query a%20b',
      ])
      assert.equal(new Set(replies.map(({ headers, text }) => headers.etag + text)).size, 1)
      const first = await service.send('GET', `${path}?strict=1&a=1`)
      assert.equal(first.status, 400)
    }
  })

  test('no header when all was understood, with what clients of WordPress add', async () => {
    const plain = await service.send('GET', '/events', {
      query: {
        _locale: 'user',
        _fields: 'total',
        _embed: 1,
        _wpnonce: 'x',
        _jsonp: 'f',
        context: 'view',
        lang: 'en',
        wpml_language: 'fr',
        ml_fallback: true,
        ml_language: 'en',
        search: 'x',
        per_page: 5,
      },
    })
    assert.deepEqual([plain.status, ignored(plain)], [200, undefined], plain.text)
    const array = await send('GET', '/events?categories[]=1&include[0]=5')
    assert.equal(ignored(array), undefined)
  })

  test('a record may be sent back with all that its response shows', async () => {
    const { body: event } = await post('/events', {
      title: 'Round trip',
      ...when,
      venue: { venue: 'Hall', country: 'France', geo_lat: 1, geo_lng: 2 },
      organizer: { organizer: 'O' },
      categories: ['Cat'],
      tags: ['Tag'],
      translations: { fr: { title: 'Aller-retour' } },
    })
    for (const path of [
      `/events/${event.id}`,
      `/venues/${event.venue.id}`,
      `/organizers/${event.organizer[0].id}`,
      `/categories/${event.categories[0].id}`,
      `/tags/${event.tags[0].id}`,
    ]) {
      const { body } = await send('GET', path)
      assert.equal(ignored(await send('PUT', path, { body })), undefined, path)
    }
  })

  test('the header holds no more than headers may, whatever was sent', async () => {
    const names = [
      'a\r\nX-Evil: 1',
      'é, x; y',
      '\ud800',
      '\u0000',
      '"\'<>',
      '__proto__',
      'x'.repeat(500),
    ]
    const odd = `{${names.map(name => `${JSON.stringify(name)}:1`).join()},"venue":"V"}`
    const reply = await send('POST', '/venues', {
      body: odd,
      headers: { 'Content-Type': 'application/json' },
    })
    assert.equal(reply.status, 201, reply.text)
    assert.equal(reply.headers['x-evil'], undefined)
    assert.match(
      String(ignored(reply)),
      /^body a%0D%0AX-Evil%3A%201, %C3%A9%2C%20x%3B%20y, %EF%BF%BD, %00, %22%27%3C%3E, (__proto__, )?x{60}$/,
    )
    const many = Object.fromEntries(
      Array.from({ length: 2000 }, (_, n) => [`${'長'.repeat(90)}${n}`, 1]),
    )
    const long = await post('/venues', { venue: 'V', ...many })
    assert.equal(long.status, 201)
    assert.ok(String(ignored(long)).length < 2000)
  })

  test('cached responses carry the header of their own URL', async () => {
    const read = (path: string) => service.send('GET', path)
    for (const list of ['/events', '/venues'])
      for (let time = 0; time < 4; time++) {
        assert.equal(ignored(await read(`${list}?orderby=x`)), 'query orderby')
        assert.equal(ignored(await read(list)), undefined)
        assert.equal(ignored(await read(`${list}?page=1`)), undefined)
      }
    const { headers } = await read('/events?orderby=x')
    const again = await service.send('GET', '/events?orderby=x', {
      headers: { 'If-None-Match': String(headers.etag) },
    })
    assert.deepEqual([again.status, ignored(again)], [304, 'query orderby'])
  })

  test('pages of other origins may read the header', async () => {
    const reply = await service.send('GET', '/events?x=1', {
      headers: { Origin: 'https://a.example' },
    })
    assert.match(String(reply.headers['access-control-expose-headers']), /X-Almanac-Ignored/)
  })
})

describe('strict=true refuses them', () => {
  test('naming each, with the name that was probably meant', async () => {
    const reply = await post('/events?strict=true', {
      titel: 'x',
      ...when,
      venue: { venue: 'Hall', adress: 'z', qqqqqq: 1 },
      translations: { fr: { title: 'X', descripton: 'd' } },
    })
    assert.deepEqual([reply.status, reply.body.code], [400, 'rest_invalid_param'])
    assert.deepEqual(params(reply), {
      titel: 'titel is not known here, and would be ignored. Did you mean title?',
      'venue.adress': 'venue.adress is not known here, and would be ignored. Did you mean address?',
      'venue.qqqqqq': 'venue.qqqqqq is not known here, and would be ignored.',
      'translations.fr.descripton':
        'translations.fr.descripton is not known here, and would be ignored. Did you mean description?',
    })
    assert.equal(reply.body.data.details.titel.code, 'rest_unknown_param')
    const french = await send('GET', `${service.root.fr}/events?strict=1&start_dat=2027-01-01`)
    assert.match(params(french).start_dat as string, /Vouliez-vous dire start_date\u202f\?$/)
  })

  test('in query or body; other values of strict, and sound requests, change nothing', async () => {
    const sound = { venue: 'Sound', translations: { fr: { venue: 'Son' } } }
    assert.equal((await post('/venues', { ...sound, strict: true })).status, 201)
    assert.equal((await post('/venues', { ...sound, foo: 1, strict: true })).status, 400)
    assert.equal((await post('/venues', { ...sound, foo: 1, strict: false })).status, 201)
    for (const path of ['', '/doc', '/events', '/venues', '/tags', '/images'])
      for (const [query, status] of [
        ['strict=true', 200],
        ['strict=true&foo=1', 400],
        ['strict=false&foo=1', 200],
      ] as const)
        assert.equal((await send('GET', `${path}?${query}`)).status, status, `${path}?${query}`)
  })

  test('a strict response is not cached for other requests', async () => {
    const statuses = []
    for (let time = 0; time < 3; time++)
      for (const query of ['zzz=1', 'zzz=1&strict=true'])
        statuses.push((await service.send('GET', `/events?${query}`)).status)
    assert.deepEqual(statuses, [200, 400, 200, 400, 200, 400])
  })
})
