import { type Database, openDatabase, readsArrays } from '../sqlite/driver.ts'
import { type Line, lineOf } from './lines.ts'
import type { Side } from './side.ts'
import { type MovedTable, whereOf } from './tables.ts'

/** Characters that are read before others get their turn. */
const piece = 2 ** 18

export const namesOf = ({ columns }: MovedTable) => columns.map(({ name }) => `"${name}"`)
const keysOf = ({ columns, key }: MovedTable) => key.map(at => `"${columns[at]?.name}"`)

/** Reads a calendar as it was when this was called, whatever happens to it since. */
export function sqliteSource(file: string): Side {
  const db = openDatabase(file, { readOnly: true })
  db.exec('PRAGMA cache_size = -16000; BEGIN')
  return sideOf(db)
}

export function sideOf(db: Database): Side {
  const scan: Side['scan'] = async function* (table, after, max = -1) {
    const keys = keysOf(table)
    const past = after ? `AND (${keys.join(', ')}) > (${keys.map(() => '?').join(', ')})` : ''
    const statement = db.driver.prepare(
      `SELECT ${namesOf(table).join(', ')} FROM "${table.name}" WHERE ${whereOf(table)} ${past} ORDER BY ${keys.join(', ')} LIMIT ${max}`,
    )
    readsArrays(statement)
    statement.setReadBigInts(true)
    const types = table.key.map(at => table.columns[at]?.type)
    const from = (after ?? []).map((value, at) => (types[at] === 'text' ? value : BigInt(value)))
    let lines: Line[] = []
    let size = 0
    for (const row of statement.iterate(...from)) {
      const line = lineOf(table, row)
      lines.push(line)
      size += line.length
      if (size < piece) continue
      yield lines
      lines = []
      size = 0
    }
    if (lines.length > 0) yield lines
  }
  return {
    async columnsOf(table) {
      const sql = 'SELECT name FROM pragma_table_info(?)'
      return db.prepare(sql).values(table).map(String)
    },
    async note(key) {
      if (!hasTable(db, 'note')) return undefined
      const value = db.value('SELECT value FROM note WHERE key = ?', key)
      return value === undefined ? undefined : String(value)
    },
    async count(table) {
      return Number(db.value(`SELECT count(*) FROM "${table.name}" WHERE ${whereOf(table)}`))
    },
    scan,
    scanAll: table => scan(table),
    async lastNumber({ name }) {
      return Number(db.value('SELECT seq FROM sqlite_sequence WHERE name = ?', name) ?? 0)
    },
    async close() {
      db.close()
    },
  }
}

export const hasTable = (db: Database, name: string) =>
  db.value("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", name) !== undefined
