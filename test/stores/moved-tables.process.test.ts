import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { shapes } from '../../src/calendar/shapes.ts'
import { openSum } from '../../src/store/move/checksum.ts'
import { keyOf, lineOf, sameEverywhere, valuesOf } from '../../src/store/move/lines.ts'
import { postgresTarget } from '../../src/store/move/postgres-target.ts'
import { sqliteTarget } from '../../src/store/move/sqlite-target.ts'
import { movedTables } from '../../src/store/move/tables.ts'
import { postgres } from '../../src/store/postgres/engine.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { sqlite } from '../../src/store/sqlite/engine.ts'
import { closePostgres, postgresServer } from '../support/postgres.ts'

// The tables that a move takes, and the form of a row on its way.

after(closePostgres)

type Column = { table: string; name: string }
const byTable = (columns: Column[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(columns, ({ table }) => table))
      .map(([table, of = []]) => [table, of.map(({ name }) => name).sort()] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

test('a move takes every table and every column that a new calendar has, of either engine', async t => {
  const wanted = byTable(
    movedTables(shapes).flatMap(({ name: table, columns }) =>
      columns.map(({ name }) => ({ table, name })),
    ),
  )
  assert.ok(wanted.event && wanted.journal && wanted.search)

  const folder = mkdtempSync(join(tmpdir(), 'almanac-tables-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'almanac.db')
  const engine = sqlite(file)
  await engine.prepare(shapes)
  await engine.close()
  const db = openDatabase(file, { readOnly: true })
  const inFile = db
    .prepare(`SELECT t.name AS "table", c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
      WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`)
    .all() as Column[]
  db.close()
  assert.deepEqual(byTable(inFile), wanted)

  const url = await (await postgresServer()).database()
  const other = postgres(url)
  await other.prepare(shapes)
  await other.close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(`SELECT table_name AS "table", column_name AS name
    FROM information_schema.columns WHERE table_schema = current_schema()`)
  await client.end()
  assert.deepEqual(byTable(rows), wanted)
})

test('tables that a move has made are never without its note: after its end it can go on', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-tables-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const url = await (await postgresServer()).database()
  const openings = [
    async () => sqliteTarget(join(folder, 'almanac.db'), shapes),
    () => postgresTarget(url, shapes),
  ]
  for (const open of openings) {
    const target = await open()
    await target.createTables('move', '{}')
    await target.close()
    const later = await open()
    assert.equal(await later.stateOf(movedTables(shapes)), 'begun')
    await later.close()
  }
})

const mixed = {
  name: 'mixed',
  columns: [
    { name: 'id', type: 'integer' as const },
    { name: 'text', type: 'text' as const },
    { name: 'share', type: 'real' as const },
  ],
  key: [1, 0],
  isNumbered: false,
}

test('a row read from its line equals the written one', () => {
  const texts = ['', '\\N', '\\', 'a\tb\nc\r\\n\v\b\f', 'é🎉', '\\t', 'N', ' ']
  for (const text of texts) {
    const line = lineOf(mixed, [2n ** 62n, text, -1e-7])
    assert.deepEqual(valuesOf(mixed, line), [2n ** 62n, text, -1e-7])
    assert.deepEqual(keyOf(mixed, line), [text, String(2n ** 62n)])
    assert.doesNotMatch(line, /[\n\r]/)
  }
  assert.deepEqual(valuesOf(mixed, lineOf(mixed, [1n, null, null])), [1, null, null])
})

test('a value of another type is refused by its name', () => {
  for (const row of [
    [1.5, '', 0],
    [1n, 2n, 0],
    [1n, '', 'near'],
    [1n, new Uint8Array(), 0],
  ])
    assert.throws(() => lineOf(mixed, row), { code: 'MOVE_VALUE' })
})

test('fractions written by PostgreSQL equal those written here', () => {
  const same = sameEverywhere(mixed)
  for (const [theirs, ours] of [
    ['1e-07', 1e-7],
    ['1e+20', 1e20],
    ['45.5', 45.5],
    ['-73', -73],
  ] as const)
    assert.equal(same?.(`1\tx\t${theirs}`), lineOf(mixed, [1n, 'x', ours]))
})

test('a checksum can be continued, in any order, and detects every difference', () => {
  const sumOf = (...lines: string[]) => {
    const sum = openSum()
    sum.add(lines)
    return sum.now
  }
  const started = openSum(sumOf('a', 'b'))
  started.add(['c'])
  assert.deepEqual(started.now, sumOf('c', 'a', 'b'))
  assert.notDeepEqual(sumOf('a', 'b', 'b'), sumOf('a', 'a', 'b'))
  assert.notDeepEqual(sumOf('a', 'b'), sumOf('ab'))
})
