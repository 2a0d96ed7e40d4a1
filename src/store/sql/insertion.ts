import type { Cell, Row } from '../../define/record.ts'
import type { Connection } from '../contract/connection.ts'
import { allDone } from './all-done.ts'
import type { Dialect } from './schema.ts'

/** Rows that go in with one statement: so many where there are as many, otherwise few, so that there are few texts of statements. */
const rowCounts = [64, 16]

type Rows = readonly (readonly Cell[])[]

function inParts(rows: Rows): Rows[] {
  const parts: Rows[] = []
  let from = 0
  for (const count of rowCounts)
    for (; rows.length - from >= count; from += count) parts.push(rows.slice(from, from + count))
  if (from < rows.length) parts.push(rows.slice(from))
  return parts
}

export type Insertion = {
  rows(rows: Rows): Promise<void>
  /** The values of a row by the names of its columns; missing ones are as in `defaults`, or null. */
  valuesOf(row: Readonly<Record<string, Cell>>, defaults?: Row): Cell[]
  /** Inserts rows that the database numbers itself, and gives their numbers. */
  numbered(rows: Rows, column: string): Promise<number[]>
}

/** Inserts into a table with few statements, whose texts are always the same. */
export function insertion(
  { run, insert }: Connection,
  { insertInto }: Pick<Dialect, 'insertInto'>,
  table: string,
  columns: readonly string[],
): Insertion {
  const marks = `(${columns.map(() => '?').join(', ')})`
  const head = `${insertInto} "${table}" (${columns.map(name => `"${name}"`).join(', ')}) VALUES `
  const statements: string[] = []
  const statement = (count: number) => {
    statements[count] ??= head + Array(count).fill(marks).join(', ')
    return statements[count]
  }
  return {
    async rows(rows) {
      await allDone(inParts(rows).map(some => run(statement(some.length), some.flat())))
    },
    valuesOf: (row, defaults = {}) => columns.map(name => row[name] ?? defaults[name] ?? null),
    async numbered(rows, column) {
      const numbers = async (some: Rows) => {
        const last = await insert(statement(some.length), some.flat(), column)
        return some.map((_, at) => last - (some.length - 1 - at))
      }
      return (await allDone(inParts(rows).map(numbers))).flat()
    },
  }
}
