import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'

type Value = SQLInputValue
type Values = SQLOutputValue[]

export type Statement = ReturnType<typeof statementOf>
export type Database = ReturnType<typeof openDatabase>

/** Node's own SQLite. Node 24 calls it an experiment, on the error output and at every start; nobody needs to read that. */
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

/** A connection. What goes wrong has the `code` that SQLite gives it: SQLITE_BUSY, SQLITE_FULL… */
export function openDatabase(
  file: string,
  { readOnly = false, timeout = 5000 }: { readOnly?: boolean; timeout?: number } = {},
) {
  // What a database refers to and quotes is our own affair, as it has been from the first file.
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
    driver: db as DatabaseSync,
  }
}

/**
 * A prepared statement. Rows are read as arrays and made into objects here: those that Node makes are dictionaries, twice as
 * large, and every look into them is slow.
 */
function statementOf(statement: StatementSync) {
  statement.setReturnArrays(true)
  let toRow: ((values: Values) => unknown) | undefined
  const made = (values: Values) => {
    toRow ??= rowMaker(statement.columns().map(({ name }) => name))
    return toRow(values)
  }
  const all = (values: Value[]): Values[] => {
    try {
      return statement.all(...values) as unknown as Values[]
    } catch (error) {
      return rounded(statement, error, () => statement.all(...values)) as Values[]
    }
  }
  const one = (values: Value[]): Values | undefined => {
    try {
      return statement.get(...values) as unknown as Values | undefined
    } catch (error) {
      return rounded(statement, error, () => statement.get(...values)) as Values | undefined
    }
  }
  return {
    all: (...values: Value[]): unknown[] => all(values).map(made),
    get(...values: Value[]): unknown {
      const found = one(values)
      return found && made(found)
    },
    /** The first value of each row. */
    values: (...values: Value[]): SQLOutputValue[] =>
      all(values).map(row => row[0] as SQLOutputValue),
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

/** Objects of one shape, as if written by hand: a loop over names would cost half as much as reading the row. */
const rowMaker = (names: readonly string[]) =>
  new Function(
    'values',
    `return {${names.map((name, at) => `${JSON.stringify(name)}: values[${at}]`).join(', ')}}`,
  ) as (values: Values) => unknown

/** Reads once more if there was a number that JavaScript cannot hold exactly: it is rounded. */
function rounded(statement: StatementSync, error: unknown, reading: () => unknown): unknown {
  if ((error as { code?: unknown }).code !== 'ERR_OUT_OF_RANGE') throw withName(error)
  statement.setReadBigInts(true)
  try {
    return toNumbers(named(reading))
  } finally {
    statement.setReadBigInts(false)
  }
}

const toNumbers = (value: unknown): unknown =>
  typeof value === 'bigint' ? Number(value) : Array.isArray(value) ? value.map(toNumbers) : value

/** The kinds of errors that somebody can do something about. */
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
  const { code, errcode } = error as { code?: unknown; errcode?: number }
  if (code === 'ERR_SQLITE_ERROR')
    (error as { code: string }).code = `SQLITE_${kinds[Number(errcode) & 255] ?? 'ERROR'}`
  return error
}

function named<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw withName(error)
  }
}
