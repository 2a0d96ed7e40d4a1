import {
  dateOfDay,
  daySeconds,
  startOfDay,
  type WallTime,
  weekdayOf,
} from '../../define/time/clock.ts'
import { datesOf } from '../../define/time/recurrence/dates.ts'
import { withDefaults } from '../../define/time/recurrence/expand.ts'
import { recurrenceOf, storedLines } from '../../define/time/recurrence/lines.ts'
import type { Recurrence, Rule, RuleDay } from '../../define/time/recurrence/rule.ts'

/** The recurrence that a form holds: its lines on the clock of the event. Undefined for a single event. */
export const readValue = (value: string): Recurrence | undefined =>
  value === '' ? undefined : recurrenceOf(value.split('\n'))

/** A recurrence as a form holds it; empty for a single event, and for one whose only date is its start. */
export const linesIn = (recurrence: Recurrence | undefined): string =>
  recurrence ? storedLines(recurrence).join('\n') : ''

const earliest = Date.UTC(1000, 0)

/** A start as the form has it: `2027-07-04T20:00`, or a day. Undefined while it is not whole. */
export function startOf(text: string): WallTime | undefined {
  const at = Date.parse(text.includes('T') ? `${text}Z` : `${text}T00:00Z`)
  // a year is typed digit by digit
  return at >= earliest ? at / 1000 : undefined
}

export const ruleOf = (parts: Partial<Rule> & Pick<Rule, 'freq'>): Rule => ({
  interval: 1,
  weekStart: 1,
  ...parts,
})

/** The weekday of a start within its month: the first Sunday is 1, the last -1. */
export function placesInMonth(starts: WallTime): { day: number; nth: number; isLast: boolean } {
  const { year, month, day } = dateOfDay(Math.floor(starts / daySeconds))
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return { day, nth: Math.ceil(day / 7), isLast: day + 7 > days }
}

const weekdaysOf = (numbers: readonly number[]): RuleDay[] => numbers.map(weekday => ({ weekday }))

/** The rules that are offered for a start, as Google Calendar does. */
export function presetsOf(starts: WallTime): Rule[] {
  const weekday = weekdayOf(starts)
  const { nth, isLast } = placesInMonth(starts)
  const isWorkday = weekday >= 1 && weekday <= 5
  return [
    ruleOf({ freq: 'DAILY' }),
    ...(isWorkday ? [ruleOf({ freq: 'WEEKLY', byDay: weekdaysOf([1, 2, 3, 4, 5]) })] : []),
    ruleOf({ freq: 'WEEKLY' }),
    ruleOf({ freq: 'WEEKLY', interval: 2 }),
    ...(nth < 5 ? [ruleOf({ freq: 'MONTHLY', byDay: [{ weekday, nth }] })] : []),
    ...(isLast ? [ruleOf({ freq: 'MONTHLY', byDay: [{ weekday, nth: -1 }] })] : []),
    ruleOf({ freq: 'MONTHLY' }),
    ruleOf({ freq: 'YEARLY' }),
  ]
}

/** True if two rules repeat alike, whenever they end. */
export function repeatsAlike(a: Rule, b: Rule, starts: WallTime): boolean {
  const [one, other] = [a, b].map(rule =>
    linesIn({
      rule: withDefaults({ ...rule, count: undefined, until: undefined }, starts),
      further: [],
      removed: [],
    }),
  )
  return one === other
}

/** The parts of a rule that can be set by hand. `month`: the day of the month, or the weekday of the start within it. */
export type Custom = {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  interval: number
  weekdays: readonly number[]
  month: 'day' | 'weekday' | 'last'
}

/** A rule as it is set by hand; undefined if it has more to it. */
export function customOf(rule: Rule, starts: WallTime): Custom | undefined {
  const weekdays = rule.byDay?.map(({ weekday }) => weekday) ?? [weekdayOf(starts)]
  const all = (['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const).flatMap(freq =>
    (['day', 'weekday', 'last'] as const).map(month => ({
      freq,
      interval: rule.interval,
      weekdays,
      month,
    })),
  )
  return all.find(custom => repeatsAlike(rule, ruleFrom(custom, rule, starts), starts))
}

/** The rule that is set by hand, with the end of the one before. */
export function ruleFrom(
  { freq, interval, weekdays, month }: Custom,
  { count, until }: Pick<Rule, 'count' | 'until'>,
  starts: WallTime,
): Rule {
  const rule = ruleOf({ freq, interval, count, until })
  if (freq === 'WEEKLY') rule.byDay = weekdaysOf(weekOrder.filter(day => weekdays.includes(day)))
  if (freq === 'MONTHLY' && month !== 'day') {
    const nth = month === 'last' ? -1 : placesInMonth(starts).nth
    rule.byDay = [{ weekday: weekdayOf(starts), nth }]
  }
  return rule
}

/** Monday first, as rules are stored. */
const weekOrder = [1, 2, 3, 4, 5, 6, 0]

/** The starts of a series between two days, the last one included, on the clock of the event. */
export const startsBetween = (
  recurrence: Recurrence,
  starts: WallTime,
  [from, until]: readonly [WallTime, WallTime],
  limit = 1000,
): WallTime[] =>
  datesOf(recurrence, {
    starts,
    ends: starts,
    // a wall time is the same in every zone here
    timezone: 'UTC',
    from,
    until: until + daySeconds - 1,
    limit,
  }).map(({ original }) => original)

/**
 * A day that is clicked: its dates no longer take place, take place again, or the day gets a date of its own at the hour of the
 * start. The start of an event without a rule stays.
 */
export function toggleDay(recurrence: Recurrence, starts: WallTime, day: WallTime): Recurrence {
  const isOn = ({ at }: { at: WallTime }) => startOfDay(at) === day
  const { rule, further, removed } = recurrence
  if (removed.some(isOn)) return { ...recurrence, removed: removed.filter(date => !isOn(date)) }
  const without = { ...recurrence, further: further.filter(date => !isOn(date)) }
  const left = startsBetween(without, starts, [day, day])
  if (left.length > 0 && rule)
    return { ...without, removed: [...removed, ...left.map(at => ({ at }))].toSorted(inOrder) }
  if (further.some(isOn) || left.length > 0) return without
  const at = day + starts - startOfDay(starts)
  return at < starts
    ? recurrence
    : { ...recurrence, further: [...further, { at }].toSorted(inOrder) }
}

const inOrder = (a: { at: WallTime }, b: { at: WallTime }) => a.at - b.at
