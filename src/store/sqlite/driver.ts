import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { codeOf, isObject } from '../../define/base/objects.ts'
import type { Connection } from '../contract/connection.ts'
import type { Cell } from '../contract/store.ts'
import type { Dialect } from '../sql/schema.ts'

type Value = SQLInputValue
/** A row; there is none without a column. */
type Values = [SQLOutputValue, ...SQLOutputValue[]]
/** A statement whose rows are arrays. */
type InArrays = {
  all<T extends Values>(...values: Value[]): T[]
  get<T extends Values>(...values: Value[]): T | undefined
  iterate(...values: Value[]): Iterable<Values>
} & StatementSync

type Statement = ReturnType<typeof statementOf>
export type Database = ReturnType<typeof openDatabase>

/** Node's own SQLite. Node 24 prints at every start that it is experimental; the warning is suppressed. */
function driver() {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}

const { DatabaseSync: Driver } = driver()

/** A connection. Errors have the `code` of SQLite: SQLITE_BUSY, SQLITE_FULL… */
export function openDatabase(
  file: string,
  { readOnly = false, timeout = 5000 }: { readOnly?: boolean; timeout?: number } = {},
) {
  // The program checks references and quoting itself, as it has from the first file.
  const options = { readOnly, timeout, enableForeignKeyConstraints: false }
  const db = named(() => new Driver(file, options))
  const prepare = (sql: string) => statementOf(named(() => db.prepare(sql)))
  const exec = (sql: string) => named(() => db.exec(sql))
  return {
    prepare,
    /** Runs statements that answer nothing. */
    exec,
    /** The first value of the first row. */
    value: (sql: string, ...values: Value[]) => prepare(sql).values(...values)[0],
    /** All of the work or nothing. */
    transaction(work: () => void) {
      exec('BEGIN IMMEDIATE')
      try {
        work()
        exec('COMMIT')
      } catch (error) {
        if (db.isTransaction) exec('ROLLBACK')
        throw error
      }
    },
    get isInTransaction() {
      return db.isTransaction
    },
    close() {
      if (db.isOpen) db.close()
    },
    /** The connection itself, to be copied from. */
    driver: db,
  }
}

/**
 * A prepared statement. Rows are read as arrays and made into objects here: those that Node makes are dictionaries, twice as
 * large, and every look into them is slow.
 */
function statementOf(statement: StatementSync) {
  readsArrays(statement)
  let toRow: ReturnType<typeof rowMaker> | undefined
  const rowOf = (values: Values) => {
    toRow ??= rowMaker(statement.columns().map(({ name }) => name))
    return toRow(values)
  }
  const all = <T extends Values>(values: Value[]): T[] => {
    try {
      return statement.all<T>(...values)
    } catch (error) {
      return rounded(statement, error, () => statement.all<T>(...values))
    }
  }
  const one = (values: Value[]): Values | undefined => {
    try {
      return statement.get(...values)
    } catch (error) {
      return rounded(statement, error, () => rowsOf(statement.get(...values)))[0]
    }
  }
  return {
    /** Rows; the caller states the types of the columns of its statement. */
    all: <T>(...values: Value[]): T[] => all(values).map(rowOf),
    get<T>(...values: Value[]): T | undefined {
      const row = one(values)
      return row && rowOf(row)
    },
    /** The first value of each row. */
    values: <T extends SQLOutputValue = SQLOutputValue>(...values: Value[]): T[] =>
      all<[T]>(values).map(row => row[0]),
    /** Writes. Asking what has changed costs a third of the writing, so that has a name of its own. */
    run(...values: Value[]) {
      try {
        statement.get(...values)
      } catch (error) {
        throw withName(error)
      }
    },
    /** Writes, and tells how many rows it touched and the number of the last new one. */
    change(...values: Value[]) {
      // The number may be one that a full-text index gives itself: larger than JavaScript counts.
      statement.setReadBigInts(true)
      try {
        const { changes, lastInsertRowid } = statement.run(...values)
        return { rows: Number(changes), last: Number(lastInsertRowid) }
      } catch (error) {
        throw withName(error)
      }
    },
  }
}

/** Lets a statement give its rows as arrays. */
export function readsArrays(statement: StatementSync): asserts statement is InArrays {
  statement.setReturnArrays(true)
}

const rowsOf = <T>(row: T | undefined): T[] => (row === undefined ? [] : [row])

/** Objects of one shape, as if written by hand: a loop over names would cost half as much as reading the row. */
const rowMaker = (names: readonly string[]) =>
  new Function(
    'values',
    `return {${names.map((name, at) => `${JSON.stringify(name)}: values[${at}]`).join(', ')}}`,
  )

/** Reads once more if there was a number that JavaScript cannot hold exactly: it is rounded. */
function rounded<T extends Values>(
  statement: StatementSync,
  error: unknown,
  reading: () => T[],
): T[] {
  if (codeOf(error) !== 'ERR_OUT_OF_RANGE') throw withName(error)
  statement.setReadBigInts(true)
  try {
    const rows = named(reading)
    for (const row of rows) toNumbers(row)
    return rows
  } finally {
    statement.setReadBigInts(false)
  }
}

function toNumbers(row: Values) {
  for (const [at, value] of row.entries()) if (typeof value === 'bigint') row[at] = Number(value)
}

/** The kinds of errors that an operator can act on. */
const kinds: Record<number, string> = {
  5: 'BUSY',
  6: 'LOCKED',
  7: 'NOMEM',
  8: 'READONLY',
  9: 'INTERRUPT',
  10: 'IOERR',
  11: 'CORRUPT',
  13: 'FULL',
  14: 'CANTOPEN',
  15: 'PROTOCOL',
  17: 'SCHEMA',
  18: 'TOOBIG',
  19: 'CONSTRAINT',
  23: 'AUTH',
  26: 'NOTADB',
}

function withName(error: unknown): unknown {
  if (isObject(error) && error.code === 'ERR_SQLITE_ERROR')
    error.code = `SQLITE_${kinds[Number(error.errcode) & 255] ?? 'ERROR'}`
  return error
}

function named<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw withName(error)
  }
}

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
