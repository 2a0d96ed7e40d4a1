import type { Connection } from '../connection.ts'
import type { Dialect } from '../form/schema.ts'
import type { Cell } from '../store.ts'
import type { Database, Statement } from './driver.ts'

export const dialect: Dialect = {
  serial: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  numbers: {
    last: table => `SELECT seq AS last FROM sqlite_sequence WHERE name = '${table}'`,
    begin: table =>
      `INSERT INTO sqlite_sequence (name, seq)
        SELECT '${table}', 0
        WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = '${table}')`,
    raise: table => `UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = '${table}'`,
  },
  type: { text: 'TEXT', integer: 'INTEGER', real: 'REAL' },
  // Without FAIL, each page that a statement of several rows touches is copied first: a third of its time.
  insertInto: 'INSERT OR FAIL INTO',
  position: (within, what) => `instr(${within}, ${what})`,
  elements: (list, name) => `json_each(${list}) ${name}`,
  member: (object, ...path) => `json_extract(${object}, '$.${path.join('.')}')`,
  listed: { integer: 'SELECT value FROM json_each(?)', text: 'SELECT value FROM json_each(?)' },
  clustered: 'WITHOUT ROWID',
  columnsOf: 'SELECT name, type, "notnull" AS "isRequired" FROM pragma_table_info(?)',
  indexesOf:
    "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
}

export type Statements = ReturnType<typeof statementsOf>

/** Strangers choose filters: there are more statements than anyone could keep. */
const maxStatements = 250

/** Statements are prepared once by their text. When there are many, those that were not used since the last time are dropped. */
export function statementsOf(db: Database) {
  let recent = new Map<string, Statement>()
  let before = new Map<string, Statement>()
  const statement = (sql: string) => recent.get(sql) ?? prepared(sql)
  function prepared(sql: string): Statement {
    const created = before.get(sql) ?? db.prepare(sql)
    if (recent.size >= maxStatements) {
      before = recent
      recent = new Map()
    }
    recent.set(sql, created)
    return created
  }
  let written = 0
  return {
    rows: <T>(sql: string, ...values: Cell[]) => statement(sql).all<T>(...values),
    row: <T>(sql: string, ...values: Cell[]) => statement(sql).get<T>(...values),
    run(sql: string, ...values: Cell[]) {
      written++
      statement(sql).run(...values)
    },
    /** Tells how many rows it touched, and the number of the last new one. */
    change(sql: string, ...values: Cell[]) {
      written++
      return statement(sql).change(...values)
    },
    /** The number of statements that have written. */
    get written() {
      return written
    },
  }
}

/** The same as promises, for code that is shared by all engines. */
export function connectionOf(statements: Statements) {
  let snapshots = 0
  const connection: Connection = {
    all: async (sql, values = []) => statements.rows(sql, ...values),
    get: async (sql, values = []) => statements.row(sql, ...values),
    run: async (sql, values = []) => statements.run(sql, ...values),
    change: async (sql, values = []) => statements.change(sql, ...values).rows,
    insert: async (sql, values) => statements.change(sql, ...values).last,
    async snapshot(work) {
      snapshots++
      try {
        return await work(connection)
      } finally {
        snapshots--
      }
    },
  }
  return {
    connection,
    /** True while a reader is between two reads that belong together: this thread commits nothing then, for at most this turn. */
    isReading: () => snapshots > 0,
  }
}
