import type { WallTime } from '../clock.ts'

/** The frequencies of rules. `SECONDLY` and `MINUTELY` are refused (R4). */
export const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY'] as const
export type Frequency = (typeof frequencies)[number]

/** As RFC 5545 writes them; the place is that of `weekdayOf`: 0 is Sunday. */
export const weekdays: readonly string[] = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** A day of the week, or the n-th one of the month or year: `-1` is the last. */
export type RuleDay = { weekday: number; nth?: number | undefined }

/** An RRULE. All its times are on the clock of the event, so a change of zone changes nothing in it (R8). */
export type Rule = {
  freq: Frequency
  interval: number
  count?: number | undefined
  /** The last second in which a date may start. */
  until?: WallTime | undefined
  /** The first day of weeks. */
  weekStart: number
  byMonth?: readonly number[] | undefined
  byWeekNo?: readonly number[] | undefined
  byYearDay?: readonly number[] | undefined
  byMonthDay?: readonly number[] | undefined
  byDay?: readonly RuleDay[] | undefined
  byHour?: readonly number[] | undefined
  byMinute?: readonly number[] | undefined
  bySecond?: readonly number[] | undefined
  bySetPos?: readonly number[] | undefined
}

/** One further date (RDATE). `isDay`: at the time of day of the series. */
export type FurtherDate = { at: WallTime; isDay?: true; ends?: WallTime | undefined }

/** Dates that do not take place (EXDATE). `isDay`: all of that day (R5). */
export type RemovedDate = { at: WallTime; isDay?: true }

/** A recurrence: a rule, further dates, or both, without the removed ones. */
export type Recurrence = {
  rule?: Rule | undefined
  further: readonly FurtherDate[]
  removed: readonly RemovedDate[]
}
