import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { anonymous, service, visibleTo } from '../../src/calendar/access/access.ts'
import { shapes } from '../../src/calendar/schema/shapes.ts'
import type {
  Bound,
  Cell,
  EventQuery,
  PostQuery,
  Store,
  TermQuery,
  Visible,
} from '../../src/store/contract/store.ts'
import { noLinks, termOrders } from '../../src/store/contract/store.ts'
import {
  eventStatements,
  type ListStatements,
  postStatements,
  termStatements,
  venuesInBox,
} from '../../src/store/sql/list-statements.ts'
import { reader } from '../../src/store/sql/reader.ts'
import type { Piece } from '../../src/store/sql/schema.ts'
import {
  connectionOf,
  type Database,
  dialect,
  openDatabase,
  type Statements,
  statementsOf,
} from '../../src/store/sqlite/driver.ts'
import { sqlite } from '../../src/store/sqlite/engine.ts'
import { illustratedFor, plainEvent, plainShapes } from '../support/plain-events.ts'
import { allowed } from './plans-allowed.ts'

const folder = mkdtempSync(join(tmpdir(), 'almanac-plans-'))
const file = join(folder, 'almanac.db')
let store: Store
let db: Database

before(async () => {
  store = sqlite(file)
  await store.prepare(plainShapes)
  await store.write(async tx => {
    for (let n = 0; n < 300; n++) {
      const venue = await tx.insert('venue', { status: 'publish', date: n, author: 1 }, {})
      const links = { ...noLinks, venue: [venue] }
      const event = await tx.insert('event', { status: 'publish', timezone: 'UTC' }, {}, links)
      await tx.derive(plainEvent(event, { ...occurrence, starts: n, ends: n }, {}, links))
    }
  })
  db = openDatabase(file, { readOnly: true })
})

after(async () => {
  db.close()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const occurrence = {
  utc_starts: 0,
  utc_ends: 0,
  published: 0,
  status: 'publish',
  author: 1,
  hidden: 0,
  featured: 0,
  ticketed: 0,
  protected: 0,
  parent: 0,
  languages: 1,
}

type Named = Piece & { name: string }

const planOf = ({ sql, values }: Piece) =>
  (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[]).map(
    ({ detail }) => detail,
  )

/** A line that walks a whole table, or sorts; a walk along an index is in order, and ends with the page. */
const isDear = (line: string) =>
  (/^SCAN (?!CONSTANT ROW)/.test(line) && !/ USING (COVERING )?INDEX /.test(line)) ||
  /^USE TEMP B-TREE/.test(line) ||
  / AUTOMATIC /.test(line)

const used = new Set<object>()

function faultsOf({ name, ...statement }: Named): string[] {
  return planOf(statement).flatMap(line => {
    if (!isDear(line)) return []
    const reason = allowed.find(({ of, line: dear }) => of.test(name) && dear.test(line))
    if (reason) used.add(reason)
    return reason ? [] : [`${name}: ${line}\n${statement.sql}`]
  })
}

const named = (of: string, { page, total }: ListStatements): Named[] => [
  { name: `page of ${of}`, ...page },
  { name: `total of ${of}`, ...total },
]

const callers: Record<string, Visible> = {
  anyone: visibleTo(anonymous) as Visible,
  author: visibleTo({ ...service, id: 7, role: 'author' }) as Visible,
  editor: visibleTo(service) as Visible,
  'editor for drafts': { statuses: ['draft'] },
  'author for drafts': { statuses: [], own: { author: 7, statuses: ['draft'] } },
}

const page = { limit: 10, offset: 20 }
const bound = (edge: Bound['edge'], is: Bound['is'], clock: Bound['clock'] = 'wall') => ({
  edge,
  is,
  clock,
  at: 1_800_000_000,
})
const oneToHundred = Array.from({ length: 100 }, (_, n) => n + 1)

/** Each filter by itself, for few values and for many. */
const eventFilters: Record<string, (seen: Visible) => Partial<EventQuery>> = {
  'the default window': () => ({ window: [bound('start', '>='), bound('end', '<=')] }),
  'before and after': () => ({ window: [bound('start', '<'), bound('end', '>')] }),
  'an instant': () => ({ window: [bound('start', '>=', 'instant'), bound('end', '<', 'instant')] }),
  'a venue': () => ({ venue: { targets: [3] } }),
  'an organizer and a tag': () => ({ organizer: { targets: [3] }, tag: { targets: [3] } }),
  'all tags': () => ({ tags_all: { kind: 'tag', targets: [3, 4] } }),
  'without tags': () => ({ tags_exclude: { has: false, kind: 'tag', targets: [3, 4] } }),
  'all but some events': () => ({ exclude: { has: false, ids: [5, 6] } }),
  'some categories': () => ({ category: { targets: [1, 2, 3], roots: [1] } }),
  'many tags': () => ({ tag: { targets: oneToHundred } }),
  'no venue': () => ({ venue: { targets: [] } }),
  featured: () => ({ featured: true }),
  'with tickets': () => ({ ticketed: true }),
  'without tickets': () => ({ ticketed: false }),
  cancelled: () => ({ event_status: { has: true, numbers: [1] } }),
  'in person': () => ({ attendance: { has: false, numbers: [1, 2] } }),
  'a choice and a number': () => ({
    custom_fields: [
      { name: 'level', words: ['beginner', 'expert'] },
      { name: 'seats', ranges: [{ from: 6, to: 12 }, { to: 3 }] },
    ],
  }),
  parent: () => ({ parent: 5 }),
  'one of ids': () => ({ ids: [5] }),
  'some ids': () => ({ ids: [5, 6, 7] }),
  'many ids': () => ({ ids: oneToHundred }),
  located: venues => ({ located: { has: true, venues } }),
  'not located': venues => ({ located: { has: false, venues } }),
  words: () => ({ search: { language: 'fr', all: ['a', 'b'], none: ['c'] } }),
  'no such word': () => ({ search: { language: 'en', all: [], none: ['c'] } }),
  'has French text': () => ({ withTextIn: { has: true, language: 'fr' } }),
  'has no French text': () => ({ withoutTextIn: { has: false, language: 'fr' } }),
  'one author': () => ({ author: [7] }),
  'the latest first': () => ({ descending: true }),
  'changed since': () => ({ modified: { from: 1_800_000_000 } }),
  weekends: () => ({ weekday: { days: [5, 6] } }),
  evenings: () => ({ clock: { from: 1080, before: 60 } }),
  'by end': () => ({ order: 'ends' }),
  'by change': () => ({ order: 'modified', descending: true }),
  near: venues => ({ near: { lat: 45, lng: -73, km: 40, venues } }),
}

const postFilters: Record<string, (seen: Visible) => Partial<PostQuery>> = {
  words: () => ({ search: { language: 'en', words: ['a', 'b'] } }),
  'some ids': () => ({ ids: [5, 6] }),
  'has events': visible => ({ events: [{ has: true, visible, protectedOf: 7 }] }),
  'has none': visible => ({ events: [{ has: false, visible, protectedOf: -1 }] }),
  upcoming: visible => ({
    events: [{ has: true, visible, protectedOf: 'all', notOverAt: 1_800_000_000 }],
  }),
  'has French text': () => ({ withTextIn: 'fr' }),
  'has no French text': () => ({ withoutTextIn: 'fr' }),
  'changed since': () => ({ modified: { from: 1_800_000_000 } }),
}

const imageFilters: typeof postFilters = {
  'what is shown': visible => ({ seenBy: { by: 7, visible, in: illustratedFor(7) } }),
}

const termFilters: Record<string, Partial<TermQuery>> = {
  words: { search: 'a' },
  'changed since': { modified: { from: 1_800_000_000 } },
  include: { include: [3, 1] },
  exclude: { exclude: [3, 1] },
  used: { used: true },
  'some ids': { ids: [1, 2] },
  'has French text': { withTextIn: 'fr' },
  'has no French text': { withoutTextIn: 'fr' },
}

/** Nothing, each alone, and each with each. */
function pairs<T>(of: Record<string, T>): [name: string, filters: T[]][] {
  const all = Object.entries(of)
  return [
    ['', []],
    ...all.map(([name, one]): [string, T[]] => [name, [one]]),
    ...all.flatMap(([name, one], at) =>
      all.slice(at + 1).map(([other, two]): [string, T[]] => [`${name}, ${other}`, [one, two]]),
    ),
  ]
}

test('no list of events walks a table or sorts but where that is meant', () => {
  const faults: string[] = []
  for (const [who, visible] of Object.entries(callers))
    for (const [name, filters] of pairs(eventFilters)) {
      const parts = filters.map(filter => filter(visible))
      const query: EventQuery = {
        ...Object.assign({}, ...parts),
        visible,
        protectedOf: who === 'editor' ? 'all' : who === 'author' ? 7 : -1,
        window: parts.flatMap(({ window = [] }) => window),
        page,
      }
      for (const columns of [undefined, 'o.id']) {
        const statements = eventStatements(query, dialect, query.near && [3, 4, 5], columns)
        for (const each of named(`events for ${who}, ${name}`, statements))
          faults.push(...faultsOf(each))
      }
      if (query.near)
        faults.push(...faultsOf({ name: `box for ${who}`, ...venuesInBox(query.near) }))
    }
  assert.deepEqual(faults, [])
})

test('no list of venues, organizers or images does', () => {
  const faults: string[] = []
  for (const kind of ['venue', 'organizer', 'image'] as const)
    for (const [who, visible] of Object.entries(callers))
      for (const [name, filters] of pairs(kind === 'image' ? imageFilters : postFilters)) {
        const query: PostQuery = Object.assign(
          { kind, visible, page },
          ...filters.map(filter => filter(visible)),
        )
        const statements = postStatements(query, dialect)
        for (const each of named(`${kind} for ${who}, ${name}`, statements))
          faults.push(...faultsOf(each))
      }
  assert.deepEqual(faults, [])
})

test('no list of terms does, in any order', () => {
  const faults: string[] = []
  for (const kind of ['category', 'tag'] as const) {
    const parents =
      kind === 'category' ? { 'a parent': { parent: 3 }, 'no parent': { parent: 0 } } : {}
    for (const by of termOrders)
      for (const descending of [false, true])
        for (const [name, filters] of pairs<Partial<TermQuery>>({ ...termFilters, ...parents })) {
          const order = { by, descending }
          const query: TermQuery = Object.assign({ kind, language: 'fr', order, page }, ...filters)
          const statements = termStatements(query, dialect)
          for (const each of named(`${kind} by ${by}, ${name}`, statements))
            faults.push(...faultsOf(each))
        }
  }
  assert.deepEqual(faults, [])
})

/** Statements as they are made, with the name of what was asked of the reader. */
function recorded() {
  const created: Named[] = []
  const real = statementsOf(db)
  let name = ''
  const note = (sql: string, values: readonly Cell[]) =>
    created.push({ name, sql, values: values as Piece['values'] })
  const statements: Statements = {
    ...real,
    rows: (sql, ...values) => {
      note(sql, values)
      return real.rows(sql, ...values)
    },
    row: (sql, ...values) => {
      note(sql, values)
      return real.row(sql, ...values)
    },
  }
  const { connection } = connectionOf(statements)
  const byKind = new Map(shapes.map(shape => [shape.kind, shape]))
  const of = reader({ connection, dialect, shapes: byKind })
  return {
    made: created,
    async ask(what: string, question: (read: typeof of) => Promise<unknown>) {
      name = what
      await question(of)
    },
  }
}

test('no other question to the database does', async () => {
  const { made: created, ask } = recorded()
  for (const { kind } of shapes) {
    await ask(`get ${kind}`, read => read.get(kind, 3))
    await ask(`anyRecord ${kind}`, read => read.anyRecord(kind, 3))
    for (const ids of [[3, 4], oneToHundred])
      await ask(`getMany ${kind}`, read => read.getMany(kind, ids))
    await ask(`idsAfter ${kind}`, read => read.idsAfter(kind, 3, 10))
    await ask(`lastId ${kind}`, read => read.lastId(kind))
  }
  for (const { kind, family, facts, indexed = [], unique = [], named: isNamed } of shapes) {
    await ask(`kindOf ${family}`, read => read.kindOf(family, 3))
    for (const fact of [...indexed, ...unique])
      await ask(`lookup ${kind} ${fact}`, read => read.lookup(kind, fact, 3))
    if (isNamed) await ask(`named ${kind}`, read => read.named(kind, 'a'))
    if (facts.date_utc && facts.status) await ask(`due ${kind}`, read => read.due(kind, 3, 10))
  }
  await ask('highest', read => read.highest('report', 'closed', 3))
  await ask('lookup unset', read => read.lookup('report', 'closed', null))
  await ask('count user', read => read.count('user'))
  await ask('countWith', read => read.countWith('event', 'password'))
  await ask('idsWith', read => read.idsWith('event', 'submission', 3, 10))
  await ask('bySlugs', read => read.bySlugs('event', ['a', 'b']))
  await ask('idsWithSlug', read => read.idsWithSlug('event', 'trashed', 3, 10))
  for (const name of ['bySlug', 'movedTo'] as const) await ask(name, of => of[name]('event', 'a'))
  await ask('withDescendants', read => read.withDescendants('category', [3]))
  await ask('note', read => read.note('a'))
  await ask('namesOf', read => read.namesOf('event', 3))
  await ask('eventsOf', read => read.eventsOf('venue', 3, 0, 10))
  await ask('listEntries', read => read.listEntries(undefined, 10))
  const place = { starts: 3, published: 3, event: 3, id: 3 }
  await ask('listEntries after', read => read.listEntries(place, 10))
  const counted = { visible: { statuses: ['publish'] }, protectedOf: 3 }
  for (const ids of [[3], [3, 4], oneToHundred]) {
    for (const name of ['listEntriesOf', 'datePatches', 'irregularDates', 'lastEnds'] as const)
      await ask(name, of => of[name](ids))
    await ask('initials venue', of =>
      of.initials({ kind: 'venue', language: 'en', visible: { statuses: ['publish'] } }),
    )
    await ask('eventCounts', of => of.eventCounts('venue', ids, counted))
    await ask('eventsOfText', read => read.eventsOfText('en', 'a', ids))
    for (const kind of ['venue', 'organizer'] as const)
      for (const some of [ids, undefined])
        await ask(`postEntries ${some ? '' : 'all '}${kind}`, read => read.postEntries(kind, some))
  }
  const byTitle = { language: 'fr', limit: 10 } as const
  const after = { title: 'a', id: 3 }
  for (const descending of [false, true])
    for (const more of [{ after }, {}, { ids: oneToHundred }])
      await ask(`eventsByTitle${'ids' in more ? ' ids' : ''}`, read =>
        read.eventsByTitle({ ...byTitle, descending, ...more }),
      )
  await ask('eventsWithText', read => read.eventsWithText('en', 'a', 0, 10))
  await ask('journal', read => read.journal(0, 10))
  await ask('venuesNear', read =>
    read.venuesNear({ lat: 45, lng: -73, km: 40, venues: { statuses: ['publish'] } }),
  )
  await ask('occurrencesOf', read => read.occurrencesOf(3, { from: 1, limit: 1 }))
  for (const name of ['lastSeq', 'seriesDate', 'seriesDates', 'spanOf', 'overridesOf'] as const)
    await ask(name, read => read[name](3))
  await ask('goneDate', read => read.goneDate(3, { from: 1, before: 2 }, 1))
  await ask('seriesStoredUntil', read => read.seriesStoredUntil(3, 10, 1))
  await ask('seriesWithUnshown', read => read.seriesWithUnshown(3))
  await ask('replaced', read => read.replaced('event', 3, 9, 10))
  assert.deepEqual(created.flatMap(faultsOf), [])
  const ofOverrides = created.filter(({ name }) => name.startsWith('overridesOf')).flatMap(planOf)
  assert.match(ofOverrides.join(), /series_date_patched/, 'other dates are not looked at')
  const tables = new Set(created.map(({ name }) => name.split(' ')[0]))
  const lists = ['listEvents', 'listDays', 'listFacets', 'listPosts', 'listTerms']
  const { connection } = connectionOf(statementsOf(db))
  const names = Object.keys(reader({ connection, dialect, shapes: new Map() }))
  assert.deepEqual(
    names.filter(name => !lists.includes(name) && !tables.has(name)),
    [],
    'each question was asked',
  )
})

test('each reason is still needed', () => {
  assert.deepEqual(
    allowed.filter(each => !used.has(each)).map(({ of, line }) => `${of} ${line}`),
    [],
  )
})

test('the table of events is kept in list order', () => {
  const [created] = db.prepare("SELECT sql FROM sqlite_master WHERE name = 'occurrence'").all()
  const key = /PRIMARY KEY \(starts, published, event, id\)\) WITHOUT ROWID"/
  assert.match(JSON.stringify(created), key)
})
