import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Person, startProvider, type TestProvider } from '../support/provider.ts'
import { restart, roles, type Service } from '../support/service.ts'
import { openTab, password, startWithPasswords } from './browser-like.ts'
import { digits } from './codes.ts'
import { openGuest } from './provider.ts'

const verified = (sub: string, email = `${sub}@example.org`): Person => ({
  sub,
  email,
  email_verified: true,
})
const people: Record<string, Person> = {
  ed: verified('ed', 'Editor@example.org'),
  careless: { ...verified('careless', 'author@example.org'), email_verified: false },
  stranger: verified('stranger'),
  contributor: verified('contributor'),
  administrator: verified('administrator'),
  heir: verified('heir', 'editor@example.org'),
}

let provider: TestProvider
let service: Service
const closing: (() => void)[] = []
function newGuest() {
  const guest = openGuest(service, provider)
  closing.push(guest.tab.close)
  return guest
}
async function refused(name: string, code: string) {
  const guest = newGuest()
  const reply = await guest.signIn(name)
  assert.equal(reply.body.code, code, `${name}: ${reply.text}`)
  assert.equal(guest.tab.cookie, '')
  return reply
}

before(async () => {
  provider = await startProvider(people)
  service = await startWithPasswords(provider.settings)
  await provider.serve(service.address)
  for (const login of ['editor', 'author', 'contributor', 'administrator'])
    await service.accounts.change(login, { email: `${login}@example.org` })
})
after(async () => {
  for (const close of closing) close()
  await service.close()
  await provider.close()
})

describe('signing in by a provider', () => {
  test('opens an ordinary session of the account with the verified e-mail address', async () => {
    const guest = newGuest()
    const before = await guest.tab.send('GET', 'session')
    assert.equal(before.body.site.provider, 'Town hall')
    const back = await guest.goes('ed', '/events')
    const { headers } = await guest.comes(back)
    assert.equal(headers.location, `${service.address}/admin/events#provider`)
    const reply = await guest.finish()
    assert.deepEqual([reply.status, reply.body.user.login], [200, 'editor'])
    const { sessions } = (await guest.tab.send('GET', 'sessions')).body
    assert.equal(sessions.filter(({ current }: { current: boolean }) => current).length, 1)
    const admin = openTab(service)
    closing.push(admin.close)
    await admin.signIn('administrator')
    const { user } = (await admin.send('GET', `users/${service.users.editor}`)).body
    assert.deepEqual([user.provider, typeof user.last_used], [true, 'string'])
    await guest.tab.send('DELETE', 'sessions')
    assert.equal((await guest.tab.send('GET', 'sessions')).status, 401)
  })

  test('an account stays with its person, also if another one has the e-mail address by now', async () => {
    await refused('heir', 'provider_no_account')
    people.ed = verified('ed', 'married@example.org')
    assert.equal((await newGuest().signIn('ed')).body.user.login, 'editor')
    await service.accounts.unlink('editor')
    await refused('ed', 'provider_no_account')
    assert.equal((await newGuest().signIn('heir')).body.user.login, 'editor')
  })

  test('refuses who has no account, no verified address, or a disabled account', async () => {
    const { body } = await refused('careless', 'provider_email')
    assert.equal(body.data.status, 403)
    await refused('stranger', 'provider_no_account')
    await service.accounts.change('contributor', { disabled: true })
    await refused('contributor', 'account_disabled')
    await service.accounts.change('contributor', { disabled: false })
    assert.equal((await newGuest().signIn('contributor')).status, 200)
    await service.accounts.change('contributor', { disabled: true })
    await refused('contributor', 'account_disabled')
    await service.accounts.change('contributor', { disabled: false })
    assert.equal((await service.rows('SELECT * FROM "user"')).length, roles.length)
  })

  test('an address that users have entered themselves does not lead into an account', async () => {
    const tab = openTab(service)
    closing.push(tab.close)
    await tab.signIn('subscriber')
    const email = 'stranger@example.org'
    assert.equal((await tab.send('PATCH', 'account', { email, password })).status, 200)
    await refused('stranger', 'provider_no_account')
    // an administrator who sends the same address along has not looked at it
    await service.accounts.change('subscriber', { email, name: 'Someone else' })
    await refused('stranger', 'provider_no_account')
    await service.accounts.change('subscriber', { email: '' })
    await service.accounts.change('subscriber', { email })
    assert.equal((await newGuest().signIn('stranger')).body.user.login, 'subscriber')
  })

  test('asks for the second factor of the account too, and accepts each code once', async () => {
    const owner = newGuest()
    await owner.tab.signIn('administrator')
    const { secret } = (await owner.tab.send('POST', 'second-factor', { password })).body
    const code = digits(secret, service.clock)
    const on = await owner.tab.send('POST', 'second-factor/confirm', { code })
    assert.equal(on.status, 200, on.text)
    const guest = newGuest()
    assert.equal((await guest.signIn('administrator')).body.code, 'second_factor_required')
    assert.equal((await guest.finish({ code: '000000' })).body.code, 'second_factor_failed')
    assert.equal(guest.tab.cookie, '')
    const done = await guest.finish({ code: on.body.recovery_codes[0] })
    assert.equal(done.status, 200, done.text)
    const again = await guest.finish({ code: on.body.recovery_codes[1] })
    assert.deepEqual([again.status, again.body.code], [403, 'provider_expired'])
    await service.accounts.resetFactor('administrator')
  })

  test('ends the session that was there before', async () => {
    const guest = newGuest()
    await guest.tab.signIn('author')
    const planted = guest.tab.cookie
    const reply = await guest.signIn('heir')
    assert.equal(reply.body.user.login, 'editor')
    assert.notEqual(guest.tab.cookie, planted)
    guest.tab.cookie = planted
    assert.equal((await guest.tab.send('GET', 'session')).body.state, 'signed-out')
  })
})

describe('people without an invitation', () => {
  before(async () => {
    service = await restart(service, { oidcNewUsers: 'contributor' })
    await provider.serve(service.address)
    people.new = { ...verified('new', 'new@example.org'), name: 'New Person' }
    people.namesake = { ...verified('namesake'), preferred_username: 'new' }
    people.demo = { ...verified('demo'), preferred_username: 'demo' }
  })

  test('get an account with the role of the setting, once, of two at the same moment too', async () => {
    const guests = [newGuest(), newGuest()]
    for (const guest of guests) await guest.comes(await guest.goes('new'))
    const replies = await Promise.all(guests.map(guest => guest.finish()))
    assert.deepEqual(
      replies.map(({ status, body }) => [status, body.user?.login, body.user?.role]),
      [
        [200, 'new', 'contributor'],
        [200, 'new', 'contributor'],
      ],
    )
    assert.equal(replies[0]?.body.user.email, 'new@example.org')
    // an account without a password says so, and not that the password is wrong
    const change = { email: 'other@example.org', password }
    const reply = await guests[0]?.tab.send('PATCH', 'account', change)
    assert.deepEqual([reply?.status, reply?.body.code], [403, 'rest_forbidden'])
    assert.match(reply?.body.message, /has no password/)
    assert.equal((await newGuest().signIn('namesake')).body.user.login, 'new-2')
    assert.equal((await newGuest().signIn('demo')).body.user.login, 'demo-2')
    await refused('careless', 'provider_email')
  })
})
