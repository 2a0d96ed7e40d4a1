import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { shapes as shapesOfRecords } from '../../src/calendar/schema/shapes.ts'
import type { Field } from '../../src/define/resource.ts'
import { resourceList } from '../../src/resources/table.ts'
import type { EventQuery, Store } from '../../src/store/contract/store.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { sqlite } from '../../src/store/sqlite/engine.ts'
import { plainEvent, plainlyListed, plainShapes } from '../support/plain-events.ts'

const day = 86_400
/** More than are rebuilt before a service listens. */
const many = 2300

function newFile(t: { after(work: () => void): void }) {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-derived-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'almanac.db')
}

const eventOf = (id: number) =>
  plainEvent(
    id,
    {
      starts: id * day,
      ends: id * day + 3600,
      published: id % 7,
      status: 'publish',
      featured: id % 2,
      languages: 1 + (id % 3),
    },
    { en: `jazz ${id}` },
  )

/** A record as the tests write it: derived rows must follow from the record itself. */
async function insert(store: Store, count: number) {
  await store.write(async tx => {
    for (let n = 0; n < count; n++) {
      const id = await tx.insert('event', { status: 'publish', timezone: 'UTC' }, {})
      await tx.derive(eventOf(id))
    }
  })
}

/** Of shapes whose rows follow from the id alone, as `eventOf` gives them. */
const shapes = plainShapes.map(shape =>
  shape.kind === 'event'
    ? {
        ...shape,
        listedAs: ({ id }: { id: number }) => plainlyListed(eventOf(id)),
        searchText: ({ id }: { id: number }) => ({ en: [`jazz ${id}`] }),
      }
    : shape,
)

async function opened(file: string, of = shapes) {
  const store = sqlite(file)
  await store.prepare(of)
  return store
}

const tables = ['occurrence', 'search']

function rowsOf(file: string) {
  const db = openDatabase(file, { readOnly: true })
  const rows = tables.map(table => db.prepare(`SELECT * FROM ${table}`).all())
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'").values()
  db.close()
  return { rows, names: names.map(String).sort() }
}

/** As a program would have left it that knew nothing of languages, ordered otherwise, and had a column more. */
function makeOld(file: string) {
  const db = openDatabase(file)
  db.exec(`CREATE TABLE older (event INTEGER NOT NULL, starts INTEGER NOT NULL, ends INTEGER NOT NULL,
      utc_starts INTEGER NOT NULL, utc_ends INTEGER NOT NULL, published INTEGER NOT NULL, status TEXT NOT NULL,
      author INTEGER NOT NULL, hidden INTEGER NOT NULL, featured INTEGER NOT NULL, ticketed INTEGER NOT NULL,
      protected INTEGER NOT NULL, parent INTEGER NOT NULL, shade TEXT NOT NULL, PRIMARY KEY (event)) WITHOUT ROWID;
    INSERT INTO older SELECT event, starts, ends, utc_starts, utc_ends, published, status, author, hidden,
      featured, ticketed, protected, parent, 'blue' FROM occurrence;
    DROP TABLE occurrence;
    ALTER TABLE older RENAME TO occurrence;
    UPDATE search SET text = 'words of another form';
    UPDATE note SET value = '{"form":"older"}' WHERE key LIKE 'form of %'`)
  db.close()
}

const query = (of: Partial<EventQuery> = {}): EventQuery => ({
  visible: { statuses: ['publish'] },
  protectedOf: 'all',
  page: { limit: 5, offset: 0 },
  ...of,
})

test('tables of another form are rebuilt when a small calendar is opened', async t => {
  const file = newFile(t)
  const first = await opened(file)
  await insert(first, 300)
  await first.close()
  const before = rowsOf(file)
  makeOld(file)
  const store = await opened(file)
  assert.equal(
    (await store.listEvents(query({ withTextIn: { has: true, language: 'fr' } }))).total,
    200,
  )
  await store.close()
  assert.deepEqual(rowsOf(file), before)
})

test('old records are indexed again when a field becomes searchable, or no longer is', async t => {
  const searching = (...fields: string[]) =>
    shapes.map(shape =>
      shape.kind === 'event'
        ? { ...shape, searchedFields: fields, searchText: () => ({ en: [fields.join(' ')] }) }
        : shape,
    )
  const file = newFile(t)
  const first = await opened(file, searching('title'))
  await insert(first, 1)
  await first.close()
  for (const fields of [['title', 'motto'], ['motto']]) {
    await (await opened(file, searching(...fields))).close()
    const [, texts] = rowsOf(file).rows
    assert.deepEqual(
      texts?.map(row => Object(row).text),
      [fields.join(' ')],
    )
  }
})

test('the shape of every resource names the fields that are searched', () => {
  for (const { name, fields } of resourceList)
    assert.deepEqual(
      shapesOfRecords
        .find(({ kind }) => kind === name)
        ?.searchedFields?.map(of => of.split(' ')[1]),
      Object.entries<Field>(fields).flatMap(([field, { searched }]) => (searched ? [field] : [])),
    )
})

test('a table that has gone is made again', async t => {
  const file = newFile(t)
  const first = await opened(file)
  await insert(first, 20)
  await first.close()
  const before = rowsOf(file)
  const db = openDatabase(file)
  db.exec('DROP TABLE occurrence')
  db.close()
  await (await opened(file)).close()
  assert.deepEqual(rowsOf(file), before)
})

test('a large calendar answers while its tables are rebuilt, and what it writes meanwhile is in them', async t => {
  const file = newFile(t)
  const first = await opened(file)
  await insert(first, many)
  await first.close()
  const before = rowsOf(file)
  makeOld(file)

  const store = await opened(file)
  const plain = await store.listEvents(query({ featured: true }))
  const listed = plain.items.map(({ occurrence, event }) => [occurrence, event])
  assert.deepEqual([plain.total, listed], [many / 2, [1, 3, 5, 7, 9].map(id => [id, id])])
  // Nothing is known yet of a column that the table did not have.
  const unknown = { code: 'service_too_busy' }
  await assert.rejects(
    store.listEvents(query({ withTextIn: { has: true, language: 'fr' } })),
    unknown,
  )
  await store.write(async tx => {
    await tx.remove('event', 1)
    const id = await tx.insert('event', { status: 'publish', timezone: 'UTC' }, {})
    await tx.derive(eventOf(id))
    await tx.derive(eventOf(2))
  })
  assert.equal((await store.listEvents(query())).total, many)
  const seq = await store.lastSeq()
  const progress: [number, number][] = []
  await store.rebuild((done, total) => progress.push([done, total]))
  assert.ok(progress.length > 10)
  assert.deepEqual(progress.at(-1), [2 * many, 2 * many])
  // Removed: event 1 (2 languages); made: one more.
  const { total } = await store.listEvents(query({ withTextIn: { has: true, language: 'fr' } }))
  const isFrench = (id: number) => ((1 + (id % 3)) & 2) !== 0
  const ids = Array.from({ length: many + 1 }, (_, n) => n + 1).filter(id => id !== 1)
  assert.equal(total, ids.filter(isFrench).length)
  const news = await store.journal(seq, 10)
  assert.deepEqual([news[0]?.kind, news[0]?.id], ['event', 0])
  await store.write(async tx => {
    await tx.remove('event', many + 1)
  })
  await store.close()
  const rows = rowsOf(file)
  const [occurrences = [], texts = []] = before.rows
  assert.deepEqual(rows, { names: before.names, rows: [occurrences.slice(1), texts.slice(1)] })
})

test('an interrupted rebuild continues, and one for another form begins again', async t => {
  const file = newFile(t)
  const first = await opened(file)
  await insert(first, many)
  await first.close()
  const before = rowsOf(file)
  makeOld(file)

  const interrupted = await opened(file)
  let slices = 0
  await interrupted.rebuild(() => {
    if (++slices === 3) void interrupted.close()
  })
  assert.equal(slices, 3)
  const db = openDatabase(file)
  const filled = Number(db.value('SELECT count(*) FROM occurrence_next'))
  assert.ok(filled > 0 && filled < many)
  // Existing rows are not read again.
  db.exec('UPDATE occurrence_next SET featured = 7 WHERE event = 1')
  db.close()
  const goesOn = await opened(file)
  await goesOn.rebuild()
  await goesOn.close()
  const { rows, names } = rowsOf(file)
  const [occurrences = []] = before.rows
  const [one = {}] = occurrences as object[]
  assert.deepEqual(rows[0], [{ ...one, featured: 7 }, ...occurrences.slice(1)])
  assert.deepEqual([rows[1], names], [before.rows[1], before.names])

  makeOld(file)
  await (await opened(file)).close()
  const other = openDatabase(file)
  const state = JSON.parse(
    String(other.value("SELECT value FROM note WHERE key = 'form of occurrence'")),
  )
  other
    .prepare("UPDATE note SET value = ? WHERE key = 'form of occurrence'")
    .run(JSON.stringify({ ...state, next: { ...state.next, form: 'of nobody', after: many } }))
  other.close()
  const again = await opened(file)
  await again.rebuild()
  await again.close()
  assert.deepEqual(rowsOf(file), before)
})
