import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parseXml } from '@rgrove/parse-xml'
import { restart, type Service } from '../support/service.ts'
import { openTab, password, startWithPasswords, type Tab } from './browser-like.ts'
import { digits } from './codes.ts'

let service: Service
const tabs: Tab[] = []
function newTab(): Tab {
  const tab = openTab(service)
  tabs.push(tab)
  return tab
}
async function signedIn(login: string): Promise<Tab> {
  const tab = newTab()
  const reply = await tab.signIn(login)
  assert.equal(reply.status, 200, reply.text)
  return tab
}
const digitsNow = (secret: string, later = 0) => digits(secret, service.clock, later)
/** A user with a second factor: the secret of their app, their recovery codes, and the tab they did it in. */
async function enrolled(login: string) {
  await service.enrol(login, 'editor')
  await service.accounts.setPassword(login, password)
  const tab = await signedIn(login)
  const started = await tab.send('POST', 'second-factor', { password })
  assert.equal(started.status, 200, started.text)
  const { secret } = started.body
  // the code before this one: that of now is still good for signing in
  const done = await tab.send('POST', 'second-factor/confirm', { code: digitsNow(secret, -1) })
  assert.equal(done.status, 200, done.text)
  return { tab, secret, codes: done.body.recovery_codes as string[], begun: started.body }
}

before(async () => {
  service = await startWithPasswords()
})
after(async () => {
  for (const tab of tabs) tab.close()
  await service.close()
})

describe('a second factor', () => {
  test('begins with the password again, a secret to scan or type, and changes nothing yet', async () => {
    const tab = await signedIn('author')
    const refused = await tab.send('POST', 'second-factor', { password: 'not the password' })
    assert.deepEqual([refused.status, refused.body.code], [403, 'wrong_password'])
    const { body } = await tab.send('POST', 'second-factor', { password })
    assert.match(body.secret, /^[A-Z2-7]{32}$/)
    assert.match(body.uri, /^otpauth:\/\/totp\/.*author\?.*secret=/)
    assert.equal(parseXml(body.qr).root?.name, 'svg')
    assert.ok(!/script|href|on\w+=/i.test(body.qr))
    const wrong = await tab.send('POST', 'second-factor/confirm', { code: '000000' })
    assert.deepEqual([wrong.status, Object.keys(wrong.body.data.params)], [400, ['code']])
    assert.equal((await tab.send('GET', 'second-factor')).body.enabled, false)
    assert.equal((await newTab().signIn('author')).status, 200)
  })

  test('is required from then on, and its secret is encrypted in the database', async () => {
    const { tab, secret, codes } = await enrolled('with-app')
    assert.equal(codes.length, 10)
    assert.ok(codes.every(code => /^[a-z0-9]{4}(-[a-z0-9]{4}){2}$/.test(code)))
    const stored = JSON.stringify(await service.rows('SELECT * FROM "user"'))
    for (const each of [secret, ...codes]) assert.ok(!stored.includes(each))
    // this session went on by another token
    assert.equal((await tab.send('GET', 'session')).body.user.secondFactor, true)
    const without = await newTab().signIn('with-app')
    assert.deepEqual([without.status, without.body.code], [401, 'second_factor_required'])
    assert.equal(without.headers['set-cookie'], undefined)
    const guessed = await newTab().signIn('with-app', { password: 'wrong password', code: '1' })
    assert.equal(guessed.body.code, 'sign_in_failed')
    const right = await newTab().signIn('with-app', { code: digitsNow(secret) })
    assert.equal(right.status, 200, right.text)
  })

  test('a code opens once, of two at the same moment too', async () => {
    const { secret } = await enrolled('once')
    const code = digitsNow(secret)
    const both = await Promise.all([1, 2].map(() => newTab().signIn('once', { code })))
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 401])
    const again = await newTab().signIn('once', { code })
    assert.deepEqual([again.status, again.body.code], [401, 'second_factor_failed'])
    const earlier = await newTab().signIn('once', { code: digitsNow(secret, -1) })
    assert.equal(earlier.status, 401)
  })

  test('a recovery code opens once, in any case and without its hyphens', async () => {
    const { tab, codes } = await enrolled('recovers')
    const [first = '', second = ''] = codes
    const typed = first.toUpperCase().replaceAll('-', ' ')
    assert.equal((await newTab().signIn('recovers', { code: typed })).status, 200)
    assert.equal((await newTab().signIn('recovers', { code: first })).status, 401)
    assert.equal((await tab.send('GET', 'second-factor')).body.recovery_codes_left, 9)
    const renewed = await tab.send('POST', 'second-factor/codes', { password })
    assert.equal(renewed.body.recovery_codes.length, 10)
    assert.equal((await newTab().signIn('recovers', { code: second })).status, 401)
    const [fresh] = renewed.body.recovery_codes
    assert.equal((await newTab().signIn('recovers', { code: fresh })).status, 200)
  })

  test('few codes may be tried, from wherever, and then the right one is refused too', async () => {
    const { secret } = await enrolled('guessed')
    const tried: number[] = []
    for (let n = 0; n < 7; n++)
      tried.push((await newTab().signIn('guessed', { code: `00000${n}` })).status)
    assert.deepEqual(tried, [401, 401, 401, 401, 401, 429, 429])
    const right = await newTab().signIn('guessed', { code: digitsNow(secret) })
    assert.deepEqual([right.status, right.body.code], [429, 'too_many_attempts'])
    assert.ok(Number(right.headers['retry-after']) > 0)
  })

  test('its user turns it off with their password, an administrator without; sessions end', async () => {
    const { tab } = await enrolled('leaves')
    const other = tab.cookie
    const off = await tab.send('POST', 'second-factor/disable', { password })
    assert.deepEqual([off.status, off.body.user.secondFactor], [200, false])
    assert.notEqual(tab.cookie, other)
    assert.equal((await newTab().signIn('leaves')).status, 200)

    const lost = await enrolled('loses')
    const administrator = await signedIn('administrator')
    const { id } = await service.accounts.get('loses')
    const reset = await administrator.send('DELETE', `users/${id}/second-factor`)
    assert.deepEqual([reset.status, reset.body.user.second_factor], [200, false])
    assert.equal((await lost.tab.send('GET', 'session')).body.state, 'signed-out')
    assert.equal((await newTab().signIn('loses')).status, 200)
  })

  test('is there after a restart', async () => {
    const { secret } = await enrolled('stays')
    service = await restart(service)
    assert.equal((await newTab().signIn('stays')).body.code, 'second_factor_required')
    assert.equal((await newTab().signIn('stays', { code: digitsNow(secret) })).status, 200)
  })
})
