import { namesIn, tableOf } from '../../define/objects.ts'
import type { Locale } from '../../define/text/language.ts'
import { dateOfDay, daySeconds, wallTime, weekdayOf } from '../../define/time/clock.ts'
import {
  type DayForm,
  dayForms,
  dayWords,
  hourWords,
  rangeWords,
} from '../../define/time/day-words.ts'
import type { Day } from '../../define/time/days.ts'
import { formatWall } from '../../define/time/format.ts'
import { type WeekStart, weekStarts } from '../../define/time/week-start.ts'

export { daySeconds }

const ofDays = () => new Map<Day, string>()
const ofForms = (): Record<DayForm, Map<Day, string>> => tableOf(namesIn(dayForms), ofDays)
const texts = new Map<Locale, ReturnType<typeof ofForms>>()
/** Months are looked at again and again, and days are many more than anyone asks for. */
const maxTexts = 3000

/** The day of a wall time in words. */
export function inWords(at: number, form: DayForm, locale: Locale): string {
  const day = startOfDay(at)
  const ofDays = of(texts, locale, ofForms)[form]
  const cached = ofDays.get(day)
  if (cached !== undefined) return cached
  if (ofDays.size >= maxTexts) ofDays.clear()
  const words = dayWords(at, form, locale)
  ofDays.set(day, words)
  return words
}

/** From one day to another, what both share said once: 6–8 March 2027. */
export const daysInWords = (from: number, to: number, locale: Locale): string =>
  rangeWords(from, to, 'date', locale)

/** By minutes since midnight: lists say an hour for each event. */
const clocks = new Map<Locale, string[]>()

/** What a locale has in a table; a site has one for each language. */
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
  cached[minutes] ??= hourWords(at, locale)
  return cached[minutes]
}

/** `2027-03-06` */
export const dayName = (at: number) => formatWall(at).slice(0, 10)
/** `2027-03` */
export const monthName = (at: number) => formatWall(at).slice(0, 7)

const [firstYear, lastYear] = [1900, 2200]

/** The day that `2027-03-06` names; undefined where there is no such day, or nobody will look for it. */
export function dayOf(name: string): Day | undefined {
  const [year = 0, month = 0, day = 0] = name.split('-').map(Number)
  if (!(year >= firstYear && year <= lastYear)) return undefined
  const at = wallTime(year, month, day)
  return dayName(at) === name ? at : undefined
}
/** The first day of `2027-03`. */
export const monthOf = (name: string): Day | undefined => dayOf(`${name}-01`)

export const startOfDay = (at: number): Day => Math.floor(at / daySeconds) * daySeconds
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
