import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

let site: Service
before(async () => {
  site = await startService({ clock: '2027-03-01T10:00:00Z', attemptLimit: 3 })
  const create = async (title: string) => {
    const body = {
      title,
      description: 'Behind the scenes',
      password: 'sésame 1',
      cost: '12',
      start_date: '2027-03-06 20:00',
      end_date: '2027-03-06 22:00',
      venue: { venue: 'Cellar', city: 'Lyon' },
    }
    assert.equal((await site.send('POST', '/events', { as: 'editor', body })).status, 201)
  }
  await create('Secret')
  await create('Other')
})
after(() => site.close())

const html = { Accept: 'text/html' }
const get = (path: string) => site.send('GET', site.address + path, { headers: html })
const unlock = (path: string, password: string, headers: Record<string, string> = {}) =>
  site.send('POST', site.address + path, {
    headers: { ...html, 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ password }).toString(),
  })

test('the page of a protected event has a form, and shows the event to those who send its password', async () => {
  for (const [path, label] of [
    ['/event/secret/', 'Show the event'],
    ['/fr/evenement/secret/', 'Afficher l’évènement'],
  ] as const) {
    const closed = await get(path)
    assert.equal(closed.status, 403)
    assert.ok(closed.text.includes(`<form class="unlock" method="post" action="${path}">`))
    assert.ok(closed.text.includes(`<button>${label}</button>`))
    assert.doesNotMatch(closed.text, /Behind the scenes|Cellar/)
    const open = await unlock(path, 'sésame 1')
    assert.equal(open.status, 200)
    assert.match(open.text, /Behind the scenes[\s\S]*/)
    assert.match(open.text, /Cellar/)
    assert.match(open.text, /<meta name="robots" content="noindex">/)
    assert.equal(open.headers['cache-control'], 'private, no-store')
    assert.equal(open.headers.etag, undefined)
  }
})

test('an event opened by a password is not sent to others', async () => {
  for (let n = 0; n < 3; n++) {
    assert.equal((await unlock('/event/secret/', 'sésame 1')).status, 200)
    const closed = await get('/event/secret/')
    assert.deepEqual([closed.status, closed.headers['cache-control']], [403, 'no-store'])
    assert.doesNotMatch(closed.text, /Behind the scenes/)
  }
})

test('wrong passwords are reported, count with those of the API, and end in 429', async () => {
  const wrong = await unlock('/event/other/', 'guess')
  assert.equal(wrong.status, 403)
  assert.match(wrong.text, /This is not the password of this event\./)
  assert.match(wrong.text, /aria-invalid="true"/)
  assert.equal(wrong.headers['cache-control'], 'private, no-store')
  const other = await site.send('GET', '/events', { as: 'editor', query: { search: 'Other' } })
  const id = other.body.events[0].id
  await site.send('GET', `/events/${id}`, { query: { password: 'guess' } })
  await unlock('/event/other/', 'guess')
  const over = await unlock('/event/other/', 'sésame 1')
  assert.equal(over.status, 429)
  assert.ok(Number(over.headers['retry-after']) > 0)
  assert.match(over.text, /Too many/)
  const api = await site.send('GET', `/events/${id}`, { query: { password: 'sésame 1' } })
  assert.equal(api.status, 429)
  // guesses at one event close no other
  assert.equal((await unlock('/event/secret/', 'sésame 1')).status, 200)
})

test('a form of another site opens nothing, and an empty one asks again', async () => {
  const elsewhere = await unlock('/event/secret/', 'sésame 1', { 'Sec-Fetch-Site': 'cross-site' })
  assert.equal(elsewhere.status, 403)
  assert.doesNotMatch(elsewhere.text, /Behind the scenes/)
  const empty = await unlock('/event/secret/', '')
  assert.deepEqual([empty.status, empty.headers['cache-control']], [403, 'private, no-store'])
})

test('a password that is no text opens nothing, in whatever form it comes', async () => {
  for (const password of [{ toString: 1 }, {}, ['sésame 1'], 12, null]) {
    const reply = await site.send('POST', `${site.address}/event/secret/`, {
      headers: html,
      body: { password },
    })
    assert.equal(reply.status, 403, JSON.stringify(password))
    assert.equal(reply.headers['cache-control'], 'private, no-store')
    assert.doesNotMatch(reply.text, /Behind the scenes/)
  }
})
