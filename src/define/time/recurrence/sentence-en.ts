import { once } from '../../objects.ts'
import type { Locale } from '../../text/language.ts'
import { languageTable } from '../../text/language-table.ts'
import type { WallTime } from '../clock.ts'
import { rowOf } from '../locale-row.ts'
import { clockIn, type DateRow, polished } from '../written-dates.ts'
import type { Frequency, Rule, RuleDay } from './rule.ts'
import {
  isWorkWeek,
  maxNamed,
  type RecurrenceWords,
  type Shape,
  shapeOf,
  someMonth,
  someWeekday,
} from './shape.ts'

const units: Record<Frequency, string> = {
  YEARLY: 'year',
  MONTHLY: 'month',
  WEEKLY: 'week',
  DAILY: 'day',
  HOURLY: 'hour',
}

const { en } = languageTable
// formats are made for the first sentence: it takes milliseconds, and a start needs none
const listing = once(() => new Intl.ListFormat(en.locale, { type: 'conjunction' }))
const list = (items: readonly string[]) => listing().format(items)
const format = (options: Intl.DateTimeFormatOptions) =>
  once(() => new Intl.DateTimeFormat(en.locale, { ...options, timeZone: 'UTC' }))
const weekdayFormat = format({ weekday: 'long' })
const monthFormat = format({ month: 'long' })
const plural = once(() => new Intl.PluralRules('en', { type: 'ordinal' }))

const weekdayName = (weekday: number) => weekdayFormat().format(someWeekday(weekday))
const monthName = (month: number) => monthFormat().format(someMonth(month))
const every = ({ freq, interval }: Rule) =>
  interval === 1 ? `every ${units[freq]}` : `every ${interval} ${units[freq]}s`

const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }
const ordinal = (number: number) => `${number}${endings[plural().select(number)] ?? 'th'}`
const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth']

/** `first`, `20th`, `last`, `second-to-last`. */
function place(nth: number): string {
  if (nth === -1) return 'last'
  const word = ordinals[Math.abs(nth)] ?? ordinal(Math.abs(nth))
  return nth < 0 ? `${word}-to-last` : word
}

/** `the 4th`, `the 1st and 15th`, `the last day`. */
const monthDays = (days: readonly number[]) =>
  `the ${list(days.map(day => (day > 0 ? ordinal(day) : `${place(day)} day`)))}`

/** `the first and third Sunday`, `the first Sunday and the last Friday`. */
function numberedDays(days: readonly Required<RuleDay>[]): string {
  const [first] = days
  if (first && days.every(({ weekday }) => weekday === first.weekday))
    return `the ${list(days.map(({ nth = 1 }) => place(nth)))} ${weekdayName(first.weekday)}`
  return list(days.map(({ nth = 1, weekday }) => `the ${place(nth)} ${weekdayName(weekday)}`))
}

const inMonths = (months: readonly number[]) => `in ${list(months.map(monthName))}`

/** What stands before `of every month`: `on the first Sunday`. */
function onDays(shape: Shape): string | undefined {
  if (shape.kind === 'monthDays') return `on ${monthDays(shape.days)}`
  if (shape.kind === 'numbered') return `on ${numberedDays(shape.days)}`
  if (shape.kind === 'workday') return `on the ${place(shape.nth)} weekday (Monday to Friday)`
  return undefined
}

function onWeekdays(days: readonly number[], rule: Rule): string {
  const isEveryWeek = rule.freq !== 'WEEKLY' || rule.interval === 1
  const names = list(days.map(weekdayName))
  if (isEveryWeek && days.length === 7) return 'every day'
  if (isEveryWeek && isWorkWeek(days)) return 'from Monday to Friday'
  if (isEveryWeek) return `every ${names}`
  return rule.interval === 2 && days.length === 1
    ? `every other ${names}`
    : `${every(rule)} on ${names}`
}

type YearDays = () => Intl.DateTimeFormat

function ruleWords(rule: Rule, given: Rule, yearDays: YearDays): string {
  const shape = shapeOf(rule)
  const { freq, byMonth } = rule
  const months = given.byMonth ? ` ${inMonths(given.byMonth)}` : ''
  if (freq === 'YEARLY') return yearly(rule, shape, yearDays)
  if (shape.kind === 'every') return every(rule) + months
  if (shape.kind === 'weekdays' && (freq === 'WEEKLY' || rule.interval === 1))
    if (freq !== 'HOURLY') return onWeekdays(shape.days, rule) + months
  if (freq !== 'MONTHLY') return general(rule)
  if (shape.kind === 'dayAndWeekday' && rule.interval === 1)
    return `every ${weekdayName(shape.weekday)} the ${ordinal(shape.day)}${months}`
  const on = onDays(shape)
  if (on === undefined) return general(rule)
  if (rule.interval > 1) return `${every(rule)} ${on}${months}`
  return byMonth ? `${on} of ${list(byMonth.map(monthName))}` : `${on} of every month`
}

function yearly(rule: Rule, shape: Shape, yearDays: YearDays): string {
  const { byMonth, interval } = rule
  if (byMonth && shape.kind === 'monthDays' && shape.days.every(day => day > 0)) {
    const days = byMonth.flatMap(month =>
      shape.days.map(day => yearDays().format(Date.UTC(2024, month - 1, day))),
    )
    return `${every(rule)} on ${list(days)}`
  }
  const on = onDays(shape)
  if (byMonth && on) return `${every(rule)} ${on} of ${list(byMonth.map(monthName))}`
  // R3: without a month, the days of every month
  if (shape.kind === 'monthDays')
    return interval === 1 ? `${on} of every month` : `${every(rule)}, ${on} of every month`
  if (shape.kind === 'numbered') return `${every(rule)} ${on} of the year`
  if (shape.kind === 'weekdays' && interval === 1)
    return onWeekdays(shape.days, rule) + (byMonth ? ` ${inMonths(byMonth)}` : '')
  return general(rule)
}

/** Part by part: `every year, in week 20, on Monday`. */
function general(rule: Rule): string {
  const { byMonth, byWeekNo, byYearDay, byMonthDay, byDay, bySetPos } = rule
  const numbers = (word: string, values: readonly number[]) =>
    `${word}${values.length > 1 ? 's' : ''} ${list(values.map(value => `${value}`.replace('-', '−')))}`
  const parts = [
    every(rule),
    byMonth && inMonths(byMonth),
    byWeekNo && `in ${numbers('week', byWeekNo)}`,
    byYearDay && `on ${numbers('day', byYearDay)} of the year`,
    byMonthDay && `on ${monthDays(byMonthDay)}`,
    byDay && `on ${list(byDay.map(anyDay))}`,
    bySetPos && `only the ${list(bySetPos.map(place))} of these dates`,
  ]
  return parts.filter(part => part !== undefined).join(', ')
}

const anyDay = ({ weekday, nth }: RuleDay) =>
  nth === undefined ? weekdayName(weekday) : `the ${place(nth)} ${weekdayName(weekday)}`

/** The sentences as a region writes them. */
export function englishOf(locale: Locale): RecurrenceWords {
  const row = rowOf(locale)
  const days = once(() => dayFormat(row, { day: 'numeric', month: 'long', year: 'numeric' }))
  const yearDays = once(() => dayFormat(row, { day: 'numeric', month: 'long' }))
  const dayWords = (at: WallTime) => polished(days().format(at * 1000), row)
  const named = (of: readonly WallTime[]) =>
    of.length > maxNamed ? `${of.length} dates` : list(of.map(dayWords))
  return {
    rule: (rule, given) => ruleWords(rule, given, yearDays),
    times: times =>
      times.length > 6
        ? `at ${times.length} times of the day`
        : `at ${list(times.map(time => clockIn(row, Math.floor(time / 3600), Math.floor(time / 60) % 60)))}`,
    count: count => (count === 1 ? 'once' : `${count} times`),
    until: day => `until ${dayWords(day)}`,
    only: of => {
      const sorted = of.toSorted((a, b) => a - b)
      const [first = 0] = sorted
      if (of.length <= maxNamed) return `on ${list(sorted.map(dayWords))}`
      return `on ${of.length} dates from ${dayWords(first)} to ${dayWords(sorted.at(-1) ?? first)}`
    },
    further: of => `, and also on ${named(of)}`,
    removed: of => `, except on ${named(of)}`,
  }
}

const dayFormat = (row: DateRow, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(row.locale, { ...options, timeZone: 'UTC' })
