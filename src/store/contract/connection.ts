import type { Cell } from '../../define/record.ts'

/**
 * One connection to a database: SQL and values in, rows out. The SQL is one text for every engine; the little that differs
 * has a name in `Dialect`.
 */
export type Connection = {
  all<T>(sql: string, values?: readonly Cell[]): Promise<T[]>
  /** The first row. */
  get<T>(sql: string, values?: readonly Cell[]): Promise<T | undefined>
  run(sql: string, values?: readonly Cell[]): Promise<void>
  /** Writes, and gives the number of rows touched. */
  change(sql: string, values?: readonly Cell[]): Promise<number>
  /** Inserts rows, and gives the number that the database has chosen for the last in a column: those before have the numbers before. */
  insert(sql: string, values: readonly Cell[], column: string): Promise<number>
  /** No commit comes between what the work reads. It reads and does nothing else: commits may wait for it. */
  snapshot<T>(work: (at: Connection) => Promise<T>): Promise<T>
}
