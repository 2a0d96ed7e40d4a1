import { rmSync, statSync } from 'node:fs'
import { bringUpToDate, migrations } from '../form/migrations.ts'
import type { Shape } from '../form/shape.ts'
import { type Database, dialect, openDatabase } from '../sqlite/driver.ts'
import { valuesOf } from './lines.ts'
import type { Batch, Side, Target } from './side.ts'
import { hasTable, namesOf, sideOf } from './sqlite-source.ts'
import { isTable, type MovedTable, statementsFor } from './tables.ts'

/** Every commit outlives this process; after the power has failed the last ones may be missing, and the note that speaks of them too. */
const settings = `PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA wal_autocheckpoint = 8000;
  PRAGMA cache_size = -64000`

export function sqliteTarget(file: string, shapes: readonly Shape[]): Target {
  let db = open(file)
  return {
    ...rebound(() => sideOf(db)),
    ...rebuilt(() => db, shapes),
    holdsZero: true,
    async clear() {
      db.close()
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
      db = open(file)
    },
    begin: async table => batchOf(db, table),
    async setLastNumber({ name }, last) {
      db.transaction(() => {
        db.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(name)
        if (last > 0)
          db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, last)
      })
    },
    async close() {
      db.close()
      // A file that nothing was put into is none.
      if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file)
    },
  }
}

function open(file: string) {
  const db = openDatabase(file)
  db.exec(settings)
  return db
}

const setNote = (db: Database, key: string, value: string) =>
  db.prepare('INSERT OR REPLACE INTO note (key, value) VALUES (?, ?)').run(key, value)

/** The tables before and after their rows are there. */
function rebuilt(
  current: () => Database,
  shapes: readonly Shape[],
): Pick<Target, 'stateOf' | 'createTables' | 'createIndexes' | 'finish'> {
  const statements = statementsFor(shapes, dialect)
  return {
    async stateOf() {
      const db = current()
      if (Number(db.value('SELECT count(*) FROM sqlite_schema')) === 0) return 'empty'
      const noteOf = (key: string) =>
        hasTable(db, 'note') && db.value('SELECT 1 FROM note WHERE key = ?', key) !== undefined
      return noteOf('move') ? 'begun' : noteOf('moved') ? 'moved' : 'other'
    },
    async createTables(key, value) {
      const db = current()
      db.transaction(() => {
        for (const sql of statements) if (isTable(sql)) db.exec(sql)
        db.exec(`PRAGMA user_version = ${migrations.at(-1)?.to ?? 0}`)
        setNote(db, key, value)
      })
    },
    async createIndexes(_, progress) {
      for (const [at, sql] of statements.entries()) {
        progress(at, statements.length)
        current().exec(sql)
        // Others get their turn: an interruption, say.
        await new Promise(setImmediate)
      }
    },
    async finish(remove, key, value) {
      const db = current()
      bringUpToDate(db, shapes)
      db.exec('PRAGMA synchronous = FULL')
      db.transaction(() => {
        db.prepare('DELETE FROM note WHERE key = ?').run(remove)
        setNote(db, key, value)
      })
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    },
  }
}

/** Refers to the current file: `clear` creates another. */
const rebound = (side: () => Side): Side => ({
  columnsOf: table => side().columnsOf(table),
  note: key => side().note(key),
  count: table => side().count(table),
  scan: (table, after, max) => side().scan(table, after, max),
  scanAll: table => side().scanAll(table),
  lastNumber: table => side().lastNumber(table),
  close: () => side().close(),
})

function batchOf(db: Database, table: MovedTable): Batch {
  const names = namesOf(table)
  const insert = db.prepare(
    `INSERT INTO "${table.name}" (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  )
  db.exec('BEGIN IMMEDIATE')
  return {
    async add(lines) {
      for (const line of lines) insert.run(...valuesOf(table, line))
    },
    async commit(key, value) {
      setNote(db, key, value)
      db.exec('COMMIT')
    },
  }
}
