import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { shapes } from '../../src/calendar/schema/shapes.ts'
import type { Shape } from '../../src/store/contract/shape.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { sqlite } from '../../src/store/sqlite/engine.ts'
import { bringUpToDate, migrations } from '../../src/store/sqlite/migrations.ts'

function newFolder(t: { after(work: () => void): void }) {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-version-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, file: join(folder, 'almanac.db') }
}

async function opening(file: string) {
  const store = sqlite(file)
  try {
    await store.prepare(shapes)
  } finally {
    await store.close()
  }
}

/** A database of this version, changed by other means. */
async function changed(file: string, sql: string) {
  await opening(file)
  const database = openDatabase(file)
  database.exec(sql)
  database.close()
}

test('a newer database and that of another program are refused, and not touched', async t => {
  const { file } = newFolder(t)
  await changed(file, 'PRAGMA user_version = 99')
  await assert.rejects(opening(file), {
    code: 'DATABASE_NEWER',
    params: { version: 99, current: migrations.at(-1)?.to },
  })
  await changed(file.replace('.db', '2.db'), 'PRAGMA application_id = 42')
  await assert.rejects(opening(file.replace('.db', '2.db')), { code: 'DATABASE_FOREIGN' })
  const database = openDatabase(file)
  assert.equal(database.value('PRAGMA user_version'), 99)
  database.close()
})

test('a renamed column and a missing table are noticed, of an earlier version too', async t => {
  const { file } = newFolder(t)
  await changed(file, 'ALTER TABLE event RENAME COLUMN starts TO begins')
  const missing = { code: 'DATABASE_SCHEMA', params: { missing: 'event.starts' } }
  await assert.rejects(opening(file), missing)
  const earlier = file.replace('.db', '2.db')
  const database = openDatabase(earlier)
  database.exec(readFileSync(new URL('../fixtures/version-0.sql', import.meta.url), 'utf8'))
  database.exec('ALTER TABLE event RENAME COLUMN starts TO begins')
  await assert.rejects(opening(earlier), missing)
  assert.equal(database.value('PRAGMA user_version'), 0)
  database.exec(
    'ALTER TABLE event RENAME COLUMN begins TO starts; ALTER TABLE link RENAME TO links',
  )
  await assert.rejects(opening(earlier), { code: 'DATABASE_SCHEMA', params: { missing: 'link' } })
  database.exec('ALTER TABLE links RENAME TO link')
  await opening(earlier)
  database.close()
})

test('an index that is missing is made again', async t => {
  const { file } = newFolder(t)
  await opening(file)
  const database = openDatabase(file)
  const indexes = () =>
    database.prepare("SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name").values()
  const before = indexes().filter(name => !String(name).startsWith('sqlite_'))
  assert.ok(before.length > 20)
  for (const name of before) database.exec(`DROP INDEX ${name}`)
  await opening(file)
  assert.deepEqual(
    indexes().filter(name => !String(name).startsWith('sqlite_')),
    before,
  )
  database.close()
})

test('a field and a kind of record that are new get their columns at the next start', async t => {
  const { file } = newFolder(t)
  await opening(file)
  const [event, ...others] = shapes as [Shape, ...Shape[]]
  const withMore: Shape[] = [
    { ...event, facts: { ...event.facts, online: 'integer' } },
    ...others,
    { kind: 'series', family: 'term', facts: { main: 'text' }, texts: { name: 'text' } },
  ]
  const store = sqlite(file)
  t.after(() => store.close())
  await store.prepare(withMore)
  const [old, created] = await store.write(async tx => [
    await tx.insert('event', { status: 'draft', timezone: 'UTC' }, {}),
    await tx.insert('series', { main: 'en' }, { en: { name: 'Nights' } }),
  ])
  assert.equal((await store.get('event', old))?.facts.online, null)
  assert.deepEqual((await store.get('series', created))?.texts, { en: { name: 'Nights' } })
})

test('migrations run in order, once, and all or none of them', async t => {
  const { file } = newFolder(t)
  await opening(file)
  const database = openDatabase(file)
  const ran: number[] = []
  const step = (to: number, sql = '') => ({
    to,
    about: '',
    run() {
      ran.push(to)
      if (sql) database.exec(sql)
    },
  })
  const last = migrations.at(-1)?.to ?? 0
  const steps = [
    step(last),
    step(last + 1, 'ALTER TABLE event ADD COLUMN two TEXT'),
    step(last + 2),
  ]
  bringUpToDate(database, shapes, steps)
  bringUpToDate(database, shapes, steps)
  assert.deepEqual([ran, database.value('PRAGMA user_version')], [[last + 1, last + 2], last + 2])
  const broken = [
    ...steps,
    step(last + 3, 'ALTER TABLE event ADD COLUMN four TEXT'),
    step(last + 4, 'nonsense'),
  ]
  assert.throws(() => bringUpToDate(database, shapes, broken))
  assert.equal(database.value('PRAGMA user_version'), last + 2)
  const columns = database.prepare('SELECT name FROM pragma_table_info(?)').values('event')
  assert.deepEqual([columns.includes('two'), columns.includes('four')], [true, false])
  database.close()
})

test('a change log of any length is migrated in parts, and each line of it', async t => {
  const { file } = newFolder(t)
  await opening(file)
  const db = openDatabase(file)
  const numbers = [3, ...Array.from({ length: 12_000 }, (_, at) => 5000 + at), 40_000]
  const insert = db.prepare(
    "INSERT INTO journal (seq, instant, actor, verb, kind, id, language, version, detail) VALUES (?, 1, 1, 'change', 'event', 1, 'en', 1, ?)",
  )
  const detail = JSON.stringify({ is: { at: { event: 1, starts: 1 }, links: {} } })
  db.transaction(() => {
    for (const seq of numbers) insert.run(seq, detail)
  })
  let max = 0
  const counting: typeof db = {
    ...db,
    prepare(sql) {
      const statement = db.prepare(sql)
      return {
        ...statement,
        all<T>(...values: Parameters<typeof statement.all>) {
          const rows = statement.all<T>(...values)
          max = Math.max(max, rows.length)
          return rows
        },
      }
    },
  }
  db.transaction(() => migrations.find(({ to }) => to === 6)?.run(counting))
  assert.equal(db.value('SELECT count(*) FROM journal WHERE detail LIKE ?', '%"dates":[%'), 12_002)
  assert.ok(max <= 5000, `${max} lines were in memory at once`)
  db.close()
})
