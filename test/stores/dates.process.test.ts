import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { listedChange } from '../../src/calendar/write/log-change.ts'
import { append } from '../../src/journal/entry.ts'
import { matcher } from '../../src/journal/list-dependency.ts'
import {
  type Dates,
  factNames,
  type ListedEvent,
  occurrencesOf,
} from '../../src/store/contract/occurrence.ts'
import { datesIn, spanAmong } from '../../src/store/contract/series-date.ts'
import type {
  EventQuery,
  Links,
  ListItem,
  StoredRecord,
  Transaction,
} from '../../src/store/contract/store.ts'
import { openListIndex } from '../../src/store/listing/list-index.ts'
import { sqlite } from '../../src/store/sqlite/engine.ts'
import { noOccurrence, plainShapes } from '../support/plain-events.ts'
import { type Asker, filtersFor, type Pool, randomQuestions } from '../support/random-questions.ts'
import { often } from '../support/runs.ts'
import '../support/own-process.ts'

/** Events that have one to three dates, in no order, and everything else at random. Those of several dates are series. */
const listed = new Map<number, ListedEvent>()
const withoutDates = (event: ListedEvent): ListedEvent =>
  isSeries(event) ? { ...event, dates: [], others: 'same' } : event
function listedAs({ id, facts, links }: StoredRecord): ListedEvent {
  const event = withoutDates(listed.get(id) as ListedEvent)
  return { ...event, facts: { ...event.facts, ...facts }, links }
}
const isSeries = ({ facts, dates }: ListedEvent) => dates.some(({ id }) => id !== facts.event)
const shapes = plainShapes.map(shape => (shape.kind === 'event' ? { ...shape, listedAs } : shape))

const folder = mkdtempSync(join(tmpdir(), 'almanac-dates-'))
const store = sqlite(join(folder, 'almanac.db'))
await store.prepare(shapes)
const index = openListIndex(store)
after(async () => {
  await index.stop()
  await store.close()
  rmSync(folder, { recursive: true })
})

let state = 11
const below = (limit: number) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
  return (state >>> 8) % limit
}
const some = (ids: readonly number[], max: number) => [
  ...new Set(Array.from({ length: below(max + 1) }, () => ids[below(ids.length)] as number)),
]

const links: Links = { venue: [], organizer: [], category: [], tag: [] }
const events: number[] = []
const words = ['jazz', 'market', 'concert', 'ete', 'les']
const firstDay = Date.UTC(2026, 2, 1) / 1000

function dateAtRandom(id: number): Dates {
  const starts = firstDay + below(500) * 86_400 + below(24) * 3600
  const ends = starts + (below(9) === 0 ? below(40) * 86_400 : below(9) * 3600)
  const shift = (below(24) - 12) * 3600
  const original = below(3) ? starts : starts - 1800
  return { id, original, starts, ends, utc_starts: starts + shift, utc_ends: ends + shift }
}

function eventAtRandom(event: number): ListedEvent {
  const { id: _, starts: _1, ends: _2, utc_starts: _3, utc_ends: _4, ...facts } = noOccurrence
  // ids of dates are the store's business
  const dates = below(2) ? [event] : Array.from({ length: 1 + below(3) }, () => 0)
  return {
    facts: {
      ...facts,
      event,
      ...Object.fromEntries(factNames.map(name => [name, name === 'parent' ? below(4) : below(2)])),
      published: below(50),
      status: ['publish', 'publish', 'publish', 'draft', 'private'][below(5)] as string,
      author: 1 + below(3),
      hidden: Number(below(12) === 0),
      first_in_day: Number(below(9) === 0),
      protected: Number(below(6) === 0),
      languages: 1 + below(3),
    },
    dates: dates.map(dateAtRandom),
    modified: Date.UTC(2026, 5, 15, 16) / 1000 + below(100),
    links: {
      venue: some(links.venue, 2),
      organizer: some(links.organizer, 2),
      category: some(links.category, 2),
      tag: some(links.tag, 3),
    },
  }
}

const recordOf = (event: ListedEvent): StoredRecord => ({
  id: event.facts.event,
  kind: 'event',
  version: 1,
  // a date is never more visible than its series
  facts: { status: event.facts.status },
  texts: { en: { title: words[below(5)] as string }, fr: { title: words[below(5)] as string } },
  links: event.links,
})

/** No two dates of a series have the same original start. */
const distinct = (dates: readonly Dates[]) => [
  ...new Map(dates.map(date => [date.original, date])).values(),
]

/** Dates on which something is otherwise than in their record: of these the journal does not say how they are listed. */
let isPatching = false
const patched = new Set<number>()

function timesAtRandom() {
  const { id: _, original: _1, ...times } = dateAtRandom(0)
  return times
}

async function patch(tx: Transaction, { facts, dates }: ListedEvent) {
  const { id, original } = dates[below(dates.length)] as Dates
  patched.add(facts.event)
  if (below(4) === 0) return tx.patchDate(id, null)
  const own = {
    facts: {
      status: ['publish', 'publish', 'draft'][below(3)] as string,
      featured: below(2),
    },
    links: { category: some(links.category, 2), tag: some(links.tag, 2) },
  }
  if (below(2) === 0) return tx.patchDate(id, own)
  const times = timesAtRandom()
  const { starts, ends } = times
  const patch = { ...own, facts: { ...own.facts, starts, ends } }
  await tx.patchDate(id, patch, { original, ...times })
}

async function write(tx: Transaction, id: number) {
  const was = listed.get(id)
  const is = eventAtRandom(id)
  // some changes leave the dates as they are, some what else lists know
  const kind = was ? below(3) : 2
  if (was && kind === 0) is.dates = was.dates
  if (was && kind === 1) Object.assign(is, { facts: was.facts, links: was.links })
  await tx.update('event', id, { modified: is.modified ?? null }, {}, is.links)
  if (is.dates !== was?.dates) {
    await tx.setDates(id, isSeries(is) ? distinct(is.dates) : [])
    if (isSeries(is)) is.dates = (await tx.seriesDates(id)).map(datesIn)
  }
  if (isPatching && isSeries(is)) await patch(tx, is)
  const [before, after] = [was && withoutDates(was), withoutDates(is)]
  listed.set(id, is)
  const record = recordOf(is)
  await tx.derive(record)
  await append(
    tx,
    { instant: 1, actor: 0, language: 'en' },
    was && record,
    record,
    await listedChange(tx, before, after, tx.takeDatesChange(id)),
  )
}

await store.write(async tx => {
  const facts = { status: 'publish', author: 1 }
  const texts = { en: { name_key: 'a' } }
  for (let n = 0; n < 20; n++) {
    const place = n % 3 ? { geo_lat: 43 + n / 3, geo_lng: -75 + n * 3 } : {}
    links.venue.push(await tx.insert('venue', { ...facts, ...place, date: n }, texts))
    links.organizer.push(await tx.insert('organizer', { ...facts, date: n }, texts))
    links.tag.push(await tx.insert('tag', {}, {}))
    const parent = n > 3 ? (links.category[below(n)] as number) : null
    links.category.push(await tx.insert('category', { parent }, {}))
  }
  for (let n = 0; n < 300; n++) events.push(await tx.insert('event', { status: 'publish' }, {}))
  for (const id of events) await write(tx, id)
})
await index.build()
let seq = await store.lastSeq()

async function follow() {
  for (;;) {
    const lines = await store.journal(seq, 1000)
    if (lines.length === 0) return
    await index.follow(lines)
    seq = lines.at(-1)?.seq ?? seq
  }
}

const pool: Pool = {
  // an ID may be that of one date, too; later some of these are gone
  events: [...events, ...[...listed.values()].flatMap(({ dates }) => dates.map(({ id }) => id))],
  authors: [1, 2, 3],
  idsOf: name => (name === 'parent' ? [1, 2, 3] : links[name]),
  below: categories => store.withDescendants('category', categories),
}
const anyone = { statuses: ['publish'] }
const askers: Asker[] = [
  { of: anyone, seen: anyone, reads: -1 },
  { of: { ...anyone, own: { author: 2, statuses: ['publish', 'draft'] } }, seen: anyone, reads: 2 },
  { of: { statuses: ['publish', 'draft', 'private'] }, seen: anyone, reads: 'all' },
]

const question = randomQuestions(pool, fc.constantFrom(...askers))

/** SQL and list index answer the same, and what a cached list depends on are the very events that are in it. */
const sameAnswers = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(
      question,
      async ({ filters, asker, page, isDescending, isBySeries, order }) => {
        const chosen = await filtersFor(pool, filters, asker)
        const query: EventQuery = {
          ...chosen,
          ...(isDescending && { descending: true }),
          ...(order && { order }),
          ...(isBySeries && { bySeries: true }),
          visible: asker.of,
          protectedOf: asker.reads,
          page,
        }
        const answer = await store.listEvents(query)
        assert.deepEqual(await index.listEvents(query), answer)
        const isDecided =
          !chosen.near && !chosen.modified && !chosen.search && !chosen.wide && !chosen.located
        if (asker !== askers[0] || !isDecided) return
        const matches = matcher(query)
        const everything = { ...query, page: { limit: 5000, offset: 0 } }
        const { items, total } = await store.listEvents(everything)
        assert.equal(answer.total, total)
        const inList = new Set(items.map(({ event }) => event))
        for (const [id, event] of listed) {
          if (patched.has(id)) continue
          assert.equal(matches(event), inList.has(id))
          // of many dates the journal says between which they are
          const span = spanAmong(event.dates)
          const reported: ListedEvent = {
            ...event,
            dates: [],
            others: 'changed',
            ...(span && { span }),
          }
          if (inList.has(id)) assert.ok(matches(reported))
        }
      },
    ),
    { numRuns },
  )

function itemOf(event: number, date: Dates, published: number): ListItem {
  const { id: occurrence, ...rest } = datesIn(date)
  return { occurrence, event, published, ...rest }
}

test('an event is listed on each of its dates, in order, and counted as often', async () => {
  const query: EventQuery = {
    visible: anyone,
    protectedOf: -1,
    page: { limit: 5000, offset: 0 },
  }
  const all = [...listed.values()]
    .flatMap(occurrencesOf)
    .filter(({ status, hidden }) => status === 'publish' && !hidden)
    .sort(
      (a, b) =>
        a.starts - b.starts || a.published - b.published || a.event - b.event || a.id - b.id,
    )
  const expected = all.map(date => itemOf(date.event, date, date.published))
  assert.ok(expected.some(({ occurrence, event }) => occurrence !== event))
  for (const from of [store, index])
    assert.deepEqual(await from.listEvents(query), { items: expected, total: expected.length })
  const { event, id } = all.find(each => each.id !== each.event) as (typeof all)[0]
  const own = all.filter(each => each.event === event).map(each => each.id)
  for (const from of [store, index]) {
    const results = await from.listEvents({ ...query, ids: [event] })
    assert.deepEqual(
      [results?.total, results?.items.map(({ occurrence }) => occurrence)],
      [own.length, own],
    )
  }
  assert.ok(own.includes(id))
})

test('dates of one event are read in order, between two times, with how many there are', async () => {
  for (const [event, { dates, facts }] of listed) {
    const all = dates.toSorted((a, b) => a.starts - b.starts || a.id - b.id)
    const items = all.map(date => itemOf(event, date, facts.published))
    assert.deepEqual(await store.occurrencesOf(event, { limit: 9 }), { items, total: items.length })
    const [first, second] = all
    const later = items.filter(({ starts }) => starts > (first?.starts ?? 0))
    const from = (first?.starts ?? 0) + 1
    assert.deepEqual(await store.occurrencesOf(event, { from, limit: 1, offset: 1 }), {
      items: later.slice(1, 2),
      total: later.length,
    })
    if (!second) continue
    const { items: before } = await store.occurrencesOf(event, { before: second.starts, limit: 9 })
    assert.deepEqual(
      before,
      items.filter(({ starts }) => starts < second.starts),
    )
  }
})

test('a list by series has the first date of each in it, and how many there are', async () => {
  const from = firstDay + 100 * 86_400
  const window = [{ edge: 'start', is: '>=', clock: 'wall', at: from }] as const
  const query: EventQuery = {
    visible: anyone,
    protectedOf: -1,
    window,
    page: { limit: 5000, offset: 0 },
  }
  const dates = (await store.listEvents(query)).items
  const groups = Map.groupBy(dates, ({ event }) => event)
  const expected = [...groups.values()].map(([first, ...others]) =>
    first && first.occurrence !== first.event ? { ...first, count: 1 + others.length } : first,
  )
  assert.ok(expected.some(item => item?.count === 3))
  for (const lists of [store, index]) {
    const answer = await lists.listEvents({ ...query, bySeries: true })
    assert.deepEqual(answer, { items: expected, total: groups.size })
    const page = { limit: 7, offset: 11 }
    const part = await lists.listEvents({ ...query, bySeries: true, page })
    assert.deepEqual(part, { items: expected.slice(11, 18), total: groups.size })
  }
})

test('every filter finds the same dates in SQL, in the list index and in the cache', () =>
  sameAnswers(often(250)))

test('events that gain and lose dates are followed', async () => {
  for (let round = 0; round < 6; round++) {
    await store.write(async tx => {
      for (let n = 0; n < 60; n++) await write(tx, events[below(events.length)] as number)
    })
    await follow()
    await sameAnswers(often(40))
  }
  const removed = events.slice(0, 20)
  await store.write(async tx => {
    for (const id of removed) {
      const was = listed.get(id) as ListedEvent
      await tx.remove('event', id)
      const detail = await listedChange(tx, withoutDates(was), undefined, tx.takeDatesChange(id))
      await append(tx, { instant: 1, actor: 0, language: 'en' }, recordOf(was), undefined, detail)
      listed.delete(id)
    }
  })
  await follow()
  await sameAnswers(often(40))
})

test('dates that are otherwise than their record are listed as they are', async () => {
  isPatching = true
  for (let round = 0; round < 8; round++) {
    await store.write(async tx => {
      for (let n = 0; n < 60; n++) await write(tx, [...listed.keys()][below(listed.size)] as number)
    })
    await follow()
    await sameAnswers(often(40))
  }
  assert.ok(patched.size > 50)
  const query = { visible: anyone, protectedOf: -1, page: { limit: 5000, offset: 0 } }
  const { items } = await store.listEvents(query)
  const ids = items.flatMap(item => (item.patched ? [item.occurrence] : []))
  assert.ok(ids.length > 20)
  assert.equal((await store.datePatches(ids)).size, ids.length)
})

test('venues and organizers have events while one of the dates is not over', async () => {
  for (const kind of ['venue', 'organizer'] as const)
    for (let n = 0; n < 60; n++) {
      const notOverAt = firstDay + below(560) * 86_400
      const query = {
        kind,
        visible: anyone,
        events: [{ has: n % 2 === 0, visible: anyone, protectedOf: -1, notOverAt }],
        page: { limit: 50, offset: 0 },
      }
      assert.deepEqual((await index.listPosts(query))?.total, (await store.listPosts(query)).total)
    }
})
