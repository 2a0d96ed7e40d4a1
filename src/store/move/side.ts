import type { Line } from './lines.ts'
import type { MovedTable } from './tables.ts'

/** The state of a database before a move into it. */
type SideState = 'empty' | 'begun' | 'moved' | 'other'

/** One end of a move, of either engine. Nobody else writes there meanwhile. */
export type Side = {
  /** Columns of a table, where the table is there. */
  columnsOf(table: string): Promise<string[]>
  note(key: string): Promise<string | undefined>
  count(table: MovedTable): Promise<number>
  /** Rows in the order of the key, after one, some at a time; at most so many. */
  scan(table: MovedTable, after?: readonly string[], max?: number): AsyncIterable<Line[]>
  /** The same in any order. */
  scanAll(table: MovedTable): AsyncIterable<Line[]>
  /** The last number that the database has given to a row. */
  lastNumber(table: MovedTable): Promise<number>
  close(): Promise<void>
}

/** The target of a move. */
export type Target = Side & {
  stateOf(tables: readonly MovedTable[]): Promise<SideState>
  /** True if its texts may contain U+0000. */
  holdsZero: boolean
  /** Removes what a move has put there. */
  clear(tables: readonly MovedTable[]): Promise<void>
  /**
   * Makes the tables without their indexes: these are made when all rows are there, which is quicker. The note comes with them, or a move that ends
   * here would leave what looks like a calendar.
   */
  createTables(key: string, value: string): Promise<void>
  /** Rows that go in together with a note. Without its commit, nothing of it is there once the side is closed. */
  begin(table: MovedTable): Promise<Batch>
  setLastNumber(table: MovedTable, last: number): Promise<void>
  createIndexes(
    tables: readonly MovedTable[],
    progress: (done: number, total: number) => void,
  ): Promise<void>
  /** Makes it a calendar: with the notes of its engine, and with one note in place of another. All of it is durable then. */
  finish(remove: string, key: string, value: string): Promise<void>
}

/** Rows that go in together with a note, which tells how far the move is. */
export type Batch = {
  add(lines: readonly Line[]): Promise<void>
  commit(key: string, value: string): Promise<void>
}
