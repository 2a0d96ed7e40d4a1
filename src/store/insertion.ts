import type { Cell, Row } from '../define/record.ts'
import type { Connection } from './connection.ts'

/** Rows that go in with one statement. */
const mostRows = 16

export type Insertion = {
  rows(rows: readonly (readonly Cell[])[]): Promise<void>
  /** Rows by the names of their columns; what is not given is as in `defaults`, or null. */
  cells(rows: readonly Readonly<Record<string, Cell>>[], defaults?: Row): Promise<void>
}

/** Inserts into a table with few statements, whose texts are always the same. */
export function insertion(
  { run }: Connection,
  table: string,
  columns: readonly string[],
): Insertion {
  const marks = `(${columns.map(() => '?').join(', ')})`
  const head = `INSERT INTO "${table}" (${columns.map(name => `"${name}"`).join(', ')}) VALUES `
  const statements: string[] = []
  /** Values of one row after another. */
  const insert = (count: number, values: readonly Cell[]) => {
    statements[count] ??= head + Array(count).fill(marks).join(', ')
    return run(statements[count], values)
  }
  return {
    async rows(rows) {
      for (let from = 0; from < rows.length; from += mostRows) {
        const some = rows.slice(from, from + mostRows)
        await insert(some.length, some.flat())
      }
    },
    async cells(rows, defaults = {}) {
      for (let from = 0; from < rows.length; from += mostRows) {
        const some = rows.slice(from, from + mostRows)
        const values: Cell[] = []
        for (const row of some)
          for (const name of columns) values.push(row[name] ?? defaults[name] ?? null)
        await insert(some.length, values)
      }
    },
  }
}
