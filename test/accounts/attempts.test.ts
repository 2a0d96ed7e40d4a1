import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { signInLimits } from '../../src/http/request/limits.ts'
import { type Mailbox, startMailbox } from '../support/mailbox.ts'
import type { Service } from '../support/service.ts'
import { openTab, password, startWithPasswords, type Tab } from './browser-like.ts'
import { digits } from './codes.ts'

let mailbox: Mailbox
let service: Service
const tabs: Tab[] = []
function newTab(): Tab {
  const tab = openTab(service)
  tabs.push(tab)
  return tab
}
/** A sign-in from an address. */
const from = (address: string, login: string, more: object = {}) =>
  newTab().send('POST', 'session', { login, password, ...more }, { 'X-Forwarded-For': address })

before(async () => {
  mailbox = await startMailbox()
  service = await startWithPasswords({
    ...mailbox.settings,
    trustedProxies: ['127.0.0.1'],
    siteName: 'Fairs',
    attemptLimit: 5,
  })
  await service.accounts.change('editor', { email: 'editor@example.org', language: 'fr' })
  await service.accounts.change('author', { email: 'author@example.org' })
})
after(async () => {
  for (const tab of tabs) tab.close()
  await service.close()
  await mailbox.close()
})

describe('codes of six digits', () => {
  let codes: string[] = []
  before(async () => {
    const tab = newTab()
    await tab.signIn('editor')
    const { secret } = (await tab.send('POST', 'second-factor', { password })).body
    const code = digits(secret, service.clock)
    codes = (await tab.send('POST', 'second-factor/confirm', { code })).body.recovery_codes
  })

  test('that are wrong are announced to the owner, once, in their language', async () => {
    for (let n = 0; n < 7; n++) await from(`198.51.100.${n}`, 'editor', { code: `00000${n}` })
    assert.equal((await from('198.51.100.9', 'editor', { code: '000009' })).status, 429)
    await mailbox.holds(1)
    const [letter] = mailbox.letters
    assert.deepEqual(letter?.to, ['editor@example.org'])
    assert.match(letter?.text ?? '', /codes erronés de la double authentification/)
  })

  test('that are wrong leave recovery codes alone, and too many wrong ones of these the right one', async () => {
    assert.equal((await from('203.0.113.1', 'editor', { code: codes[0] })).status, 200)
    const statuses: number[] = []
    for (let n = 10; n < 32; n++) {
      const code = `abcd-efgh-jk${n}`
      statuses.push((await from(`198.51.100.${n}`, 'editor', { code })).status)
    }
    assert.deepEqual([statuses[0], statuses.at(-1)], [401, 429])
    assert.equal((await from('203.0.113.1', 'editor', { code: codes[1] })).status, 200)
    assert.equal(mailbox.letters.length, 1)
  })

  test('may be tried 5 times in five minutes, 10 in an hour and 20 in a day', () => {
    let now = 0
    const { ofCodes } = signInLimits(
      () => ({ attemptLimit: 20, attemptWindow: 300 }),
      undefined,
      () => now,
    )
    const days = 10
    let tried = 0
    for (; now < days * 86_400_000; now += 60_000) {
      for (let n = 0; n < 10; n++) {
        if (ofCodes.some(limit => limit.isExceeded('1'))) continue
        for (const limit of ofCodes) limit.failed('1')
        tried++
      }
      if (now === 0) assert.equal(tried, 5)
      if (now === 3_540_000) assert.equal(tried, 10)
      if (now === 86_340_000) assert.equal(tried, 20)
    }
    assert.equal(tried, 20 * days)
  })
})

describe('an account that many networks try', () => {
  test('is never locked: its owner gets an e-mail, and each network has a few tries an hour', async () => {
    const wrong = { password: 'not that one' }
    for (let n = 0; n < 25; n++)
      assert.equal((await from(`2001:db8:${n + 10}::1`, 'author', wrong)).status, 401, String(n))
    await mailbox.holds(2)
    const letter = mailbox.letters[1]
    assert.deepEqual(letter?.to, ['author@example.org'])
    assert.match(letter?.text ?? '', /Your account is not locked/)
    // by its address or another spelling it is the same account
    const names = ['author', 'author@example.org', 'AUTHOR', 'áuthor']
    const tried: number[] = []
    for (const name of names) tried.push((await from('203.0.113.50', name, wrong)).status)
    assert.deepEqual(tried, [401, 401, 401, 429])
    assert.equal((await from('203.0.113.60', 'author', wrong)).status, 401)
    assert.equal((await from('203.0.113.60', 'author')).status, 200)
    assert.equal((await from('203.0.113.50', 'contributor')).status, 200)
    assert.equal(mailbox.letters.length, 2)
  })

  test('is another than the one whose ID is tried as a login', async () => {
    const users = await service.accounts.list()
    const id = users.find(({ login }) => login === 'contributor')?.id
    assert.ok(id)
    const wrong = { password: 'not that one' }
    for (let n = 0; n < 25; n++) await from(`2001:db8:${n + 50}::1`, String(id), wrong)
    for (let n = 0; n < 4; n++)
      assert.equal((await from('203.0.113.70', 'contributor', wrong)).status, 401, String(n))
  })
})
