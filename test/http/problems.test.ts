import assert from 'node:assert/strict'
import { test } from 'node:test'
import { create, get, send, service, tenToNoon, useService } from '../support/scenario.ts'
import type { Sending } from '../support/service.ts'

useService({ bodyLimit: 10_000 })

test('every error is named at once, in the language of the request', async () => {
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
  for (const { status, body: problem } of [en, fr]) {
    assert.deepEqual([status, problem.code, problem.data.status], [400, 'rest_invalid_param', 400])
    assert.deepEqual(Object.keys(problem.data.params).toSorted(), names.toSorted())
    assert.equal(problem.data.details.featured.code, 'rest_invalid_type')
    assert.deepEqual(problem.data.details.featured.data, { param: 'featured' })
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

test('all missing fields are named at once, before other errors', async () => {
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

test('dates that do not fit each other are reported with all else that is wrong', async () => {
  const dates = { start_date: '2027-05-10 12:00', end_date: '2027-05-10 10:00' }
  const body = { title: 'Late', ...dates, website: 'no url' }
  const reply = await send('POST', '/events', { as: 'editor', body })
  assert.deepEqual(Object.keys(reply.body.data.params).toSorted(), ['end_date', 'website'])
  const alone = await send('POST', '/events', { as: 'editor', body: { ...body, website: '' } })
  assert.deepEqual(alone.body.data.params.end_date, reply.body.data.params.end_date)
})

test('a body over the limit is refused, and what follows is answered', async () => {
  const body = { title: 'Long', ...tenToNoon, description: 'x'.repeat(20_000) }
  const reply = await send('POST', '/events', { as: 'editor', body })
  assert.deepEqual([reply.status, reply.body.code], [413, 'rest_body_too_large'])
  assert.match(reply.body.message, /larger than 10000 B\.$/)
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

test('addresses that cannot be read, and paths outside of the API', async () => {
  const unreadable = await get('/events/by-slug/%E0%A4%A')
  assert.deepEqual([unreadable.status, unreadable.body.code], [400, 'rest_invalid_url'])
  for (const path of [
    '/nothing',
    '/cal/events/v2/events',
    '/cal/events/v1x',
    '/de/cal/events/v1/events',
  ])
    assert.deepEqual((await get(service.address + path)).status, 404, path)
  const trailing = await get('/EVENTS/?per_page=1')
  assert.equal(trailing.status, 200, 'case and a slash at the end do not matter')
})
