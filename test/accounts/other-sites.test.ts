import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Service } from '../support/service.ts'
import { openTab, password, startWithPasswords, type Tab } from './browser-like.ts'

const theirs = 'https://theirs.example'
const event = { title: 'Forged', start_date: '2027-05-10', end_date: '2027-05-11' }

let service: Service
let tab: Tab
before(async () => {
  service = await startWithPasswords({ corsOrigins: ['*', theirs], attemptLimit: 3 })
  tab = openTab(service)
  assert.equal((await tab.signIn('administrator')).status, 200)
})
after(async () => {
  tab.close()
  await service.close()
})

/** The headers of browsers for a page of another site, of a sibling host, and of programs that send no such headers. */
const elsewhere: Record<string, string>[] = [
  { Origin: theirs, 'Sec-Fetch-Site': 'cross-site' },
  { Origin: 'https://sibling.localhost', 'Sec-Fetch-Site': 'same-site' },
  { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'none' },
]

describe('requests from elsewhere (CSRF)', () => {
  test('write nothing, whatever they know and whatever corsOrigins says', async () => {
    for (const headers of elsewhere) {
      for (const [method, path, body] of [
        ['POST', '/cal/events/v1/events', event],
        ['POST', 'users', { login: 'forged', role: 'administrator' }],
        ['POST', 'session', { login: 'administrator', password }],
        ['DELETE', 'sessions', undefined],
      ] as const) {
        const reply = await tab.send(method, path, body, headers)
        assert.deepEqual([reply.status, reply.body.code], [403, 'session_elsewhere'], path)
        assert.equal(reply.headers['set-cookie'], undefined)
      }
    }
    assert.equal(
      (await service.rows('SELECT * FROM "user" WHERE login_key = ?', 'forged')).length,
      0,
    )
    assert.equal((await service.rows('SELECT * FROM event')).length, 0)
  })

  test('read nothing by a session either, and may not ask to', async () => {
    const headers = { Origin: theirs, 'Sec-Fetch-Site': 'cross-site' }
    const { body, headers: responseHeaders } = await tab.send('GET', 'session', undefined, headers)
    assert.equal(body.state, 'signed-out')
    assert.equal(responseHeaders['access-control-allow-origin'], undefined)
    assert.equal(responseHeaders['access-control-allow-credentials'], undefined)
    assert.equal((await tab.send('GET', 'users', undefined, headers)).status, 403)
    const sentHeaders = {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-almanac-session,content-type',
    }
    const preflight = await tab.send('OPTIONS', '/cal/events/v1/events', undefined, {
      ...headers,
      ...sentHeaders,
    })
    assert.ok(!/almanac/i.test(String(preflight.headers['access-control-allow-headers'])))
    const own = await tab.send('OPTIONS', 'users', undefined, { ...headers, ...sentHeaders })
    assert.equal(own.headers['access-control-allow-origin'], undefined)
  })

  test('without the token of the session, or with that of another, a page of ours writes nothing', async () => {
    const other = openTab(service)
    await other.signIn('editor')
    for (const token of ['', 'x', other.token, `${tab.token}x`]) {
      const headers = { 'X-Almanac-Session': token }
      const reply = await tab.send('POST', 'users', { login: 'x', role: 'editor' }, headers)
      assert.deepEqual([reply.status, reply.body.code], [403, 'session_token'])
      const write = await tab.send('POST', '/cal/events/v1/events', event, headers)
      assert.deepEqual([write.status, write.body.code], [403, 'session_token'])
    }
    other.close()
  })

  test('a form is not taken for JSON, and no other method is named', async () => {
    const form = { 'Content-Type': 'text/plain' }
    const reply = await tab.send('POST', 'users', { login: 'forged', role: 'editor' }, form)
    assert.deepEqual([reply.status, reply.body.code], [400, 'rest_invalid_body'])
    const read = await tab.send('GET', 'sessions?_method=DELETE')
    assert.equal(read.status, 200)
    assert.ok(read.body.sessions.length > 0)
  })

  test('sign-in over plain http to another machine is refused, with the reason', async () => {
    const headers = { Origin: 'http://calendar.example', Host: 'calendar.example' }
    const reply = await tab.send('POST', 'session', { login: 'editor', password }, headers)
    assert.deepEqual([reply.status, reply.body.code], [403, 'session_needs_https'])
    const secure = { Origin: 'https://calendar.example', Host: 'calendar.example' }
    const done = await openTab(service).send(
      'POST',
      'session',
      { login: 'editor', password },
      secure,
    )
    assert.equal(done.status, 200)
  })
})

test('too many wrong passwords, at once too, and the right one is refused', async () => {
  const tries = Array.from({ length: 10 }, () => tab.signIn('author', { password: 'wrong one' }))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  assert.equal(statuses.filter(status => status === 401).length, 3)
  assert.equal(statuses.filter(status => status === 429).length, 7)
  const right = await tab.signIn('author')
  assert.deepEqual([right.status, right.body.code], [429, 'too_many_attempts'])
  assert.equal((await tab.signIn('contributor')).status, 200)
})
