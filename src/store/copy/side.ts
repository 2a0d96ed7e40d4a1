import type { Line } from './lines.ts'
import type { CopiedTable } from './tables.ts'

/** One end of a copy, of either engine. Nobody else writes there meanwhile. */
export type Side = {
  /** Columns of a table, where the table is there. */
  columnsOf(table: string): Promise<string[]>
  count(table: CopiedTable): Promise<number>
  /** Rows in the order of the key, some at a time. */
  scan(table: CopiedTable): AsyncIterable<Line[]>
  /** The last number that the database has given to a row. */
  lastNumber(table: CopiedTable): Promise<number>
  close(): Promise<void>
}

/** The target of a copy. All of it is one transaction: closed without `commit`, it is as it was. */
export type Target = Side & {
  /** True if its texts may contain U+0000. */
  holdsZero: boolean
  /** True if an earlier version has left part of a calendar there, with a note that says so. */
  isUnfinished(): Promise<boolean>
  isEmpty(tables: readonly CopiedTable[]): Promise<boolean>
  /** Makes the tables without their indexes: these are made when all rows are there, which is quicker. */
  createTables(): Promise<void>
  /** Takes the rows of a table. */
  open(table: CopiedTable): Promise<Rows>
  setLastNumber(table: CopiedTable, last: number): Promise<void>
  createIndexes(
    tables: readonly CopiedTable[],
    progress: (done: number, total: number) => void,
  ): Promise<void>
  /** Makes it a calendar, with the notes of its engine. It is durable then. */
  commit(): Promise<void>
}

/** Rows on their way into one table. */
export type Rows = {
  add(lines: readonly Line[]): Promise<void>
  end(): Promise<void>
}
