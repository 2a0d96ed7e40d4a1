import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openOutbox, type Transport } from '../../src/service/outbox.ts'
import { becomes } from '../support/becomes.ts'
import { openInside } from '../support/inside.ts'
import { type Mailbox, startMailbox } from '../support/mailbox.ts'
import type { Service } from '../support/service.ts'
import { openTab, startWithPasswords, type Tab } from './browser-like.ts'

let mailbox: Mailbox
let service: Service
let editor: Tab
before(async () => {
  mailbox = await startMailbox()
  service = await startWithPasswords({
    ...mailbox.settings,
    clock: '2027-03-01T10:00:00Z',
    mailReturned: '{"fr":"À revoir : {title} <b>{unknown}</b>, {name}."}',
  })
  const of = { editor: 'fr', administrator: 'en', contributor: 'fr' } as const
  for (const [login, language] of Object.entries(of))
    await service.accounts.change(login, { email: `${login}@example.org`, language })
  editor = openTab(service)
  await editor.signIn('editor')
  // what was before the first round of the background is left out
  await becomes(async () => (await service.store.note('proposal-mails')) !== undefined, true)
})
after(async () => {
  editor.close()
  await service.close()
  await mailbox.close()
})

const to = (login: string) =>
  mailbox.letters.filter(letter => letter.to.includes(`${login}@example.org`))
const draft = {
  title: 'Night fair',
  start_date: '2027-06-01 10:00',
  end_date: '2027-06-01 12:00',
  translations: { fr: { title: 'Marché de nuit' } },
  status: 'pending',
}
async function submitted(): Promise<number> {
  const created = await service.send('POST', '/events', { as: 'contributor', body: draft })
  assert.equal(created.status, 201, created.text)
  return created.body.id
}
const change = (id: number, as: string, body: object) =>
  service.send('PATCH', `/events/${id}`, { as, body })

test('editors get e-mails about a submission in their language, and its author about its return and publication', async () => {
  const id = await submitted()
  await becomes(() => to('editor').length, 1)
  await becomes(() => to('administrator').length, 1)
  assert.match(to('editor')[0]?.text ?? '', /1 évènement attend la relecture[\s\S]*Marché de nuit/)
  assert.match(to('administrator')[0]?.text ?? '', /1 event waits[\s\S]*Night fair/)
  await editor.send('POST', `events/${id}/return`, { note: 'Le prix ?' })
  await becomes(() => to('contributor').length, 1)
  const returned = to('contributor')[0]?.text ?? ''
  // the text of the setting, as text alone
  assert.match(returned, /À revoir : Marché de nuit <b>\{unknown\}<\/b>, contributor\./)
  assert.match(returned, /&lt;b&gt;\{unknown\}/)
  assert.match(returned, /Le prix \?[\s\S]*\/admin\/events\//)
  await change(id, 'contributor', { status: 'pending' })
  await becomes(() => to('editor').length, 2)
  await change(id, 'editor', { status: 'publish' })
  await becomes(() => to('contributor').length, 2)
  assert.match(to('contributor')[1]?.text ?? '', /ont publié votre évènement « Marché de nuit »/)
  // an editor who publishes an event of their own is told nothing
  await service.send('POST', '/events', { as: 'editor', body: { ...draft, status: 'publish' } })
  await submitted()
  await becomes(() => to('editor').length, 3)
})

test('one click in a mail program ends the e-mails of an editor, as RFC 8058 says, and a token of another does not', async t => {
  const raw = (to('editor').at(-1)?.raw ?? '').replace(/\r\n[ \t]+/g, '')
  assert.match(raw, /List-Unsubscribe-Post: List-Unsubscribe=One-Click/)
  const url = /List-Unsubscribe:\s*<([^>]+)>/.exec(raw)?.[1] ?? ''
  const path = new URL(url).pathname + new URL(url).search
  const here = (of = path) => new URL(of, service.address).href
  const own = openTab(service)
  t.after(own.close)
  await own.signIn('editor')
  const choice = async () => (await own.send('GET', 'session')).body.user.reviewMails
  // a program that only looks ends nothing
  const looked = await fetch(here())
  assert.equal(looked.status, 200)
  assert.match(await looked.text(), /<form method="post"/)
  assert.equal(await choice(), 'now')
  const post = (of?: string) =>
    fetch(here(of), {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      headers: { Origin: 'https://mail.example.com', 'Sec-Fetch-Site': 'cross-site' },
    })
  const { id } = await service.accounts.get('administrator')
  for (const wrong of [
    path.replace(/token=\d+/, `token=${id}`),
    `${path}x`,
    url.split('?')[0] ?? '',
  ])
    assert.equal((await post(wrong)).status, 404, wrong)
  assert.equal(await choice(), 'now')
  assert.equal((await post()).status, 200)
  assert.equal((await post()).status, 200)
  assert.equal(await choice(), 'none')
  const [before, others] = [to('editor').length, to('administrator').length]
  await submitted()
  await becomes(() => to('administrator').length, others + 1)
  assert.equal(to('editor').length, before)
})

test('editors can choose one e-mail a day, in the morning of the site, while submissions wait', async t => {
  const own = openTab(service)
  t.after(own.close)
  await own.signIn('editor')
  const chosen = await own.send('PATCH', 'account', { review_mails: 'daily' })
  assert.equal(chosen.status, 200)
  assert.equal((await own.send('PATCH', 'account', { review_mails: 'often' })).status, 400)
  const before = to('editor').length
  await submitted()
  // it is past seven, but the daily e-mail has gone
  service.clock.advance(22 * 3600)
  await becomes(() => to('editor').length, before + 1)
  assert.match(to('editor').at(-1)?.text ?? '', /évènements attendent la relecture/)
  await submitted()
  assert.equal(to('editor').length, before + 1)
})

test('administrators see what these e-mails say, with the texts of the settings, and send one to themselves', async t => {
  const own = openTab(service)
  t.after(own.close)
  await own.signIn('editor')
  assert.equal((await own.send('GET', 'mails')).status, 403)
  assert.equal(
    (await own.send('POST', 'mails/test', { name: 'waiting', language: 'fr' })).status,
    403,
  )
  const admin = openTab(service)
  t.after(admin.close)
  await admin.signIn('administrator')
  const { mails } = (await admin.send('GET', 'mails')).body
  assert.equal(mails.length, 16)
  const of = (name: string, language: string) =>
    mails.find(
      (mail: { name: string; language: string }) =>
        mail.name === name && mail.language === language,
    )
  assert.match(of('returned', 'fr').text, /À revoir : Fête de l’été/)
  assert.match(of('returned', 'en').text, /ask you for a change/)
  const before = to('administrator').length
  const sent = await admin.send('POST', 'mails/test', { name: 'published', language: 'fr' })
  assert.deepEqual(sent.body, { to: 'administrator@example.org' })
  await becomes(() => to('administrator').length, before + 1)
})

const written = { subject: 'S', text: 'T', html: 'H' }
/** A transport that does what the test says. */
function transport(outcomes: boolean[]) {
  const sent: string[] = []
  const mail: Transport = {
    send(address, _message, settled) {
      sent.push(address)
      const isOver = outcomes.shift()
      if (isOver !== undefined) settled?.(isOver)
    },
    test: async () => {},
    check: async () => {},
    stop: async () => {},
    figures: () => ({ sent: 0, delayed: 0, failed: 0, waiting: 0 }),
  }
  return { sent, mail }
}

test('a mail outlasts the process that did not send it, is sent again a few times, and cannot be read meanwhile', async t => {
  const inside = await openInside()
  t.after(inside.close)
  const { store } = inside.context
  let now = 1000
  const errors: unknown[] = []
  const sealing = {
    seal: (text: string) => Buffer.from(text).toString('base64').split('').reverse().join(''),
    open: (of: string) =>
      Buffer.from(of.split('').reverse().join(''), 'base64').toString('utf8') || undefined,
  }
  const open = (mail: Transport) =>
    openOutbox({
      store,
      mail,
      sealing,
      now: () => now,
      failed: error => errors.push(error),
    })
  const rows = async () => {
    const results = await store.getMany('waiting_mail', await store.idsAfter('waiting_mail', 0, 9))
    return results.map(({ facts }) => String(facts.sealed))
  }
  // one that arrives is forgotten
  const fine = transport([true])
  const first = open(fine.mail)
  first.send('fine@example.org', written)
  await first.stop()
  assert.deepEqual([fine.sent, await rows()], [['fine@example.org'], []])
  // the process ends before the mail is sent
  const dead = open(transport([]).mail)
  dead.send('late@example.org', written)
  await dead.stop()
  const [waiting, ...more] = await rows()
  assert.ok(waiting && more.length === 0)
  assert.ok(!waiting.includes('late@example.org'))
  const next = transport([false, true])
  const second = open(next.mail)
  await second.resume()
  assert.deepEqual(next.sent, [])
  now += 301
  await second.resume()
  await second.resume()
  assert.deepEqual(next.sent, ['late@example.org'])
  now += 601
  await second.resume()
  await second.stop()
  assert.deepEqual([next.sent.length, await rows()], [2, []])
  // one of a restored backup, or from before mail was off for a while, is of another time
  const old = open(transport([]).mail)
  old.send('old@example.org', written)
  await old.stop()
  now += 2 * 86_400
  const later = transport([true])
  await open(later.mail).resume()
  assert.deepEqual([later.sent, await rows(), errors.splice(0).length], [[], [], 1])
  // one that its process is still sending, to a slow server, is not sent again
  const slow = transport([])
  const sending = open(slow.mail)
  sending.send('slow@example.org', written)
  await becomes(() => slow.sent.length, 1)
  now += 301
  await sending.resume()
  assert.deepEqual(slow.sent, ['slow@example.org'])
  await store.write(async tx => {
    for (const id of await tx.idsAfter('waiting_mail', 0, 9)) await tx.remove('waiting_mail', id)
  })
  // one that never goes is given up
  const never = transport(Array(6).fill(false))
  const third = open(never.mail)
  third.send('never@example.org', written)
  await third.stop()
  for (let round = 0; round < 20; round++) {
    now += 86_400
    await third.resume()
  }
  assert.deepEqual([never.sent.length, await rows()], [6, []])
  assert.equal(errors.length, 1)
  // the alert for mails that were given up counts it
  assert.equal(third.figures().failed, 1)
})

test('an author gets an e-mail when another changes, cancels or withdraws a published event, until they stop them', async () => {
  const mails = () => to('contributor').map(({ text }) => text)
  const id = await submitted()
  const before = mails().length
  const next = async (count: number) => {
    await becomes(() => mails().length, before + count)
    return mails().at(-1) ?? ''
  }
  await change(id, 'editor', { status: 'publish' })
  // its author may say later that it is cancelled
  assert.match(
    await next(1),
    /ont publié votre évènement[\s\S]*est annulé, dites-le[\s\S]*\/admin\/events\//,
  )
  await change(id, 'editor', { cost: '5' })
  assert.match(
    await next(2),
    /a modifié votre évènement «\u00a0Marché de nuit\u00a0»[\s\S]*\/admin\/events\//,
  )
  await change(id, 'editor', { event_status: 'cancelled' })
  assert.match(await next(3), /comme annulé/)
  await change(id, 'editor', { status: 'draft' })
  const last = await next(4)
  assert.match(last, /a retiré votre évènement «\u00a0Marché de nuit\u00a0» de la publication/)
  const [stop = ''] = /https?:[^\s<>]+desabonnement[^\s<>]+/.exec(last) ?? []
  const { pathname, search } = new URL(stop)
  const stopped = await fetch(service.address + pathname + search, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  assert.equal(stopped.status, 200)
  await change(id, 'editor', { status: 'publish' })
  await change(id, 'editor', { cost: '6' })
  const other = await submitted()
  await change(other, 'editor', { status: 'publish' })
  // the e-mail about another event comes after
  assert.match(await next(5), /ont publié votre évènement/)
})
