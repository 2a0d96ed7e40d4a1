import { once } from '../../base/objects.ts'
import type { Rule, RuleDay } from './rule.ts'
import { isWorkWeek, type Shape, shapeOf, someMonth, someWeekday } from './shape.ts'

/** One word for one number, another for several: `week 20`, `weeks 20 and 30`. */
type Counted = readonly [one: string, several: string]

/** The parts of a sentence in a language. */
export type RuleWords = {
  list(items: readonly string[]): string
  /** `every week`, `every 2 weeks`. */
  every(rule: Rule): string
  /** Between `every 2 weeks` and its days. */
  separator: ' ' | ', '
  everyDay: string
  workWeek: string
  /** `every Monday and Friday`. */
  weekly(names: readonly string[]): string
  everyOther(name: string): string
  weekdayName(weekday: number): string
  anyDay(day: RuleDay): string
  /** `on Monday`: days by their names. */
  on(days: string): string
  monthDays(days: readonly number[]): string
  numberedDays(days: readonly Required<RuleDay>[]): string
  workday(nth: number): string
  weekdayOnDay(weekday: number, day: number): string
  yearDay(month: number, day: number): string
  inMonths(months: readonly number[]): string
  ofMonths(months: readonly number[]): string
  ofEveryMonth: string
  ofYear: string
  weeks: Counted
  yearDays: Counted
  positions(positions: readonly number[]): string
}

/** Names in a language. Formats are made for the first sentence: it takes milliseconds, and a start needs none. */
export function namesIn(locale: string) {
  const listing = once(() => new Intl.ListFormat(locale, { type: 'conjunction' }))
  const format = (options: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }))
  const weekday = format({ weekday: 'long' })
  const month = format({ month: 'long' })
  return {
    format,
    list: (items: readonly string[]) => listing().format(items),
    weekdayName: (of: number) => weekday().format(someWeekday(of)),
    monthName: (of: number) => month().format(someMonth(of)),
  }
}

/** A rule with its defaults in words; `given` is the rule as it was sent. */
export function describeRule(words: RuleWords, rule: Rule, given: Rule): string {
  const shape = shapeOf(rule)
  const { freq, byMonth } = rule
  const months = given.byMonth ? ` ${words.inMonths(given.byMonth)}` : ''
  if (freq === 'YEARLY') return yearly(words, rule, shape)
  // the same days of the same months, every year
  if (freq === 'MONTHLY' && rule.interval === 1 && byMonth && shape.kind === 'monthDays')
    return yearly(words, { ...rule, freq: 'YEARLY' }, shape)
  if (shape.kind === 'every') return words.every(rule) + months
  if (shape.kind === 'weekdays' && (freq === 'WEEKLY' || rule.interval === 1))
    if (freq !== 'HOURLY') return onWeekdays(words, shape.days, rule) + months
  if (freq !== 'MONTHLY') return general(words, rule)
  if (shape.kind === 'dayAndWeekday' && rule.interval === 1)
    return words.weekdayOnDay(shape.weekday, shape.day) + months
  const on = onDays(words, shape)
  if (on === undefined) return general(words, rule)
  if (rule.interval > 1) return everyOn(words, rule, on) + months
  return `${on} ${byMonth ? words.ofMonths(byMonth) : words.ofEveryMonth}`
}

const everyOn = (words: RuleWords, rule: Rule, on: string) =>
  words.every(rule) + words.separator + on

/** The part before `of every month`: `on the first Sunday`. */
function onDays(words: RuleWords, shape: Shape): string | undefined {
  if (shape.kind === 'monthDays') return words.monthDays(shape.days)
  if (shape.kind === 'numbered') return words.numberedDays(shape.days)
  if (shape.kind === 'workday') return words.workday(shape.nth)
  return undefined
}

function onWeekdays(words: RuleWords, days: readonly number[], rule: Rule): string {
  const [first = 0] = days
  if (rule.freq !== 'WEEKLY' || rule.interval === 1) {
    if (days.length === 7) return words.everyDay
    if (isWorkWeek(days)) return words.workWeek
    return words.weekly(days.map(words.weekdayName))
  }
  return rule.interval === 2 && days.length === 1
    ? words.everyOther(words.weekdayName(first))
    : everyOn(
        words,
        rule,
        listed(
          words,
          days.map(weekday => ({ weekday })),
        ),
      )
}

const listed = ({ on, list, anyDay }: RuleWords, days: readonly RuleDay[]) =>
  on(list(days.map(anyDay)))

function yearly(words: RuleWords, rule: Rule, shape: Shape): string {
  const { byMonth, interval } = rule
  if (byMonth && shape.kind === 'monthDays' && shape.days.every(day => day > 0)) {
    const days = byMonth.flatMap(month =>
      shape.days.filter(day => day <= monthLength(month)).map(day => words.yearDay(month, day)),
    )
    return everyOn(words, rule, words.on(words.list(days)))
  }
  const on = onDays(words, shape)
  if (byMonth && on) return `${everyOn(words, rule, on)} ${words.ofMonths(byMonth)}`
  // R3: without a month, the days of every month
  if (shape.kind === 'monthDays') {
    const days = `${on} ${words.ofEveryMonth}`
    return interval === 1 ? days : `${words.every(rule)}, ${days}`
  }
  if (shape.kind === 'numbered' && on) return `${everyOn(words, rule, on)} ${words.ofYear}`
  if (shape.kind === 'weekdays' && interval === 1)
    return onWeekdays(words, shape.days, rule) + (byMonth ? ` ${words.inMonths(byMonth)}` : '')
  return general(words, rule)
}

/** Days of a month at most: 29 in February. */
const monthLength = (month: number) => new Date(Date.UTC(2024, month, 0)).getUTCDate()

/** Part by part: `every year, in week 20, on Monday`. */
function general(words: RuleWords, rule: Rule): string {
  const { byMonth, byWeekNo, byYearDay, byMonthDay, byDay, bySetPos } = rule
  const numbers = ([one, several]: Counted, values: readonly number[]) =>
    `${values.length > 1 ? several : one} ${words.list(values.map(value => `${value}`.replace('-', '−')))}`
  const parts = [
    words.every(rule),
    byMonth && words.inMonths(byMonth),
    byWeekNo && numbers(words.weeks, byWeekNo),
    byYearDay && `${numbers(words.yearDays, byYearDay)} ${words.ofYear}`,
    byMonthDay && words.monthDays(byMonthDay),
    byDay && listed(words, byDay),
    bySetPos && words.positions(bySetPos),
  ]
  return parts.filter(part => part !== undefined).join(', ')
}
