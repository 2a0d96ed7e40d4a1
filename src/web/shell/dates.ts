import { namesIn, tableOf } from '../../define/base/objects.ts'
import type { Locale } from '../../define/text/language.ts'
import { type WeekStart, weekStarts } from '../../define/text/week-start.ts'
import {
  type Day,
  dateOfDay,
  daySeconds,
  formatWall,
  startOfDay,
  wallTime,
  weekdayOf,
} from '../../define/time/clock.ts'
import {
  type DayForm,
  dayForms,
  formatHour,
  formatRange,
  formatDay as wordDay,
} from '../../define/time/day-formats.ts'

export { daySeconds, startOfDay }

const ofDays = () => new Map<Day, string>()
const ofForms = (): Record<DayForm, Map<Day, string>> => tableOf(namesIn(dayForms), ofDays)
const texts = new Map<Locale, ReturnType<typeof ofForms>>()
/** Bounds the cache: visitors may request any day, but most requests are for a few months. */
const maxTexts = 3000

/** Formats the day of a wall time, cached: month pages repeat the same days. */
export function formatDay(at: number, form: DayForm, locale: Locale): string {
  const day = startOfDay(at)
  const ofDays = of(texts, locale, ofForms)[form]
  const cached = ofDays.get(day)
  if (cached !== undefined) return cached
  if (ofDays.size >= maxTexts) ofDays.clear()
  const words = wordDay(at, form, locale)
  ofDays.set(day, words)
  return words
}

const ranges = new Map<Locale, Map<string, string>>()
/** The ranges of several years of a busy calendar; some 3 MB. */
const maxRanges = 20_000

/** Formats a range of days without repeating what both share: 6–8 March 2027. Cached: a month has hundreds, and each takes 100 µs. */
export function formatDays(from: number, to: number, locale: Locale): string {
  const ofRanges = of(ranges, locale, () => new Map<string, string>())
  const key = `${startOfDay(from)} ${startOfDay(to)}`
  const cached = ofRanges.get(key)
  if (cached !== undefined) return cached
  if (ofRanges.size >= maxRanges) ofRanges.clear()
  const words = formatRange(from, to, 'date', locale)
  ofRanges.set(key, words)
  return words
}

/** Cached by minutes since midnight: lists format a time for each event. */
const clocks = new Map<Locale, string[]>()

/** The entry of a locale, created on first use; a site has one locale per language. */
function of<T>(table: Map<Locale, T>, locale: Locale, make: () => T): T {
  const existing = table.get(locale)
  if (existing) return existing
  const created = make()
  table.set(locale, created)
  return created
}

/** 8:30 pm, 20 h 30. */
export function clock(at: number, locale: Locale): string {
  const minutes = Math.floor((((at % daySeconds) + daySeconds) % daySeconds) / 60)
  const cached = of(clocks, locale, (): string[] => [])
  cached[minutes] ??= formatHour(at, locale)
  return cached[minutes]
}

/** `2027-03-06` */
export const dayName = (at: number) => formatWall(at).slice(0, 10)
/** `2027-03` */
export const monthName = (at: number) => formatWall(at).slice(0, 7)

const [firstYear, lastYear] = [1900, 2200]

/** The day of `2027-03-06`; undefined if there is no such day or it is out of range. */
export function dayOf(name: string): Day | undefined {
  const [year = 0, month = 0, day = 0] = name.split('-').map(Number)
  if (!(year >= firstYear && year <= lastYear)) return undefined
  const at = wallTime(year, month, day)
  return dayName(at) === name ? at : undefined
}
/** The first day of `2027-03`. */
export const monthOf = (name: string): Day | undefined => dayOf(`${name}-01`)

/** The first day of its week. */
export const startOfWeek = (at: number, on: WeekStart): Day => {
  const days = Math.floor(at / daySeconds)
  return (days - ((weekdayOf(at) - weekStarts[on] + 7) % 7)) * daySeconds
}
export function startOfMonth(at: number): Day {
  const { year, month } = dateOfDay(Math.floor(at / daySeconds))
  return wallTime(year, month, 1)
}
export function nextMonth(at: Day, count = 1): Day {
  const { year, month } = dateOfDay(Math.floor(at / daySeconds))
  return wallTime(year, month + count, 1)
}
