import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check } from '@placemarkio/check-geojson'
import { parseXml } from '@rgrove/parse-xml'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import { anyFeedEvent, feedAbout, feedEventOf, written } from '../../../test/support/feed-events.ts'
import { openQueues } from '../../common/index.ts'
import type { Content, PageRequest } from '../shell/page.ts'
import { feedFormats, shareWork } from './feeds.ts'
import type { FeedEvent } from './format.ts'

const { rss, atom, json, csv, geojson } = feedFormats

const anyEvents = fc.array(anyFeedEvent, { maxLength: 4 })
const always = (holds: (events: FeedEvent[]) => void) =>
  fc.assert(fc.property(anyEvents, holds), { numRuns: 150 })

/** Removes characters that XML cannot hold. */
const inXml = (text: string) => text.replace(/[\ufffe\uffff]/g, '')

const full = feedEventOf({
  title: 'Jazz & <soul>',
  html: '<p>Come ]]&gt; <b>see</b></p>',
  summary: 'Short.',
  cost: '10 €',
  categories: ['Music'],
  tags: ['outdoor'],
  venues: [
    { name: 'Bare', url: 'https://calendar.example/venue/bare/', address: '' },
    {
      name: 'Hall',
      url: 'https://calendar.example/venue/hall/',
      address: '1 rue X, Paris',
      point: { lat: 48.86, lng: -2.33 },
    },
  ],
  organizers: [
    {
      name: 'Friends',
      url: 'https://calendar.example/organizer/friends/',
      email: 'f@x.example',
      phone: '+33 1',
    },
  ],
  image: { url: 'https://calendar.example/uploads/a.png', type: 'image/png', size: 99 },
})

test('RSS of any events is well-formed, and a reader finds them', () =>
  always(events => {
    const text = written(rss, events)
    parseXml(text)
    const { items = [] } = parseRssFeed(text)
    assert.equal(items.length, events.length)
    for (const [at, { title }] of events.entries())
      assert.equal(items[at]?.title ?? '', inXml(title.text).trim())
  }))

test('RSS has the date and place in its event module too', () => {
  const text = written(rss, [full])
  const { items: [item] = [], language, link } = parseRssFeed(text)
  assert.equal(language, 'en')
  assert.equal(link, 'https://calendar.example/events/')
  assert.equal(item?.title, 'Jazz & <soul>')
  assert.deepEqual(item?.guid, { value: 'tag:calendar.example,2026:event-12', isPermaLink: false })
  assert.equal(item?.pubDate, 'Sun, 01 Nov 2026 10:00:00 GMT')
  assert.deepEqual(item?.enclosures, [
    { url: 'https://calendar.example/uploads/a.png', length: 99, type: 'image/png' },
  ])
  for (const line of [
    '<ev:startdate>2027-07-04T20:00:00+02:00</ev:startdate>',
    '<ev:enddate>2027-07-04T22:00:00+02:00</ev:enddate>',
    '<ev:location>Bare · Hall, 1 rue X, Paris</ev:location>',
    '<georss:point>48.86 -2.33</georss:point>',
    '<lastBuildDate>Fri, 20 Nov 2026 10:00:00 GMT</lastBuildDate>',
    '<category>Music</category>',
  ])
    assert.ok(text.includes(line), line)
})

test('a search in the title of an RSS feed is no markup for a reader that takes the description for HTML', () => {
  const title = '“<script>alert(1)</script> & <b>jazz</b>” | Events'
  const { description = '' } = parseRssFeed(written(rss, [], feedAbout({ title })))
  assert.equal(
    description,
    '“&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b&gt;jazz&lt;/b&gt;” | Events',
  )
})

test('Atom of any events is well-formed, and a reader finds them', () =>
  always(events => {
    const text = written(atom, events)
    parseXml(text)
    const { entries = [] } = parseAtomFeed(text)
    assert.equal(entries.length, events.length)
    for (const [at, { title }] of events.entries())
      assert.equal(entries[at]?.title?.value ?? '', inXml(title.text).trim())
  }))

test('Atom has what every entry must have, in the language of each', () => {
  const text = written(atom, [full, feedEventOf({ id: 13, language: 'fr' })])
  const feed = parseAtomFeed(text)
  assert.equal(feed.id, 'https://calendar.example/events.ics?categories=jazz')
  assert.equal(feed.updated, '2026-11-20T10:00:00Z')
  const [first, second] = feed.entries ?? []
  assert.equal(first?.id, 'tag:calendar.example,2026:event-12')
  assert.equal(first?.published, '2026-11-01T10:00:00Z')
  assert.equal(first?.content?.value?.includes('<p>Come ]]&gt; <b>see</b></p>'), true)
  assert.ok(text.includes('<entry>\n<title>Jazz'))
  assert.ok(text.includes('<entry xml:lang="fr">'))
  assert.equal(second?.authors, undefined)
})

test('JSON Feed of any events is one, and has them all', () =>
  always(events => {
    const text = written(json, events)
    const { items = [] } = parseJsonFeed(JSON.parse(text))
    assert.deepEqual(
      JSON.parse(text).items.map(({ title }: { title: string }) => title),
      events.map(({ title }) => title.text),
    )
    assert.equal(items.length, events.length)
  }))

test('JSON Feed has the event in an extension of its own', () => {
  const { version, items, ...head } = JSON.parse(written(json, [full]))
  assert.equal(version, 'https://jsonfeed.org/version/1.1')
  assert.deepEqual(head, {
    title: 'Events',
    home_page_url: 'https://calendar.example/events/',
    feed_url: 'https://calendar.example/events.ics?categories=jazz',
    language: 'en',
  })
  const [{ _event, content_html, ...item }] = items
  assert.deepEqual(item, {
    id: 'tag:calendar.example,2026:event-12',
    url: 'https://calendar.example/event/summer-fair/',
    title: 'Jazz & <soul>',
    summary: 'Short.',
    image: 'https://calendar.example/uploads/a.png',
    date_published: '2026-11-01T10:00:00Z',
    date_modified: '2026-11-20T10:00:00Z',
    authors: [{ name: 'Friends', url: 'https://calendar.example/organizer/friends/' }],
    tags: ['Music', 'outdoor'],
    language: 'en',
  })
  assert.match(
    content_html,
    /^<p>Sunday 4 July 2027, 8\u00a0pm – 10\u00a0pm<br>Bare<br>Hall, 1 rue X, Paris<br>10 €<\/p>/,
  )
  assert.equal(_event.start_date, '2027-07-04T20:00:00+02:00')
  assert.equal(_event.timezone, 'Europe/Paris')
})

const rowsOf = (text: string): Record<string, string>[] => parse(text, { columns: true, bom: true })

test('CSV of any events is read back, and no text begins as a formula does', () =>
  always(events => {
    const rows = rowsOf(written(csv, events))
    assert.equal(rows.length, events.length)
    for (const [at, row] of rows.entries()) {
      const { geo_lat: _lat, geo_lng: _lng, title = '', ...others } = row
      assert.equal(title.replace(/^'/, ''), events[at]?.title.text.replace(/^'/, ''))
      for (const cell of [title, ...Object.values(others)]) assert.doesNotMatch(cell, /^\s*[=+@-]/)
    }
  }))

test('CSV, GeoJSON and JSON Feed say that an event is cancelled', () => {
  const cancelled = [{ ...full, held: 'cancelled' as const }]
  const said = [
    rowsOf(written(csv, cancelled))[0],
    JSON.parse(written(geojson, cancelled)).features[0].properties,
    JSON.parse(written(json, cancelled)).items[0]._event,
  ]
  assert.deepEqual(
    said.map(({ event_status }) => event_status),
    Array(3).fill('cancelled'),
  )
})

test('CSV takes the edge off formulas, and leaves numbers numbers', () => {
  const rows = [
    '=1+1',
    '@SUM(A1)',
    '+33 1 23',
    '-2 degrees',
    '\t=1',
    ' \n=1',
    '＝1+1',
    'a=b',
    "it's",
    '"quoted", twice',
  ]
  const read = rowsOf(
    written(
      csv,
      rows.map(title => ({ ...full, title: { text: title, lang: undefined } })),
    ),
  )
  assert.deepEqual(
    read.map(({ title }) => title),
    [
      "'=1+1",
      "'@SUM(A1)",
      "'+33 1 23",
      "'-2 degrees",
      "'\t=1",
      "' \n=1",
      "'＝1+1",
      'a=b',
      "it's",
      '"quoted", twice',
    ],
  )
  assert.equal(read[0]?.geo_lng, '-2.33')
  assert.equal(read[0]?.venue, 'Bare | Hall')
  assert.equal(read[0]?.phone, "'+33 1")
  assert.equal(read[0]?.start_date, '2027-07-04 20:00:00')
})

test('GeoJSON of any events is valid, and has them all', () =>
  always(events => {
    const collection = check(written(geojson, events))
    assert.equal(collection.type, 'FeatureCollection')
    assert.equal('features' in collection && collection.features.length, events.length)
  }))

test('GeoJSON puts an event where its venues are, longitude first', () => {
  const hall = full.venues[1] ?? assert.fail()
  const places = [full, { ...full, venues: [hall, hall] }, feedEventOf()]
  const { features } = JSON.parse(written(geojson, places))
  assert.deepEqual(
    features.map(({ geometry }: { geometry: unknown }) => geometry),
    [
      { type: 'Point', coordinates: [-2.33, 48.86] },
      {
        type: 'MultiPoint',
        coordinates: [
          [-2.33, 48.86],
          [-2.33, 48.86],
        ],
      },
      null,
    ],
  )
})

test('a feed without events is valid', () => {
  const about = feedAbout()
  parseRssFeed(written(rss, [], about))
  parseAtomFeed(written(atom, [], about))
  assert.deepEqual(JSON.parse(written(json, [])).items, [])
  assert.deepEqual(JSON.parse(written(geojson, [])).features, [])
  assert.equal(rowsOf(written(csv, [])).length, 0)
})

const newWorld = () => ({ changes: { seq: 0 }, queues: openQueues() })
type World = ReturnType<typeof newWorld>

/** The parts of a request that the work of feeds depends on. */
function requestIn(
  world: World,
  path: string,
  { address, signal = new AbortController().signal }: { address: string; signal?: AbortSignal },
): PageRequest {
  const requester = { address, signal }
  return {
    world,
    links: { publicUrl: 'http://a' },
    url: { path },
    requester,
  } as unknown as PageRequest
}

/** Work that ends when it is stopped, or when no caller waits for it. */
function openWork() {
  const started: (() => void)[] = []
  let count = 0
  let atOnce = 0
  let given = 0
  return {
    work: ({ signal }: { signal: AbortSignal }) => {
      count++
      atOnce = Math.max(atOnce, started.length + 1)
      return new Promise<Content>((resolve, reject) => {
        started.push(() => resolve({ body: '' }))
        signal.addEventListener('abort', () => {
          given++
          reject(signal.reason)
        })
      })
    },
    async finish() {
      await turns()
      while (started.length > 0) {
        started.shift()?.()
        await turns()
      }
    },
    seen: () => ({ count, atOnce, given }),
  }
}

async function turns() {
  for (let n = 0; n < 3; n++) await new Promise(setImmediate)
}

test('feeds that differ are written a few at once, and others wait for their turn', async () => {
  const { work, finish, seen } = openWork()
  const world = newWorld()
  const contents = Array.from({ length: 40 }, (_, n) =>
    shareWork(requestIn(world, `/${n}`, { address: `${n}` }), '', work),
  )
  await finish()
  assert.equal((await Promise.all(contents)).length, 40)
  assert.deepEqual(seen(), { count: 40, atOnce: 4, given: 0 })
})

test('one address has two requests in progress and thirty waiting; another is served at once', async () => {
  const { work, finish, seen } = openWork()
  const world = newWorld()
  const contents = Array.from({ length: 100 }, async (_, n) =>
    shareWork(requestIn(world, `/${n}`, { address: 'crowd' }), '', work),
  )
  const ended = Promise.allSettled(contents)
  await turns()
  assert.equal(seen().count, 2)
  const other = shareWork(requestIn(world, '/other', { address: 'other' }), '', work)
  await turns()
  assert.equal(seen().count, 3)
  await finish()
  assert.equal((await other).body, '')
  const refused = (await ended).filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 68)
  const again = shareWork(requestIn(world, '/again', { address: 'crowd' }), '', work)
  await finish()
  assert.equal((await again).body, '')
})

test('a feed that waits behind a crowd begins when another address requests it too', async () => {
  const { work, finish, seen } = openWork()
  const world = newWorld()
  const crowd = Array.from({ length: 10 }, (_, n) =>
    shareWork(requestIn(world, `/${n}`, { address: 'crowd' }), '', work),
  )
  await turns()
  const other = shareWork(requestIn(world, '/9', { address: 'other' }), '', work)
  await turns()
  assert.equal(seen().count, 3)
  assert.equal(other, crowd[9])
  await finish()
  await Promise.all(crowd)
})

test('concurrent requests share one writing of a feed, and a request after a change gets a new one', async () => {
  const { work, finish, seen } = openWork()
  const world = newWorld()
  const ask = () => shareWork(requestIn(world, '/same', { address: 'a' }), '', work)
  const contents = [ask(), ask(), ask()]
  world.changes.seq = 1
  contents.push(ask())
  await finish()
  await Promise.all(contents)
  assert.equal(seen().count, 2)
})

test('a feed is written while a request waits for it, and ends with the last', async () => {
  const { work, finish, seen } = openWork()
  const world = newWorld()
  const [one, two, three] = Array.from({ length: 3 }, () => new AbortController()) as [
    AbortController,
    AbortController,
    AbortController,
  ]
  const ask = ({ signal }: AbortController) =>
    shareWork(requestIn(world, '/same', { address: 'a', signal }), '', work)
  const first = ask(one)
  const second = ask(two)
  await turns()
  one.abort()
  assert.equal(seen().given, 0)
  two.abort()
  assert.equal(seen().given, 1)
  for (const ended of [first, second]) await assert.rejects(ended, { name: 'AbortError' })
  const again = ask(three)
  await finish()
  assert.equal((await again).body, '')
  assert.equal(seen().count, 2)
})

test('a feed whose callers have gone before its turn is never begun', async () => {
  const { work, finish, seen } = openWork()
  const world = newWorld()
  const caller = new AbortController()
  const contents = Array.from({ length: 20 }, (_, n) =>
    shareWork(requestIn(world, `/${n}`, { address: 'a', signal: caller.signal }), '', work),
  )
  const ended = Promise.allSettled(contents)
  await turns()
  caller.abort()
  await ended
  await finish()
  assert.equal(seen().count, 2)
})
