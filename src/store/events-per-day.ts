import { type Day, daySeconds, lastDayOf } from '../define/time/clock.ts'

/** A span of days, and the number of dates per day that are returned. */
export type DaySpan = { from: Day; count: number; max: number }

/** A date of an event; that of a single event has the event's ID. `original`: where it is not the start. */
export type DatedOccurrence = {
  occurrence: number
  event: number
  starts: number
  ends: number
} & {
  original?: number
  patched?: true
}

/** The events in a span of days, in list order. */
export type ListedDays = {
  /** For each day: some dates that begin and end on it, the leading ones first, and the number of all dates that touch it. */
  days: { first: DatedOccurrence[]; leading: number; total: number }[]
  /** The first of those that last over several days. */
  long: DatedOccurrence[]
}

/** The maximum of events over several days that are returned by ID. */
const maxLong = 200

export const noDays = ({ count }: DaySpan): ListedDays => ({
  days: Array.from({ length: count }, () => ({ first: [], leading: 0, total: 0 })),
  long: [],
})

/** Takes a date of an event in; they come in list order. A month has a thousand, of which a hundred are shown. */
export function spread(into: ListedDays, span: DaySpan, date: DatedOccurrence, isLeading: boolean) {
  const { starts, ends } = date
  const first = Math.floor((starts - span.from) / daySeconds)
  const isOfDay = ends >= starts && ends <= span.from + (first + 1) * daySeconds
  const last = isOfDay ? first : Math.floor((lastDayOf(starts, ends) - span.from) / daySeconds)
  if (last < 0 || first >= span.count) return
  if (first === last) {
    const day = into.days[first]
    if (!day) return
    day.total++
    if ((isLeading ? day.leading : day.first.length) >= span.max) return
    const at = isLeading ? day.leading++ : day.first.length
    day.first.splice(at, 0, date)
    if (day.first.length > span.max) day.first.pop()
    return
  }
  for (let at = Math.max(0, first); at <= last && at < span.count; at++) {
    const day = into.days[at]
    if (day) day.total++
  }
  if (into.long.length < maxLong) into.long.push(date)
}
