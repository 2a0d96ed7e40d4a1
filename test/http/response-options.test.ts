import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeless } from '../support/moments.ts'
import {
  type Body,
  create,
  get,
  send,
  service,
  tenToNoon,
  useService,
} from '../support/scenario.ts'

useService({}, async () => {
  for (let n = 1; n <= 7; n++)
    await create({ title: `Event ${n}`, featured: true, description: 'word '.repeat(100) })
})

test('_fields keeps what is named, also inside lists', async () => {
  const { id } = await create({ venue: { venue: 'Somewhere', city: 'Lyon' } })
  assert.deepEqual((await get(`/events/${id}?_fields=id,title,venue.city`)).body, {
    id,
    title: 'Event',
    venue: { city: 'Lyon' },
  })
  for (const fields of ['venue,venue.city', 'venue.city,venue'])
    assert.equal((await get(`/events/${id}?_fields=${fields}`)).body.venue.venue, 'Somewhere')
  const list = await get('/events', { query: { include: id, _fields: 'events.id,total' } })
  assert.deepEqual(list.body, { events: [{ id }], total: 1 })
  assert.equal((await get('/events/999999?_fields=id')).body.code, 'rest-event-not-found')
})

test('_envelope puts status and headers into the body', async () => {
  const fine = await get('/events?per_page=1&_envelope')
  assert.deepEqual(
    [fine.status, fine.body.status, fine.body.body.events.length, fine.body.headers['X-TEC-Total']],
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
  const { status, body, headers, text } = await send('OPTIONS', '/events', { as: 'editor' })
  assert.deepEqual([status, headers.allow, body.methods], [200, 'GET, POST', ['GET', 'POST']])
  assert.equal(body.endpoints[1].args.title.required, true)
  const { routes } = (await get('')).body
  assert.equal(timeless(text), timeless(JSON.stringify(routes['/cal/events/v1/events'])))
  const nowhere = await send('OPTIONS', '/nowhere')
  assert.deepEqual([nowhere.status, nowhere.body, nowhere.headers.allow], [200, [], undefined])
})

test('Allow at the id of another kind of record is that of the route; at no record’s id it is GET', async () => {
  const { id } = await create({})
  for (const path of ['/venues', '/organizers']) {
    const allow = async (at: number, as: string) =>
      (await get(`${path}/${at}`, { as })).headers.allow
    assert.equal(await allow(id, 'editor'), 'GET, DELETE, POST, PUT, PATCH', path)
    assert.equal(await allow(id, 'anonymous'), 'GET', path)
    assert.equal(await allow(id, 'subscriber'), 'GET', path)
    assert.equal(await allow(999_999, 'editor'), 'GET', path)
  }
})

test('a response that the caller has is not sent again, until it changes', async () => {
  const { id } = await create({ title: 'Tagged' })
  for (const path of [`/events/${id}`, `/events?include=${id}`]) {
    const { headers } = await get(path)
    const again = await get(path, { headers: { 'If-None-Match': String(headers.etag) } })
    assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', headers.etag], path)
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
