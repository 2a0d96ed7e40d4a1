import { type Language, languageTable } from '../../../define/text/language-table.ts'
import { clockIn, polished } from '../../../define/time/written-dates.ts'

/** A day as responses write it, `2026-12-05`: days are compared as text, and never depend on the visitor’s zone. */
export type Day = string

const dateOf = (day: Day) => new Date(`${day.slice(0, 10)}T00:00:00Z`)
const dayOf = (date: Date): Day => date.toISOString().slice(0, 10)

export const addDays = (day: Day, days: number): Day => {
  const date = dateOf(day)
  date.setUTCDate(date.getUTCDate() + days)
  return dayOf(date)
}

/** The first day of a month, so many months on. */
export const addMonths = (day: Day, months: number): Day => {
  const date = dateOf(`${day.slice(0, 7)}-01`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return dayOf(date)
}

/** Today where the visitor is. */
export const today = (): Day => {
  const now = new Date()
  return dayOf(new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())))
}

/** Days from the first day of a week to its Sunday; written before the script by the service that sends it. */
declare const daysToSunday: Record<Language, number>

/** The weeks that a month touches. */
export function weeksOf(month: Day, language: Language): Day[][] {
  const first = `${month.slice(0, 7)}-01`
  const end = addMonths(first, 1)
  const weeks: Day[][] = []
  const weekday = (dateOf(first).getUTCDay() + daysToSunday[language]) % 7
  for (let day = addDays(first, -weekday); day < end; day = addDays(day, 7))
    weeks.push(Array.from({ length: 7 }, (_, n) => addDays(day, n)))
  return weeks
}

export function written(day: Day, language: Language, form: Intl.DateTimeFormatOptions): string {
  const row = languageTable[language]
  const format = new Intl.DateTimeFormat(row.locale, { ...form, timeZone: 'UTC' })
  return polished(format.format(dateOf(day)), row)
}

/** The time of day of a date in a response, as people write it. */
export const timeOf = (moment: string, language: Language): string =>
  clockIn(languageTable[language], Number(moment.slice(11, 13)), Number(moment.slice(14, 16)))
