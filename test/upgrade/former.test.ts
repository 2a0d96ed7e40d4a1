import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { dirname, join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { isObject } from '../../src/define/base/objects.ts'
import { serve } from '../../src/main.ts'
import { prepareApp } from '../../src/web/editors/app.ts'
import { feedExtensions } from '../../src/web/shell/feed-extensions.ts'
import { openTab } from '../accounts/browser-like.ts'
import { engineName, fill, newPlace, openRows } from '../support/engine.ts'
import { sendTo, settingsFor, stillClock } from '../support/service.ts'
import {
  type ApiRequest,
  adminRequests,
  apiRequests,
  pageRequests,
  type StoredNames,
} from './addresses.ts'
import { clock, factsOf, type Kind, type Send } from './calendar.ts'
import { unpacked } from './pack.ts'

// On PostgreSQL too: databases of earlier forms are kept of each engine.

const folders = new URL('kept/', import.meta.url)
const agent = new Agent({ keepAlive: true, maxSockets: 8 })
after(() => agent.destroy())
// the pages of the screens need it
before(() => prepareApp())

type Kept = ReturnType<typeof keptAs>

/** What a former version left: its files, and what is known of its records. */
function keptAs(name: string) {
  const files = unpacked(readFileSync(new URL(name, folders)))
  const { ids, facts }: { ids: Record<Kind, number[]>; facts: Record<string, unknown> } =
    JSON.parse(files.get('known.json')?.toString('utf8') ?? '')
  return { name, files, ids, facts, hasSeries: JSON.stringify(facts).includes('RRULE') }
}

/** Puts it in a place of its own. */
async function placeOf({ files }: Kept) {
  const place = await newPlace('almanac-former-', { isEmpty: true })
  const settings = settingsFor(place.folder, {
    clock,
    publicUrl: 'http://calendar.example',
    timezone: 'Europe/Paris',
    // the same caller asks for everything
    attemptLimit: 100_000,
    submissions: 10,
    securityContact: 'security@calendar.example',
  })
  for (const [path, bytes] of files) {
    if (path === 'database.sql') await fill(settings, bytes.toString('utf8'))
    mkdirSync(dirname(join(place.folder, path)), { recursive: true })
    if (!path.startsWith('known') && path !== 'database.sql')
      writeFileSync(join(place.folder, path), bytes)
  }
  return { place, settings }
}

/** The slugs that are known of records, by the path of their resource. */
const slugsIn = (facts: Record<string, unknown>) => (of: string) => {
  const results = Object.entries(facts).filter(([path]) => path.includes(`/v1/${of}/`))
  const slugs = results.map(([, fact]) => (Array.isArray(fact) ? fact[1]?.slug : ''))
  return [
    ...new Set(slugs.filter((slug): slug is string => typeof slug === 'string' && slug !== '')),
  ]
}

/** The current state, reduced to the members of the earlier one: later versions have more. */
function asFarAs(previous: unknown, now: unknown): unknown {
  if (!isObject(previous) || !isObject(now)) return now
  return Object.fromEntries(
    Object.entries(previous).map(([name, value]) => [
      name,
      Array.isArray(value) && isObject(value[1]) && Array.isArray(now[name])
        ? [now[name][0], asFarAs(value[1], now[name][1])]
        : now[name],
    ]),
  )
}

const former = readdirSync(folders)
  .filter(file => file.endsWith(`.${engineName}.br`))
  .map(keptAs)

/** Starts the service on what a former version left: it brings it to the form of today. */
async function startedOn(t: TestContext, kept: Kept, secondsLater = 0) {
  const { place, settings } = await placeOf(kept)
  const { now, advance } = stillClock(settings)
  advance(secondsLater)
  const service = await serve(settings, { now })
  t.after(async () => {
    await service.close()
    await place.remove()
  })
  const tab = openTab(service, agent)
  const ask = (method: string, path: string, as: string, body?: object) =>
    as === 'session'
      ? tab.send(method, path, body)
      : sendTo(agent, method, service.address + path, { as, ...(body && { body }) })
  return { settings, tab, ask }
}

type Ask = Awaited<ReturnType<typeof startedOn>>['ask']

for (const kept of former)
  test(`a calendar of an earlier version loses nothing: ${kept.name}`, async t => {
    const { ids, facts, hasSeries } = kept
    const { settings, ask, tab } = await startedOn(t, kept)
    const send: Send = async (method, path, as) => {
      const { status, body } = await ask(method, path, as)
      return { status, body: body ?? {} }
    }
    assert.deepEqual(asFarAs(facts, await factsOf(send, ids)), facts)
    assert.equal((await tab.signIn('administrator')).status, 200)
    await sameFeeds(path => ask('GET', path, 'anonymous'), hasSeries)
    const { rows, close } = openRows(settings)
    assert.deepEqual(await rows(`SELECT seq FROM journal WHERE detail LIKE '%"at":{%'`), [])
    await close()
    const { body } = await ask('GET', '/admin/api/activity?per_page=100', 'administrator')
    assert.ok(body.activity.length > 30)
    // the oldest form and the last before this one: what is stored as it was is in one of them
    if (kept === former[0] || kept === former.at(-1))
      await everyRouteReads(ask, { ids, slugs: slugsIn(facts) })
  })

/** Asks of every route each record that it can be asked of: all read, then all written. */
async function everyRouteReads(ask: Ask, names: StoredNames) {
  const statuses = new Map<string, number>()
  async function askAll(requests: readonly ApiRequest[], as: string, sent?: object) {
    const all = requests.map(async ({ method, path }) => {
      statuses.set(`${as}: ${method} ${path}`, (await ask(method, path, as, sent)).status)
    })
    await Promise.all(all)
  }
  const pages = pageRequests(names)
  const isInside = ({ name }: { name: string }) => name === 'preview' || name === 'look'
  const reads = apiRequests(names, '/cal/events/v1', 'reads')
  await askAll([...reads, ...pages.filter(page => !isInside(page))], 'anonymous')
  await askAll(reads, 'administrator')
  await askAll([...adminRequests(names, 'reads'), ...pages.filter(isInside)], 'session')
  assert.ok(statuses.size > 500, String(statuses.size))
  // what needs neither a record, a parameter nor a session is there
  const needing = ['oembed', 'look', 'correct']
  for (const { path } of pages.filter(({ name, isFixed }) => isFixed && !needing.includes(name)))
    assert.ok(Number(statuses.get(`anonymous: GET ${path}`)) < 400, path)
  const adminWrites = adminRequests(names, 'writes')
  // what is of no record may be of the session
  await askAll(
    adminWrites.filter(({ path }) => !/\d/.test(path)),
    'session',
    {},
  )
  const writes = apiRequests(names, '/cal/events/v1', 'writes')
  await askAll([...writes, ...adminWrites], 'administrator', {})
  assert.deepEqual(
    [...statuses].filter(([, status]) => status >= 500),
    [],
  )
}

for (const kept of former.filter(({ hasSeries }) => hasSeries))
  test(`series of an earlier version are changed, split and undone: ${kept.name}`, async t => {
    // they were published within the first seconds
    const { ask: askAs } = await startedOn(t, kept, 60)
    const ask = async (method: string, path: string, body?: object) => {
      const url = path.startsWith('/admin') ? path : `/cal/events/v1${path}`
      const response = await askAs(method, url, 'administrator', body)
      assert.ok(response.status < 300, `${method} ${path} ${JSON.stringify(response.body)}`)
      return response.body
    }
    const choirs = '/events?search=choir&start_date=2027-01-01&end_date=2028-01-01&per_page=50'
    const [{ series }] = (await ask('GET', `${choirs}&occurrences=series`)).events
    const dates = async () =>
      (await ask('GET', `/events/${series}/occurrences?per_page=50`)).events.map(
        ({ id, title, start_date, event_status }: Record<string, unknown>) =>
          [id, title, start_date, event_status].join(),
      )
    const before = await dates()
    const ids = before.map((date: string) => Number.parseInt(date, 10))
    assert.ok(ids.length > 8)
    const versions = `/admin/api/events/${series}/versions`
    const latest = async () => (await ask('GET', versions)).versions[0].version
    const undone = async (method: string, path: string, body?: object) => {
      const version = await latest()
      await ask(method, path, body)
      assert.notDeepEqual(await dates(), before, path)
      await ask('POST', `${versions}/${version}/restore`, {})
      assert.deepEqual(await dates(), before, path)
    }
    await undone('PATCH', `/events/${ids[0]}`, { title: 'Changed' })
    await undone('PATCH', `/events/${ids[1]}`, { title: 'Changed again' })
    await undone('PATCH', `/events/${ids[3]}`, { event_status: 'scheduled' })
    await undone('PATCH', `/events/${ids[2]}`, {
      scope: 'all',
      title: 'All',
      start_date: '2027-05-18 18:00',
      end_date: '2027-05-18 19:00',
    })
    await undone('DELETE', `/events/${ids[0]}`)
    await undone('DELETE', `/events/${ids[5]}?scope=following`)
    await undone('PATCH', `/events/${series}`, { recurrence: [] })
    const version = await latest()
    const split = await ask('PATCH', `/events/${ids[6]}`, { scope: 'following', title: 'Later' })
    assert.deepEqual(await dates(), before.slice(0, 6))
    await ask('DELETE', `/events/${split.series}`)
    await ask('POST', `${versions}/${version}/restore`, {})
    assert.deepEqual(
      (await dates()).map((date: string) => date.replace(/^\d+/, '')),
      before.map((date: string) => date.replace(/^\d+/, '')),
    )
  })

/** Feeds have what is published, in their language, and say what is gone; nothing else is in them. */
async function sameFeeds(
  read: (path: string) => Promise<{ status: number; text: string }>,
  hasSeries: boolean,
) {
  for (const format of feedExtensions)
    for (const [path, title] of [
      [`/events.${format}`, 'Jazz in the park'],
      [`/fr/evenements.${format}`, 'Jazz au parc'],
    ]) {
      const { status, text } = await read(String(path))
      assert.ok(status === 200 && text.includes(String(title)), `${path} ${status}`)
      for (const hidden of ['A draft', 'In the trash', 'Behind closed doors', 'In no list'])
        assert.ok(!text.includes(hidden), `${path} has “${hidden}”`)
      // a date that is cancelled, and a series that is in the trash
      const cancelled = hasSeries ? 4 : 2
      if (format === 'ics') assert.equal(text.split('STATUS:CANCELLED').length - 1, cancelled)
    }
}
