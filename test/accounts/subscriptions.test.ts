import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import {
  changeSubscription,
  claimSubscription,
  dueSubscriptions,
  releaseSubscription,
} from '../../src/calendar/imports/subscriptions.ts'
import { openDataFolder } from '../../src/main.ts'
import { readDueFeeds } from '../../src/service/subscriptions.ts'
import { openService } from '../../src/service.ts'
import type { Service } from '../support/service.ts'
import { openTab, startWithPasswords, type Tab } from './browser-like.ts'

let service: Service
let tab: Tab
let other: Awaited<ReturnType<typeof openService>>
/** A process of its own on the same data. */
let opened: Awaited<ReturnType<typeof openDataFolder>>
/** The response of the site, and the requests to it. */
let feed = ''
let status = 200
const sentTags: (string | undefined)[] = []
const site = createServer((request, response) => {
  sentTags.push(request.headers['if-none-match'])
  const etag = `"${feed.length}"`
  response.statusCode = request.headers['if-none-match'] === etag ? 304 : status
  response.setHeader('etag', etag)
  response.setHeader('content-type', 'text/calendar')
  response.end(response.statusCode === 200 ? feed : '')
})
let origin = ''
before(async () => {
  await new Promise<void>(listening => site.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  service = await startWithPasswords({ fetchAllow: [origin] })
  other = await openService(service.settings)
  opened = await openDataFolder(service.settings)
  tab = openTab(service)
  assert.equal((await tab.signIn('administrator')).status, 200)
})
after(async () => {
  tab.close()
  site.close()
  await opened.close()
  await other.close()
  await service.close()
})

async function sent(method: string, path: string, body?: object) {
  const reply = await tab.send(method, path, body)
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
  return reply.body
}

const one = async (id: number) =>
  (await sent('GET', 'subscriptions')).subscriptions.find((each: { id: number }) => each.id === id)

/** Lets the leader look, and waits until a subscription was read again. */
async function looked(id: number) {
  const { next: before } = await sent('PATCH', `subscriptions/${id}`, { now: true })
  for (let attempt = 0; attempt < 200; attempt++) {
    await other.service.imports.look()
    const now = await one(id)
    if (now.next > before || now.state === 'disabled') return now
    await setTimeout(100)
  }
  assert.fail('was not read')
}

const event = (uid: string, title: string) =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:20270605T193000\r\nSUMMARY:${title}\r\nEND:VEVENT\r\n`
const calendarOf = (...events: string[]) => `BEGIN:VCALENDAR\r\n${events.join('')}END:VCALENDAR\r\n`
const four = ['1', '2', '3', '4'].map(uid => event(uid, `Fair ${uid}`))

/** With credentials: others learn of a write of another process some milliseconds later. */
const listed = async (source: string) =>
  (await service.send('GET', '/events', { as: 'editor', query: { source, status: 'publish' } }))
    .body

test('a feed is read when it is due, and again only if it has changed', async () => {
  feed = calendarOf(...four)
  const { id, source } = await sent('POST', 'subscriptions', {
    url: `${origin}/town.ics`,
    every: 'hourly',
    gone: 'trash',
  })
  assert.equal(source, `${new URL(origin).host}/town`)
  const first = await looked(id)
  assert.equal(first.failures, 0, first.error)
  assert.equal((await listed(source)).total, 4)
  const imports = (await sent('GET', 'imports')).imports.length
  const sentBefore = sentTags.length
  await looked(id)
  assert.ok(sentTags.slice(sentBefore).some(tag => tag !== undefined))
  assert.equal((await sent('GET', 'imports')).imports.length, imports)

  feed = calendarOf(event('1', 'Great fair'), ...four.slice(1, 3))
  await looked(id)
  const { events } = await listed(source)
  assert.deepEqual(events.map((each: { title: string }) => each.title).sort(), [
    'Fair 2',
    'Fair 3',
    'Great fair',
  ])

  // a feed that is empty, or has lost most of its events, takes nothing away
  feed = calendarOf()
  await looked(id)
  feed = calendarOf(four[1] ?? '')
  await looked(id)
  assert.equal((await listed(source)).total, 3)
  await sent('DELETE', `subscriptions/${id}`)
  assert.equal((await listed(source)).total, 3)
})

test('a subscription obeys its choices, and tells when it is read and what it brought', async () => {
  feed = calendarOf(...four)
  const url = `${origin}/chosen.ics`
  const subscription = { url, every: 'hourly', status: 'pending' }
  const { id, source, brought } = await sent('POST', 'subscriptions', subscription)
  assert.equal(brought, null)
  const read = await looked(id)
  assert.deepEqual([read.brought.created, read.reading], [4, false])
  assert.ok(read.next > read.checked)
  const query = { source, status: 'pending' }
  const { body } = await service.send('GET', '/events', { as: 'editor', query })
  assert.deepEqual([body.total, (await listed(source)).total], [4, 0])
  const { records } = await sent('GET', `imports/${read.import}/records?outcome=created`)
  assert.equal(records.length, 4)
  // a look that changes nothing leaves what the last change brought
  await looked(id)
  const again = await one(id)
  assert.deepEqual([again.import, again.brought], [read.import, read.brought])
  const wrong = await tab.send('POST', 'subscriptions', { ...subscription, matches: 'Old mill' })
  assert.equal(wrong.status, 400)
  await sent('DELETE', `subscriptions/${id}`)
})

test('a feed with webcal: is read where its host has no https', async () => {
  feed = calendarOf(...four)
  const url = `${origin.replace('http:', 'webcal:')}/plain.ics`
  const { id, source } = await sent('POST', 'subscriptions', { url, every: 'hourly' })
  const { failures, error } = await looked(id)
  assert.deepEqual([failures, error ?? ''], [0, ''])
  assert.equal((await listed(source)).total, 4)
  await sent('DELETE', `subscriptions/${id}`)
})

test('two processes that are both the leader for a moment read a feed once', async () => {
  feed = calendarOf(...four)
  const url = `${origin}/once.ics`
  const { id, source } = await sent('POST', 'subscriptions', { url, every: 'hourly' })
  const { context } = opened
  const [due] = (await dueSubscriptions(context)).filter(each => each.id === id)
  assert.ok(due)
  const claims = await Promise.all([due, due, due].map(one => claimSubscription(context, one)))
  assert.deepEqual(claims.toSorted(), [false, false, true])
  await releaseSubscription(context, id)
  await sent('PATCH', `subscriptions/${id}`, { now: true })
  const failures: unknown[] = []
  const read = () =>
    readDueFeeds(opened, {
      signal: new AbortController().signal,
      failed: error => failures.push(error),
      disabled: () => {},
      unreleased: new Set(),
      inHand: new Set(),
    })
  await Promise.all([read(), read(), read(), other.service.imports.look()])
  await looked(id)
  assert.deepEqual([failures, (await listed(source)).total], [[], 4])
  const runs = (await sent('GET', 'imports')).imports.filter(
    (each: { source: string }) => each.source === source,
  )
  assert.equal(runs.length, 1)
  await sent('DELETE', `subscriptions/${id}`)
})

test('a feed that fails is read more and more seldom, and disabled in the end', async () => {
  feed = calendarOf(four[0] ?? '')
  status = 404
  const url = `${origin}/gone.ics`
  const { id, source } = await sent('POST', 'subscriptions', { url, every: 'hourly' })
  const waits: number[] = []
  for (let failures = 1; failures <= 10; failures++) {
    const now = await looked(id)
    assert.equal(now.failures, failures)
    waits.push((Date.parse(now.next) - Date.parse(now.checked)) / 3_600_000)
    assert.equal(now.state, failures < 10 ? 'active' : 'disabled')
    assert.match(now.error, /404/)
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 24, 24, 24, 24, 24])
  status = 200
  await sent('PATCH', `subscriptions/${id}`, { state: 'active' })
  await looked(id)
  assert.equal((await listed(source)).total, 1)
})

test('a subscription to another URL takes the place of a disabled one of the same source', async () => {
  feed = calendarOf(four[0] ?? '')
  const [url, source] = [`${origin}/moved.ics`, 'moved']
  const { id } = await sent('POST', 'subscriptions', { url, source })
  await changeSubscription(opened.context, id, { state: 'disabled', failures: 10, attempts: 2 })
  const placed = await sent('POST', 'subscriptions', { url: `${url}?new`, source })
  assert.deepEqual(
    [placed.id, placed.state, placed.url, placed.failures],
    [id, 'active', `${url}?new`, 0],
  )
  await looked(id)
  assert.equal((await listed(source)).total, 1)
  await sent('DELETE', `subscriptions/${id}`)
})

test('a feed whose failure could not be stored is read in the next round, and the others in this one', async () => {
  feed = calendarOf(four[0] ?? '')
  const [first, second] = [
    await sent('POST', 'subscriptions', { url: `${origin}/locked.ics`, every: 'hourly' }),
    await sent('POST', 'subscriptions', { url: `${origin}/next.ics`, every: 'hourly' }),
  ]
  const requestsBefore = sentTags.length
  let locks = 1
  const { store } = opened.context
  const write: typeof store.write = (work, ...more) => {
    if (sentTags.length > requestsBefore && locks-- > 0) throw new Error('database is locked')
    return store.write(work, ...more)
  }
  const lockedOnce = { ...opened, context: { ...opened.context, store: { ...store, write } } }
  const failures: string[] = []
  const how = {
    signal: new AbortController().signal,
    failed: (error: unknown) => failures.push(String(error)),
    disabled: () => {},
    unreleased: new Set<number>(),
    inHand: new Set<number>(),
  }
  status = 404
  await readDueFeeds(lockedOnce, how)
  assert.deepEqual(failures, ['Error: database is locked'])
  const failuresOf = async () => [(await one(first.id)).failures, (await one(second.id)).failures]
  // they are read at once: either may be the one that meets the lock
  assert.deepEqual((await failuresOf()).toSorted(), [0, 1])
  await readDueFeeds(lockedOnce, how)
  assert.deepEqual(await failuresOf(), [1, 1])
  status = 200
  for (const { id } of [first, second]) await sent('DELETE', `subscriptions/${id}`)
})

test('two subscriptions have two sources, and both are for administrators', async () => {
  const url = `${origin}/same.ics`
  await sent('POST', 'subscriptions', { url, source: 'same' })
  const again = await tab.send('POST', 'subscriptions', { url, source: 'same' })
  assert.equal(again.status, 400)
  assert.ok(again.body.data.params.source)
  const editor = openTab(service)
  try {
    await editor.signIn('editor')
    assert.equal((await editor.send('GET', 'subscriptions')).status, 403)
    assert.equal((await editor.send('POST', 'subscriptions', { url })).status, 403)
  } finally {
    editor.close()
  }
})
