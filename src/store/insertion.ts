import type { Cell, Row } from '../define/record.ts'
import type { Connection } from './connection.ts'

/** Rows that go in with one statement. */
const mostRows = 16

export type Insertion = {
  rows(rows: readonly (readonly Cell[])[]): Promise<void>
  /** The values of a row by the names of its columns; what is not given is as in `defaults`, or null. */
  valuesOf(row: Readonly<Record<string, Cell>>, defaults?: Row): Cell[]
  /** Inserts rows that the database numbers itself, and gives their numbers. */
  numbered(rows: readonly (readonly Cell[])[], column: string): Promise<number[]>
}

/** Inserts into a table with few statements, whose texts are always the same. */
export function insertion(
  { run, insert }: Connection,
  table: string,
  columns: readonly string[],
): Insertion {
  const marks = `(${columns.map(() => '?').join(', ')})`
  const head = `INSERT INTO "${table}" (${columns.map(name => `"${name}"`).join(', ')}) VALUES `
  const statements: string[] = []
  const statement = (count: number) => {
    statements[count] ??= head + Array(count).fill(marks).join(', ')
    return statements[count]
  }
  return {
    async rows(rows) {
      for (let from = 0; from < rows.length; from += mostRows) {
        const some = rows.slice(from, from + mostRows)
        await run(statement(some.length), some.flat())
      }
    },
    valuesOf: (row, defaults = {}) => columns.map(name => row[name] ?? defaults[name] ?? null),
    async numbered(rows, column) {
      const numbers: number[] = []
      for (let from = 0; from < rows.length; from += mostRows) {
        const some = rows.slice(from, from + mostRows)
        const last = await insert(statement(some.length), some.flat(), column)
        for (let at = some.length - 1; at >= 0; at--) numbers.push(last - at)
      }
      return numbers
    },
  }
}
