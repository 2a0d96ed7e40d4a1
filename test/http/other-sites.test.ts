import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Sending, type Service, startService } from '../support/service.ts'

const named = 'https://ours.example'
const origin = 'https://theirs.example'
const days = { start_date: '2027-05-10', end_date: '2027-05-11' }

let open: Service
let strict: Service
let both: Service
before(async () => {
  open = await startService()
  strict = await startService({ corsOrigins: [named] })
  both = await startService({ corsOrigins: ['*', named] })
})
after(async () => {
  for (const service of [open, strict, both]) await service.close()
})

describe('pages of other origins (CORS)', () => {
  test('with * any page may call and read the headers that matter, without what the browser keeps', async () => {
    for (let n = 0; n < 3; n++)
      for (const path of ['/events', '/events/999999', '/doc']) {
        const { headers } = await open.send('GET', path, { headers: { Origin: origin } })
        assert.equal(headers['access-control-allow-origin'], '*', path)
        assert.equal(headers['access-control-allow-credentials'], undefined)
        assert.match(String(headers.vary), /Origin/)
        for (const name of [
          'ETag',
          'Last-Modified',
          'Link',
          'X-TEC-Total',
          'X-TEC-TotalPages',
          'X-Total',
          'Retry-After',
          'Content-Language',
          'X-Request-Id',
        ])
          assert.ok(headers['access-control-expose-headers']?.includes(name), name)
      }
    const none = await open.send('GET', '/events')
    assert.equal(none.headers['access-control-allow-origin'], undefined)
    assert.match(String(none.headers.vary), /Origin/)
  })

  test('only an origin that is named gets credentials', async () => {
    const allowed = async (service: Service, from: string) => {
      const { headers } = await service.send('GET', '/events', { headers: { Origin: from } })
      return [
        headers['access-control-allow-origin'],
        headers['access-control-allow-credentials'],
        /Origin/.test(String(headers.vary)),
      ]
    }
    // Asked in turns, so that no cached responses carries the origin of another.
    for (let n = 0; n < 3; n++) {
      assert.deepEqual(await allowed(strict, named), [named, 'true', true])
      assert.deepEqual(await allowed(strict, origin), [undefined, undefined, true])
      assert.deepEqual(await allowed(both, named), [named, 'true', true])
      assert.deepEqual(await allowed(both, origin), ['*', undefined, true])
    }
  })

  test('a preflight is short, may be kept, and allows what clients send', async () => {
    const preflight = {
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'authorization,if-match',
    }
    for (const path of ['', '/events', '/events/1', '/nowhere']) {
      const reply = await open.send('OPTIONS', path, { headers: { Origin: origin, ...preflight } })
      assert.deepEqual([reply.status, reply.text], [204, ''], path)
      assert.equal(reply.headers['content-length'], undefined)
      assert.equal(reply.headers['access-control-allow-origin'], '*')
      assert.ok(Number(reply.headers['access-control-max-age']) >= 600)
      const methods = String(reply.headers['access-control-allow-methods']).split(', ')
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
        assert.ok(methods.includes(method))
      const headers = String(reply.headers['access-control-allow-headers']).split(', ')
      for (const name of [
        'Authorization',
        'Content-Type',
        'X-HTTP-Method-Override',
        'X-Requested-With',
        'Cache-Control',
        'If-Match',
        'If-None-Match',
        'If-Modified-Since',
        'If-Unmodified-Since',
      ])
        assert.ok(headers.includes(name), name)
    }
    const refused = await strict.send('OPTIONS', '/events', {
      headers: { Origin: origin, ...preflight },
    })
    assert.equal(refused.headers['access-control-allow-origin'], undefined)
    const plain = await open.send('OPTIONS', '/events')
    assert.deepEqual([plain.status, plain.body.methods], [200, ['GET', 'POST']])
  })
})

describe('a password that a browser keeps (CSRF)', () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' }
  const fields = 'title=Forged&start_date=2027-05-10&end_date=2027-05-11'
  const parts = fields
    .split('&')
    .map(pair => pair.split('='))
    .map(
      ([name, text]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
    )
    .join('')

  /** The requests that a page can make a browser send: links, forms, plain fetches. */
  const forged = (id: number): [method: string, path: string, sending: Sending][] => [
    ['GET', `/events/${id}?_method=DELETE`, {}],
    ['GET', `/events/${id}`, { headers: { 'X-HTTP-Method-Override': 'DELETE' } }],
    ['HEAD', `/events/${id}?_method=DELETE`, {}],
    ['GET', `/events?_method=POST&${fields}`, {}],
    ['POST', `/events/${id}?_method=DELETE`, {}],
    ['POST', `/events/${id}?title=Forged`, {}],
    [
      'POST',
      `/events/${id}?title=Forged`,
      { headers: { 'Content-Type': 'text/plain' }, body: '{}' },
    ],
    ['POST', '/events', { headers: form, body: fields }],
    ['POST', '/events', { headers: multipart, body: `${parts}--x--\r\n` }],
  ]
  const elsewhere: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: origin },
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' },
    { Origin: origin },
    { Origin: 'null' },
  ]
  const state = async (id: number) => {
    const [total] = await open.rows<{ n: number }>('SELECT count(*) AS n FROM event')
    const { status, body } = await open.send('GET', `/events/${id}`)
    return [total?.n, status, body.title]
  }

  test('writes nothing for another site, and says so in both languages', async () => {
    const { body } = await open.send('POST', '/events', {
      as: 'editor',
      body: { title: 'Mine', ...days },
    })
    const before = await state(body.id)
    assert.deepEqual(before.slice(1), [200, 'Mine'])
    for (const from of elsewhere)
      for (const [method, path, sending] of forged(body.id)) {
        const headers = { ...sending.headers, ...from }
        const reply = await open.send(method, path, {
          ...sending,
          headers,
          as: open.basic('editor'),
        })
        const name = `${method} ${path} ${JSON.stringify(headers)}`
        assert.equal(reply.status, 403, name)
        if (method !== 'HEAD') assert.equal(reply.body.code, 'rest_cross_site', name)
        assert.deepEqual(await state(body.id), before, name)
      }
    const response = await fetch(`${open.root.fr}/events/${body.id}?_method=DELETE`, {
      headers: { Authorization: open.basic('editor'), 'Sec-Fetch-Site': 'cross-site' },
    })
    assert.match(((await response.json()) as { message: string }).message, /autre site/)
  })

  test('a link that comes from no site, as in a mail, deletes nothing', async () => {
    const { body } = await open.send('POST', '/events', {
      as: 'editor',
      body: { title: 'Mine', ...days },
    })
    const reply = await open.send('GET', `/events/${body.id}?_method=DELETE`, {
      as: open.basic('editor'),
      headers: { 'Sec-Fetch-Site': 'none' },
    })
    assert.deepEqual([reply.status, reply.body.code], [403, 'rest_cross_site'])
  })

  test('writes for our own pages, for origins that are named, and for programs', async () => {
    const fine: [Service, string | undefined, Record<string, string>][] = [
      [open, undefined, {}],
      [open, undefined, { 'Sec-Fetch-Site': 'same-origin', Origin: new URL(open.address).origin }],
      [open, undefined, { Origin: new URL(open.address).origin }],
      [strict, undefined, { 'Sec-Fetch-Site': 'cross-site', Origin: named }],
      [open, 'editor', { 'Sec-Fetch-Site': 'cross-site', Origin: origin }],
    ]
    for (const [service, as = service.basic('editor'), headers] of fine) {
      const created = await service.send('POST', '/events', {
        as,
        headers: { ...form, ...headers },
        body: fields,
      })
      assert.equal(created.status, 201, created.text)
      const removed = await service.send('POST', `/events/${created.body.id}?_method=DELETE`, {
        as,
        headers,
      })
      assert.equal(removed.status, 200, removed.text)
    }
    const json = await open.send('POST', '/events', {
      as: open.basic('editor'),
      headers: { 'Sec-Fetch-Site': 'cross-site', Origin: origin },
      body: { title: 'By a program', ...days },
    })
    assert.equal(json.status, 201)
    const read = await open.send('POST', '/events?_method=GET', {
      as: open.basic('editor'),
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    })
    assert.equal(read.status, 200)
  })

  test('browsers do not ask for a password: 401 has no Basic challenge', async () => {
    for (const [method, path, as] of [
      ['POST', '/events?title=x&start_date=2027-01-01&end_date=2027-01-02', 'anonymous'],
      ['GET', '/events', 'Basic eDp5'],
      ['GET', '/events', 'Bearer wrong'],
    ] as const) {
      const { status, headers } = await open.send(method, path, { as })
      assert.equal(status, 401)
      assert.match(String(headers['www-authenticate']), /^Bearer /)
      assert.match(String(headers['cache-control']), /no-store/)
    }
  })
})
