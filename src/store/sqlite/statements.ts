import { LRUCache } from 'lru-cache'
import type { Dialect } from '../schema.ts'
import type { Cell, Shape } from '../store.ts'
import type { Database, Statement } from './driver.ts'

export const dialect: Dialect = {
  serial: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  type: { text: 'TEXT', integer: 'INTEGER', real: 'REAL' },
  position: (within, what) => `instr(${within}, ${what})`,
  clustered: 'WITHOUT ROWID',
  columnsOf: 'SELECT name, type, "notnull" AS "isRequired" FROM pragma_table_info(?)',
}

export type Shapes = Map<string, Shape>

export type Statements = ReturnType<typeof statementsOf>

/** Strangers choose filters: there are more statements than anyone could keep. */
const mostStatements = 500

/** Statements are prepared once by their text. */
export function statementsOf(db: Database) {
  const prepared = new LRUCache<string, Statement>({ max: mostStatements })
  const statement = (sql: string) => {
    let found = prepared.get(sql)
    if (!found) {
      found = db.prepare(sql)
      prepared.set(sql, found)
    }
    return found
  }
  let written = 0
  return {
    rows: <T>(sql: string, ...values: Cell[]) => statement(sql).all(...values) as T[],
    row: <T>(sql: string, ...values: Cell[]) => statement(sql).get(...values) as T | undefined,
    run(sql: string, ...values: Cell[]) {
      written++
      statement(sql).run(...values)
    },
    /** Tells how many rows it touched, and the number of the last new one. */
    change(sql: string, ...values: Cell[]) {
      written++
      return statement(sql).change(...values)
    },
    /** A statement that is run again and again, and so is never dropped; its values come in a list. */
    kept(sql: string) {
      const found = db.prepare(sql)
      return (values: readonly Cell[]) => {
        written++
        found.run(...values)
      }
    },
    /** What will be written later counts as written. */
    willWrite() {
      written++
    },
    /** How many statements that write have run. */
    get written() {
      return written
    },
  }
}
