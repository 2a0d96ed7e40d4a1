import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { service } from '../../src/calendar/access.ts'
import { demoCalendar } from '../../src/cli/demo/calendar.ts'
import { readSettings } from '../../src/config.ts'
import { check, type Values } from '../../src/define/param.ts'
import { writeParams } from '../../src/define/resource.ts'
import { openHouse } from '../../src/main.ts'
import { type KindName, resources } from '../../src/resources/index.ts'
import type { EventQuery, PostQuery } from '../../src/store/store.ts'

const folder = mkdtempSync(join(tmpdir(), 'almanac-index-'))
const { settings } = readSettings({
  flags: { dataFolder: folder, clock: '2026-06-15T16:00:00Z' },
  env: {},
  cwd: folder,
})
const { house, calendar, index, engine, close } = await openHouse(settings)
await index.build()
after(async () => {
  await close()
  rmSync(folder, { recursive: true })
})

const caller = (language: 'en' | 'fr' = 'en') => ({ actor: service, language, fallback: true })
type Writable = Exclude<KindName, 'image'>

async function make(kind: Writable, body: Values): Promise<number> {
  const { values, flaws } = check(writeParams(resources[kind], 'create'), body, {
    now: house.now(),
    zone: 'UTC',
  })
  assert.deepEqual(flaws, {})
  return (await calendar.create(kind, caller(body.ml_language as 'en' | 'fr'), values)).record.id
}

const demo = demoCalendar('2026-06-15', 700)
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

const at = fc.integer({ min: Date.UTC(2026, 2, 1) / 1000, max: Date.UTC(2027, 8, 1) / 1000 })
const bound = fc.record({
  edge: fc.constantFrom('start' as const, 'end' as const),
  is: fc.constantFrom('>=' as const, '>' as const, '<=' as const, '<' as const),
  clock: fc.constantFrom('wall' as const, 'wall' as const, 'instant' as const),
  at: fc.oneof(
    at,
    at.map(seconds => seconds - (seconds % 3600)),
    at.map(seconds => seconds - (seconds % 86_400) + 86_399),
  ),
})
const some = (kind: string) =>
  fc.uniqueArray(fc.constantFrom(...idsOf(kind)), { minLength: 1, maxLength: 3 })
const letters = fc.constantFrom(
  'e',
  'market',
  'jazz',
  'ete',
  'montreal',
  'the',
  'les',
  'concert',
  'xyzzy',
  'a b',
)
const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 2 })

const question = fc.record({
  window: fc.array(bound, { maxLength: 3 }),
  category: optional(some('category')),
  tag: optional(some('tag')),
  venue: optional(some('venue')),
  organizer: optional(some('organizer')),
  featured: optional(fc.boolean()),
  ticketed: optional(fc.boolean()),
  located: optional(fc.boolean()),
  nearest: optional(some('venue')),
  ids: optional(fc.uniqueArray(fc.constantFrom(...events), { minLength: 1, maxLength: 9 })),
  hasText: optional(fc.constantFrom('en' as const, 'fr' as const)),
  words: optional(
    fc.record({
      language: fc.constantFrom('en' as const, 'fr' as const),
      all: fc.array(letters, { maxLength: 2 }),
      none: fc.array(letters, { maxLength: 1 }),
    }),
  ),
  page: fc.record({
    limit: fc.integer({ min: 1, max: 50 }),
    offset: fc.integer({ min: 0, max: 400 }),
  }),
})
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never

const publicly = { statuses: ['publish'] }

async function queryOf(q: Question): Promise<EventQuery> {
  const linked: EventQuery['linked'] = []
  if (q.category)
    linked.push({
      kind: 'category',
      roots: q.category,
      targets: await engine.withDescendants('category', q.category),
    })
  for (const kind of ['tag', 'venue', 'organizer'] as const)
    if (q[kind]) linked.push({ kind, targets: q[kind] })
  return {
    visible: publicly,
    window: q.ids ? [] : q.window,
    linked,
    page: q.page,
    ...(q.featured !== undefined && { featured: q.featured }),
    ...(q.ticketed !== undefined && { ticketed: q.ticketed }),
    ...(q.located !== undefined && { located: { has: q.located, venues: publicly } }),
    ...(q.nearest && !q.ids && { nearest: q.nearest }),
    ...(q.ids && { ids: q.ids }),
    ...(q.hasText && { hasText: q.hasText }),
    ...(q.words && { search: { ...q.words, protectedOf: -1 } }),
  }
}

const sameAnswers = (runs: number) =>
  fc.assert(
    fc.asyncProperty(question, async q => {
      const query = await queryOf(q)
      assert.deepEqual(await index.listEvents(query), await engine.listEvents(query))
    }),
    { numRuns: runs },
  )

test('the index in memory answers every list as the database does', () => sameAnswers(600))

test('it still does after events, venues and the tree of categories have changed', async () => {
  const venues = idsOf('venue')
  const categories = idsOf('category')
  for (let round = 0; round < 4; round++) {
    for (let n = 0; n < 40; n++) {
      const id = events[(round * 97 + n * 13) % events.length] as number
      const change: Values[] = [
        {
          title: `Moved jazz ${n}`,
          start_date: `2026-07-${10 + (n % 18)} 10:00:00`,
          end_date: `2026-08-${10 + (n % 18)} 12:00:00`,
        },
        { status: n % 2 ? 'draft' : 'publish' },
        {
          featured: true,
          venue: [{ id: venues[n % venues.length] as number }],
          categories: [String(categories[n % categories.length])],
        },
        { hide_from_listings: n % 2 === 0 },
        { password: n % 2 ? 'x' : null },
        { translations: { fr: { title: `Concert déplacé ${n}` } } },
      ]
      await calendar.change('event', caller(), id, change[(round + n) % change.length] as Values)
    }
    await calendar.change('venue', caller(), venues[round] as number, {
      geo_lat: null,
      geo_lng: null,
    })
    await calendar.change('venue', caller(), venues[round + 5] as number, { status: 'draft' })
    await calendar.remove('venue', caller(), venues[round + 10] as number)
    await calendar.change('category', caller(), categories.at(-1 - round) as number, {
      parent: categories[round] as number,
    })
    await calendar.remove('event', caller(), events[round] as number)
    await calendar.remove('tag', caller(), idsOf('tag')[round] as number)
    await sameAnswers(150)
  }
  await calendar.remove('category', caller(), categories[0] as number)
  await sameAnswers(150)
})

test('venues and organizers with events, or with some that are not over, are told as the database does', async () => {
  const asked = fc.record({
    kind: fc.constantFrom('venue' as const, 'organizer' as const),
    has: optional(fc.boolean()),
    upcoming: fc.boolean(),
    hasText: optional(fc.constantFrom('en' as const, 'fr' as const)),
    now: at,
    page: fc.record({
      limit: fc.integer({ min: 1, max: 50 }),
      offset: fc.integer({ min: 0, max: 30 }),
    }),
  })
  await fc.assert(
    fc.asyncProperty(asked, async ({ kind, has, upcoming, hasText, now, page }) => {
      const query: PostQuery = {
        kind,
        page,
        visible: publicly,
        events: [
          ...(has === undefined ? [] : [{ has, visible: publicly }]),
          ...(upcoming ? [{ has: true, visible: publicly, notOverAt: now }] : []),
        ],
        ...(hasText && { hasText }),
      }
      assert.deepEqual(await index.listPosts(query), await engine.listPosts(query))
    }),
    { numRuns: 300 },
  )
})
