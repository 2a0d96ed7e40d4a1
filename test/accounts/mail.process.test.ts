import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readSettings } from '../../src/config/config.ts'
import { type Mailbox, startMailbox } from '../support/mailbox.ts'
import type { Service } from '../support/service.ts'
import { openTab, password, startWithPasswords, type Tab } from './browser-like.ts'
import '../support/own-process.ts'

let mailbox: Mailbox
let service: Service
let admin: Tab
const tabs: Tab[] = []
function newTab(): Tab {
  const tab = openTab(service)
  tabs.push(tab)
  return tab
}
const linkIn = (text: string) => /http:\/\/[^\s"]+#link=(alm_[\w-]{43})/.exec(text)?.[1] ?? ''
const last = () => mailbox.letters.at(-1)?.text ?? ''

/** The work after a response is done once the mail of a later request is there. */
async function nextMail(work: () => Promise<unknown>): Promise<string> {
  const count = mailbox.letters.length
  await work()
  await mailbox.holds(count + 1)
  return last()
}
const forget = (tab: Tab, login: string) => tab.send('POST', 'forgotten', { login })

before(async () => {
  mailbox = await startMailbox()
  service = await startWithPasswords({
    ...mailbox.settings,
    siteName: 'Fêtes & <Fun>',
    attemptLimit: 15,
  })
  await service.accounts.change('editor', { email: 'editor@example.org', language: 'fr' })
  await service.accounts.change('author', { email: 'author@example.org' })
  admin = newTab()
  await admin.signIn('administrator')
})
after(async () => {
  for (const tab of tabs) tab.close()
  await service.close()
  await mailbox.close()
})

describe('mail', () => {
  test('brings an invitation in the language of the person, as text and HTML', async () => {
    const draft = {
      login: 'marie',
      name: 'Marie',
      email: 'marie@example.org',
      role: 'author',
      language: 'fr',
    }
    let displayed = { url: '', mailed: false }
    const text = await nextMail(async () => {
      const reply = await admin.send('POST', 'users', draft)
      displayed = reply.body.link
    })
    assert.equal(displayed.mailed, true)
    assert.deepEqual(mailbox.letters.at(-1)?.to, ['marie@example.org'])
    assert.ok(text.includes('Bonjour Marie,\n\nadministrator vous a ouvert un compte'), text)
    assert.ok(text.includes('sur Fêtes & <Fun>. Votre identifiant est marie.'), text)
    assert.ok(text.includes('sur Fêtes &amp; &lt;Fun&gt;. Votre identifiant'))
    assert.match(
      text,
      /jusqu’au \d+(?:er)? \p{L}+ \d{4} à \d+\u00a0h(?:\u00a0\d\d)? \(.+\)\u00a0:/u,
    )
    assert.match(mailbox.letters.at(-1)?.raw ?? '', /^Subject: .*sur/m)
    assert.ok(text.includes(`<html lang="fr">`) && text.includes(`<a href="${displayed.url}">`))
    assert.match(mailbox.letters.at(-1)?.raw ?? '', /^From: Calendar <calendar@example\.org>\r$/m)
    const guest = newTab()
    const used = await guest.send('POST', 'link/use', { token: linkIn(text), password })
    assert.equal(used.body.user.login, 'marie')
  })

  test('is not sent to a user without an address, and the link is still shown', async () => {
    const reply = await admin.send('POST', 'users', { login: 'paul', role: 'author' })
    assert.deepEqual([reply.status, reply.body.link.mailed], [201, false])
    assert.match(reply.body.link.url, /#link=/)
  })

  test('brings a link for a forgotten password: it holds an hour, once, and the earlier one is void', async () => {
    const first = await nextMail(() => forget(newTab(), 'EDITOR@example.org'))
    assert.ok(first.includes('Un nouveau mot de passe a été demandé pour votre compte editor'))
    const second = await nextMail(() => forget(newTab(), 'editor'))
    const guest = newTab()
    const old = await guest.send('POST', 'link', { token: linkIn(first) })
    assert.deepEqual([old.status, old.body.code], [404, 'link_expired'])
    const token = linkIn(second)
    const { body } = await guest.send('POST', 'link', { token })
    const [row] = await service.rows<{ created: number; expires: number; hash: string }>(
      'SELECT created, expires, hash FROM one_time_link WHERE "user" = ?',
      service.users.editor,
    )
    assert.equal(Number(row?.expires) - Number(row?.created), 3600)
    assert.ok(row && !row.hash.includes(token))
    assert.equal(body.purpose, 'password')
    const next = 'quite another password'
    assert.equal((await guest.send('POST', 'link/use', { token, password: next })).status, 200)
    assert.equal((await newTab().signIn('editor')).status, 401)
    assert.equal((await newTab().signIn('editor', { password: next })).status, 200)
    const again = await guest.send('POST', 'link/use', { token, password: next })
    assert.equal(again.body.code, 'link_expired')
  })

  test('does not disclose whether an account exists, and an account gets only a few e-mails', async () => {
    await service.accounts.change('contributor', { email: 'c@example.org', disabled: true })
    const count = mailbox.letters.length
    const tab = newTab()
    const replies = []
    for (const login of ['nobody', 'nobody@example.org', 'subscriber', 'contributor', 'author'])
      replies.push(await forget(tab, login))
    const plain = replies.map(({ status, text, headers: { date: _, ...headers } }) => ({
      status,
      text,
      headers: { ...headers, 'x-request-id': '' },
    }))
    for (const each of plain) assert.deepEqual(each, plain[0])
    for (let n = 0; n < 4; n++) assert.equal((await forget(tab, 'author')).status, 200)
    // too many requests are refused, for unknown accounts too
    for (;;) {
      const reply = await forget(tab, 'nobody')
      if (reply.status === 200) continue
      assert.deepEqual([reply.status, reply.body.code], [429, 'too_many_attempts'])
      break
    }
    await admin.send('POST', `users/${service.users.editor}/link`, {})
    await mailbox.holds(count + 4)
    const to = mailbox.letters.slice(count).flatMap(letter => letter.to)
    assert.deepEqual(to.toSorted(), [...Array(3).fill('author@example.org'), 'editor@example.org'])
  })

  test('is tried again when the server has no time, and given up when it says no, without naming anybody', async t => {
    const lines: string[] = []
    t.mock.method(process.stderr, 'write', (line: string) => {
      lines.push(line)
      return true
    })
    const link = () => admin.send('POST', `users/${service.users.author}/link`, {})
    mailbox.refusals.push(550)
    await link()
    await mailbox.refusedAll()
    await nextMail(link)
    mailbox.refusals.push(451)
    const count = mailbox.letters.length
    await link()
    await mailbox.refusedAll()
    // another that comes meanwhile does not wait for it
    await nextMail(() => admin.send('POST', `users/${service.users.editor}/link`, {}))
    assert.deepEqual(mailbox.letters.at(-1)?.to, ['editor@example.org'])
    await mailbox.holds(count + 2)
    assert.deepEqual(mailbox.letters.at(-1)?.to, ['author@example.org'])
    while (!lines.join('').includes('550')) await new Promise(setImmediate)
    assert.match(lines.join(''), /a mail could not be sent: \w+ 550/)
    assert.ok(!/author@|example\.org/.test(lines.join('')))
  })
})

test('without mail, no message promises an e-mail', async t => {
  const plain = await startWithPasswords()
  t.after(plain.close)
  const tab = openTab(plain)
  tabs.push(tab)
  assert.equal((await tab.send('GET', 'session')).body.site.sendsMail, false)
  assert.equal((await forget(tab, 'editor')).status, 404)
})

test('a mail server needs a sender, and its password is shown nowhere', () => {
  const of = (env: Record<string, string>) => readSettings({ flags: {}, env, cwd: '/nowhere' })
  const ALMANAC_SMTP_URL = 'smtps://me:hidden@mail.example.org'
  assert.deepEqual(
    of({ ALMANAC_SMTP_URL }).fieldErrors.map(({ name }) => name),
    ['mailFrom'],
  )
  const ALMANAC_MAIL_FROM = 'Calendar <calendar@example.org>'
  assert.deepEqual(of({ ALMANAC_SMTP_URL, ALMANAC_MAIL_FROM }).fieldErrors, [])
  const wrong = of({ ALMANAC_SMTP_URL: 'ftp://me:hidden@x', ALMANAC_MAIL_FROM })
  assert.deepEqual(wrong.settings.smtpUrl, '')
  assert.ok(!JSON.stringify(wrong.fieldErrors).includes('hidden'))
})
