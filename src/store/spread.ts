import { daySeconds } from '../define/time/clock.ts'
import { type Day, dayIn, lastDayOf } from '../define/time/days.ts'
import { eventOf } from './occurrence.ts'

/** A span of days, and of how many dates of events each day tells which they are. */
export type DaySpan = { from: Day; count: number; most: number }

/** A date of an event; further ones have an occurrence that is not called like the event. */
export type DatedOccurrence = { occurrence: number; event: number; starts: number; ends: number }

/** What goes on in a span of days, in list order. */
export type ListedDays = {
  /** Of each day the first that begin and end on it, and how many go on in all. */
  days: { first: DatedOccurrence[]; total: number }[]
  /** The first of those that last over several days. */
  long: DatedOccurrence[]
}

/** Of so many that last over several days it is told which they are. */
export const mostLong = 200

export const noDays = ({ count }: DaySpan): ListedDays => ({
  days: Array.from({ length: count }, () => ({ first: [], total: 0 })),
  long: [],
})

/** Takes a date of an event in; they come in list order. */
export function spread(
  into: ListedDays,
  span: DaySpan,
  { occurrence, starts, ends }: Omit<DatedOccurrence, 'event'>,
) {
  const date = () => ({ occurrence, event: eventOf(occurrence), starts, ends })
  const first = Math.floor((dayIn(starts) - span.from) / daySeconds)
  const last = Math.floor((lastDayOf(starts, ends) - span.from) / daySeconds)
  if (last < 0 || first >= span.count) return
  if (first === last) {
    const day = into.days[first]
    if (!day) return
    day.total++
    if (day.first.length < span.most) day.first.push(date())
    return
  }
  for (let at = Math.max(0, first); at <= last && at < span.count; at++) {
    const day = into.days[at]
    if (day) day.total++
  }
  if (into.long.length < mostLong) into.long.push(date())
}
