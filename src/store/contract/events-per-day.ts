import { existing } from '../../define/base/objects.ts'
import { type Day, daySeconds, lastDayOf, oftenInWeek } from '../../define/time/clock.ts'

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
  /**
   * For each day: some dates that begin and end on it, and the number of all dates that touch it. The leading ones come first, then
   * the others, at last those of series that are often in the week.
   */
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

/** Takes a date of an event in; they come in list order. */
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
    if (!isLeading) day.first.push(date)
    else if (day.leading < span.max) day.first.splice(day.leading++, 0, date)
    return
  }
  for (let at = Math.max(0, first); at <= last && at < span.count; at++) {
    const day = into.days[at]
    if (day) day.total++
  }
  if (into.long.length < maxLong) into.long.push(date)
}

/** The series that are often in a week. */
function oftenIn(days: ListedDays['days']): Set<number> {
  const counts = new Map<number, number>()
  // one that is no series is there once
  for (const { first } of days)
    for (const { event, occurrence } of first)
      if (occurrence !== event) counts.set(event, (counts.get(event) ?? 0) + 1)
  return new Set([...counts.keys()].filter(event => (counts.get(event) ?? 0) >= oftenInWeek))
}

/** Puts the dates of each day in their order once all were taken in, and leaves as many as were asked for. */
export function settle({ days, long }: ListedDays, { max }: Pick<DaySpan, 'max'>): ListedDays {
  const settled: ListedDays['days'] = []
  for (let week = 0; week < days.length; week += 7) {
    const ofWeek = days.slice(week, week + 7)
    const often = oftenIn(ofWeek)
    for (const { first, leading, total } of ofWeek) {
      const inOrder = first.slice(0, leading)
      const later: DatedOccurrence[] = []
      for (let at = leading; at < first.length && inOrder.length < max; at++) {
        const date = existing(first[at])
        if (often.has(date.event)) later.push(date)
        else inOrder.push(date)
      }
      settled.push({ first: [...inOrder, ...later].slice(0, max), leading, total })
    }
  }
  return { days: settled, long }
}
