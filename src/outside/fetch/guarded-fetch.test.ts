import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import {
  type FetchLimits,
  guardedFetch,
  guardedRequests,
  isPublicAddress,
} from './guarded-fetch.ts'

const limits: FetchLimits = { bytes: 1000, milliseconds: 2000, accept: ['image/*'], allow: [] }

describe('isPublicAddress', () => {
  const hidden = [
    ['this machine', '127.0.0.1', '127.255.0.9', '::1', '0.0.0.0', '0.1.2.3', '::'],
    ['other ways to write it', '2130706433', '0x7f.1', '0177.0.0.1', '127.1'],
    ['private networks', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ['link-local', '169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
    ['carrier NAT', '100.64.0.1', '100.127.255.255', '100.100.100.200'],
    ['unique-local and site-local', 'fc00::1', 'fd00:ec2::254', 'fec0::1'],
    ['multicast and broadcast', '224.0.0.1', '239.1.1.1', 'ff02::1', '255.255.255.255'],
    ['reserved', '192.0.0.9', '192.0.2.1', '198.18.0.1', '203.0.113.1', '240.0.0.1'],
    ['reserved in IPv6', '100::1', '2001:db8::1', '3fff::1', '5f00::1', '4000::1', '2001::1'],
    ['mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:0:127.0.0.1'],
    ['compatible', '::127.0.0.1', '::7f00:1', '::a00:1'],
    ['NAT64', '64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::1', '64:ff9b:1::8.8.8.8'],
    ['6to4 and Teredo', '2002:7f00:1::', '2002:a00:1::1', '2001:0:7f00:1::'],
    ['a cloud host', '168.63.129.16', '::ffff:168.63.129.16'],
    ['no address', '', 'localhost', 'example.com', '1.2.3.4.5', '300.1.1.1'],
  ]
  for (const [name, ...addresses] of hidden) {
    test(`${name}: not public`, () => {
      for (const address of addresses) assert.equal(isPublicAddress(address), false, address)
    })
  }

  test('addresses of the open internet are public', () => {
    const open = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8']
    for (const address of [...open, '64:ff9b::8.8.8.8']) {
      assert.equal(isPublicAddress(address), true, address)
    }
  })
})

describe('guardedFetch', () => {
  let hits: string[] = []
  const pages: Record<string, RequestListener> = {
    '/picture': (_request, response) => {
      response.writeHead(200, { 'content-type': 'Image/PNG; x=1' }).end('pretend')
    },
    '/html': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>secret</p>'.repeat(10_000))
    },
    '/untyped': (_request, response) => void response.writeHead(200).end('x'),
    '/packed': (_request, response) => {
      const headers = { 'content-type': 'image/png', 'content-encoding': 'gzip' }
      response.writeHead(200, headers).end('x')
    },
    '/announced': (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': 1001 }).write('x')
    },
    '/endless': (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' })
      const timer = setInterval(() => response.write('x'.repeat(400)), 5)
      response.on('close', () => clearInterval(timer))
    },
    '/drip': (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' })
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    },
    '/silent': () => {},
    '/hang-up': request => void request.socket.destroy(),
    '/missing': (_request, response) => void response.writeHead(404).end('no'),
    '/nowhere': (_request, response) => void response.writeHead(302).end(),
  }
  const server = createServer((request, response) => {
    hits.push(request.url ?? '')
    const url = new URL(request.url ?? '', 'http://x')
    const to = url.searchParams.get('to')
    const left = Number(url.searchParams.get('left'))
    if (to) response.writeHead(302, { location: to }).end('moved')
    else if (left) response.writeHead(307, { location: `/loop?left=${left - 1}` }).end()
    else (pages[url.pathname] ?? pages['/picture'])?.(request, response)
  })
  let origin = ''
  let port = 0
  before(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
    origin = `http://127.0.0.1:${port}`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const get = (path: string, more: Partial<FetchLimits> = {}) =>
    guardedFetch(`${origin}${path}`, { ...limits, allow: [origin], ...more })

  test('loopback is refused in every spelling, and never called', async () => {
    hits = []
    const hosts = ['127.0.0.1', 'localhost', 'localhost.', '2130706433', '0x7f.1', '0177.1']
    const more = ['[::1]', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '0']
    for (const host of [...hosts, ...more]) {
      const answer = await guardedFetch(`http://${host}:${port}/picture`, limits)
      // not every machine resolves "localhost."
      if (host === 'localhost.' && 'refused' in answer && answer.refused === 'network') continue
      assert.deepEqual(answer, { refused: 'address' }, host)
    }
    assert.deepEqual(hits, [])
  })

  test('the allow-list names an origin, a host, an address or a range', async () => {
    const lists = [[origin], ['127.0.0.1'], ['127.0.0.0/8'], ['10.0.0.1', ' 127.0.0.1/32 ']]
    for (const allow of lists) {
      const answer = await get('/picture', { allow })
      assert.ok('bytes' in answer, allow.join())
      assert.equal(answer.url, `${origin}/picture`)
      assert.equal(Buffer.from(answer.bytes).toString(), 'pretend')
    }
    const named = `http://pictures.test:${port}/picture`
    const home = async () => [{ address: '127.0.0.1', family: 4 }]
    const byName = await guardedFetch(named, { ...limits, allow: ['Pictures.test'] }, home)
    assert.ok('bytes' in byName)
  })

  test('an entry allows only what it names', async () => {
    const lists = [
      [`https://127.0.0.1:${port}`],
      [`http://127.0.0.1:${port + 1}`],
      ['localhost', '10.0.0.0/8', '::/0'],
      ['', '/', '127', '0/0', 'http://', '127.0.0.1/33', '127.0.0.1/x'],
    ]
    for (const allow of lists) {
      assert.deepEqual(await get('/picture', { allow }), { refused: 'address' }, allow.join())
    }
  })

  test('a name is resolved once, and the address that was checked is the one called', async () => {
    const url = `http://pictures.test:${port}/picture`
    const answers = ['127.0.0.1', '169.254.169.254']
    const rebinding = async () => [{ address: answers.shift() ?? '', family: 4 }]
    const answer = await guardedFetch(url, { ...limits, allow: ['127.0.0.0/8'] }, rebinding)
    assert.ok('bytes' in answer)
    assert.deepEqual(answers, ['169.254.169.254'])
  })

  test('a name with one forbidden address among its addresses is refused', async () => {
    const addresses = ['8.8.8.8', '127.0.0.1'].map(address => ({ address, family: 4 }))
    const url = `http://pictures.test:${port}/`
    const answer = await guardedFetch(url, limits, async () => addresses)
    assert.deepEqual(answer, { refused: 'address' })
    const none = await guardedFetch(url, limits, async () => [])
    assert.deepEqual(none, { refused: 'address' })
  })

  test('only plain http and https URLs are called', async () => {
    const urls = ['', 'picture.png', 'ftp://a.example/x', 'file:///etc/passwd', 'data:image/png,x']
    for (const url of [
      ...urls,
      `http://me:pw@127.0.0.1:${port}/`,
      `http://me@127.0.0.1:${port}/`,
    ]) {
      const answer = await guardedFetch(url, { ...limits, allow: [origin] })
      assert.deepEqual(answer, { refused: 'scheme' }, url)
    }
  })

  test('redirects are followed to the third', async () => {
    const answer = await get('/loop?left=3')
    assert.ok('bytes' in answer)
    assert.equal(answer.url, `${origin}/loop?left=0`)
    assert.deepEqual(await get('/loop?left=4'), { refused: 'redirects' })
    assert.deepEqual(await get('/nowhere'), { refused: 'status' })
  })

  test('a redirect leads to no place that is refused itself', async () => {
    const targets: [string, string][] = [
      [`http://localhost:${port}/picture`, 'address'],
      [`http://[::1]:${port}/picture`, 'address'],
      ['http://169.254.169.254/latest/meta-data', 'address'],
      ['//10.0.0.1/', 'address'],
      [`http://me:pw@127.0.0.1:${port}/`, 'scheme'],
      ['file:///etc/passwd', 'scheme'],
      ['gopher://127.0.0.1/', 'scheme'],
    ]
    for (const [to, refused] of targets) {
      hits = []
      assert.deepEqual(await get(`/away?to=${encodeURIComponent(to)}`), { refused }, to)
      assert.equal(hits.length, 1)
    }
  })

  test('a body is read no further than the limit', async () => {
    assert.deepEqual(await get('/announced'), { refused: 'size' })
    assert.deepEqual(await get('/endless'), { refused: 'size' })
    assert.ok('bytes' in (await get('/picture', { bytes: 7 })))
    assert.deepEqual(await get('/picture', { bytes: 6 }), { refused: 'size' })
  })

  test('slow servers and slow names run out of time', async () => {
    for (const path of ['/silent', '/drip']) {
      assert.deepEqual(await get(path, { milliseconds: 150 }), { refused: 'time' })
    }
    const never = () => new Promise<never>(() => {})
    const slow = { ...limits, milliseconds: 50 }
    assert.deepEqual(await guardedFetch('http://a.test/', slow, never), { refused: 'time' })
  })

  test('other types, statuses and failures are refused without their content', async () => {
    assert.deepEqual(await get('/html'), { refused: 'type' })
    assert.deepEqual(await get('/untyped'), { refused: 'type' })
    assert.deepEqual(await get('/packed'), { refused: 'type' })
    assert.deepEqual(await get('/picture', { accept: ['image/gif'] }), { refused: 'type' })
    assert.deepEqual(await get('/missing'), { refused: 'status' })
    assert.deepEqual(await get('/hang-up'), { refused: 'network' })
    const unknown = () => Promise.reject(new Error('ENOTFOUND'))
    assert.deepEqual(await guardedFetch('http://a.test/', limits, unknown), { refused: 'network' })
  })
})

test('requests of a library reach only targets that are public or allowed, with their bodies', async t => {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    bodies.push(`${request.method} ${Buffer.concat(await Array.fromAsync(request))}`)
    response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"access_token":"a"}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`
  const request = { method: 'POST', headers: {}, body: new URLSearchParams({ code: 'é' }) }
  await assert.rejects(guardedRequests([])(url, request), /not public/)
  assert.deepEqual(bodies, [])
  const response = await guardedRequests(['127.0.0.0/8'])(url, request)
  assert.equal(response.status, 201)
  assert.deepEqual(await response.json(), { access_token: 'a' })
  assert.deepEqual(bodies, ['POST code=%C3%A9'])
})
