import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serve } from '../../src/main.ts'
import { newPlace } from '../support/engine.ts'
import { restart, settingsFor, startService } from '../support/service.ts'
import { openTab, password, startWithPasswords } from './browser-like.ts'

test('the first administrator is made by the code that was printed, once, of two at once too', async t => {
  const { folder, remove } = await newPlace('almanac-first-')
  const service = await serve(settingsFor(folder))
  t.after(async () => {
    await service.close()
    await remove()
  })
  const [, code] = /\/admin\/#setup=([\w-]+)$/.exec(service.setUp ?? '') ?? []
  assert.ok(code)
  const tab = openTab(service)
  t.after(tab.close)
  assert.equal((await tab.send('GET', 'session')).body.state, 'setup')
  const by = (login: string, of: object = {}) =>
    tab.send('POST', 'setup', { code, login, password, ...of })
  const wrong = await by('alice', { code: 'abcd-efgh-jkmn' })
  assert.deepEqual([wrong.status, wrong.body.code], [403, 'setup_code'])
  const short = await by('alice', { password: 'short' })
  assert.deepEqual([short.status, Object.keys(short.body.data.params)], [400, ['password']])
  const both = await Promise.all([by('alice'), by('bob', { code: code.toUpperCase() })])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409])
  assert.equal(await service.accounts.count(), 1)
  const created = both.find(({ status }) => status === 201)
  assert.deepEqual([created?.body.state, created?.body.user.role], ['signed-in', 'administrator'])
  assert.equal((await by('carol')).body.code, 'setup_done')
})

test('an administrator without a password does not end the code, and one who can sign in does', async t => {
  const service = await startService()
  t.after(service.close)
  const tab = openTab(service)
  t.after(tab.close)
  const state = async () => (await tab.send('GET', 'session')).body.state
  assert.equal(await state(), 'setup')
  const [, code] = /\/admin\/#setup=([\w-]+)$/.exec(service.setUp ?? '') ?? []
  const created = await tab.send('POST', 'setup', { code, login: 'alice', password })
  assert.deepEqual([created.status, created.body.user.role], [201, 'administrator'])
  const again = await tab.send('POST', 'setup', { code, login: 'bob', password })
  assert.equal(again.body.code, 'setup_done')
})

test('where someone can sign in, no code is printed', async t => {
  const first = await startWithPasswords()
  const service = await restart(first)
  t.after(service.close)
  assert.equal(service.setUp, undefined)
})

test('where people sign in by a provider, no code is printed', async t => {
  const service = await startService({
    oidcIssuer: 'https://id.example.org',
    oidcClientId: 'almanac',
  })
  t.after(service.close)
  assert.equal(service.setUp, undefined)
})

test('a session ends when it is not used, and in the end whatever happens', async t => {
  const service = await startWithPasswords({
    clock: '2027-03-01T10:00:00Z',
    sessionIdleTimeout: 60,
    sessionMaxAge: 86_400,
  })
  t.after(service.close)
  const tab = openTab(service)
  t.after(tab.close)
  const { headers } = await tab.signIn('editor')
  assert.match(String(headers['set-cookie']), /Max-Age=86400/)
  const state = async () => (await tab.send('GET', 'session')).body.state
  assert.equal(await state(), 'signed-in')
  // as if it had been an hour ago
  await service.store.write(async tx => {
    for (const id of await tx.idsAfter('session', 0, 10))
      await tx.add('session', [id], 'used', -3600)
  })
  assert.equal(await state(), 'signed-out')
  await tab.signIn('editor')
  await service.store.write(async tx => {
    for (const id of await tx.idsAfter('session', 0, 10))
      await tx.add('session', [id], 'expires', -90_000)
  })
  assert.equal(await state(), 'signed-out')
})

test('users see their sessions, and end one of them, all others, or all', async t => {
  const service = await startWithPasswords()
  t.after(service.close)
  const [one, two, three] = [openTab(service), openTab(service), openTab(service)]
  t.after(() => {
    for (const tab of [one, two, three]) tab.close()
  })
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const by = { login: 'editor', password }
  await one.send('POST', 'session', by, { 'User-Agent': agent })
  await two.signIn('editor')
  await three.signIn('editor')
  const { sessions } = (await one.send('GET', 'sessions')).body
  assert.equal(sessions.length, 3)
  const current = sessions.find((each: { current: boolean }) => each.current)
  assert.deepEqual([current.browser, current.system], ['Firefox', 'Linux'])
  const { id } = (await two.send('GET', 'session')).body.session
  assert.equal((await one.send('DELETE', `sessions/${id}`)).body.ended, 1)
  assert.equal((await two.send('GET', 'session')).body.state, 'signed-out')
  const stranger = openTab(service)
  t.after(stranger.close)
  await stranger.signIn('author')
  const other = await stranger.send('DELETE', `sessions/${current.id}`)
  assert.deepEqual([other.status, other.body.code], [404, 'session_not_found'])
  assert.equal((await one.send('DELETE', 'sessions?keep=current')).body.ended, 1)
  assert.equal((await one.send('GET', 'session')).body.state, 'signed-in')
  const old = one.cookie
  const next = { password, new_password: 'another long password' }
  assert.equal((await one.send('POST', 'password', next)).body.state, 'signed-in')
  assert.notEqual(one.cookie, old)
  const planted = await stranger.send('GET', 'session', undefined, { Cookie: old })
  assert.equal(planted.body.state, 'signed-out')
  assert.equal((await one.send('DELETE', 'sessions')).body.ended, 1)
  assert.equal(one.cookie, '')
})
