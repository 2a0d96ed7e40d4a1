import type { Cell, Row } from '../define/record.ts'
import type { Statements } from './sqlite/statements.ts'

/** Rows that go in with one statement. */
const mostRows = 16

export type Insertion = {
  rows(rows: readonly (readonly Cell[])[]): void
  /** Rows by the names of their columns; what is not given is as in `defaults`, or null. */
  cells(rows: readonly Readonly<Record<string, Cell>>[], defaults?: Row): void
}

/** Inserts into a table with few statements, each of which is prepared once. */
export function insertion(
  { kept }: Statements,
  table: string,
  columns: readonly string[],
): Insertion {
  const marks = `(${columns.map(() => '?').join(', ')})`
  const head = `INSERT INTO "${table}" (${columns.map(name => `"${name}"`).join(', ')}) VALUES `
  const prepared: ReturnType<typeof kept>[] = []
  /** Values of one row after another. */
  const insert = (count: number, values: readonly Cell[]) => {
    prepared[count] ??= kept(head + Array(count).fill(marks).join(', '))
    prepared[count](values)
  }
  return {
    rows(rows) {
      for (let from = 0; from < rows.length; from += mostRows) {
        const some = rows.slice(from, from + mostRows)
        insert(some.length, some.flat())
      }
    },
    cells(rows, defaults = {}) {
      for (let from = 0; from < rows.length; from += mostRows) {
        const some = rows.slice(from, from + mostRows)
        const values: Cell[] = []
        for (const row of some)
          for (const name of columns) values.push(row[name] ?? defaults[name] ?? null)
        insert(some.length, values)
      }
    },
  }
}
