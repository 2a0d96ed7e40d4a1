import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { service as everything } from '../../src/calendar/access/access.ts'
import { listedEvent } from '../../src/calendar/write/log-change.ts'
import type { Settings } from '../../src/config/config.ts'
import type { EventFacts } from '../../src/store/contract/occurrence.ts'
import { appFor, prepareApp } from '../../src/web/editors/app.ts'
import type { AddressName } from '../../src/web/shell/addresses.ts'
import { openRows } from '../support/engine.ts'
import { type Inside, openInside } from '../support/inside.ts'
import { authorizationOf, enrol, stillClock } from '../support/service.ts'
import {
  addressesOf,
  apiDoors,
  type Door,
  doorsOf,
  embeddedDoors,
  isFiltered,
  isRouted,
  publicUrl,
} from './doors.ts'
import type { AddressRequest } from './every-address.ts'
import {
  eventDay,
  type Filled,
  fill,
  hiddenSlugs,
  hiddenWord,
  longDay,
  openSlugs,
  sealedSlug,
  word,
} from './secrets.ts'

// Each secret has words of its own, which no door of the calendar may show; a calendar without any secret says what the
// response must be.

const clock = '2027-03-01T10:00:00Z'
const settings: Partial<Settings> = {
  clock,
  publicUrl,
  submissions: 5,
  securityContact: 'security@calendar.example',
}

/** One calendar with all that is hidden in it, and one without. */
let full: Inside
let open: Inside
let filled: Filled
let addresses: AddressRequest[] = []
/** Without the addresses of the event that is in no list. */
let unknown: AddressRequest[] = []
before(async () => {
  // the pages of the app for editors say no more than that, until it is built
  await prepareApp()
  const app = await appFor('')
  assert.ok('files' in app, JSON.stringify(app))
  ;[full, filled] = await filledSite()
  ;[open] = await filledSite({ isFull: false })
  const { text } = await get(open, '/events/')
  const files = [/\/assets\/([^"]+)"/.exec(text)?.[1] ?? '', ...app.files]
  addresses = addressesOf(files, filled.hidden)
  unknown = addresses.filter(request => !isRouted(request))
})
after(async () => {
  await full.close()
  await open.close()
})

async function filledSite({
  isFull = true,
  ...more
}: Partial<Settings & { isFull: boolean }> = {}) {
  const still = stillClock({ clock })
  const site = await openInside({ ...settings, ...more }, still.now)
  for (const role of ['administrator', 'author', 'subscriber'] as const)
    await enrol(site.accounts, role, role)
  await site.buildIndexes()
  return [site, await fill(site, { isFull, clock: still })] as const
}

const get = (site: Inside, path: string, as = 'anonymous') =>
  site.send(path, { headers: { Accept: 'text/html', ...authorizationOf(as) } })

/** Several at once, in no order. */
async function each<T>(items: readonly T[], look: (item: T) => Promise<void>) {
  const rest = items.values()
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (const item of rest) await look(item)
    }),
  )
}

/** The clock of the test goes on. */
const moments = /2027-?03-?01[T ]10:?\d\d:?\d\d|01 Mar 2027 10:\d\d:\d\d/g

/** The text of a response, without the parts that differ each time: a nonce is one of its response. */
function responseText({ status, headers, text }: Awaited<ReturnType<typeof get>>): string {
  const { 'Content-Type': type, Location: location, Link: link, 'X-Total': total } = headers
  const body = text
    .replace(/(name="opened" value=")[^"]*/, '$1')
    .replace(/( nonce=")[\w+/=]{24}(?=")/g, '$1')
    // the counts of categories have what a password hides (A10)
    .replace(/"count":\d+/g, '')
    .replace(moments, 'now')
  return JSON.stringify({ status, type, location, link, total, body })
}

/** The secrets that a response lets out: cells of the table door × secret. */
function leaksIn(text: string, { name, url }: Door): string[] {
  // lines of iCalendar are folded
  const words = text.replaceAll('\r\n ', '').match(new RegExp(hiddenWord, 'gi')) ?? []
  return [...new Set(words)].map(leak => `${name} ${url}: ${leak}`)
}

test('every page, feed and list is the same as if no secret existed, also from the cache', async () => {
  const answered = new Map<AddressName | 'api', Set<number>>()
  const leaks: string[] = []
  const doors = [
    ...doorsOf(unknown, filled.hidden),
    ...embeddedDoors(unknown),
    ...apiDoors(filled.hidden),
  ]
  await each(doors, async door => {
    const wanted = await get(open, door.url)
    answered.set(door.name, (answered.get(door.name) ?? new Set()).add(wanted.status))
    for (let n = 0; n < 2; n++) {
      const results = await get(full, door.url)
      leaks.push(...leaksIn(results.text, door))
      if (responseText(results) !== responseText(wanted)) leaks.push(`${door.url} differs`)
    }
  })
  assert.deepEqual(leaks, [])
  for (const name of ['preview', 'look'] as const) {
    assert.deepEqual([...(answered.get(name) ?? [])], [401], 'it opens to no one')
    answered.delete(name)
  }
  assert.deepEqual([...(answered.get('correct') ?? [])], [404], 'it opens by its token alone')
  answered.delete('correct')
  const unanswered = [...answered].filter(
    ([, statuses]) => !statuses.has(200) && !statuses.has(302),
  )
  assert.deepEqual(unanswered, [], 'something is to be seen at each address')
})

test('a secret is not there to callers that want no page either', async () => {
  const hiddenPaths = unknown.filter(({ params }) => (params.slug ?? '') in hiddenSlugs)
  await each(hiddenPaths, async ({ path }) => {
    const wanted = await open.send(path)
    assert.equal(responseText(await full.send(path)), responseText(wanted), path)
  })
})

test('the API names no secret by its ID or slug, to strangers, readers and other authors', async () => {
  const leaks: string[] = []
  const paths = [
    ...filled.unlisted.filter(id => id !== filled.unlisted.at(-1)).map(id => `events/${id}`),
    ...filled.hidden.slice(0, 2).map(id => `venues/${id}`),
    ...filled.hidden.slice(2, 3).map(id => `organizers/${id}`),
    ...Object.keys(hiddenSlugs).map(slug => `events/by-slug/${slug}`),
    ...filled.unlisted.map(id => `venues?event=${id}`),
    'events?status=any&start_date=2027-01-01&end_date=2028-12-31',
    'events?status=draft',
  ]
  for (const as of ['anonymous', 'subscriber', 'author'])
    await each(paths, async path => {
      const { text, status } = await get(full, `/cal/events/v1/${path}`, as)
      if (!path.includes('?')) assert.ok(status >= 400, `${as} ${path}: ${status}`)
      // an error repeats the slug that was asked for
      const message = text.replaceAll(path.replace(/.*\//, ''), '')
      leaks.push(...leaksIn(message, { name: 'api', url: `${as} ${path}` }))
    })
  assert.deepEqual(leaks, [])
})

test('a filter by a hidden venue or organizer finds nothing', async () => {
  const lists = doorsOf(
    unknown.filter(({ params, name }) => !params.slug && !/^sitemap|asset|llms/.test(name)),
    [],
  ).filter(({ url }) => !url.includes('?'))
  const filters = filled.hidden.slice(0, 3).flatMap(id => [`venue=${id}`, `organizer=${id}`])
  const requests = lists.flatMap(({ url }, at) =>
    [at, at + 3].map(turn => `${url}?${filters[turn % filters.length]}`),
  )
  await each(requests, async url => {
    const { text } = await get(full, url)
    assert.doesNotMatch(text, hiddenWord, url)
    assert.doesNotMatch(text, /With hidden links/, url)
  })
})

test('public records are in every list and feed, in both languages', async () => {
  const lists: AddressName[] = ['events', 'month', 'week', 'list', 'feed', 'rss', 'embedFrame']
  for (const { name, path, params } of addresses)
    if (lists.includes(name) || (name === 'day' && params.day === eventDay)) {
      const { text } = await get(full, path)
      assert.match(text, /Seen by all/, path)
      assert.match(text, /Behind a password/, `${path}: its title and dates are no secret`)
    }
})

/** One of each page and feed: of what is hidden where it is about a record. */
function oneOfEach(): AddressRequest[] {
  const requests = new Map<string, AddressRequest>()
  for (const request of unknown) {
    const { slug, format } = request.params
    if (slug === undefined || slug in hiddenSlugs)
      requests.set(`${request.name} ${format}`, request)
  }
  return [...requests.values()]
}

test('users who see more in the API see no more on pages, and a token of a subscriber opens nothing', async () => {
  const { secret } = await full.accounts.issue({ login: 'subscriber', form: 'feed', name: 'x' })
  await each(oneOfEach(), async ({ path }) => {
    assert.doesNotMatch((await get(full, path, 'administrator')).text, hiddenWord, path)
    const { text } = await get(full, `${path}?token=${secret}`)
    assert.doesNotMatch(text, hiddenWord, path)
    assert.ok(!text.includes(secret), path)
  })
})

test('an event hidden from lists has its own pages, and is named nowhere else', async () => {
  for (const request of addresses.filter(isRouted))
    if (request.params.date !== longDay) assert.equal((await get(full, request.path)).status, 200)
})

test('the page of a protected event says so, and nothing else', async () => {
  for (const { path } of addresses.filter(
    ({ name, params }) => name === 'event' && params.slug === sealedSlug,
  )) {
    const { status, text } = await get(full, `${path}?password=sesame`)
    assert.equal(status, 403, 'no password opens pages: they are for anyone')
    assert.match(text, /protected by a password|protégé par un mot de passe/)
  }
})

test('no filter finds a protected event by what its password hides', async () => {
  for (const filter of ['categories=music', 'tags=outdoors', 'search=wordofsealed'])
    for (const path of ['/events/month/2027-03/', '/events/list/', '/events.json'])
      assert.doesNotMatch((await get(full, `${path}?${filter}`)).text, /Behind a password/, filter)
})

test('a private calendar shows nothing of it at any address', async t => {
  const [site] = await filledSite({ private: true })
  t.after(site.close)
  const hiddenTexts = /wordof|seen by all|hidden links|behind a password|open (?:house|hosts)/i
  const doors = [...doorsOf(addresses, []).filter(({ url }) => !url.includes('?')), ...apiDoors([])]
  await each(doors, async ({ url }) => {
    const { status, text } = await get(site, url)
    assert.doesNotMatch(text, hiddenTexts, url)
    assert.ok([200, 302, 401, 404].includes(status), `${url}: ${status}`)
  })
})

test('an index that names secrets shows none of them at any door', async t => {
  const [site, { unlisted, sealed, draft }] = await filledSite()
  t.after(site.close)
  const author = (await site.accounts.list()).find(({ login }) => login === 'author')?.id ?? 0
  await makeWrong(site, unlisted, { status: 'publish', hidden: 0 })
  await makeWrong(site, [sealed], { protected: 0 })
  await staleLists(site)
  const query = {
    visible: { statuses: ['publish'] },
    protectedOf: -1,
    page: { limit: 50, offset: 0 },
  }
  const wrong = await site.current.index?.listEvents(query)
  for (const id of unlisted)
    assert.ok(
      wrong?.items.some(({ event }) => event === id),
      'it is wrong',
    )
  const leaks: string[] = []
  let presented = 0
  const named = unknown.filter(({ params: { slug } }) => !slug || slug in openSlugs)
  const doors = [...doorsOf(named, unlisted), ...apiDoors([...unlisted, sealed])]
  const byHidden = /[?&](?:search|q|categories|tags|venue|organizer|city|geoloc_lat)=/
  await each(doors, async door => {
    for (let again = 0; again < 2; again++) {
      const { text } = await get(site, door.url)
      leaks.push(...leaksIn(text, door))
      if (text.includes('Seen by all')) presented++
      // it is found by nothing that its password hides
      if (isFiltered(door.name) && byHidden.test(door.url) && /Behind a password/.test(text))
        leaks.push(`${door.url}: Behind a password`)
    }
  })
  assert.deepEqual(leaks, [])
  assert.ok(presented > 100, `${presented} responses show what is public`)

  await makeWrong(site, [draft], { author })
  for (const more of ['status=any', 'status=draft', `author=${author}&status=any`]) {
    const url = `/cal/events/v1/events?start_date=2027-01-01&end_date=2028-12-31&${more}`
    const { status, text } = await get(site, url, 'author')
    assert.ok([200, 404].includes(status), text)
    assert.doesNotMatch(text, /wordofdraft/i, 'taken for a draft of the author who asks')
  }
})

/** Tells the index what is not so. */
async function makeWrong(site: Inside, ids: readonly number[], facts: Partial<EventFacts>) {
  const { engine, current, changes } = site
  for (const record of await engine.getMany('event', ids)) {
    const listed = listedEvent(record)
    const line = {
      seq: changes.seq,
      instant: 0,
      actor: 0,
      language: 'en',
      version: 1,
      id: record.id,
    }
    const detail = { is: { ...listed, facts: { ...listed.facts, ...facts } } }
    await current.index?.follow([{ ...line, verb: 'change', kind: 'event', detail }])
  }
}

/** Lists of venues and organizers are read when they are first asked for; then they miss a change. */
async function staleLists({ calendar, settings }: Inside) {
  const caller = { actor: everything, language: 'en', fallback: true } as const
  const { rows, close } = openRows(settings, { mayWrite: true })
  for (const kind of ['venue', 'organizer'] as const) {
    const { record } = await calendar.create(kind, caller, { [kind]: word(`stale${kind}`) })
    await calendar.list(kind, caller, {})
    await rows(`UPDATE ${kind} SET status = 'draft' WHERE id = ${record.id}`)
  }
  await close()
}
