import type { StoredRecord } from '../../define/record.ts'
import type { DatePatch, SeriesDate } from './series-date.ts'
import type { Shape } from './shape.ts'

/** A date of a series with its differences. */
export type StoredDate = SeriesDate & { patch?: DatePatch }

/** Writes of records from another calendar. */
export type PuttingBack = {
  /**
   * Puts a record in as it was there: with its ID and version, and the dates of a series. Slugs, derived rows and the line of the journal
   * come after it.
   */
  putBack(record: StoredRecord, dates: readonly StoredDate[]): Promise<void>
  /** From now on new records of a family have higher IDs than this; resolves with the highest one that was given before. */
  raiseIds(family: Shape['family'], last: number): Promise<number>
}
