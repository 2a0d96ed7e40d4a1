import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { roles, type Service } from '../support/service.ts'
import { openTab, password, startWithPasswords, type Tab } from './browser-like.ts'

// On PostgreSQL too: names are found by the letters of a collation.

const another = 'another long password'

let service: Service
const tabs: Tab[] = []
function newTab(): Tab {
  const tab = openTab(service)
  tabs.push(tab)
  return tab
}
async function signedIn(login: string, more: object = {}): Promise<Tab> {
  const tab = newTab()
  const reply = await tab.signIn(login, more)
  assert.equal(reply.status, 200, reply.text)
  return tab
}
const tokenIn = (url: string) => url.slice(url.indexOf('#link=') + 6)

before(async () => {
  service = await startWithPasswords()
})
after(async () => {
  for (const tab of tabs) tab.close()
  await service.close()
})

describe('accounts', () => {
  test('are for administrators, by session, and by credentials of scope admin', async () => {
    const paths: [method: string, path: string, body?: object][] = [
      ['GET', 'users'],
      ['GET', `users/${service.users.editor}`],
      ['POST', 'users', { login: 'x', role: 'editor' }],
      ['PATCH', `users/${service.users.editor}`, { name: 'x' }],
      ['DELETE', `users/${service.users.subscriber}`],
      ['POST', `users/${service.users.administrator}/link`, {}],
      ['DELETE', `users/${service.users.administrator}/second-factor`],
      ['DELETE', `users/${service.users.administrator}/sessions`],
      ['GET', 'tokens?user=all'],
    ]
    for (const role of roles) {
      if (role === 'administrator') continue
      const tab = await signedIn(role)
      assert.equal((await tab.send('GET', 'session')).body.may.accounts, false)
      for (const [method, path, body] of paths) {
        const reply = await tab.send(method, path, body)
        assert.deepEqual([reply.status, reply.body.code], [403, 'rest_forbidden'], path)
      }
    }
    for (const [method, path, body] of paths)
      assert.equal((await newTab().send(method, path, body)).status, 401, path)
    const plain = newTab()
    const write = await service.bearer('administrator', { scope: 'write' })
    const all = await service.bearer('administrator', { scope: 'admin' })
    const list = (Authorization: string) => plain.send('GET', 'users', undefined, { Authorization })
    assert.equal((await list(write.authorization)).status, 403)
    assert.equal((await list(all.authorization)).status, 200)
  })

  test('a user may do what the rule of access says', async () => {
    const mays: Record<string, unknown> = {}
    for (const role of roles) {
      const { body } = await (await signedIn(role)).send('GET', 'session')
      const { event, category } = body.may
      mays[role] = [
        event.create,
        event.publish,
        event.change,
        event.change_published,
        category.create,
        event.translate,
      ]
    }
    assert.deepEqual(mays, {
      administrator: [true, true, 'all', 'all', true, false],
      editor: [true, true, 'all', 'all', true, false],
      author: [true, true, 'own', 'own', true, false],
      contributor: [true, false, 'own', 'none', false, false],
      translator: [false, false, 'none', 'none', false, true],
      subscriber: [false, false, 'none', 'none', false, false],
    })
  })

  test('an invitation lets its user set a password, once, and signs them in', async () => {
    const tab = await signedIn('administrator')
    const created = await tab.send('POST', 'users', {
      login: 'invited',
      email: 'Invited@example.org',
      role: 'author',
      language: 'fr',
    })
    assert.equal(created.status, 201, created.text)
    assert.deepEqual([created.body.user.has_password, created.body.user.role], [false, 'author'])
    assert.match(created.body.link.url, /\/fr\/admin\/#link=alm_/)
    const token = tokenIn(created.body.link.url)
    assert.ok(!JSON.stringify(await service.rows('SELECT * FROM one_time_link')).includes(token))
    const guest = newTab()
    const results = await guest.send('POST', 'link', { token })
    assert.deepEqual([results.body.purpose, results.body.login], ['invitation', 'invited'])
    const short = await guest.send('POST', 'link/use', { token, password: 'short' })
    assert.deepEqual([short.status, Object.keys(short.body.data.params)], [400, ['password']])
    const used = await guest.send('POST', 'link/use', { token, password: another, name: 'Ina' })
    assert.deepEqual([used.body.state, used.body.user.name], ['signed-in', 'Ina'])
    for (const path of ['link', 'link/use']) {
      const again = await guest.send('POST', path, { token, password: another })
      assert.deepEqual([again.status, again.body.code], [404, 'link_expired'])
    }
    const same = await tab.send('POST', 'users', { login: 'INVITED', role: 'editor' })
    assert.deepEqual([same.status, Object.keys(same.body.data.params)], [400, ['login']])
    const email = { login: 'other', role: 'editor', email: 'invited@EXAMPLE.org' }
    assert.equal((await tab.send('POST', 'users', email)).status, 400)
  })

  test('a link for a forgotten password ends the sessions, and the link before it', async () => {
    const administrator = await signedIn('administrator')
    const tab = await signedIn('contributor')
    const path = `users/${service.users.contributor}/link`
    const first = await administrator.send('POST', path, {})
    const second = await administrator.send('POST', path, {})
    const guest = newTab()
    const over = await guest.send('POST', 'link', { token: tokenIn(first.body.link.url) })
    assert.equal(over.status, 404)
    const token = tokenIn(second.body.link.url)
    assert.equal((await guest.send('POST', 'link', { token })).body.purpose, 'password')
    assert.equal((await guest.send('POST', 'link/use', { token, password: another })).status, 200)
    assert.equal((await tab.send('GET', 'session')).body.state, 'signed-out')
    assert.equal((await newTab().signIn('contributor')).status, 401)
    await signedIn('contributor', { password: another })
    await service.accounts.setPassword('contributor', password)
  })

  test('a disabled user is refused everywhere from the next request on, until enabled', async () => {
    await service.enrol('disabled', 'editor')
    await service.accounts.setPassword('disabled', password)
    const administrator = await signedIn('administrator')
    const tab = await signedIn('disabled')
    const { id } = await service.accounts.get('disabled')
    const read = () => service.send('GET', '/events', { as: 'disabled' })
    assert.equal((await read()).status, 200)
    const off = await administrator.send('PATCH', `users/${id}`, { disabled: true })
    assert.match(off.body.user.disabled, /^\d{4}-.*Z$/)
    assert.equal((await tab.send('GET', 'session')).body.state, 'signed-out')
    assert.equal((await read()).status, 401)
    const basic = await service.send('GET', '/events', { as: service.basic('disabled') })
    assert.equal(basic.status, 401)
    const refused = await newTab().signIn('disabled')
    assert.deepEqual([refused.status, refused.body.code], [403, 'account_disabled'])
    assert.equal((await newTab().signIn('disabled', { password: another })).status, 401)
    const on = await administrator.send('PATCH', `users/${id}`, { disabled: false })
    assert.equal(on.body.user.disabled, null)
    assert.equal((await read()).status, 200)
    await signedIn('disabled')
  })

  test('another role ends the sessions, and the last administrator stays one', async () => {
    const administrator = await signedIn('administrator')
    const tab = await signedIn('author')
    const path = `users/${service.users.author}`
    assert.equal((await administrator.send('PATCH', path, { role: 'editor' })).status, 200)
    assert.equal((await tab.send('GET', 'session')).body.state, 'signed-out')
    await administrator.send('PATCH', path, { role: 'author' })
    const own = `users/${service.users.administrator}`
    for (const [method, body] of [
      ['PATCH', { role: 'editor' }],
      ['PATCH', { disabled: true }],
      ['DELETE', undefined],
    ] as const) {
      const reply = await administrator.send(method, own, body)
      assert.deepEqual([reply.status, reply.body.code], [409, 'last_administrator'])
    }
    const nobody = await administrator.send('PATCH', 'users/99999', { name: 'x' })
    assert.deepEqual([nobody.status, nobody.body.code], [404, 'user_not_found'])
  })

  test('are found by letters of their names, in pages', async () => {
    const tab = await signedIn('administrator')
    const { body } = await tab.send('GET', 'users?per_page=2&page=2')
    assert.equal(body.users.length, 2)
    assert.equal(body.total_pages, Math.ceil(body.total / 2))
    const results = await tab.send('GET', 'users?search=EDIT&role=editor')
    assert.deepEqual(
      results.body.users.map(({ login }: { login: string }) => login),
      ['editor'],
    )
    assert.match(results.body.users[0].last_used, /Z$/)
  })
})

describe('tokens', () => {
  test('are made for oneself, shown once, and revoked by their owner or an administrator', async () => {
    const tab = await signedIn('editor')
    const created = await tab.send('POST', 'tokens', { name: 'phone', expires: '90d' })
    assert.equal(created.status, 201, created.text)
    const { token, secret } = created.body
    assert.deepEqual([token.type, token.scope, token.state], ['token', 'write', 'valid'])
    const by = () => service.send('GET', '/events', { as: `Bearer ${secret}` })
    assert.equal((await by()).status, 200)
    assert.ok(!(await tab.send('GET', 'tokens')).text.includes(secret))
    const other = await signedIn('author')
    assert.equal((await other.send('DELETE', `tokens/${token.id}`)).status, 404)
    const revoked = await tab.send('DELETE', `tokens/${token.id}`)
    assert.equal(revoked.body.token.state, 'revoked')
    assert.equal((await by()).status, 401)
    for (const [body, name] of [
      [{ name: 'x', expires: 'yesterday' }, 'expires'],
      [{ name: 'x', expires: '2001-01-01' }, 'expires'],
      [{ name: 'x', type: 'feed-token', scope: 'write' }, 'scope'],
    ] as const) {
      const reply = await tab.send('POST', 'tokens', body)
      assert.deepEqual([reply.status, Object.keys(reply.body.data.params)], [400, [name]])
    }
    const feed = await tab.send('POST', 'tokens', { name: 'calendar', type: 'feed-token' })
    const administrator = await signedIn('administrator')
    const all = await administrator.send('GET', `tokens?user=${service.users.editor}`)
    assert.ok(all.body.tokens.some(({ id }: { id: number }) => id === feed.body.token.id))
    for (const nobody of ['nobody', '1e3', '0x1', '-1', '999'])
      assert.equal((await administrator.send('GET', `tokens?user=${nobody}`)).status, 404, nobody)
    assert.equal((await administrator.send('DELETE', `tokens/${feed.body.token.id}`)).status, 200)
  })

  test('a token that covers less makes none', async () => {
    const { authorization } = await service.bearer('administrator', { scope: 'write' })
    const headers = { Authorization: authorization }
    const reply = await newTab().send('POST', 'tokens', { name: 'x', scope: 'admin' }, headers)
    assert.equal(reply.status, 403)
  })

  const createRecord = async (as: string, body: object) =>
    newTab().send('POST', 'tokens', { name: 'x', ...body }, { Authorization: as })

  test('a token for one language has no part in accounts, tokens and settings, whatever the role', async () => {
    for (const role of ['administrator', 'editor', 'author', 'contributor', 'subscriber']) {
      const given = { login: role, form: 'bearer', name: 'stored', scope: 'write' } as const
      const { credential, secret } = await service.accounts.issue({ ...given, language: 'fr' })
      // as an earlier version stored it
      await service.store.write(tx => tx.update('credential', credential.id, { scope: 'admin' }))
      const headers = { Authorization: `Bearer ${secret}` }
      for (const [method, path, body] of [
        ['POST', 'tokens', { name: 'x', scope: 'admin', language: '' }],
        ['POST', 'tokens', { name: 'x', language: 'fr' }],
        ['GET', 'tokens', undefined],
        ['DELETE', `tokens/${credential.id}`, undefined],
        ['GET', 'users', undefined],
        ['POST', `users/${service.users.author}/link`, {}],
        ['PATCH', `users/${service.users.author}`, { role: 'administrator' }],
        ['GET', 'settings', undefined],
        ['PATCH', 'settings', { settings: { siteName: 'x' } }],
      ] as const) {
        const reply = await newTab().send(method, path, body, headers)
        assert.deepEqual([reply.status, reply.body.code], [403, 'rest_forbidden'], path)
      }
      const refused = service.accounts.issue({ ...given, scope: 'admin', language: 'fr' })
      await assert.rejects(refused, { code: 'language-scope' })
    }
  })

  test('a token with the scope write cannot list or create tokens, and the response says why', async () => {
    for (const role of ['administrator', 'author']) {
      const { authorization: as } = await service.bearer(role, { scope: 'write' })
      for (const method of ['POST', 'GET'] as const) {
        const sent = method === 'POST' ? { name: 'x' } : undefined
        const reply = await newTab().send(method, 'tokens', sent, { Authorization: as })
        assert.deepEqual([reply.status, reply.body.code], [403, 'rest_forbidden'], role)
        assert.match(reply.body.message, /scope admin/, role)
        assert.doesNotMatch(reply.body.message, /administrators/i, role)
      }
    }
  })

  test('credentials created with a token expire no later than the token, whatever the role', async () => {
    const ends = service.clock.now() + 3600
    for (const role of ['administrator', 'editor', 'author', 'contributor', 'subscriber']) {
      const { authorization } = await service.bearer(role, { scope: 'admin', expires: ends })
      const endOf = async (body: object) =>
        (await createRecord(authorization, body)).body.token?.expires
      const end = new Date(ends * 1000).toISOString().replace('.000', '')
      for (const type of ['token', 'application-password', 'feed-token'])
        assert.equal(await endOf({ type }), end, role)
      const later = await createRecord(authorization, { expires: '2h' })
      assert.deepEqual([later.status, Object.keys(later.body.data.params)], [400, ['expires']])
      if (role !== 'administrator') continue
      const path = `users/${service.users.author}/link`
      const headers = { Authorization: authorization }
      const { link } = (await newTab().send('POST', path, {}, headers)).body
      assert.equal(link.expires, end)
    }
    const tab = await signedIn('editor')
    assert.equal((await tab.send('POST', 'tokens', { name: 'x' })).body.token.expires, null)
  })
})
