import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Settings } from '../../src/config/config.ts'
import type { AddressName } from '../../src/web/addresses.ts'
import { appFor, prepareApp } from '../../src/web/editors/app.ts'
import { feedExtensions } from '../../src/web/feeds/extensions.ts'
import { filterNames } from '../../src/web/listing/filter-names.ts'
import { type Inside, openInside } from '../support/inside.ts'
import { authorizationOf, enrol, stillClock } from '../support/service.ts'
import { type AddressRequest, everyAddress } from './every-address.ts'
import {
  eventDay,
  fill,
  hiddenSlugs,
  hiddenWord,
  longDay,
  openSlugs,
  sealedSlug,
  unlisted,
} from './hidden-records.ts'

const publicUrl = 'https://calendar.example'
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
let hidden: number[] = []
let files: string[] = []
before(async () => {
  // the pages of the app for editors say no more than that, until it is built
  await prepareApp()
  const app = await appFor('')
  assert.ok('files' in app, JSON.stringify(app))
  full = await openSite()
  open = await openSite()
  hidden = (await fill(full, { isWhole: true })).ids
  await fill(open, { isWhole: false })
  const { text } = await get(open, '/events/')
  files = [/\/assets\/([^"]+)"/.exec(text)?.[1] ?? '', ...app.files]
})
after(async () => {
  await full.close()
  await open.close()
})

async function openSite(more: Partial<Settings> = {}) {
  const site = await openInside({ ...settings, ...more }, stillClock({ clock }).now)
  for (const role of ['administrator', 'subscriber'] as const)
    await enrol(site.accounts, role, role)
  await site.buildIndexes()
  return site
}

const get = (site: Inside, path: string, as = 'anonymous') =>
  site.send(path, { headers: { Accept: 'text/html', ...authorizationOf(as) } })

const all = () =>
  everyAddress({
    slug: [...openSlugs, sealedSlug, unlisted, ...hiddenSlugs, 'unknown'],
    day: [eventDay, longDay],
    date: [eventDay, longDay],
    month: ['2027-03'],
    format: feedExtensions,
    part: ['pages', '1'],
    rest: ['events', 'events/12', 'users'],
    file: files,
    side: ['192', '512', '7'],
    kind: ['event', 'venue', 'organizer', 'page'],
    id: ['1', ...hidden.map(String)],
  })

/** True if it is about the event that is in no list, whose address had to be known. */
const isRouted = ({ params, name }: AddressRequest) =>
  params.slug === unlisted && /^event/.test(name)
const unknown = () => all().filter(request => !isRouted(request))

/** The queries for every address: filters, and whatever else might open something. */
const ofRecords = ['', 'ical=1', 'password=sesame&context=edit']
const ofLists = () => [
  ...ofRecords,
  'past=1',
  `date=${eventDay}&view=day`,
  'start_date=2000-01-01&end_date=2100-01-01',
  'view=list&ml_fallback=false',
  ...filterNames.map(name => `${name}=${filterValues[name]}`),
  `include=${hidden}`,
]
const filterValues: Record<(typeof filterNames)[number], string> = {
  q: 'wordo',
  search: 'wordo',
  categories: 'music,unused',
  tags: 'outdoors',
  venue: '4',
  organizer: '5',
  featured: 'true',
  free: 'true',
  city: 'Lyon',
  attendance: 'online',
  audience: 'family',
  accessibility: 'wheelchair',
  event_status: 'cancelled',
}

const queriesOf = ({ slug, id, file }: AddressRequest['params']) => {
  // nobody but who is signed in
  if (id !== undefined) return ofRecords.slice(0, 2)
  // the same bytes for everyone
  if (file !== undefined) return ofRecords
  if (slug === undefined) return ofLists()
  return hiddenSlugs.includes(slug) ? ofRecords.slice(0, 2) : ofRecords
}

/** Each address with each query; oEmbed is asked about each record. */
function questions(): { name: AddressName; url: string }[] {
  const requests = unknown().flatMap(({ name, params, path }) =>
    queriesOf(params).map(query => ({
      name,
      url: path + (query && `?${query}`),
    })),
  )
  const embedded = unknown()
    .filter(({ params }) => params.slug)
    .map(({ path }, at) => ({
      name: 'oembed' as const,
      url: `/oembed?format=${at % 2 ? 'json' : 'xml'}&url=${encodeURIComponent(publicUrl + path)}`,
    }))
  return [...requests, ...embedded]
}

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
    .replace(moments, 'now')
  return JSON.stringify({ status, type, location, link, total, body })
}

test('pages and feeds are the same as if hidden records did not exist, also from the cache', async () => {
  const answered = new Map<AddressName, Set<number>>()
  await each(questions(), async ({ name, url }) => {
    const wanted = await get(open, url)
    answered.set(name, (answered.get(name) ?? new Set()).add(wanted.status))
    for (let n = 0; n < 2; n++) {
      const results = await get(full, url)
      assert.equal(responseText(results), responseText(wanted), url)
      assert.doesNotMatch(results.text, hiddenWord, url)
    }
  })
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

test('a hidden record is not there to callers that want no page either', async () => {
  const hiddenPaths = unknown().filter(({ params }) => hiddenSlugs.includes(params.slug ?? ''))
  await each(hiddenPaths, async ({ path }) => {
    const wanted = await open.send(path)
    assert.equal(responseText(await full.send(path)), responseText(wanted), path)
  })
})

test('a filter by a hidden venue or organizer finds nothing', async () => {
  const lists = all().filter(
    ({ params, name }) => !params.slug && !/^sitemap|asset|llms/.test(name),
  )
  const filters = hidden.slice(0, 3).flatMap(id => [`venue=${id}`, `organizer=${id}`])
  await each(
    lists.flatMap(({ path }) => filters.map(filter => `${path}?${filter}`)),
    async url => {
      const { text } = await get(full, url)
      assert.doesNotMatch(text, hiddenWord, url)
      assert.doesNotMatch(text, /With hidden links/, url)
    },
  )
})

test('public records are in every list and feed, in both languages', async () => {
  const lists: AddressName[] = ['events', 'month', 'week', 'list', 'feed', 'rss', 'embedFrame']
  for (const { name, path, params } of all())
    if (lists.includes(name) || (name === 'day' && params.day === eventDay)) {
      const { text } = await get(full, path)
      assert.match(text, /Seen by all/, path)
      assert.match(text, /Behind a password/, `${path}: its title and dates are no secret`)
    }
})

test('users who see more in the API see no more on pages, and a token of a subscriber opens nothing', async () => {
  const { secret } = await full.accounts.issue({ login: 'subscriber', form: 'feed', name: 'x' })
  await each(unknown(), async ({ path }) => {
    assert.doesNotMatch((await get(full, path, 'administrator')).text, hiddenWord, path)
    const { text } = await get(full, `${path}?token=${secret}`)
    assert.doesNotMatch(text, hiddenWord, path)
    assert.ok(!text.includes(secret), path)
  })
})

test('an event hidden from lists has its own pages, and is named nowhere else', async () => {
  for (const request of all().filter(isRouted))
    if (request.params.date !== longDay) assert.equal((await get(full, request.path)).status, 200)
})

test('the page of a protected event says so, and nothing else', async () => {
  for (const { path } of all().filter(
    ({ name, params }) => name === 'event' && params.slug === sealedSlug,
  )) {
    const { status, text } = await get(full, `${path}?password=sesame`)
    assert.equal(status, 403, 'no password opens pages: they are for anyone')
    assert.match(text, /protected by a password|protégé par un mot de passe/)
  }
})

test('a filter does not find a protected event by what its password hides', async () => {
  for (const filter of ['categories=music', 'tags=outdoors', 'search=wordofsealed'])
    for (const path of ['/events/month/2027-03/', '/events/list/', '/events.json'])
      assert.doesNotMatch((await get(full, `${path}?${filter}`)).text, /Behind a password/, filter)
})

test('a private calendar shows nothing of it at any address', async t => {
  const site = await openSite({ private: true })
  t.after(site.close)
  await fill(site, { isWhole: true })
  const hiddenTexts = /wordof|seen by all|hidden links|behind a password|open (?:house|hosts)/i
  await each(all(), async ({ path }) => {
    const { status, text } = await get(site, path)
    assert.doesNotMatch(text, hiddenTexts, path)
    assert.ok([200, 302, 401, 404].includes(status), `${path}: ${status}`)
  })
})
