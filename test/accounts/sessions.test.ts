import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Service } from '../support/service.ts'
import { openTab, password, startWithPasswords, type Tab } from './browser-like.ts'

const days = { start_date: '2027-05-10', end_date: '2027-05-11' }

let service: Service
const tabs: Tab[] = []
function newTab(of = service): Tab {
  const tab = openTab(of)
  tabs.push(tab)
  return tab
}
async function signedIn(login: string, of = service): Promise<Tab> {
  const tab = newTab(of)
  const reply = await tab.signIn(login)
  assert.equal(reply.status, 200, reply.text)
  return tab
}

before(async () => {
  service = await startWithPasswords({ clock: '2027-03-01T10:00:00Z' })
})
after(async () => {
  for (const tab of tabs) tab.close()
  await service.close()
})

describe('signing in', () => {
  test('a visitor who is not signed in reads the site and nothing else', async () => {
    const { status, body, headers } = await newTab().send('GET', 'session')
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['state', 'canSignIn', 'site'])
    assert.deepEqual([body.state, body.canSignIn], ['signed-out', true])
    assert.equal(body.site.root.fr, service.root.fr)
    assert.match(String(headers['cache-control']), /no-store/)
    assert.equal(headers['set-cookie'], undefined)
  })

  test('the cookie is for this host, https and HTTP alone, and its secret is stored as a hash', async () => {
    const tab = newTab()
    const { body, headers } = await tab.signIn('editor')
    const [cookie = ''] = headers['set-cookie'] ?? []
    const [pair = '', ...attributes] = cookie.split('; ')
    assert.match(pair, /^__Host-almanac=alm_[\w-]{43}$/)
    assert.deepEqual(attributes.toSorted(), [
      'HttpOnly',
      'Max-Age=1209600',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ])
    assert.deepEqual(
      [body.state, body.user.login, body.user.role],
      ['signed-in', 'editor', 'editor'],
    )
    const secret = pair.slice(pair.indexOf('=') + 1)
    const stored = JSON.stringify(await service.rows('SELECT * FROM session'))
    assert.ok(!stored.includes(secret) && !stored.includes(body.token))
    assert.ok(!JSON.stringify(body).includes(secret))
  })

  test('by e-mail address too, in any case', async () => {
    await service.accounts.change('author', { email: 'Author@example.org' })
    const reply = await newTab().signIn('author@EXAMPLE.org')
    assert.deepEqual([reply.status, reply.body.user.login], [200, 'author'])
  })

  test('a wrong password, no password and an unknown account get the same response', async () => {
    await service.enrol('without', 'editor')
    const replies = []
    for (const login of ['editor', 'without', 'nobody'])
      replies.push(await newTab().signIn(login, { password: 'a wrong password' }))
    for (const { status, body, headers } of replies) {
      assert.deepEqual([status, body.code], [401, 'sign_in_failed'])
      assert.equal(headers['set-cookie'], undefined)
    }
    assert.equal(new Set(replies.map(({ text }) => text)).size, 1)
    const french = await newTab().send('POST', '/fr/admin/api/session', { login: 'x', password })
    assert.match(french.body.message, /incorrect/)
  })

  test('a session that was there before is not taken over, and ends', async () => {
    const tab = await signedIn('editor')
    const old = tab.cookie
    await tab.signIn('author')
    assert.notEqual(tab.cookie, old)
    const { body } = await newTab().send('GET', 'session', undefined, { Cookie: old })
    assert.equal(body.state, 'signed-out')
    const planted = newTab()
    planted.cookie = `__Host-almanac=alm_${'A'.repeat(43)}`
    await planted.signIn('editor')
    assert.ok(!planted.cookie.includes('AAAA'))
  })

  test('signing out ends the session and takes the cookie away', async () => {
    const tab = await signedIn('editor')
    const { cookie } = tab
    const { body } = await tab.send('DELETE', 'session')
    assert.deepEqual([body.state, tab.cookie], ['signed-out', ''])
    const again = await newTab().send('GET', 'session', undefined, { Cookie: cookie })
    assert.equal(again.body.state, 'signed-out')
  })
})

describe('a session on the API', () => {
  test('opens what its role does, when the page names it by its token', async () => {
    const tab = await signedIn('editor')
    const created = await tab.send('POST', '/cal/events/v1/events', {
      title: 'By session',
      ...days,
    })
    assert.equal(created.status, 201, created.text)
    assert.equal(created.body.author, String(service.users.editor))
    const draft = await tab.send('POST', '/cal/events/v1/events', {
      title: 'Hidden',
      status: 'draft',
      ...days,
    })
    const path = `/cal/events/v1/events/${draft.body.id}`
    const read = await tab.send('GET', path)
    assert.deepEqual([read.status, read.body.title], [200, 'Hidden'])
    assert.match(String(read.headers['cache-control']), /no-store/)
    const later = await newTab().send('GET', path)
    assert.equal(later.status, 403)
  })

  test('a cookie without the token is anonymous, and gets public responses', async () => {
    const tab = await signedIn('editor')
    const path = '/cal/events/v1/events?status=draft'
    const { cookie } = tab
    const plain = await newTab().send('GET', '/cal/events/v1/events', undefined, { Cookie: cookie })
    assert.equal(plain.status, 200)
    assert.match(String(plain.headers['cache-control']), /public/)
    const response = await newTab().send('GET', path, undefined, { Cookie: cookie })
    assert.equal(response.status, 400, response.text)
    const created = { title: 'x', ...days }
    const write = await newTab().send('POST', '/cal/events/v1/events', created, { Cookie: cookie })
    assert.deepEqual([write.status, write.body.code], [401, 'rest_forbidden'])
  })

  test('Authorization wins over a session', async () => {
    const tab = await signedIn('editor')
    const headers = { Authorization: service.basic('subscriber') }
    const reply = await tab.send('POST', '/cal/events/v1/events', { title: 'x', ...days }, headers)
    assert.equal(reply.status, 403)
    const wrong = await tab.send('GET', '/cal/events/v1/events', undefined, {
      Authorization: 'Bearer alm_wrong',
    })
    assert.deepEqual([wrong.status, wrong.body.code], [401, 'invalid_token'])
  })

  test('the response to an expired session says so', async () => {
    const tab = await signedIn('editor')
    await service.accounts.setPassword('editor', password)
    const reply = await tab.send('GET', '/cal/events/v1/events')
    assert.deepEqual([reply.status, reply.body.code], [401, 'session_expired'])
    assert.match(String(reply.headers['cache-control']), /no-store/)
    const bare = await newTab().send('GET', '/cal/events/v1/events', undefined, {
      'X-Almanac-Session': 'x',
    })
    assert.deepEqual([bare.status, bare.body.code], [401, 'session_expired'])
  })
})
