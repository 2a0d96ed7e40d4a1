import assert from 'node:assert/strict'
import fc from 'fast-check'
import { service } from '../../src/calendar/access/access.ts'
import { openVersions } from '../../src/calendar/history/version-verbs.ts'
import { mergeRecords } from '../../src/calendar/write/merge.ts'
import type { WrittenName } from '../../src/calendar/write/write-types.ts'
import { readSettings, type Settings } from '../../src/config/config.ts'
import type { Values } from '../../src/define/param.ts'
import { openDataFolder } from '../../src/main.ts'
import { Problem } from '../../src/problem/problem.ts'
import type { EventQuery, LinkKind, PostQuery } from '../../src/store/contract/store.ts'
import { type ListIndex, openListIndex } from '../../src/store/listing/list-index.ts'
import { databaseUrlOf, newPlace } from '../support/engine.ts'

/** A small calendar that changes at random, list indexes that follow its journal in batches, and the database to compare them with. */

export type Histories = Awaited<ReturnType<typeof openHistories>>

/** One change of a history: the operation, and its records, by numbers modulo the number of records. */
export type Step = { does: keyof typeof operations; at: number; to: number }

type Pool = {
  calendar: Opened['calendar']
  context: Opened['context']
  events: number[]
  linked: Record<LinkKind, number[]>
  series: number
}
type Opened = Awaited<ReturnType<typeof openDataFolder>>

const caller = { actor: service, language: 'en', fallback: true } as const

const pick = (from: readonly number[], at: number): number => from[at % from.length] ?? 0

const change = (kind: WrittenName, id: number, body: Values, { calendar }: Pool) =>
  calendar.change(kind, caller, { id }, body)

const changeEvent = (pool: Pool, at: number, body: Values) =>
  change('event', pick(pool.events, at), body, pool)

const dayOf = (n: number) => `2026-07-${String(10 + (n % 18)).padStart(2, '0')}`

const remove = ({ calendar }: Pool, kind: WrittenName, id: number, force = false) =>
  calendar.remove(kind, caller, { id }, { force })

/** Makes one of two records of a kind. */
async function merge(pool: Pool, kind: LinkKind, at: number, to: number) {
  const [from, into] = [pick(pool.linked[kind], at), pick(pool.linked[kind], to)]
  if (from === into) return
  await mergeRecords(pool.context, caller, { kind, into, from: [from], fill: to % 2 === 0 })
}

async function restore(pool: Pool, at: number, to: number) {
  const id = pick(pool.events, at)
  const versions = openVersions(pool.context)
  const page = await versions.list(caller, 'event', id, { before: undefined, max: 10 })
  const version = page.versions[to % page.versions.length]
  if (version) await versions.restore(caller, 'event', id, version.version)
}

const linkOf = (kind: LinkKind, ids: readonly number[]): Values =>
  kind === 'venue' || kind === 'organizer'
    ? { [kind]: ids.map(id => ({ id })) }
    : { [kind === 'tag' ? 'tags' : 'categories']: ids.map(String) }

const link = (kind: LinkKind) => (pool: Pool, at: number, to: number) =>
  changeEvent(pool, at, linkOf(kind, to % 5 ? [pick(pool.linked[kind], to)] : []))

const scopes = ['this', 'this', 'following', 'all', 'detach'] as const

/** Twelve dates at most: all fit on a page. */
const ruleOf = (n: number) => [`RRULE:FREQ=${n % 2 ? 'DAILY' : 'WEEKLY'};COUNT=${1 + (n % 12)}`]

/** A date of an event, if it is a series. */
async function dateOf({ context, events }: Pool, at: number, to: number) {
  const dates = await context.store.seriesDates(pick(events, at))
  return dates[to % dates.length]
}

/** Changes a date, those from it on or all of a series. Its ID may belong to another event then. */
async function changeDate(pool: Pool, at: number, to: number, body: Values) {
  const date = await dateOf(pool, at, to)
  if (!date) return
  const scope = scopes[(at + to) % scopes.length] ?? 'this'
  await change('event', date.id, { ...body, scope }, pool)
  const event = (await pool.context.store.seriesDate(date.id))?.series ?? date.id
  if (!pool.events.includes(event)) pool.events.push(event)
}

/** The operations on a calendar. */
const operations = {
  async create(pool: Pool, at: number, to: number) {
    const { record } = await pool.calendar.create('event', caller, {
      title: `Concert ${++pool.series}`,
      start_date: `${dayOf(at)} 10:00:00`,
      end_date: `${dayOf(at)} 12:00:00`,
      ...(to % 3 === 0 && { status: 'draft' }),
      ...(to % 2 === 0 && { recurrence: ruleOf(to) }),
      ...linkOf('venue', [pick(pool.linked.venue, to)]),
    })
    pool.events.push(record.id)
  },
  draft: (pool: Pool, at: number) => changeEvent(pool, at, { status: 'draft' }),
  publish: (pool: Pool, at: number) => changeEvent(pool, at, { status: 'publish' }),
  move: (pool: Pool, at: number, to: number) =>
    changeEvent(pool, at, {
      start_date: `${dayOf(to)} 18:00:00`,
      end_date: `${dayOf(to)} 20:00:00`,
    }),
  describe: (pool: Pool, at: number, to: number) =>
    changeEvent(pool, at, { description: to % 2 ? 'With jazz.' : `Text ${to}` }),
  rename: (pool: Pool, at: number, to: number) =>
    changeEvent(pool, at, { title: to % 2 ? `Jazz ${to}` : `Talk ${to}` }),
  hide: (pool: Pool, at: number, to: number) =>
    changeEvent(pool, at, { hide_from_listings: to % 2 === 0 }),
  lock: (pool: Pool, at: number, to: number) =>
    changeEvent(pool, at, { password: to % 2 ? 'secret' : null }),
  repeat: (pool: Pool, at: number, to: number) =>
    changeEvent(pool, at, { recurrence: to % 4 ? ruleOf(to) : [] }),
  moveDate: (pool: Pool, at: number, to: number) =>
    changeDate(pool, at, to, {
      start_date: `${dayOf(to)} 14:00:00`,
      end_date: `${dayOf(to)} 16:00:00`,
    }),
  renameDate: (pool: Pool, at: number, to: number) =>
    changeDate(pool, at, to, { title: `Jazz ${to}` }),
  venueOfDate: (pool: Pool, at: number, to: number) =>
    changeDate(pool, at, to, linkOf('venue', to % 4 ? [pick(pool.linked.venue, to)] : [])),
  categoryOfDate: (pool: Pool, at: number, to: number) =>
    changeDate(pool, at, to, linkOf('category', to % 4 ? [pick(pool.linked.category, to)] : [])),
  async removeDate(pool: Pool, at: number, to: number) {
    const date = await dateOf(pool, at, to)
    const scope = to % 3 ? 'this' : 'following'
    if (date) await pool.calendar.remove('event', caller, { id: date.id }, { scope })
  },
  trash: (pool: Pool, at: number) => remove(pool, 'event', pick(pool.events, at)),
  delete: (pool: Pool, at: number) => remove(pool, 'event', pick(pool.events, at), true),
  restore,
  atVenue: link('venue'),
  byOrganizer: link('organizer'),
  inCategory: link('category'),
  tagged: link('tag'),
  moveVenue: (pool: Pool, at: number, to: number) =>
    change(
      'venue',
      pick(pool.linked.venue, at),
      to % 3 ? { geo_lat: 45 + (to % 4), geo_lng: -73 } : { geo_lat: null, geo_lng: null },
      pool,
    ),
  hideVenue: (pool: Pool, at: number, to: number) =>
    change('venue', pick(pool.linked.venue, at), { status: to % 2 ? 'draft' : 'publish' }, pool),
  moveCategory: (pool: Pool, at: number, to: number) =>
    change(
      'category',
      pick(pool.linked.category, at),
      { parent: to % 3 ? pick(pool.linked.category, to) : 0 },
      pool,
    ),
  mergeVenues: (pool: Pool, at: number, to: number) => merge(pool, 'venue', at, to),
  mergeCategories: (pool: Pool, at: number, to: number) => merge(pool, 'category', at, to),
  mergeTags: (pool: Pool, at: number, to: number) => merge(pool, 'tag', at, to),
  deleteTag: (pool: Pool, at: number) => remove(pool, 'tag', pick(pool.linked.tag, at)),
  deleteCategory: (pool: Pool, at: number) =>
    remove(pool, 'category', pick(pool.linked.category, at)),
  deleteVenue: (pool: Pool, at: number) => remove(pool, 'venue', pick(pool.linked.venue, at), true),
} as const

const often = [
  'create',
  'draft',
  'publish',
  'move',
  'describe',
  'atVenue',
  'inCategory',
  'repeat',
  'moveDate',
] as const
const names = Object.keys(operations) as (keyof typeof operations)[]

/** Few events, so that one is changed several times; changes without a difference for lists are frequent, as in life. */
export const history = (length: number) =>
  fc.array(
    fc.record<Step>({
      does: fc.constantFrom(...often, ...names),
      at: fc.integer({ min: 0, max: 7 }),
      to: fc.integer({ min: 0, max: 30 }),
    }),
    { minLength: length, maxLength: length },
  )

const publicly = { statuses: ['publish'] }
const everything = { statuses: ['publish', 'draft', 'pending', 'private', 'future', 'trash'] }

/** `database`: where it is, where it is not the one that the engine of the tests gives. */
export async function openHistories(database?: Pick<Settings, 'databaseUrl' | 'secretKey'>) {
  const { folder, remove: removePlace } = await newPlace('almanac-batches-')
  const place = database ?? databaseUrlOf(folder)
  const { settings } = readSettings({
    flags: { dataFolder: folder, clock: '2026-06-15T16:00:00Z', ...place },
    env: {},
    cwd: folder,
  })
  const opened = await openDataFolder(settings)
  const { calendar, context, engine, current, changes } = opened
  await current.buildIndexes(() => {})
  const pool: Pool = { calendar, context, events: [], series: 0, linked: noneLinked() }

  /** New records, so that one history does not wear out what the next needs. */
  async function renew() {
    for (const id of pool.events) await remove(pool, 'event', id, true).catch(ifRefused)
    Object.assign(pool, { events: [], linked: noneLinked() })
    const make = async (kind: LinkKind, body: Values) =>
      pool.linked[kind].push((await calendar.create(kind, caller, body)).record.id)
    for (let n = 0; n < 3; n++) {
      const name = `${++pool.series}`
      await make('venue', { venue: `Hall ${name}`, geo_lat: 45 + n, geo_lng: -73 })
      await make('organizer', { organizer: `Club ${name}` })
      await make('category', { name: `Kind ${name}`, parent: pool.linked.category[0] ?? 0 })
      await make('tag', { name: `Tag ${name}` })
    }
    for (let n = 0; n < 4; n++) await operations.create(pool, n * 5, n + 1)
  }

  return {
    calendar,
    engine,
    current,
    changes,
    renew,
    /** The user of all changes. */
    actor: service,

    /** Does it; a refused change (of a deleted record) changes nothing. */
    async do({ does, at, to }: Step) {
      await Promise.resolve(operations[does](pool, at, to)).catch(ifRefused)
    },

    /** A list index of its own, as the calendar is now. It follows what it is given. */
    async openIndex(): Promise<ListIndex> {
      const index = openListIndex(engine)
      await index.build()
      return index
    },

    linesAfter: (position: number) => engine.journal(position, 1000),

    /** Compares an index with the database as it is now; the database is asked once for all that are compared. */
    async openComparison() {
      const dates = await Promise.all(pool.events.map(id => engine.seriesDates(id, { limit: 3 })))
      const events = await eventQueries(pool, engine.withDescendants, dates.flat())
      const posts = postQueries()
      const rights = await Promise.all(events.map(query => engine.listEvents(query)))
      const rightPosts = await Promise.all(posts.map(query => engine.listPosts(query)))
      const texts = [...events, ...posts].map(query => JSON.stringify(query))
      return async (index: ListIndex, which: string) => {
        for (const [n, query] of events.entries())
          assert.deepEqual(await index.listEvents(query), rights[n], `${which} ${texts[n]}`)
        for (const [n, query] of posts.entries())
          assert.deepEqual(
            await index.listPosts(query),
            rightPosts[n],
            `${which} ${texts[events.length + n]}`,
          )
      }
    },

    async close() {
      await opened.close()
      await removePlace()
    },
  }
}

const noneLinked = (): Pool['linked'] => ({ venue: [], organizer: [], category: [], tag: [] })

function ifRefused(error: unknown) {
  if (!(error instanceof Problem)) throw error
}

const page = { limit: 50, offset: 0 }

/** By whom, and by what filters, lists are compared. */
async function eventQueries(
  { linked, events }: Pool,
  below: Opened['engine']['withDescendants'],
  dates: readonly { id: number }[],
): Promise<EventQuery[]> {
  const queries: EventQuery[] = []
  for (const [visible, protectedOf] of [
    [publicly, -1],
    [everything, 'all'],
  ] as const) {
    const common = { visible, protectedOf, page }
    queries.push(
      common,
      { ...common, descending: true },
      { ...common, near: { lat: 45, lng: -73, km: 150, venues: visible } },
      { ...common, located: { has: true, venues: visible } },
      { ...common, search: { language: 'en', all: ['jazz'], none: [] } },
      { ...common, ids: events.slice(0, 5) },
      { ...common, ids: [...events.slice(0, 1), ...dates.map(({ id }) => id)] },
    )
    for (const kind of ['venue', 'organizer', 'tag'] as const)
      for (const id of linked[kind]) queries.push({ ...common, [kind]: { targets: [id] } })
    for (const id of linked.category)
      queries.push({
        ...common,
        category: { roots: [id], targets: await below('category', [id]) },
      })
  }
  return queries
}

const postQueries = (): PostQuery[] =>
  (['venue', 'organizer'] as const).flatMap(kind =>
    [true, false].map(has => ({
      kind,
      visible: publicly,
      page,
      events: [{ has, visible: publicly, protectedOf: -1 as const }],
    })),
  )
