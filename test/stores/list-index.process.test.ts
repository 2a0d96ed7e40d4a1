import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { demoCalendar } from '../../demo/calendar.ts'
import { type Actor, anonymous, service, visibleTo } from '../../src/calendar/access/access.ts'
import { readSettings } from '../../src/config/config.ts'
import { statuses } from '../../src/define/field-types.ts'
import type { Values } from '../../src/define/param.ts'
import { openDataFolder } from '../../src/main.ts'
import type { ResourceName } from '../../src/resources/table.ts'
import { facetNames } from '../../src/store/contract/facets.ts'
import type { DaySpan, EventQuery, PostQuery, Visible } from '../../src/store/contract/store.ts'
import { databaseUrlOf, engineName, newPlace } from '../support/engine.ts'
import {
  type Asker,
  filtersFor,
  instants,
  optional,
  type Pool,
  randomQuestions,
} from '../support/random-questions.ts'
import { often } from '../support/runs.ts'
import '../support/own-process.ts'

// On PostgreSQL too: SQL and the index must list the same on each engine.

/** The amounts of everything; a server takes several times as long to answer a list. */
const much =
  engineName === 'postgres'
    ? { events: 300, runs: 100, again: 20, sampled: 40, changes: 24, limits: [3, 8, 10] }
    : {
        events: 300,
        runs: often(200),
        again: often(30),
        sampled: 40,
        changes: often(24),
        limits: [3, 10, 8],
      }

const { folder, remove } = await newPlace('almanac-index-')
const { settings } = readSettings({
  flags: {
    dataFolder: folder,
    customFields:
      'level choice Level: Beginner, Expert, None\nseats number Seats\ndress text Dress code',
    clock: '2026-06-15T16:00:00Z',
    ...databaseUrlOf(folder),
  },
  env: {},
  cwd: folder,
})
const { accounts, calendar, current, engine, close } = await openDataFolder(settings)
await current.buildIndexes(() => {})
const index = current.index ?? assert.fail('it has been built')
after(async () => {
  await close()
  await remove()
})

const caller = (language: 'en' | 'fr' = 'en') => ({ actor: service, language, fallback: true })
/** Authors of some of the records. */
const writers: number[] = []
for (const login of ['wren', 'wyn'])
  writers.push((await accounts.add({ login, role: 'author' })).id)
type Writable = Exclude<ResourceName, 'image'>

const make = async (kind: Writable, body: Values): Promise<number> =>
  (await calendar.create(kind, caller(body.ml_language as 'en' | 'fr'), body)).record.id

const demo = demoCalendar('2026-06-15', much.events)
const ids = new Map<string, number>()
for (const [kind, list] of [
  ['category', demo.categories],
  ['tag', demo.tags],
  ['venue', demo.venues],
  ['organizer', demo.organizers],
] as const)
  for (const { key, body, parent } of list as { key: string; body: Values; parent?: string }[])
    ids.set(
      `${kind} ${key}`,
      await make(kind, { ...body, ...(parent && { parent: ids.get(`category ${parent}`) }) }),
    )
const events: number[] = []
for (const { body, venue, organizers, categories, tags } of demo.events)
  events.push(
    await make('event', {
      ...body,
      ...(venue && { venue: ids.get(`venue ${venue}`) }),
      organizer: organizers.map(key => ids.get(`organizer ${key}`)),
      categories: categories.map(key => ids.get(`category ${key}`)),
      tags: tags.map(key => ids.get(`tag ${key}`)),
    }),
  )
const idsOf = (kind: string) =>
  [...ids].filter(([key]) => key.startsWith(`${kind} `)).map(([, id]) => id)

const parents = events.slice(2, 5)

// Some of them are not for everyone.
for (const [n, id] of events.entries()) {
  const body: Values = {
    ...(n % 3 === 0 && { author: writers[n % 2] as number }),
    ...(n % 5 === 0 && { status: statuses[(n / 5) % 6] as string }),
    ...(n % 11 === 0 && { hide_from_listings: true }),
    ...(n % 7 === 0 && { password: 'x' }),
    ...(n % 6 === 0 && { sticky: true }),
    ...(n % 4 === 1 && { post_parent: parents[n % 3] as number }),
    ...(n % 3 !== 2 && {
      custom_fields: {
        ...(n % 2 === 0 && { level: ['beginner', 'expert'][(n / 2) % 2] as string }),
        ...(n % 5 !== 0 && { seats: (n % 12) * 5 + (n % 4 === 3 ? 0.5 : 0) }),
        ...(n % 13 === 0 && { dress: 'Jazz' }),
      },
    }),
  }
  if (Object.keys(body).length > 0) await calendar.change('event', caller(), { id }, body)
}
for (const [n, id] of idsOf('venue').entries())
  if (n % 4 === 1)
    await calendar.change(
      'venue',
      caller(),
      { id },
      {
        author: writers[n % 2] as number,
        status: statuses[n % 5] ?? 'publish',
      },
    )
// A venue whose events are hidden, or in the trash.
for (const [n, hidden] of [true, false].entries()) {
  const venue = idsOf('venue')[n] as number
  for (const id of await engine.eventsOf('venue', venue, 0, 500))
    await calendar.change(
      'event',
      caller(),
      { id },
      hidden ? { hide_from_listings: true } : { status: 'trash' },
    )
}

const publicly = { statuses: ['publish'] }
const callers: Actor[] = [
  anonymous,
  service,
  ...writers.map((id): Actor => ({ ...service, id, role: 'author' })),
]
/** The events that a caller sees for some statuses, or for none; the venues; and the authors whose protected texts are visible. */
const asker = fc
  .record({
    actor: fc.constantFrom(...callers),
    visible: optional(
      fc.uniqueArray(fc.constantFrom('any', ...statuses), { minLength: 1, maxLength: 3 }),
    ),
  })
  .map(
    ({ actor, visible }): Asker => ({
      of: visibleTo(actor, visible) ?? publicly,
      seen: visibleTo(actor) as Visible,
      reads: actor === service ? ('all' as const) : actor.id || -1,
    }),
  )

const pool: Pool = {
  events,
  authors: [0, ...writers],
  idsOf: name => (name === 'parent' ? parents : idsOf(name)),
  below: categories => engine.withDescendants('category', categories),
}
const question = randomQuestions(pool, asker)
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never

const queryOf = async ({
  filters,
  asker,
  page,
  isDescending,
  isBySeries,
  order,
  byTitle,
}: Question): Promise<EventQuery> => ({
  visible: asker.of,
  protectedOf: asker.reads,
  page,
  ...(await filtersFor(pool, filters, asker)),
  ...(isDescending && { descending: true }),
  ...(order && { order }),
  ...(byTitle &&
    !filters.near && {
      sorted: {
        key: { by: 'text', name: 'name_key' },
        language: byTitle,
        descending: isDescending,
      },
      descending: false,
    }),
  ...(isBySeries && { bySeries: true }),
})

const sameAnswers = async (runs: number) => {
  await sameEvents(runs)
  await sameFacets(runs)
  await samePosts(runs / 2)
}

async function isSameEvents(q: Question) {
  const query = await queryOf(q)
  const answer = await index.listEvents(query)
  assert.ok(answer)
  assert.deepEqual(answer, await engine.listEvents(query))
  return answer.total
}

const sameFacets = (runs: number) =>
  fc.assert(
    fc.asyncProperty(question, async q => {
      await isSameFacets(q)
    }),
    { numRuns: runs },
  )

const sameEvents = (runs: number) =>
  fc.assert(
    fc.asyncProperty(question, async q => {
      await isSameEvents(q)
    }),
    { numRuns: runs },
  )

const day = 86_400
const someDays = fc.record({
  from: fc.integer({ min: -300, max: 500 }).map(n => Date.UTC(2026, 5, 15) / 1000 + n * day),
  count: fc.integer({ min: 1, max: 42 }),
  max: fc.integer({ min: 1, max: 8 }),
})

/** The events in a span of days; compared with the database where the index has no answer. */
async function isSameDays(q: Question, span: DaySpan) {
  const { ids: _, near: __, order: ___, sorted: ____, ...dayQuery } = await queryOf(q)
  const query: EventQuery = {
    ...dayQuery,
    window: [
      { edge: 'start', is: '<', clock: 'wall', at: span.from + span.count * day },
      { edge: 'end', is: '>=', clock: 'wall', at: span.from },
    ],
  }
  const answer = await index.listDays(query, span)
  if (answer) assert.deepEqual(answer, await engine.listDays(query, span))
  return answer !== undefined
}

test('the list index gives the same events for each day as the database', async () => {
  let answered = 0
  const same = fc.asyncProperty(question, someDays, async (q, span) => {
    if (await isSameDays(q, span)) answered++
  })
  await fc.assert(same, { numRuns: much.runs })
  assert.ok(answered > much.runs / 10, `${answered} of them by the index`)
})

/** More values than a facet has would be cut off where several are as frequent. */
async function isSameFacets(q: Question) {
  const query = await queryOf(q)
  const wanted = { names: facetNames, venues: q.asker.seen }
  const answer = await index.listFacets(query, wanted)
  assert.ok(answer)
  assert.deepEqual(answer, await engine.listFacets(query, wanted))
  return Object.values(answer).filter(({ length }) => length > 1).length
}

test('the list index counts the facets of a list as the database does', async () => {
  let counted = 0
  const same = fc.asyncProperty(question, async q => {
    await isSameFacets(q)
    counted += await isSameFacets({ ...q, filters: {} })
  })
  await fc.assert(same, { numRuns: much.runs })
  assert.ok(counted > much.runs, `${counted} facets with several values`)
})

const posts = fc.record({
  kind: fc.constantFrom('venue' as const, 'organizer' as const),
  asker,
  ids: optional(fc.uniqueArray(fc.constantFrom(...idsOf('venue'), ...idsOf('organizer')))),
  has: optional(fc.boolean()),
  upcoming: fc.boolean(),
  withTextIn: optional(fc.constantFrom('en' as const, 'fr' as const)),
  withoutTextIn: optional(fc.constantFrom('en' as const, 'fr' as const)),
  now: fc.oneof(instants, fc.constantFrom(Date.UTC(2026, 5, 15) / 1000)),
  page: fc.record({
    limit: fc.integer({ min: 1, max: 50 }),
    offset: fc.integer({ min: 0, max: 30 }),
  }),
})
type PostQuestion = typeof posts extends fc.Arbitrary<infer T> ? T : never

async function isSamePosts(q: PostQuestion) {
  const { kind, page, asker, ids, has, upcoming, withTextIn, withoutTextIn, now } = q
  const counted = { visible: asker.seen, protectedOf: asker.reads }
  const query: PostQuery = {
    kind,
    page,
    visible: asker.of,
    events: [
      ...(has === undefined ? [] : [{ has, ...counted }]),
      ...(upcoming ? [{ has: true, ...counted, notOverAt: now }] : []),
    ],
    ...(withTextIn && { withTextIn }),
    ...(withoutTextIn && { withoutTextIn }),
    ...(ids && { ids }),
  }
  const answer = await index.listPosts(query)
  assert.ok(answer)
  assert.deepEqual(answer, await engine.listPosts(query))
}

const samePosts = (runs: number) =>
  fc.assert(fc.asyncProperty(posts, isSamePosts), { numRuns: runs })

test('the index in memory answers every list as the database does, for every caller', () =>
  sameAnswers(much.runs))

const changesOf = (n: number): Values[] => {
  const venues = idsOf('venue')
  return [
    {
      title: `Moved jazz ${n}`,
      start_date: `2026-07-${10 + (n % 18)} 10:00:00`,
      end_date: `2026-08-${10 + (n % 18)} 12:00:00`,
    },
    { status: n % 2 ? 'draft' : 'publish' },
    {
      featured: true,
      venue: [{ id: venues[n % 9] as number }, { id: venues[n % venues.length] as number }],
      categories: [String(idsOf('category')[n % 12])],
    },
    { hide_from_listings: n % 2 === 0 },
    { password: n % 2 ? 'x' : null, author: writers[n % 2] as number },
    { status: statuses[n % 6] as string, hide_from_listings: false },
    { translations: { fr: { title: `Concert déplacé ${n}` } } },
  ]
}

function changeEvent(n: number, at: number) {
  const changes = changesOf(n)
  const id = events[at % events.length] as number
  return calendar.change('event', caller(), { id }, changes[n % changes.length] as Values)
}

test('lists that are kept follow every single change', async () => {
  const [nearby = 0, anywhere = 0, ofRecords = 0] = much.limits
  const venues = idsOf('venue')
  // As many as are wanted, whatever is asked at random.
  const near: Question[] = []
  const elsewhere: Question[] = []
  for (let seed = 5; near.length < nearby || elsewhere.length < anywhere; seed++)
    for (const each of fc.sample(question, { numRuns: much.sampled, seed })) {
      const [some, wanted] = each.filters.near ? [near, nearby] : [elsewhere, anywhere]
      if (some.length < wanted && (await isSameEvents(each)) > 10) some.push(each)
    }
  const lists = [...near, ...elsewhere]
  const others = fc
    .sample(posts, { numRuns: 200, seed: 5 })
    .filter(({ has, upcoming }) => has !== undefined || upcoming)
    .slice(0, ofRecords)
  const changes = [
    (n: number) => changeEvent(n, n * 31),
    (n: number) => {
      const place = [
        { geo_lat: 45 + n, geo_lng: -73 },
        { geo_lat: null, geo_lng: null },
      ][n % 5]
      const somewhere = { geo_lat: 45.5, geo_lng: -73 - n / 10 }
      return calendar.change('venue', caller(), { id: venues[n % 4] as number }, place ?? somewhere)
    },
    // Venues whose only event comes and goes.
    (n: number) =>
      calendar.change(
        'event',
        caller(),
        { id: events[3] as number },
        {
          venue: [{ id: venues.at(-1 - (n % 4)) as number }],
          status: n % 2 ? 'publish' : 'draft',
        },
      ),
  ]
  for (let n = 0; n < much.changes; n++) {
    await changes[n % changes.length]?.(Math.floor(n / changes.length))
    for (const each of lists) {
      await isSameEvents(each)
      await isSameFacets(each)
    }
    for (const each of others) await isSamePosts(each)
  }
})

test('all lists are still the same after events, venues and the tree of categories have changed', async () => {
  const venues = idsOf('venue')
  const categories = idsOf('category')
  for (let round = 0; round < 4; round++) {
    for (let n = 0; n < 40; n++) await changeEvent(round + n, round * 97 + n * 13)
    await calendar.change(
      'venue',
      caller(),
      { id: venues[round] as number },
      {
        geo_lat: null,
        geo_lng: null,
      },
    )
    await calendar.change(
      'venue',
      caller(),
      { id: venues[round + 5] as number },
      { status: 'draft' },
    )
    await calendar.remove('venue', caller(), { id: venues[round + 10] as number })
    await calendar.change(
      'category',
      caller(),
      { id: categories.at(-1 - round) as number },
      {
        parent: categories[round] as number,
      },
    )
    await calendar.remove('event', caller(), { id: events[round] as number })
    await calendar.remove('tag', caller(), { id: idsOf('tag')[round] as number })
    await sameAnswers(much.again)
  }
  await calendar.remove('category', caller(), { id: categories[0] as number })
  await sameAnswers(much.again)
})
