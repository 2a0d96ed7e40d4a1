import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { shapes } from '../../src/calendar/schema/shapes.ts'
import { copyTables, openSum } from '../../src/store/copy/copy.ts'
import { lineOf, sameEverywhere, valuesOf } from '../../src/store/copy/lines.ts'
import { postgresTarget } from '../../src/store/copy/postgres.ts'
import { sqliteSource, sqliteTarget } from '../../src/store/copy/sqlite.ts'
import { tablesOf } from '../../src/store/copy/tables.ts'
import { postgres } from '../../src/store/postgres/engine.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { sqlite } from '../../src/store/sqlite/engine.ts'
import { postgresServer } from '../support/shared-postgres.ts'

// The tables that a copy takes, the form of a row on its way, and a copy that does not come to its end.

type Column = { table: string; name: string }
const byTable = (columns: Column[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(columns, ({ table }) => table))
      .map(([table, of = []]) => [table, of.map(({ name }) => name).sort()] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

test('a copy takes every table and every column that a new calendar has, of either engine', async t => {
  const wanted = byTable(
    tablesOf(shapes).flatMap(({ name: table, columns }) =>
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

test('a copy that does not come to its end leaves its target as it was, of either engine', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-tables-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [from, to] = [join(folder, 'from.db'), join(folder, 'to.db')]
  const engine = sqlite(from)
  await engine.prepare(shapes)
  await engine.close()
  const url = await (await postgresServer()).database()
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
  const observer = { progress() {} }
  for (const open of [async () => sqliteTarget(to, shapes), () => postgresTarget(url, shapes)]) {
    const target = await open()
    const source = sqliteSource(from)
    const compared = () => Promise.reject(full)
    await assert.rejects(copyTables(source, target, shapes, { observer, compared }), full)
    await target.close()
    assert.equal(existsSync(to), false)
    const later = await open()
    assert.equal(await later.isEmpty(tablesOf(shapes)), true)
    await copyTables(source, later, shapes, { observer })
    await later.close()
    await source.close()
    rmSync(to, { force: true })
  }
})

test('part of a calendar that an earlier version has left is neither opened nor filled', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-tables-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'almanac.db')
  const url = await (await postgresServer()).database()
  const sides = [
    { open: () => sqlite(file), target: async () => sqliteTarget(file, shapes) },
    { open: () => postgres(url), target: () => postgresTarget(url, shapes) },
  ]
  for (const { open, target } of sides) {
    const engine = open()
    await engine.prepare(shapes)
    await engine.write(tx => tx.setNote('move', '{"form":"1f","tables":{}}'))
    await engine.close()
    const later = open()
    await assert.rejects(later.prepare(shapes), { code: 'DATABASE_UNFINISHED' })
    await later.close()
    const [source, into] = [sqliteSource(file), await target()]
    const copy = copyTables(source, into, shapes, { observer: { progress() {} } })
    await assert.rejects(copy, { code: 'DATABASE_UNFINISHED' })
    await into.close()
    await source.close()
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

test('a checksum is the same in any order, and detects every difference', () => {
  const sumOf = (...lines: string[]) => {
    const sum = openSum()
    for (const line of lines) sum.add([line])
    return sum.now
  }
  assert.deepEqual(sumOf('a', 'b', 'c'), sumOf('c', 'a', 'b'))
  assert.notDeepEqual(sumOf('a', 'b', 'b'), sumOf('a', 'a', 'b'))
  assert.notDeepEqual(sumOf('a', 'b'), sumOf('ab'))
})
