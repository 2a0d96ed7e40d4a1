const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
const millisecondsPerDay = 86_400_000

export type Weekday = (typeof weekdays)[number]

/** When a series comes back: every so many weeks, the nth weekdays of a month, a date, or counted from today. */
export type Rhythm =
  | { weekly: Weekday; every?: number; months?: number[] }
  | { monthly: Weekday; nth: number[]; months?: number[] }
  | { yearly: { month: number; day: number } }
  | { everyDays: number; from: number }

/** Days are counted from 1 January 1970. */
export function dayOf(date: string): number {
  const day = Date.parse(`${date}T00:00:00Z`) / millisecondsPerDay
  if (!Number.isInteger(day)) throw new RangeError(`“${date}” is not a date like 2026-03-31.`)
  return day
}

export function dateOf(day: number): string {
  return new Date(day * millisecondsPerDay).toISOString().slice(0, 10)
}

export function monthOf(day: number): number {
  return Number(dateOf(day).slice(5, 7))
}

export function isWeekend(day: number): boolean {
  return falls(day, 'sat') || falls(day, 'sun')
}

/** The months from one to another, across New Year if need be: `season(11, 2)` is [11, 12, 1, 2]. */
export function season(first: number, last: number): number[] {
  const length = modulo(last - first, 12) + 1
  return Array.from({ length }, (_, index) => modulo(first - 1 + index, 12) + 1)
}

export function occurs(rhythm: Rhythm, day: number, today: number): boolean {
  if ('everyDays' in rhythm) return modulo(day - today - rhythm.from, rhythm.everyDays) === 0
  if ('yearly' in rhythm) {
    return monthOf(day) === rhythm.yearly.month && dayOfMonth(day) === rhythm.yearly.day
  }
  if (!falls(day, 'weekly' in rhythm ? rhythm.weekly : rhythm.monthly)) return false
  if (rhythm.months && !rhythm.months.includes(monthOf(day))) return false
  if ('weekly' in rhythm) return modulo(Math.floor(day / 7), rhythm.every ?? 1) === 0
  return rhythm.nth.includes(Math.ceil(dayOfMonth(day) / 7))
}

function falls(day: number, weekday: Weekday): boolean {
  return weekdays[modulo(day + 4, 7)] === weekday // 1 January 1970 was a Thursday
}

function dayOfMonth(day: number): number {
  return Number(dateOf(day).slice(8, 10))
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
