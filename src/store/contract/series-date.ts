import { tableOf } from '../../define/base/objects.ts'
import type { Links, Row, TextChange } from '../../define/record.ts'
import { type DateColumn, dateColumns } from './bounds.ts'

/** One date of an event: wall times and instants in seconds (T1, T3). */
export type Dates = {
  /** The only date of an event has the event's ID; those of a series have IDs of their own, from the same sequence (R9). */
  id: number
  /** The wall start that its rule gave it; `starts` is another where the date was moved, or falls into a gap (R1). */
  original: number
  starts: number
  ends: number
  utc_starts: number
  utc_ends: number
}

/**
 * A date of a series as it is stored (R9). Dates are data: those of the rule are written once, and the rows of lists are made of them. A removed date
 * keeps its ID, which no other date is given.
 */
export type SeriesDate = Dates & {
  series: number
  gone: number
  /** Seconds by which its series has moved since the date is gone; null: none. Its URL is still that of its original start. */
  moved?: number | null
}

/** The start that a date has by the rule of its series as it is now. */
export const originalNow = ({ original, moved }: Pick<SeriesDate, 'original' | 'moved'>): number =>
  original + (moved ?? 0)

/**
 * The differences of one date of a series from its record. A moved date has its wall start and its wall end among the facts; instants follow from
 * them (`SettingDates`).
 */
export type DatePatch = {
  facts?: Row
  texts?: TextChange
  links?: Partial<Links>
}

/** The same of several dates, by ID; null: nothing is. */
export type DatePatches = Readonly<Record<string, DatePatch | null>>

/** A date of a series; `patch`: its differences from the series, undefined if it has none. */
export type IrregularDate = SeriesDate & { patch: DatePatch | undefined }

/** The reasons why a date is no longer in its series: it was removed, or it is an event of its own, with its ID. */
export const removed = 1
export const detached = 2

/** A date that a series is to have; the store gives it its ID. */
export type WantedDate = Omit<Dates, 'id'>

/** Columns of a date that rows of lists have too. */
export const ownColumns = ['id', 'original', ...dateColumns] as const

export const datesIn = ({ id, original, starts, ends, utc_starts, utc_ends }: Dates): Dates => ({
  id,
  original,
  starts,
  ends,
  utc_starts,
  utc_ends,
})

/** When the dates of a series are, all together: enough to know of many windows that none of them is in it. */
export type Span = {
  count: number
  least: Record<DateColumn, number>
  most: Record<DateColumn, number>
}

/** `among`: where others are that they join. */
export function spanAmong(dates: readonly WantedDate[], among?: Span): Span | undefined {
  const [first] = dates
  if (!first) return among
  const min = among ? { ...among.least } : tableOf(dateColumns, name => first[name])
  const max = { ...(among?.most ?? min) }
  for (const date of dates)
    for (const name of dateColumns) {
      if (date[name] < min[name]) min[name] = date[name]
      if (date[name] > max[name]) max[name] = date[name]
    }
  return { count: (among?.count ?? 0) + dates.length, least: min, most: max }
}

/** The changes of a write to the dates of a series. A state is undefined where it had no dates, or has none. */
export type DatesChange = {
  was: Span | undefined
  is: Span | undefined
  /** The dates that differ, where they are few: as they were, and as they are. */
  few?: { was: readonly Dates[]; is: readonly Dates[] }
  /** For dates with values of their own: their previous values, by ID. */
  patches?: DatePatches
  /** The series is new, with all of its dates: each is as the series. */
  isNew?: true
}
