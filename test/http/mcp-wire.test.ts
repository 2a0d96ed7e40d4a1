import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { type Sending, type Service, startService } from '../support/service.ts'

const named = 'https://app.example.org'
let service: Service
let url: string
before(async () => {
  service = await startService({ corsOrigins: ['*', named], bodyLimit: 100_000 })
  url = new URL('/mcp', service.root.plain).href
})
after(() => service.close())

const version = '2026-07-28'
const meta = {
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
}
const message = (method: string, params: object = {}, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
const search = (values: object = {}) => ({ name: 'search_events', arguments: values })

const post = (body: object | string, sending: Sending = {}) =>
  service.send('POST', url, {
    body,
    ...sending,
    headers: { 'Content-Type': 'application/json', ...sending.headers },
  })

/** A request of the revision of 2026, with the headers that belong to it. */
function postModern(method: string, params: object = {}, headers: Record<string, string> = {}) {
  const name = 'name' in params ? { 'Mcp-Name': String(params.name) } : {}
  return post(message(method, { ...params, _meta: meta }), {
    headers: { 'MCP-Protocol-Version': version, 'Mcp-Method': method, ...name, ...headers },
  })
}

describe('the server of tools on the wire', () => {
  test('answers as JSON, and is never cached', async () => {
    const { status, headers, body } = await post(message('tools/call', search()))
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^application\/json/)
    assert.equal(headers['cache-control'], 'no-store')
    assert.deepEqual([body.jsonrpc, body.id, body.result.isError], ['2.0', 1, undefined])
    assert.equal((await post(message('ping', {}, 'text'))).body.id, 'text')
  })

  test('writes once with an Idempotency-Key, whatever is sent again', async () => {
    const create = async (title: string) => {
      const draft = { title, start_date: '2040-05-10 10:00', end_date: '2040-05-10 12:00' }
      const sent = message('tools/call', { name: 'create_event', arguments: draft })
      const headers = { 'Idempotency-Key': 'a-key-of-tools' }
      return (await post(sent, { as: 'editor', headers })).body.result
    }
    const [first, again, other] = [await create('Once'), await create('Once'), await create('No')]
    assert.ok(first.structuredContent.event.id)
    assert.deepEqual(again, first)
    assert.equal(other.isError, true)
    assert.match(JSON.stringify(other.content), /idempotency_key/)
  })

  test('takes POST alone', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD']) {
      const headers = { Accept: 'text/event-stream' }
      const { status, headers: answered } = await service.send(method, url, { headers })
      assert.equal(status, 405, method)
      assert.match(String(answered.allow), /\bPOST\b/)
    }
  })

  test('takes JSON alone', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
      const { status } = await post(message('ping'), { headers: { 'Content-Type': type } })
      assert.equal(status, 415, type)
    }
  })

  test('accepts notifications and responses without a body', async () => {
    const { id: _, ...notification } = message('notifications/initialized')
    for (const sent of [notification, { jsonrpc: '2.0', id: 4, result: {} }]) {
      const { status, text } = await post(sent)
      assert.deepEqual([status, text], [202, ''])
    }
  })

  test('agrees with older clients on their version, and with others on the newest before 2026', async () => {
    for (const [asked, expected] of [
      ['2025-06-18', '2025-06-18'],
      ['2024-11-05', '2024-11-05'],
      ['2019-01-01', '2025-11-25'],
      [undefined, '2025-11-25'],
    ]) {
      const { body } = await post(message('initialize', { protocolVersion: asked }))
      assert.equal(body.result.protocolVersion, expected)
    }
    const headers = { 'MCP-Protocol-Version': '2019-01-01' }
    const { status, body } = await post(message('tools/list'), { headers })
    assert.deepEqual([status, body.error.code], [400, -32_022])
    assert.ok(body.error.data.supported.includes(version))
  })

  test('answers a batch of older clients, one response for each request', async () => {
    const { id: _, ...notification } = message('notifications/initialized')
    const { status, body } = await post([
      message('ping', {}, 'a'),
      notification,
      message('tools/call', search({ per_page: 1 }), 'b'),
      message('nothing', {}, 'c'),
      { jsonrpc: '2.0', id: 'd' },
    ])
    assert.equal(status, 200)
    assert.deepEqual(
      body.map(({ id, error }: { id: string; error?: { code: number } }) => [id, error?.code]),
      [
        ['a', undefined],
        ['b', undefined],
        ['c', -32_601],
        [null, -32_600],
      ],
    )
    assert.equal((await post([notification])).status, 202)
    const many = Array.from({ length: 21 }, () => message('ping'))
    for (const sent of [[], many, [message('ping', { _meta: meta })]]) {
      const refused = await post(sent)
      assert.deepEqual([refused.status, refused.body.error.code], [400, -32_600])
    }
  })

  test('never fails on what is no message', async () => {
    const wrong: [string, number][] = [
      ['', -32_700],
      ['{', -32_700],
      ['\ufeff', -32_700],
      ['null', -32_600],
      ['7', -32_600],
      ['"ping"', -32_600],
      ['{}', -32_600],
      ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32_600],
      ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600],
      ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600],
      ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32_600],
      ['{"jsonrpc":"2.0","id":1,"method":7}', -32_600],
      ['{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32_602],
    ]
    for (const [sent, code] of wrong) {
      const { status, body } = await post(sent)
      assert.deepEqual([status, body.error.code], [400, code], sent)
      assert.notEqual(body.error.message, '')
    }
    const { status } = await service.send('POST', url, {
      body: Buffer.from([0x22, 0xff, 0x22]),
      headers: { 'Content-Type': 'application/json' },
    })
    assert.equal(status, 400)
  })

  test('never fails on calls of any kind', async () => {
    const names = ['search_events', 'get_event', 'create_event', 'update_event', 'delete_venue']
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom('id', '__proto__', '../x', '%', 1e300))
    const name = fc.constantFrom(
      'id',
      'fields',
      'page',
      'scope',
      'ml_language',
      '__proto__',
      'title',
    )
    const values = fc.dictionary(name, value)
    const call = fc.record({
      name: fc.oneof(fc.constantFrom(...names), value),
      arguments: fc.oneof(values, value),
      _meta: value,
    })
    const method = fc.oneof(fc.constantFrom('tools/call', 'tools/list', 'initialize'), fc.string())
    await fc.assert(
      fc.asyncProperty(method, fc.oneof(call, value), async (method, params) => {
        const body = { jsonrpc: '2.0', id: 1, method, params }
        const { status, text } = await post(body, { as: 'author' })
        assert.ok(status < 500, text)
        assert.doesNotMatch(text, /rest_internal/)
      }),
      { numRuns: 200 },
    )
  })

  test('refuses bodies that are too large', async () => {
    const values = { search: 'x'.repeat(100_000) }
    const { status, body } = await post(message('tools/call', search(values)), { as: 'editor' })
    assert.deepEqual([status, body.error.data.code], [413, 'rest_body_too_large'])
    const stranger = await post(message('tools/call', search({ search: 'x'.repeat(70_000) })))
    assert.equal(stranger.status, 401)
  })
})

describe('a request of the revision of 2026', () => {
  test('is answered in its form', async () => {
    const discovered = await postModern('server/discover')
    assert.deepEqual(discovered.body.result.supportedVersions, [version])
    const { status, body } = await postModern('tools/list')
    assert.equal(status, 200)
    assert.deepEqual([body.result.resultType, body.result.cacheScope], ['complete', 'public'])
    const called = await postModern('tools/call', search())
    assert.equal(called.body.result.resultType, 'complete')
  })

  test('says the same in its headers as in itself', async () => {
    const wrong: Record<string, string>[] = [
      { 'MCP-Protocol-Version': '2025-11-25' },
      { 'Mcp-Method': 'tools/list' },
      { 'Mcp-Name': 'get_event' },
    ]
    for (const headers of wrong) {
      const { status, body } = await postModern('tools/call', search(), headers)
      assert.deepEqual([status, body.error.code], [400, -32_020], JSON.stringify(headers))
      assert.match(body.error.message, new RegExp(Object.keys(headers).join()))
    }
    const { status, body } = await post(message('tools/list', { _meta: meta }))
    assert.deepEqual([status, body.error.code], [400, -32_020])
  })

  test('states all that such a request states, and a version that is known', async () => {
    const headers = { 'MCP-Protocol-Version': version, 'Mcp-Method': 'tools/list' }
    const bare = await post(message('tools/list'), { headers })
    assert.deepEqual([bare.status, bare.body.error.code], [400, -32_602])
    assert.match(bare.body.error.message, /protocolVersion, .*clientCapabilities/)
    const later = { ...meta, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' }
    const { status, body } = await post(message('tools/list', { _meta: later }), {
      headers: { ...headers, 'MCP-Protocol-Version': '2030-01-01' },
    })
    assert.deepEqual([status, body.error.code], [400, -32_022])
    assert.equal(body.error.data.requested, '2030-01-01')
  })

  test('has no methods of earlier revisions', async () => {
    for (const method of ['initialize', 'ping', 'logging/setLevel']) {
      const { status, body } = await postModern(method)
      assert.deepEqual([status, body.error.code], [404, -32_601], method)
    }
  })
})

describe('who may call', () => {
  test('pages of other origins are refused, whatever their host leads to', async () => {
    const call = (headers: Record<string, string>) => post(message('ping'), { headers })
    const host = 'rebound.example.org'
    for (const headers of [
      { Origin: 'https://elsewhere.example.org' },
      { Origin: `http://${host}`, Host: host },
      { Origin: 'null' },
      { Origin: 'no URL' },
    ]) {
      const { status, body, headers: answered } = await call(headers)
      assert.equal(status, 403, JSON.stringify(headers))
      assert.match(body.error.message, /corsOrigins/)
      const preflight = await service.send('OPTIONS', url, { headers })
      assert.equal(preflight.status, 403)
      assert.equal(answered['content-language'], 'en')
    }
    assert.equal((await call({ Origin: new URL(url).origin })).status, 200)
    const { status, headers } = await call({ Origin: named })
    assert.deepEqual([status, headers['access-control-allow-origin']], [200, named])
    const preflight = await service.send('OPTIONS', url, {
      headers: { Origin: named, 'Access-Control-Request-Method': 'POST' },
    })
    assert.equal(preflight.status, 204)
    assert.match(String(preflight.headers['access-control-allow-headers']), /Mcp-Method/)
  })

  test('wrong credentials are refused, and the refusal says where tokens are described', async () => {
    for (const path of ['/mcp', '/fr/mcp']) {
      const at = new URL(path, url).href
      const { status, headers, body } = await service.send('POST', at, {
        as: 'Bearer wrong',
        body: message('ping'),
      })
      assert.deepEqual([status, body.error.data.code], [401, 'invalid_token'])
      const challenge = String(headers['www-authenticate'])
      assert.match(challenge, /^Bearer .*error="invalid_token"/)
      const [, address = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? []
      const metadata = await service.send('GET', address)
      assert.deepEqual([metadata.status, metadata.body.resource], [200, at])
      assert.deepEqual(metadata.body.bearer_methods_supported, ['header'])
    }
    const root = new URL('/.well-known/oauth-protected-resource', url).href
    assert.equal((await service.send('GET', root)).body.resource, url)
    assert.equal((await service.send('POST', root)).status, 404)
  })

  test('a cookie opens nothing', async () => {
    const { body } = await post(message('tools/list'), {
      headers: { Cookie: '__Host-almanac=x', 'X-Almanac-Session': 'x' },
    })
    assert.equal(
      body.result.tools.some(({ name }: { name: string }) => name === 'create_event'),
      false,
    )
  })

  test('a private calendar asks for a token', async t => {
    const closed = await startService({ private: true })
    t.after(closed.close)
    const at = new URL('/mcp', closed.root.plain).href
    const anonymous = await closed.send('POST', at, { body: message('tools/list') })
    assert.equal(anonymous.status, 401)
    assert.doesNotMatch(String(anonymous.headers['www-authenticate']), /error=/)
    const { status, body } = await closed.send('POST', at, {
      as: 'subscriber',
      body: message('tools/call', search()),
    })
    assert.deepEqual([status, body.result.isError], [200, undefined])
  })

  test('a call counts as one request, and a batch as many as it has', async t => {
    const limited = await startService({ rateLimit: 4 })
    t.after(limited.close)
    const at = new URL('/mcp', limited.root.plain).href
    const call = (body: object) => limited.send('POST', at, { body })
    const first = await call(message('tools/call', search()))
    assert.equal(first.headers['ratelimit-remaining'], '3')
    assert.equal((await call([message('ping'), message('ping')])).status, 200)
    assert.equal((await call(message('tools/call', search()))).headers['ratelimit-remaining'], '0')
    const { status, headers, body } = await call(message('ping'))
    assert.deepEqual([status, body.error.data.code], [429, 'too_many_requests'])
    assert.ok(Number(headers['retry-after']) > 0)
  })
})

test('the guide for language models names the server', async () => {
  const { text } = await service.send('GET', new URL('/llms.txt', url).href)
  assert.ok(text.includes(`(${url})`), text)
})
