import { rmSync, statSync } from 'node:fs'
import { moveNote } from '../contract/incomplete-move.ts'
import type { Shape } from '../contract/shape.ts'
import { type Database, dialect, openDatabase, readsArrays } from '../sqlite/driver.ts'
import { bringUpToDate, migrations } from '../sqlite/migrations.ts'
import { type Line, lineOf, valuesOf } from './lines.ts'
import type { Rows, Side, Target } from './side.ts'
import { type CopiedTable, isTable, statementsFor, whereOf } from './tables.ts'

/** Characters that are read before others get their turn. */
const piece = 2 ** 18

const namesOf = ({ columns }: CopiedTable) => columns.map(({ name }) => `"${name}"`)

/** Reads a calendar as it was when this was called, whatever happens to it since. */
export function sqliteSource(file: string): Side {
  const db = openDatabase(file, { readOnly: true })
  db.exec('PRAGMA cache_size = -16000; BEGIN')
  return sideOf(db)
}

function sideOf(db: Database): Side {
  return {
    async columnsOf(table) {
      const sql = 'SELECT name FROM pragma_table_info(?)'
      return db.prepare(sql).values(table).map(String)
    },
    async count(table) {
      return Number(db.value(`SELECT count(*) FROM "${table.name}" WHERE ${whereOf(table)}`))
    },
    async *scan(table) {
      const names = namesOf(table)
      const statement = db.driver.prepare(
        `SELECT ${names.join(', ')} FROM "${table.name}" WHERE ${whereOf(table)} ORDER BY ${table.key.map(at => names[at]).join(', ')}`,
      )
      readsArrays(statement)
      statement.setReadBigInts(true)
      let lines: Line[] = []
      let size = 0
      for (const row of statement.iterate()) {
        const line = lineOf(table, row)
        lines.push(line)
        size += line.length
        if (size < piece) continue
        yield lines
        lines = []
        size = 0
        await new Promise(setImmediate)
      }
      if (lines.length > 0) yield lines
    },
    async lastNumber({ name }) {
      return Number(db.value('SELECT seq FROM sqlite_sequence WHERE name = ?', name) ?? 0)
    },
    async close() {
      db.close()
    },
  }
}

/** A file that is new or empty. Its transaction adds pages, so the journal for undoing it stays small, and what does not fit into the cache goes to the file. */
export function sqliteTarget(file: string, shapes: readonly Shape[]): Target {
  const db = openDatabase(file)
  db.exec('PRAGMA cache_size = -16000; BEGIN IMMEDIATE')
  const statements = statementsFor(shapes, dialect)
  return {
    ...sideOf(db),
    holdsZero: true,
    async isUnfinished() {
      const hasNotes = db.value("SELECT 1 FROM sqlite_schema WHERE name = 'note'") !== undefined
      return hasNotes && db.value('SELECT 1 FROM note WHERE key = ?', moveNote) !== undefined
    },
    isEmpty: async () => Number(db.value('SELECT count(*) FROM sqlite_schema')) === 0,
    async createTables() {
      for (const sql of statements) if (isTable(sql)) db.exec(sql)
      db.exec(`PRAGMA user_version = ${migrations.at(-1)?.to ?? 0}`)
    },
    open: async table => rowsInto(db, table),
    async setLastNumber({ name }, last) {
      db.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(name)
      if (last > 0)
        db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, last)
    },
    async createIndexes(_, progress) {
      for (const [at, sql] of statements.entries()) {
        progress(at, statements.length)
        db.exec(sql)
        // Others get their turn: an interruption, say.
        await new Promise(setImmediate)
      }
    },
    async commit() {
      bringUpToDate(db, shapes)
      db.exec('COMMIT')
    },
    async close() {
      if (db.isInTransaction) db.exec('ROLLBACK')
      db.close()
      // A file that nothing was put into is none.
      if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file)
    },
  }
}

function rowsInto(db: Database, table: CopiedTable): Rows {
  const names = namesOf(table)
  const insert = db.prepare(
    `INSERT INTO "${table.name}" (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  )
  return {
    async add(lines) {
      for (const line of lines) insert.run(...valuesOf(table, line))
    },
    async end() {},
  }
}
