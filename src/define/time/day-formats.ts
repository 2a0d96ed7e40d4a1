import type { Locale } from '../text/language.ts'
import { rowOf } from '../text/locale-row.ts'
import { clockIn, polished } from '../text/written-dates.ts'
import { dateOfDay, daySeconds, type WallTime } from './clock.ts'

/** The forms of days: on pages, in feeds and e-mails, and in browsers. */
export const dayForms = {
  /** Saturday 6 March 2027 */
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** Sat 6 March */
  short: { weekday: 'short', day: 'numeric', month: 'long' },
  /** Sat 6 March 2027 */
  full: { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' },
  /** Sat 6 Mar 2027 */
  brief: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  /** 6 March 2027 */
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  /** 6 Mar 2027 */
  medium: { dateStyle: 'medium' },
  /** March 2027 */
  month: { month: 'long', year: 'numeric' },
  monthName: { month: 'short' },
  weekday: { weekday: 'long' },
  weekdayShort: { weekday: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
export type DayForm = keyof typeof dayForms

/** Formats are dear to make. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(locale: Locale, form: DayForm): Intl.DateTimeFormat {
  const key = `${locale} ${form}`
  const cached = formats.get(key)
  if (cached) return cached
  const created = new Intl.DateTimeFormat(rowOf(locale).locale, {
    ...dayForms[form],
    timeZone: 'UTC',
  })
  formats.set(key, created)
  return created
}

/** The day of a wall time in words. */
export const formatDay = (at: WallTime, form: DayForm, locale: Locale): string =>
  polished(formatOf(locale, form).format(at * 1000), rowOf(locale))

/** The name of a day of the week; 0 is Sunday. */
export const formatWeekday = (
  weekday: number,
  form: 'weekday' | 'weekdayShort',
  locale: Locale,
): string => formatDay((aSunday + weekday) * daySeconds, form, locale)

/** 4 January 1970. */
const aSunday = 3

/** The number of a day as its month has it: `1er`, `2`. */
export function dayInMonth(at: WallTime, locale: Locale): string {
  const { day } = dateOfDay(Math.floor(at / daySeconds))
  return (day === 1 && rowOf(locale).firstOfMonth) || String(day)
}

/** From one day to another, what both share said once: 6–8 March 2027. */
export const formatRange = (from: WallTime, to: WallTime, form: DayForm, locale: Locale): string =>
  polished(formatOf(locale, form).formatRange(from * 1000, to * 1000), rowOf(locale))

/** The time of day of a wall time: 8:30 pm, 20 h 30. */
export function formatHour(at: WallTime, locale: Locale): string {
  const minutes = Math.floor((((at % daySeconds) + daySeconds) % daySeconds) / 60)
  return clockIn(rowOf(locale), Math.floor(minutes / 60), minutes % 60)
}

/** From one moment to another, the day said once where it is the same: 6 Mar 2027, 8 pm – 10:30 pm. */
export function formatSpan(from: WallTime, to: WallTime, form: DayForm, locale: Locale): string {
  const moment = (at: WallTime) => `${formatDay(at, form, locale)}, ${formatHour(at, locale)}`
  if (from === to) return moment(from)
  const isOneDay = Math.floor(from / daySeconds) === Math.floor(to / daySeconds)
  return `${moment(from)} – ${isOneDay ? formatHour(to, locale) : moment(to)}`
}

/** Before now or after it: 3 hours ago, yesterday, in 2 days; less than a minute is now, not “this minute”. */
export const formatDistance = (
  count: number,
  unit: 'minute' | 'hour' | 'day',
  locale: Locale,
): string =>
  new Intl.RelativeTimeFormat(rowOf(locale).locale, { numeric: 'auto' }).format(
    count,
    count === 0 ? 'second' : unit,
  )
