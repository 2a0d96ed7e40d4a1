import { flagNames, idNames, type NamesOf } from './event-filters.ts'

/** When an event is: wall times and instants in seconds (T1, T3). */
type Dates = { starts: number; ends: number; utc_starts: number; utc_ends: number }

/** One row of the table of events in list order. */
export type Occurrence = Dates & {
  event: number
  /** Publication, as a wall time: the second key of the order. */
  published: number
  status: string
  author: number
  /** Is it left out of every list? */
  hidden: number
  /** Has it a password? */
  protected: number
  /** `languageBits` of its texts. */
  languages: number
} & Record<FactName, number>

/** Facts of an event that filters ask for, by the names of the filters: flags are 0 or 1, ids 0 where there is none. */
export type FactName = NamesOf<'flag' | 'id'>
export const factNames: readonly FactName[] = [...flagNames, ...idNames]

const columns: Record<Exclude<keyof Occurrence, FactName>, ColumnType> = {
  event: 'integer',
  starts: 'integer',
  ends: 'integer',
  utc_starts: 'integer',
  utc_ends: 'integer',
  published: 'integer',
  status: 'text',
  author: 'integer',
  hidden: 'integer',
  protected: 'integer',
  languages: 'integer',
}
type ColumnType = 'integer' | 'text'

/** Raise it when an event gives another row than before, by the same columns. */
export const occurrenceForm = 1

/** A column that is added or removed makes every database rebuild the table. */
export const occurrenceColumns: Record<string, ColumnType> = {
  ...columns,
  ...Object.fromEntries(factNames.map(name => [name, 'integer'])),
}
