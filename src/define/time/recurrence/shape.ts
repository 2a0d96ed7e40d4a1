import type { WallTime } from '../clock.ts'
import type { Rule, RuleDay } from './rule.ts'

/** The shapes of rules that have sentences of their own; other rules are described part by part. */
export type Shape =
  | { kind: 'every' }
  | { kind: 'weekdays'; days: readonly number[] }
  | { kind: 'monthDays'; days: readonly number[] }
  | { kind: 'numbered'; days: readonly Required<RuleDay>[] }
  | { kind: 'workday'; nth: number }
  | { kind: 'dayAndWeekday'; day: number; weekday: number }
  | { kind: 'general' }

const dateParts = ['byWeekNo', 'byYearDay', 'byMonthDay', 'byDay', 'bySetPos'] as const

/** The shape of a rule with its defaults. Months are said apart. */
export function shapeOf(rule: Rule): Shape {
  const parts = dateParts.filter(part => rule[part]).join(' ')
  const { byDay = [], byMonthDay = [], bySetPos = [] } = rule
  const plain = byDay.filter(({ nth }) => nth === undefined).map(({ weekday }) => weekday)
  const isPlain = plain.length === byDay.length
  if (parts === '') return { kind: 'every' }
  if (parts === 'byMonthDay') return { kind: 'monthDays', days: byMonthDay }
  if (parts === 'byDay' && isPlain) return { kind: 'weekdays', days: plain }
  if (parts === 'byDay' && plain.length === 0)
    return { kind: 'numbered', days: byDay.map(({ weekday, nth = 1 }) => ({ weekday, nth })) }
  const [day, ...otherDays] = byMonthDay
  const [weekday, ...otherWeekdays] = plain
  if (parts === 'byMonthDay byDay' && isPlain && day && weekday !== undefined)
    if (day > 0 && otherDays.length + otherWeekdays.length === 0)
      return { kind: 'dayAndWeekday', day, weekday }
  const isOfMonth =
    rule.freq === 'MONTHLY' || (rule.freq === 'YEARLY' && rule.byMonth?.length === 1)
  const [nth, ...otherPlaces] = bySetPos
  if (parts !== 'byDay bySetPos' || !isOfMonth || !isPlain || !nth) return { kind: 'general' }
  if (otherPlaces.length > 0 || hasSeveralTimes(rule)) return { kind: 'general' }
  if (weekday !== undefined && otherWeekdays.length === 0)
    return { kind: 'numbered', days: [{ weekday, nth }] }
  return isWorkWeek(plain) ? { kind: 'workday', nth } : { kind: 'general' }
}

const hasSeveralTimes = ({ byHour = [], byMinute = [], bySecond = [] }: Rule) =>
  byHour.length * byMinute.length * bySecond.length > 1

/** Monday to Friday. */
export const isWorkWeek = (days: readonly number[]) =>
  days.length === 5 && !days.includes(0) && !days.includes(6)

/** Sunday, 4 January 1970 and the six days after it; and the first of a month. */
export const someWeekday = (weekday: number) => new Date(Date.UTC(1970, 0, 4 + weekday))
export const someMonth = (month: number) => new Date(Date.UTC(1970, month - 1, 1))

/** More dates than these are counted instead of named. */
export const maxNamed = 3

/** The phrases of a language for recurrences. */
export type RecurrenceWords = {
  /** The rule without its end and its times: `every Sunday`. Parts that follow from the start are in it. */
  rule(rule: Rule, given: Rule): string
  /** `at 10 am and 3 pm`, in seconds. */
  times(times: readonly number[]): string
  count(count: number): string
  until(day: WallTime): string
  /** The dates of an event without a rule. */
  only(days: readonly WallTime[]): string
  further(days: readonly WallTime[]): string
  removed(days: readonly RemovedDay[]): string
}

/** A day with removed dates: all of them, or those at these times, in seconds. */
export type RemovedDay = { day: WallTime; times: readonly number[] }
