import { startOfDay, type WallTime } from '../../define/time/clock.ts'
import { datesOf } from '../../define/time/recurrence/dates.ts'
import type { FurtherDate, Recurrence } from '../../define/time/recurrence/rule.ts'
import { inputOf } from './moments.ts'
import { linesIn, readValue, startOf } from './recurrence.ts'
import type { Values } from './values.ts'

type Facts = Values['facts']

/** When one date of a series is, on the clock of its event. */
export type DateTimes = { starts: WallTime; ends: WallTime }

/** A series as a form holds it; `starts` and `ends` are those of its first date. */
export type FormSeries = DateTimes & { recurrence: Recurrence; isAllDay: boolean }

/** Undefined for an event without a recurrence, and while its dates are typed in part. */
export function seriesIn({
  recurrence,
  start_date,
  end_date,
  all_day,
}: Facts): FormSeries | undefined {
  const [starts, ends] = [start_date, end_date].map(at => startOf(String(at ?? '')))
  const read = readValue(String(recurrence ?? ''))
  if (!read || starts === undefined || ends === undefined || ends < starts) return undefined
  const isAllDay = all_day === true
  return isAllDay
    ? { recurrence: read, isAllDay, starts: startOfDay(starts), ends: startOfDay(ends) }
    : { recurrence: read, isAllDay, starts, ends }
}

/** The same in the values of a form. */
export function factsOf({ recurrence, starts, ends }: FormSeries): Facts {
  return { recurrence: linesIn(recurrence), start_date: inputOf(starts), end_date: inputOf(ends) }
}

/** The first dates of a series, in their order. */
export const datesIn = ({ recurrence, starts, ends }: FormSeries, limit: number): DateTimes[] =>
  // a wall time is the same in every zone here
  datesOf(recurrence, { starts, ends, timezone: 'UTC', limit }).map(({ original, ends }) => ({
    starts: original,
    ends,
  }))

/** Without a rule, the dates are those of a list. */
export const areGiven = ({ recurrence }: FormSeries) => recurrence.rule === undefined

/** More given dates than a series may have. */
const allGiven = 2000

/** A series with further dates. Undefined: a rule begins with its first date, so none is before that. */
export function withDates(series: FormSeries, added: readonly DateTimes[]): FormSeries | undefined {
  const { recurrence, starts } = series
  if (areGiven(series)) return ofDates(series, [...datesIn(series, allGiven), ...added])
  if (added.some(date => date.starts < starts)) return undefined
  const isAdded = (at: WallTime) => added.some(date => date.starts === at)
  return {
    ...series,
    recurrence: {
      ...recurrence,
      further: [
        ...recurrence.further.filter(({ at }) => !isAdded(at)),
        ...added.map(date => furtherOf(series, date)),
      ].toSorted(inOrder),
      removed: recurrence.removed.filter(({ at }) => !isAdded(at)),
    },
  }
}

/** A series without some of its dates, by their starts. Undefined: it would have none. */
export function withoutDates(
  series: FormSeries,
  starts: ReadonlySet<WallTime>,
): FormSeries | undefined {
  const { recurrence, isAllDay } = series
  if (areGiven(series))
    return ofDates(
      series,
      datesIn(series, allGiven).filter(date => !starts.has(date.starts)),
    )
  const removed = [...starts].map(at => (isAllDay ? { at, isDay: true as const } : { at }))
  const further = recurrence.further.filter(({ at, isDay }) => isDay || !starts.has(at))
  const without = {
    ...series,
    recurrence: {
      ...recurrence,
      further,
      removed: [...recurrence.removed, ...removed].toSorted(inOrder),
    },
  }
  return datesIn(without, 1).length > 0 ? without : undefined
}

/** A series of given dates, some of which are at other times. */
export const withTimes = (
  series: FormSeries,
  starts: ReadonlySet<WallTime>,
  timesOf: (date: DateTimes) => DateTimes,
): FormSeries | undefined =>
  ofDates(
    series,
    datesIn(series, allGiven).map(date => (starts.has(date.starts) ? timesOf(date) : date)),
  )

/** A series of given dates: the first of them is its start, and those of another length state their end. */
function ofDates(series: FormSeries, dates: readonly DateTimes[]): FormSeries | undefined {
  const byStart = new Map(dates.map(date => [date.starts, date]))
  const sorted = [...byStart.values()].toSorted((a, b) => a.starts - b.starts)
  const [first] = sorted
  if (!first) return undefined
  const length = series.ends - series.starts
  const next = { ...series, starts: first.starts, ends: first.starts + length }
  const further = sorted.map(date => furtherOf(next, date))
  return { ...next, recurrence: { further, removed: [] } }
}

function furtherOf(series: FormSeries, { starts: at, ends }: DateTimes): FurtherDate {
  if (series.isAllDay) return { at: startOfDay(at), isDay: true }
  return ends - at === series.ends - series.starts ? { at } : { at, ends }
}

const inOrder = (a: { at: WallTime }, b: { at: WallTime }) => a.at - b.at
