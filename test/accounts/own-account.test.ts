import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Mailbox, startMailbox } from '../support/mailbox.ts'
import type { Service } from '../support/service.ts'
import { openTab, password, startWithPasswords, type Tab } from './browser-like.ts'

let mailbox: Mailbox
let service: Service
const tabs: Tab[] = []
async function signedIn(login: string): Promise<Tab> {
  const tab = openTab(service)
  tabs.push(tab)
  assert.equal((await tab.signIn(login)).status, 200)
  return tab
}
const next = 'quite another password'

before(async () => {
  mailbox = await startMailbox()
  service = await startWithPasswords({ ...mailbox.settings, siteName: 'Fairs' })
  for (const login of ['editor', 'author'])
    await service.accounts.change(login, { email: `${login}@example.org` })
})
after(async () => {
  for (const tab of tabs) tab.close()
  await service.close()
  await mailbox.close()
})

describe('another e-mail address', () => {
  test('takes the password, and name and language do not', async () => {
    const tab = await signedIn('editor')
    const change = (sent: object) => tab.send('PATCH', 'account', sent)
    const email = 'thief@example.net'
    assert.equal((await change({ email })).body.code, 'rest_missing_callback_param')
    assert.equal((await change({ email: '' })).body.code, 'rest_missing_callback_param')
    const wrong = await change({ email, password: 'not that one' })
    assert.deepEqual([wrong.status, wrong.body.code], [403, 'wrong_password'])
    assert.equal((await service.accounts.get('editor')).email, 'editor@example.org')
    const same = { email: 'editor@example.org', name: 'Ed', language: 'fr' }
    assert.equal((await change(same)).status, 200)
    assert.equal(mailbox.letters.length, 0)
  })

  test('is announced to the former one, in the language of the account, without being named', async () => {
    const tab = await signedIn('editor')
    const sent = { email: 'ed@example.net', password }
    assert.equal((await tab.send('PATCH', 'account', sent)).status, 200)
    await mailbox.holds(1)
    const [letter] = mailbox.letters
    assert.deepEqual(letter?.to, ['editor@example.org'])
    assert.match(
      letter?.text ?? '',
      /Bonjour Ed,\n\nL’adresse e-mail du compte editor sur Fairs a changé/,
    )
    assert.ok(!letter?.text.includes('ed@example.net'))
    const admin = await signedIn('administrator')
    const path = `users/${service.users.author}`
    assert.equal((await admin.send('PATCH', path, { email: '' })).status, 200)
    await mailbox.holds(2)
    assert.deepEqual(mailbox.letters[1]?.to, ['author@example.org'])
    assert.match(mailbox.letters[1]?.text ?? '', /has changed/)
    await admin.send('PATCH', path, { email: 'author@example.org', name: 'A.' })
  })

  test('sends three e-mails an hour at most, so that it cannot be used to write to strangers', async () => {
    const tab = await signedIn('contributor')
    const before = mailbox.letters.length
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const sent = { email: `stranger-${name}@example.net`, password }
      assert.equal((await tab.send('PATCH', 'account', sent)).status, 200)
    }
    await service.accounts.change('administrator', { email: 'root@example.org' })
    const admin = await signedIn('administrator')
    // e-mails go one after another: when this one is there, so are those before it
    await admin.send('PATCH', 'account', { email: 'admin@example.org', password })
    await mailbox.holds(before + 4)
    assert.deepEqual(
      mailbox.letters.slice(before).map(({ to }) => to),
      [...['a', 'b', 'c'].map(name => [`stranger-${name}@example.net`]), ['root@example.org']],
    )
  })

  test('is guessed no more often than the password anywhere else', async () => {
    const tab = await signedIn('subscriber')
    const sent = { email: 's@example.org', password: 'not that one' }
    let reply = await tab.send('PATCH', 'account', sent)
    for (let n = 0; n < 30 && reply.status !== 429; n++)
      reply = await tab.send('PATCH', 'account', sent)
    assert.equal(reply.body.code, 'too_many_attempts')
    assert.equal((await tab.send('PATCH', 'account', { name: 'Sam' })).status, 200)
  })
})

describe('a link for a password', () => {
  const ways: Record<string, (login: string) => Promise<unknown>> = {
    'a new password of one’s own': async login =>
      (await signedIn(login)).send('POST', 'password', { password, new_password: next }),
    'a password set at the command line': login => service.accounts.setPassword(login, next),
    'another address of one’s own': async login =>
      (await signedIn(login)).send('PATCH', 'account', { email: 'own@example.org', password }),
    'another address that an administrator enters': async login =>
      (await signedIn('administrator')).send('PATCH', `users/${service.users.contributor}`, {
        email: `${login}-2@example.org`,
      }),
    'an account that is disabled and enabled again': async login => {
      await service.accounts.change(login, { disabled: true })
      await service.accounts.change(login, { disabled: false })
    },
  }
  for (const [way, change] of Object.entries(ways))
    test(`ends with ${way}`, async () => {
      const login = 'contributor'
      await service.accounts.setPassword(login, password)
      const { token } = await service.accounts.link(login)
      const guest = openTab(service)
      tabs.push(guest)
      assert.equal((await guest.send('POST', 'link', { token })).status, 200)
      await change(login)
      const used = await guest.send('POST', 'link/use', { token, password: 'the thief’s password' })
      assert.deepEqual([used.status, used.body.code], [404, 'link_expired'])
    })

  test('stays while only the name, the language or the same address is written', async () => {
    await service.accounts.change('contributor', { email: 'c@example.org' })
    const { token } = await service.accounts.link('contributor')
    await service.accounts.change('contributor', {
      email: 'c@example.org',
      name: 'C',
      language: 'en',
    })
    const guest = openTab(service)
    tabs.push(guest)
    assert.equal((await guest.send('POST', 'link', { token })).status, 200)
  })
})

test('a new password leaves tokens alone, unless they are to be revoked with it', async () => {
  const tab = await signedIn('author')
  const { secret } = (await tab.send('POST', 'tokens', { name: 'phone' })).body
  const reads = async () =>
    (await service.send('GET', '/events', { headers: { Authorization: `Bearer ${secret}` } }))
      .status
  await tab.send('POST', 'password', { password, new_password: next })
  assert.equal(await reads(), 200)
  const sent = { password: next, new_password: password, revoke_tokens: true }
  assert.equal((await tab.send('POST', 'password', sent)).status, 200)
  assert.equal(await reads(), 401)
  const { tokens } = (await tab.send('GET', 'tokens')).body
  assert.ok(tokens.length > 0)
  for (const { state } of tokens) assert.equal(state, 'revoked')
})
