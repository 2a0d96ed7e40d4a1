import { once } from '../../base/objects.ts'
import type { Locale } from '../../text/language.ts'
import { languageTable } from '../../text/language-table.ts'
import { rowOf } from '../../text/locale-row.ts'
import { clockIn, type DateRow, polished } from '../../text/written-dates.ts'
import type { WallTime } from '../clock.ts'
import type { Frequency, RuleDay } from './rule.ts'
import { describeRule, namesIn, type RuleWords } from './rule-sentence.ts'
import { maxNamed, type RecurrenceWords } from './shape.ts'

const units: Record<Frequency, string> = {
  YEARLY: 'year',
  MONTHLY: 'month',
  WEEKLY: 'week',
  DAILY: 'day',
  HOURLY: 'hour',
}

const { list, weekdayName, monthName } = namesIn(languageTable.en.locale)
const plural = once(() => new Intl.PluralRules('en', { type: 'ordinal' }))

const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }
const ordinal = (number: number) => `${number}${endings[plural().select(number)] ?? 'th'}`
const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth']

/** `first`, `20th`, `last`, `second-to-last`. */
function place(nth: number): string {
  if (nth === -1) return 'last'
  const word = ordinals[Math.abs(nth)] ?? ordinal(Math.abs(nth))
  return nth < 0 ? `${word}-to-last` : word
}

/** `on the first and third Sunday`, `on the first Sunday and the last Friday`. */
function numberedDays(days: readonly Required<RuleDay>[]): string {
  const [first] = days
  if (first && days.every(({ weekday }) => weekday === first.weekday))
    return `on the ${list(days.map(({ nth = 1 }) => place(nth)))} ${weekdayName(first.weekday)}`
  return `on ${list(days.map(anyDay))}`
}

const anyDay = ({ weekday, nth }: RuleDay) =>
  nth === undefined ? weekdayName(weekday) : `the ${place(nth)} ${weekdayName(weekday)}`

const words: Omit<RuleWords, 'yearDay'> = {
  list,
  every: ({ freq, interval }) =>
    interval === 1 ? `every ${units[freq]}` : `every ${interval} ${units[freq]}s`,
  separator: ' ',
  everyDay: 'every day',
  workWeek: 'from Monday to Friday',
  weekly: names => `every ${list(names)}`,
  everyOther: name => `every other ${name}`,
  weekdayName,
  anyDay,
  on: days => `on ${days}`,
  /** `on the 4th`, `on the 1st and 15th`, `on the last day`. */
  monthDays: days =>
    `on the ${list(days.map(day => (day > 0 ? ordinal(day) : `${place(day)} day`)))}`,
  numberedDays,
  workday: nth => `on the ${place(nth)} weekday (Monday to Friday)`,
  weekdayOnDay: (weekday, day) => `every ${weekdayName(weekday)} the ${ordinal(day)}`,
  inMonths: months => `in ${list(months.map(monthName))}`,
  ofMonths: months => `of ${list(months.map(monthName))}`,
  ofEveryMonth: 'of every month',
  ofYear: 'of the year',
  weeks: ['in week', 'in weeks'],
  yearDays: ['on day', 'on days'],
  positions: positions => `only the ${list(positions.map(place))} of these dates`,
}

/** The sentences as a region writes them. */
export function englishOf(locale: Locale): RecurrenceWords {
  const row = rowOf(locale)
  const days = once(() => dayFormat(row, { day: 'numeric', month: 'long', year: 'numeric' }))
  const yearDays = once(() => dayFormat(row, { day: 'numeric', month: 'long' }))
  const yearDay = (month: number, day: number) => yearDays().format(Date.UTC(2024, month - 1, day))
  const formatDay = (at: WallTime) => polished(days().format(at * 1000), row)
  const named = (of: readonly WallTime[]) =>
    of.length > maxNamed ? `${of.length} dates` : list(of.map(formatDay))
  const at = (times: readonly number[]) =>
    `at ${list(times.map(time => clockIn(row, Math.floor(time / 3600), Math.floor(time / 60) % 60)))}`
  return {
    rule: (rule, given) => describeRule({ ...words, yearDay }, rule, given),
    times: times => (times.length > 6 ? `at ${times.length} times of the day` : at(times)),
    count: count => (count === 1 ? 'once' : `${count} times`),
    until: day => `until ${formatDay(day)}`,
    only: of => {
      const sorted = of.toSorted((a, b) => a - b)
      const [first = 0] = sorted
      if (of.length <= maxNamed) return `on ${list(sorted.map(formatDay))}`
      return `on ${of.length} dates from ${formatDay(first)} to ${formatDay(sorted.at(-1) ?? first)}`
    },
    further: of => `, and also on ${named(of)}`,
    removed: of =>
      of.length > maxNamed
        ? `, except on ${of.length} dates`
        : `, except on ${list(of.map(({ day, times }) => formatDay(day) + (times.length > 0 ? ` ${at(times)}` : '')))}`,
  }
}

const dayFormat = (row: DateRow, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(row.locale, { ...options, timeZone: 'UTC' })
