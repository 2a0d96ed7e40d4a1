import type { Locale } from '../../../../define/text/language.ts'
import { atHours, type Hours } from '../../../../define/time/at-hours.ts'
import { daySeconds, startOfDay } from '../../../../define/time/clock.ts'
import { formatDay, formatHour, formatSpan } from '../../../../define/time/day-formats.ts'
import type { DateTimes } from '../../../forms/given-dates.ts'

type When = DateTimes & { isAllDay: boolean }

export const dayOf = ({ starts }: DateTimes, locale: Locale) => formatDay(starts, 'brief', locale)

/** The hours of a date; of one that lasts longer than a day, with its last day. Empty for a whole day. */
export function hoursOf({ starts, ends, isAllDay }: When, locale: Locale): string {
  const isLong = ends - starts >= daySeconds
  if (isAllDay)
    return startOfDay(ends) > startOfDay(starts) ? `– ${formatDay(ends, 'brief', locale)}` : ''
  const last = isLong ? `${formatDay(ends, 'brief', locale)}, ` : ''
  const from = formatHour(starts, locale)
  return ends === starts ? from : `${from} – ${last}${formatHour(ends, locale)}`
}

/** A date as it was understood: `Sat 5 Dec 2026, 8 pm`, with an end of its own where it is not as long as the others. */
export function readBack(when: When & { isOwnEnd: boolean }, locale: Locale): string {
  const { starts, ends, isAllDay, isOwnEnd } = when
  if (isAllDay) return dayOf(when, locale)
  return formatSpan(starts, isOwnEnd ? ends : starts, 'brief', locale)
}

/** The hours that dates have then: without an end, each has its own. */
export function hoursSet(date: DateTimes, hours: Hours, locale: Locale): string {
  const times = atHours(date, hours)
  const ends = hours.to === undefined ? times.starts : times.ends
  return hoursOf({ ...times, ends, isAllDay: false }, locale)
}
