import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as passed } from 'node:timers/promises'
import {
  type Reply,
  restart,
  type Sending,
  type Service,
  startService,
} from '../support/service.ts'

const clock = '2027-05-01T12:00:00Z'
const tenToNoon = { start_date: '2027-05-10 10:00:00', end_date: '2027-05-10 12:00:00' }

let service: Service
before(async () => {
  service = await startService({ clock, bodyLimit: 10_000 })
  for (let n = 1; n <= 7; n++)
    await create({ title: `Event ${n}`, featured: true, description: 'word '.repeat(100) })
})
after(() => service.close())

type Body = Reply['body']
const send = (method: string, path: string, sending: Sending = {}) =>
  service.send(method, path, sending)
const get = (path: string, sending: Sending = {}) => send('GET', path, sending)

async function create(body: object): Promise<Body> {
  const reply = await send('POST', '/events', {
    as: 'editor',
    body: { title: 'Event', ...tenToNoon, ...body },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}
const ids = (list: Body[]) => list.map(({ id }) => id)

/** `Link` as a map from relation to address. */
const linksOf = ({ headers }: Reply) =>
  Object.fromEntries(
    [...String(headers.link).matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, address, relation]) => [
      relation,
      address,
    ]),
  )

describe('pages of a list', () => {
  test('links lead through every page and keep what was asked', async () => {
    const first = await get('/events', {
      query: { per_page: 3, featured: true, ml_language: 'fr', strict_dates: true },
    })
    assert.deepEqual(
      [
        first.body.total,
        first.body.total_pages,
        first.headers['x-tec-total'],
        first.headers['x-total-pages'],
      ],
      [7, 3, '7', '3'],
    )
    const seen = ids(first.body.events)
    let page = first
    while (page.body.next_rest_url) {
      const link = page.body.next_rest_url
      assert.equal(linksOf(page).next, link)
      for (const kept of ['per_page=3', 'featured=true', 'ml_language=fr', 'strict_dates=true'])
        assert.ok(link.includes(kept), link)
      page = await get(link)
      seen.push(...ids(page.body.events))
    }
    assert.equal(new Set(seen).size, 7)
    assert.deepEqual([page.body.events.length, linksOf(page).next], [1, undefined])
    const back = await get(page.body.previous_rest_url)
    assert.deepEqual(ids(back.body.events), seen.slice(3, 6))
    const { first: start, last } = linksOf(page)
    assert.ok(!start?.includes('page=1&') && last?.endsWith('page=3'), `${start} ${last}`)
    assert.deepEqual(ids((await get(start as string)).body.events), seen.slice(0, 3))
  })

  test('rest_url tells the page and the window that was looked at', async () => {
    const { body } = await get('/events', {
      query: { per_page: 2, start_date: '2027-05-09 15:00' },
    })
    assert.match(
      body.rest_url,
      /page=1&per_page=2&start_date=2027-05-09\+00%3A00%3A00&end_date=2029-05-01\+23%3A59%3A59/,
    )
  })

  test('a page beyond the last is not found, an empty first page is fine', async () => {
    const beyond = await get('/events?page=99')
    assert.deepEqual([beyond.status, beyond.body.code], [404, 'event-archive-page-not-found'])
    const empty = await get('/events?search=nothinglikethis')
    assert.deepEqual(
      [empty.status, empty.body.events, empty.body.total, empty.body.total_pages],
      [200, [], 0, 0],
    )
  })

  test('P6 a page is never longer than the cap', async () => {
    const capped = await startService({ clock, mostPerPage: 2, perPage: 1 })
    for (const title of ['a', 'b', 'c'])
      await capped.send('POST', '/events', { as: 'editor', body: { title, ...tenToNoon } })
    const lengths = []
    for (const query of [{}, { per_page: 2 }, { per_page: 100 }])
      lengths.push((await capped.send('GET', '/events', { query })).body.events.length)
    assert.deepEqual(lengths, [1, 2, 2])
    await capped.close()
  })

  test('what was written is in the next answer, kept answers or not', async () => {
    const list = () => get('/events', { query: { search: 'justnow' } })
    for (let n = 0; n < 3; n++) assert.equal((await list()).body.total, 0)
    const { id } = await create({ title: 'Justnow' })
    for (let n = 0; n < 3; n++) assert.deepEqual(ids((await list()).body.events), [id])
    await send('PATCH', `/events/${id}`, { as: 'editor', body: { title: 'Justnow changed' } })
    assert.equal((await list()).body.events[0].title, 'Justnow changed')
    await send('DELETE', `/events/${id}`, { as: 'editor' })
    assert.equal((await list()).body.total, 0)
  })
})

describe('what may be asked of any answer', () => {
  test('_fields keeps what is named, also inside lists', async () => {
    const { id } = await create({ venue: { venue: 'Somewhere', city: 'Lyon' } })
    assert.deepEqual((await get(`/events/${id}?_fields=id,title,venue.city`)).body, {
      id,
      title: 'Event',
      venue: { city: 'Lyon' },
    })
    const list = await get('/events', { query: { include: id, _fields: 'events.id,total' } })
    assert.deepEqual(list.body, { events: [{ id }], total: 1 })
    assert.equal((await get('/events/999999?_fields=id')).body.code, 'rest-event-not-found')
  })

  test('_envelope puts status and headers into the body', async () => {
    const fine = await get('/events?per_page=1&_envelope')
    assert.deepEqual(
      [
        fine.status,
        fine.body.status,
        fine.body.body.events.length,
        fine.body.headers['X-TEC-Total'],
      ],
      [200, 200, 1, fine.body.headers['X-Total']],
    )
    const wrong = await get('/events/999999?_envelope=1')
    assert.deepEqual(
      [wrong.status, wrong.body.status, wrong.body.body.code],
      [200, 404, 'rest-event-not-found'],
    )
  })

  test('a method may be named by parameter or by header, the parameter first', async () => {
    const { id } = await create({})
    const as = 'editor'
    const changed = await send('POST', `/events/${id}?_method=PATCH`, {
      as,
      body: { title: 'Patched' },
    })
    assert.deepEqual([changed.status, changed.body.title], [200, 'Patched'])
    const removed = await send('POST', `/events/${id}`, {
      as,
      headers: { 'X-HTTP-Method-Override': 'delete' },
    })
    assert.deepEqual([removed.status, removed.body.status], [200, 'trash'])
    const both = await send('POST', `/events/${id}?_method=GET`, {
      as,
      headers: { 'X-HTTP-Method-Override': 'DELETE' },
    })
    assert.deepEqual([both.status, both.body.code], [403, 'event-no-longer-available'])
    for (const sender of ['anonymous', 'editor']) {
      const read = await send('POST', '/events?_method=GET&per_page=1', { as: sender })
      assert.deepEqual([read.status, read.body.events?.length], [200, 1], sender)
      const single = await send('POST', `/events/${read.body.events[0].id}?_method=GET`, {
        as: sender,
      })
      assert.deepEqual([single.status, single.body.id], [200, read.body.events[0].id], sender)
    }
  })

  test('HEAD answers what GET would, without its body', async () => {
    const { id } = await create({})
    for (const path of ['', '/events', `/events/${id}`, '/events/999999', '/venues', '/doc'])
      for (const as of ['anonymous', 'editor']) {
        const [head, full] = [await send('HEAD', path, { as }), await get(path, { as })]
        assert.deepEqual([head.status, head.text], [full.status, ''], path)
        for (const name of [
          'content-type',
          'content-length',
          'etag',
          'x-tec-total',
          'allow',
          'content-language',
        ])
          assert.equal(head.headers[name], full.headers[name], `${path} ${name}`)
      }
  })

  test('OPTIONS describes a route and what the caller may do there', async () => {
    const { status, body, headers } = await send('OPTIONS', '/events', { as: 'editor' })
    assert.deepEqual([status, headers.allow, body.methods], [200, 'GET, POST', ['GET', 'POST']])
    assert.equal(body.endpoints[1].args.title.required, true)
    assert.deepEqual(body, (await get('')).body.routes['/cal/events/v1/events'])
    const nowhere = await send('OPTIONS', '/nowhere')
    assert.deepEqual([nowhere.status, nowhere.body, nowhere.headers.allow], [200, [], undefined])
  })

  test('an answer that the caller has is not sent again, until it changes', async () => {
    const { id } = await create({ title: 'Tagged' })
    for (const path of [`/events/${id}`, `/events?include=${id}`]) {
      const { headers } = await get(path)
      const again = await get(path, { headers: { 'If-None-Match': String(headers.etag) } })
      assert.deepEqual(
        [again.status, again.text, again.headers.etag],
        [304, '', headers.etag],
        path,
      )
      await send('PATCH', `/events/${id}`, { as: 'editor', body: { excerpt: path } })
      const changed = await get(path, { headers: { 'If-None-Match': String(headers.etag) } })
      assert.equal(changed.status, 200, path)
      assert.notEqual(changed.headers.etag, headers.etag)
    }
    const own = await get(`/events/${id}`, { as: 'editor' })
    assert.match(String(own.headers['cache-control']), /private/)
    assert.match(String((await get(`/events/${id}`)).headers['cache-control']), /public/)
  })

  test('long answers are compressed for those who take it', async () => {
    const plain = await get('/events')
    for (const encoding of ['gzip', 'br']) {
      const reply = await fetch(`${service.root.plain}/events`, {
        headers: { 'Accept-Encoding': encoding },
      })
      assert.equal(reply.headers.get('content-encoding'), encoding)
      assert.equal(await reply.text(), plain.text)
    }
  })

  test('forms are read as well as JSON', async () => {
    const form =
      'title=By+form&start_date=2027-05-10+10%3A00&end_date=2027-05-10+12%3A00&categories[]=One&categories[]=Two&venue[venue]=Form+hall&featured=1'
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const { body, status } = await send('POST', '/events', {
      as: 'editor',
      body: form,
      headers: type,
    })
    assert.deepEqual(
      [status, body.title, body.start_date, body.venue.venue, body.featured],
      [201, 'By form', '2027-05-10 10:00:00', 'Form hall', true],
    )
    assert.deepEqual(
      body.categories.map((term: Body) => term.name),
      ['One', 'Two'],
    )
    const boundary = 'x-part'
    const parts = Object.entries({
      title: 'By parts',
      start_date: '2027-05-10',
      end_date: '2027-05-11',
    })
      .map(
        ([name, value]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      .join('')
    const multipart = await send('POST', '/events', {
      as: 'editor',
      body: `${parts}--${boundary}--\r\n`,
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    })
    assert.deepEqual([multipart.status, multipart.body.title], [201, 'By parts'])
    const query = await send('POST', '/events', {
      as: 'editor',
      query: { title: 'By query', ...tenToNoon },
    })
    assert.deepEqual([query.status, query.body.title], [201, 'By query'])
  })
})

describe('refusals', () => {
  test('every flaw is named at once, in the language of the request', async () => {
    const body = {
      title: '',
      start_date: 'nope',
      end_date: '2027-05-10',
      featured: 'maybe',
      status: 'gone',
      venue: 999999,
      timezone: 'Mars/Base',
    }
    const en = await send('POST', '/events', { as: 'editor', body })
    const fr = await send('POST', `${service.root.fr}/events`, { as: 'editor', body })
    const names = ['status', 'title', 'timezone', 'start_date', 'featured', 'venue']
    for (const { status, body: told } of [en, fr]) {
      assert.deepEqual([status, told.code, told.data.status], [400, 'rest_invalid_param', 400])
      assert.deepEqual(Object.keys(told.data.params).toSorted(), names.toSorted())
      assert.equal(told.data.details.featured.code, 'rest_invalid_type')
      assert.deepEqual(told.data.details.featured.data, { param: 'featured' })
    }
    assert.match(en.body.message, /^Invalid parameters: status, title/)
    assert.match(fr.body.message, /^Paramètres non valides : status, title/)
    assert.deepEqual(
      [
        en.body.data.params.title,
        fr.body.data.params.title,
        en.body.data.params.featured,
        fr.body.data.params.featured,
      ],
      [
        'title is empty. Expected a value.',
        'title est vide. Attendu : une valeur.',
        'featured is not a boolean. Expected true or false.',
        'featured n’est pas un booléen. Attendu : true ou false.',
      ],
    )
    assert.deepEqual([en.headers['content-language'], fr.headers['content-language']], ['en', 'fr'])
  })

  test('what is missing is named at once, before anything else', async () => {
    const en = await send('POST', '/events', { body: { featured: 'maybe' } })
    assert.deepEqual(en.body, {
      code: 'rest_missing_callback_param',
      message: 'Missing parameters: title, start_date, end_date',
      data: { status: 400, params: ['title', 'start_date', 'end_date'] },
    })
    const fr = await send('POST', '/events?ml_language=fr', { body: {} })
    assert.equal(fr.body.message, 'Paramètres manquants : title, start_date, end_date')
  })

  test('codes are the same in both languages, and every sentence ends as one in its own', async () => {
    const { id } = await create({ status: 'draft' })
    const requests: [method: string, path: string, sending?: Sending][] = [
      ['GET', '/nowhere'],
      ['GET', '/events/999999'],
      ['GET', `/events/${id}`],
      ['GET', '/events?page=99'],
      ['GET', '/venues/999999'],
      ['DELETE', `/events/${id}`],
      ['DELETE', `/events/${id}`, { as: 'subscriber' }],
      ['GET', '/events', { as: 'Bearer nothing' }],
      ['POST', '/tags', { as: 'editor', body: { name: '   ' } }],
      [
        'POST',
        '/events',
        { as: 'editor', body: '{', headers: { 'Content-Type': 'application/json' } },
      ],
    ]
    for (const [method, path, sending] of requests) {
      const en = await send(method, path, sending)
      const fr = await send(method, service.root.fr + path, sending)
      assert.deepEqual(
        [fr.status, fr.body.code, fr.body.data.status],
        [en.status, en.body.code, en.status],
        path,
      )
      assert.notEqual(fr.body.message, en.body.message, path)
      assert.equal(fr.headers['content-type'], 'application/json; charset=UTF-8')
    }
  })

  test('the checks come in the order of the reference', async () => {
    const code = async (method: string, path: string, sending: Sending = {}) => {
      const { status, body } = await send(method, path, sending)
      return [status, body.code]
    }
    assert.deepEqual(await code('POST', '/events', { as: 'Bearer nothing', body: {} }), [
      401,
      'invalid_token',
    ])
    assert.deepEqual(await code('DELETE', '/events'), [404, 'rest_no_route'])
    assert.deepEqual(await code('POST', '/events', { body: {} }), [
      400,
      'rest_missing_callback_param',
    ])
    assert.deepEqual(await code('POST', '/events', { body: { ...tenToNoon, title: [] } }), [
      400,
      'rest_invalid_param',
    ])
    assert.deepEqual(await code('POST', '/events', { body: { ...tenToNoon, title: 'x' } }), [
      401,
      'rest_forbidden',
    ])
    assert.deepEqual(await code('DELETE', '/events/999999'), [401, 'rest_forbidden'])
    assert.deepEqual(await code('DELETE', '/events/999999', { as: 'editor' }), [
      404,
      'rest-event-not-found',
    ])
    assert.deepEqual(await code('DELETE', '/venues/999999'), [400, 'rest_invalid_param'])
  })

  test('a body that is no JSON, or not text, is refused as such', async () => {
    const type = { 'Content-Type': 'application/json' }
    for (const body of ['{"title": ', 'nonsense', Buffer.from([0x22, 0xff, 0xfe, 0x22])]) {
      const reply = await send('POST', '/events', { as: 'editor', body, headers: type })
      assert.deepEqual(
        [reply.status, reply.body.code, reply.body.data.json_error_code],
        [400, 'rest_invalid_json', 4],
      )
    }
  })

  test('a body over the limit is refused, and what follows is answered', async () => {
    const body = { title: 'Long', ...tenToNoon, description: 'x'.repeat(20_000) }
    const reply = await send('POST', '/events', { as: 'editor', body })
    assert.deepEqual([reply.status, reply.body.code], [413, 'rest_body_too_large'])
    assert.match(reply.body.message, /10000/)
    const stream = new ReadableStream({
      start(controller) {
        for (let n = 0; n < 20; n++) controller.enqueue(Buffer.from('x'.repeat(1000)))
        controller.close()
      },
    })
    const address = `${service.root.plain}/events`
    const headers = { 'Content-Type': 'application/json' }
    const chunked = await fetch(address, { method: 'POST', body: stream, duplex: 'half', headers })
    assert.equal(chunked.status, 413, 'also when its length is not told before')
    assert.equal((await get('/events')).status, 200)
  })

  test('addresses that cannot be read, and paths outside of the interface', async () => {
    const unreadable = await get('/events/by-slug/%E0%A4%A')
    assert.deepEqual([unreadable.status, unreadable.body.code], [400, 'rest_invalid_url'])
    for (const path of [
      '/',
      '/cal/events/v2/events',
      '/cal/events/v1x',
      '/de/cal/events/v1/events',
    ])
      assert.deepEqual((await get(service.address + path)).status, 404, path)
    const trailing = await get('/EVENTS/?per_page=1')
    assert.equal(trailing.status, 200, 'case and a slash at the end do not matter')
  })
})

describe('limits', () => {
  test('so many requests a minute from an address, and then a wait', async () => {
    const limited = await startService({ rateLimit: 3, trustedProxies: ['127.0.0.1'] })
    const from = (address: string) =>
      limited.send('GET', '/events', { headers: { 'X-Forwarded-For': address } })
    for (const left of ['2', '1', '0']) {
      const { status, headers } = await from('203.0.113.7')
      assert.deepEqual(
        [status, headers['ratelimit-limit'], headers['ratelimit-remaining']],
        [200, '3', left],
      )
      assert.ok(Number(headers['ratelimit-reset']) <= 60)
    }
    const { status, body, headers } = await from('203.0.113.7')
    assert.deepEqual([status, body.code], [429, 'too_many_requests'])
    assert.ok(Number(headers['retry-after']) >= 1 && Number(headers['retry-after']) <= 60)
    assert.equal((await from('203.0.113.8')).status, 200, 'another address is not concerned')
    assert.equal(
      (await limited.send('GET', `${limited.address}/health/live`)).status,
      200,
      'nor is health',
    )
    await limited.close()
  })

  test('an address that nobody vouches for cannot pretend to be another', async () => {
    const limited = await startService({ rateLimit: 2 })
    const statuses = []
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3'])
      statuses.push(
        (await limited.send('GET', '/events', { headers: { 'X-Forwarded-For': address } })).status,
      )
    assert.deepEqual(statuses, [200, 200, 429])
    await limited.close()
  })

  test('so many wrong passwords for a login, and then a wait, but for the right one', async () => {
    const careful = await startService({ attemptLimit: 3, attemptWindow: 60 })
    const wrong = `Basic ${Buffer.from('editor:wrong').toString('base64')}`
    const status = async (as: string) => (await careful.send('GET', '/events', { as })).status
    assert.equal(await status(careful.basic('editor')), 200)
    for (let n = 0; n < 3; n++) assert.equal(await status(wrong), 401)
    const { body, headers } = await careful.send('GET', '/events', { as: wrong })
    assert.deepEqual([body.code, body.data.status], ['too_many_attempts', 429])
    assert.ok(Number(headers['retry-after']) >= 1 && Number(headers['retry-after']) <= 60)
    assert.equal(await status(careful.basic('editor')), 200, 'a generated password is no guess')
    assert.equal(await status(careful.basic('author')), 200, 'another login is not concerned')
    assert.equal(await status('anonymous'), 200)
    await careful.close()
  })
})

describe('the service around the interface', () => {
  test('health: alive, and ready', async () => {
    for (const route of ['live', 'ready']) {
      const { status, body, headers } = await get(`${service.address}/health/${route}`)
      assert.deepEqual(
        [status, body, headers['cache-control']],
        [200, { status: 'ok' }, 'no-store'],
      )
    }
  })

  test('every answer has a request id: the caller’s, or one of ours', async () => {
    const seen = new Set()
    for (let n = 0; n < 3; n++) {
      const { headers } = await get('/events')
      assert.match(String(headers['x-request-id']), /^[\w.:-]+$/)
      seen.add(headers['x-request-id'])
      const named = await get('/events', { headers: { 'X-Request-Id': `mine-${n}` } })
      assert.equal(named.headers['x-request-id'], `mine-${n}`)
    }
    assert.equal(seen.size, 3)
    const forged = await get('/events/999999', { headers: { 'X-Request-Id': 'a b<script>' } })
    assert.notEqual(forged.headers['x-request-id'], 'a b<script>')
    assert.ok(forged.headers['x-request-id'])
  })

  test('another namespace and a path before it: a client of The Events Calendar finds its routes', async () => {
    const other = await startService({ namespace: 'tribe/events/v1', basePath: '/wp-json' })
    assert.equal(other.root.plain, `${other.address}/wp-json/tribe/events/v1`)
    assert.equal(other.root.fr, `${other.address}/fr/wp-json/tribe/events/v1`)
    const { body } = await other.send('POST', '/events', {
      as: 'editor',
      body: { title: 'x', ...tenToNoon, categories: ['y'] },
    })
    assert.equal(body.rest_url, `${other.root.plain}/events/${body.id}`)
    assert.equal(body.categories[0].taxonomy, 'tribe_events_cat')
    assert.ok('/tribe/events/v1/events' in (await other.send('GET', '')).body.routes)
    await other.close()
  })

  test('a stop lets a request in progress finish, and keeps what it wrote', async () => {
    const own = await startService()
    const { port } = new URL(own.address)
    const body = JSON.stringify({ title: 'Last words', ...tenToNoon })
    const head = [
      'POST /cal/events/v1/events HTTP/1.1',
      'Host: localhost',
      'Authorization: Bearer alm_token_of_editor',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ].join('\r\n')
    const socket = connect(Number(port), '127.0.0.1')
    const answered = new Promise<string>(resolve => {
      let text = ''
      socket.on('data', chunk => (text += chunk))
      socket.on('close', () => resolve(text))
    })
    socket.write(`${head}\r\n\r\n${body.slice(0, 10)}`)
    await passed(100)
    const again = restart(own)
    await passed(100)
    await assert.rejects(own.send('GET', '/events'), 'nobody new is let in')
    const finishing = performance.now()
    socket.write(body.slice(10))
    assert.match(await answered, /^HTTP\/1\.1 201 Created/)
    const next = await again
    assert.ok(
      performance.now() - finishing < 3000,
      'nobody waits for the connection to be used again',
    )
    assert.equal((await next.send('GET', '/events/by-slug/last-words')).status, 200)
    assert.equal(
      (
        await next.send('GET', '/events', {
          query: { search: 'Last words', start_date: '2027-01-01' },
        })
      ).body.total,
      1,
    )
    await next.close()
  })

  test('a request that never ends is cut off when the grace period is over', async () => {
    const own = await startService({ gracePeriod: 200 })
    const socket = connect(Number(new URL(own.address).port), '127.0.0.1')
    socket.on('error', () => {})
    const closed = new Promise<void>(resolve => socket.on('close', () => resolve()))
    socket.write(
      'POST /cal/events/v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{',
    )
    await passed(50)
    const started = performance.now()
    await own.close()
    await closed
    assert.ok(performance.now() - started < 2000)
  })
})
