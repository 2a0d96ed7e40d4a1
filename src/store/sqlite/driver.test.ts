import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from './driver.ts'

test('rows are plain objects with their columns in order, and what was put in comes out', t => {
  const db = openDatabase(':memory:')
  t.after(db.close)
  db.exec('CREATE TABLE kept (id INTEGER PRIMARY KEY, "a b" TEXT, number REAL)')
  const insert = db.prepare('INSERT INTO kept ("a b", number) VALUES (?, ?)')
  assert.deepEqual(insert.change('x\0é🎷', 1.5), { rows: 1, last: 1 })
  insert.run(null, null)
  const all = db.prepare('SELECT * FROM kept WHERE id >= ?')
  assert.deepEqual(all.all(1), [
    { id: 1, 'a b': 'x\0é🎷', number: 1.5 },
    { id: 2, 'a b': null, number: null },
  ])
  assert.deepEqual(all.get(2), { id: 2, 'a b': null, number: null })
  assert.equal(all.get(3), undefined)
  assert.deepEqual(all.all(3), [])
  assert.deepEqual(all.values(1), [1, 2])
  assert.equal(db.value('SELECT count(*) FROM kept'), 2)
})

test('a number too large to be exact can still be read', t => {
  const db = openDatabase(':memory:')
  t.after(db.close)
  db.exec('CREATE TABLE kept (id INTEGER PRIMARY KEY, large INTEGER)')
  const insert = db.prepare('INSERT INTO kept (id, large) VALUES (?, ?)')
  assert.equal(insert.change(2n ** 60n, 2 ** 60).rows, 1)
  insert.run(1, 7)
  const read = db.prepare('SELECT large FROM kept ORDER BY id')
  assert.deepEqual(read.all(), [{ large: 7 }, { large: 2 ** 60 }])
  assert.equal(db.prepare('SELECT id FROM kept WHERE id > 1').values()[0], 2 ** 60)
  assert.deepEqual(db.prepare('SELECT large FROM kept WHERE id = ?').get(1), { large: 7 })
})

test('columns that another connection adds do not disturb', t => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-database-'))
  const file = join(folder, 'almanac.db')
  const [db, other] = [openDatabase(file), openDatabase(file)]
  t.after(() => {
    for (const each of [db, other]) each.close()
    rmSync(folder, { recursive: true })
  })
  db.exec('CREATE TABLE kept (id INTEGER PRIMARY KEY, name TEXT)')
  db.prepare('INSERT INTO kept (name) VALUES (?)').run('one')
  const read = db.prepare('SELECT * FROM kept')
  assert.deepEqual(read.get(), { id: 1, name: 'one' })
  other.exec("ALTER TABLE kept ADD COLUMN later TEXT DEFAULT 'x'")
  assert.deepEqual(read.get(), { id: 1, name: 'one' })
})

test('a transaction is done whole or not at all', t => {
  const db = openDatabase(':memory:')
  t.after(db.close)
  db.exec('CREATE TABLE kept (id INTEGER PRIMARY KEY)')
  const insert = db.prepare('INSERT INTO kept (id) VALUES (?)')
  db.transaction(() => insert.run(1))
  assert.throws(
    () =>
      db.transaction(() => {
        insert.run(2)
        insert.run(1)
      }),
    { code: 'SQLITE_CONSTRAINT' },
  )
  assert.equal(db.isInTransaction, false)
  assert.equal(db.value('SELECT group_concat(id) FROM kept'), '1')
})

test('errors have the names that SQLite gives them', t => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-database-'))
  const opened = [
    openDatabase(join(folder, 'a.db')),
    openDatabase(join(folder, 'a.db'), { timeout: 1 }),
  ]
  t.after(() => {
    for (const each of opened) each.close()
    rmSync(folder, { recursive: true })
  })
  const [one, two] = opened as [(typeof opened)[0], (typeof opened)[0]]
  one.exec('BEGIN IMMEDIATE')
  assert.throws(() => two.prepare('BEGIN IMMEDIATE').run(), { code: 'SQLITE_BUSY' })
  assert.throws(() => one.prepare('SELECT nothing'), { code: 'SQLITE_ERROR' })
  assert.throws(() => openDatabase(join(folder, 'nowhere', 'a.db')), { code: 'SQLITE_CANTOPEN' })
  writeFileSync(join(folder, 'no.db'), 'not a database'.repeat(500))
  const no = openDatabase(join(folder, 'no.db'), { readOnly: true })
  assert.throws(() => no.value('PRAGMA user_version'), { code: 'SQLITE_NOTADB' })
  no.close()
  no.close()
})
