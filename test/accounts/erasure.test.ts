import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openWaitingMails } from '../../src/calendar/people/review-mails.ts'
import { openDataFolder } from '../../src/main.ts'
import type { Service } from '../support/service.ts'
import { openTab, startWithPasswords, type Tab } from './browser-like.ts'

let service: Service
let tab: Tab
before(async () => {
  service = await startWithPasswords({})
  tab = openTab(service)
  assert.equal((await tab.signIn('administrator')).status, 200)
})
after(async () => {
  tab.close()
  await service.close()
})

const dates = { start_date: '2030-01-01 10:00', end_date: '2030-01-01 11:00' }
const email = 'jane.doe@example.org'

async function edit(method: string, path: string, body?: object) {
  const reply = await service.send(method, path, { as: 'editor', ...(body && { body }) })
  assert.ok(reply.status < 300, reply.text)
  return reply.body
}

async function erase(body: object, as = tab) {
  const reply = await as.send('POST', 'erasure', body)
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

type Trace = { place: string; kind: string; id: number; outcome: string }
const placesOf = (report: { found: Trace[] }) =>
  report.found.map(({ place, kind, id, outcome }) => `${place} ${kind} ${id} ${outcome}`).toSorted()

test('personal data are found, and erased where no one must decide', async () => {
  const organizer = await edit('POST', '/organizers', { organizer: 'Jane Doe', email })
  const event = await edit('POST', '/events', { title: 'Fair', organizer: organizer.id, ...dates })
  const other = await edit('POST', '/organizers', { organizer: 'Jane Doering' })
  const text = await edit('POST', '/events', { title: 'Talk', description: 'By Jane', ...dates })
  await edit('PATCH', `/events/${text.id}`, { description: `Write to ${email}.` })
  const past = await edit('POST', '/events', { title: 'Old', description: email, ...dates })
  await edit('PATCH', `/events/${past.id}`, { description: 'Nobody.' })
  await edit('DELETE', `/events/${past.id}`)
  const { user } = (await tab.send('POST', 'users', { login: 'jane', email, role: 'author' })).body
  const proposed = await edit('POST', '/events', { title: 'Proposed', ...dates })
  const opened = await openDataFolder(service.settings)
  const submission = JSON.stringify({ name: 'J.', email: email.toUpperCase(), note: '', agreed: 1 })
  const sender = JSON.stringify({ name: 'J.', email, agreed: 1 })
  const [report] = await opened.context.store.write(async tx => {
    await tx.update('event', proposed.id, { submission })
    const said = { event: proposed.id, what: 'mistake', note: 'No.', at: 1 }
    return [await tx.insert('report', { ...said, sender }, {})]
  })
  const expected = [
    `account user ${user.id} erased`,
    `organizer organizer ${organizer.id} erased`,
    `report report ${report} erased`,
    `submission event ${proposed.id} erased`,
    `text event ${text.id} stays`,
    `versions event ${past.id} erased`,
  ]
  const first = await erase({ who: email })
  assert.deepEqual(placesOf(first), expected.toSorted())
  assert.deepEqual([first.erased, first.stays], [5, 1])
  assert.equal((await service.send('GET', `/organizers/${organizer.id}`)).status, 200)
  const erased = await erase({ who: ` ${email.toUpperCase()}`, erase: true })
  assert.deepEqual(placesOf(erased), expected.toSorted())
  assert.deepEqual(placesOf(await erase({ who: email })), [`text event ${text.id} stays`])

  const { store } = opened.context
  const stored = JSON.stringify([
    await store.getMany('event', [event.id, proposed.id, past.id]),
    await store.getMany('report', [report]),
    await store.getMany('organizer', [organizer.id]),
    await store.getMany('user', [user.id]),
    await store.replaced('event', past.id, 99, 99),
    await store.replaced('organizer', organizer.id, 99, 99),
    await store.journal(0, 1000),
  ])
  await opened.close()
  assert.doesNotMatch(stored, /jane/i)
  assert.deepEqual((await edit('GET', `/events/${event.id}`)).organizer, [])
  assert.equal((await service.send('GET', `/organizers/${other.id}`)).status, 200)
})

test('a file that waits to be imported is erased with its import, wherever it names the person', async () => {
  const name = 'Zoë Waiting'
  const bytes = Buffer.from(`title,start_date\nA,2030-01-01\n${name.toUpperCase()},2030-01-02\n`)
  const at = bytes.indexOf('WAITING')
  const imports = []
  for (const parts of [[bytes.subarray(0, at), bytes.subarray(at)], [Buffer.from('nobody')]]) {
    const { id } = (await tab.send('POST', 'imports', { format: 'csv', file: 'a.csv' })).body
    for (const part of parts) {
      const body = { part: part.toString('base64') }
      assert.equal((await tab.send('POST', `imports/${id}/parts`, body)).status, 200)
    }
    imports.push(id)
  }
  const erased = `import import_run ${imports[0]} erased`
  assert.deepEqual(placesOf(await erase({ who: name })), [erased])
  assert.deepEqual(placesOf(await erase({ who: name, erase: true })), [erased])
  assert.equal((await tab.send('GET', `imports/${imports[0]}`)).status, 404)
  assert.equal((await tab.send('GET', `imports/${imports[1]}`)).status, 200)
  assert.deepEqual(await service.rows(`SELECT id FROM import_part WHERE run = ${imports[0]}`), [])
})

test('e-mails to the person that wait to be sent are erased', async () => {
  const opened = await openDataFolder(service.settings)
  const { store, mailSealing, now } = opened.context
  const waiting = openWaitingMails({ store, now }, mailSealing)
  const add = (to: string, text: string) =>
    waiting.add(JSON.stringify({ to, message: { subject: 'Hello', text, html: text } }))
  const [own, naming, other] = [
    await add('WAITING@example.org', 'Hello'),
    await add('editor@example.org', 'By waiting@example.org'),
    await add('another@example.org', 'Hello'),
  ]
  const erased = [own, naming].map(id => `mail waiting_mail ${id} erased`)
  assert.deepEqual(placesOf(await erase({ who: 'waiting@example.org' })), erased.toSorted())
  await erase({ who: 'waiting@example.org', erase: true })
  assert.deepEqual(placesOf(await erase({ who: 'waiting@example.org' })), [])
  assert.deepEqual(await store.idsAfter('waiting_mail', 0, 9), [other])
  await opened.close()
})

test('the last administrator cannot be erased, and only administrators may erase', async () => {
  const report = await erase({ who: 'administrator', erase: true })
  assert.deepEqual(
    report.found.map(({ place, outcome }: Trace) => [place, outcome]),
    [['account', 'stays']],
  )
  const editor = openTab(service)
  assert.equal((await editor.signIn('editor')).status, 200)
  assert.equal((await editor.send('POST', 'erasure', { who: email })).status, 403)
  editor.close()
})

test('a name with quotes is found in texts, earlier versions and files to import', async () => {
  const who = 'Dwayne "Rock" Doe'
  const text = await edit('POST', '/events', { title: `Talk by ${who}`, ...dates })
  const past = await edit('POST', '/events', { title: `Songs of ${who}`, ...dates })
  await edit('PATCH', `/events/${past.id}`, { title: 'Songs' })
  const imports = []
  for (const file of [`Songs,"${who.replaceAll('"', '""')}"`, JSON.stringify([{ name: who }])]) {
    const { id } = (await tab.send('POST', 'imports', { format: 'csv', file: 'a.csv' })).body
    const part = Buffer.from(file).toString('base64')
    assert.equal((await tab.send('POST', `imports/${id}/parts`, { part })).status, 200)
    imports.push(`import import_run ${id} erased`)
  }
  assert.deepEqual(placesOf(await erase({ who })), [
    ...imports,
    `text event ${text.id} stays`,
    `versions event ${past.id} erased`,
  ])
})
