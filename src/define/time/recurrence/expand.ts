import { dateOfDay, daySeconds, type WallTime, wallTime, weekdayOf } from '../clock.ts'
import type { Rule, RuleDay } from './rule.ts'

/** Days that are examined for one rule, at most: 400 years of them. They take 5 to 50 ms. */
const maxDays = 150_000

/**
 * The dates of a rule from its start to `last`, in order, on the clock of the event: RFC 5545, 3.3.10, with the decisions R3 and
 * R4. The start is among them only if the rule matches it.
 */
export function* expand(rule: Rule, start: WallTime, last: WallTime): Generator<WallTime> {
  const until = Math.min(last, rule.until ?? last)
  let count = 0
  for (const set of setsOf(withDefaults(rule, start), start, until)) {
    for (const at of rule.bySetPos ? chosen(set, rule.bySetPos) : set) {
      if (at < start) continue
      if (at > until) return
      yield at
      count += 1
      if (count === rule.count) return
    }
  }
}

/** The rule with the parts that follow from its start. */
export function withDefaults(rule: Rule, start: WallTime): Rule {
  const { month, day } = dateOfDay(dayNumber(start))
  const time = start - dayNumber(start) * daySeconds
  const isHourly = rule.freq === 'HOURLY'
  const full: Rule = {
    ...rule,
    byHour: rule.byHour ?? (isHourly ? undefined : [Math.floor(time / 3600)]),
    byMinute: rule.byMinute ?? [Math.floor(time / 60) % 60],
    bySecond: rule.bySecond ?? [time % 60],
  }
  if (rule.byDay || rule.byMonthDay || rule.byYearDay) return full
  const sameWeekday = [{ weekday: weekdayOf(start) }]
  // R3: a week alone means the weekday of the start
  if (rule.freq === 'WEEKLY' || rule.byWeekNo) return { ...full, byDay: sameWeekday }
  if (rule.freq === 'MONTHLY') return { ...full, byMonthDay: [day] }
  if (rule.freq === 'YEARLY')
    return { ...full, byMonth: rule.byMonth ?? [month], byMonthDay: [day] }
  return full
}

const dayNumber = (at: WallTime) => Math.floor(at / daySeconds)
const firstDayOf = (year: number, month: number) => dayNumber(wallTime(year, month, 1))

/** The dates of each year, month, week, day or hour of a rule. */
function* setsOf(rule: Rule, start: WallTime, until: WallTime): Generator<WallTime[]> {
  if (rule.freq === 'HOURLY') return yield* hours(rule, start, until)
  const matches = matcherOf(rule)
  const times = timesOf(rule)
  let examined = 0
  for (let number = 0; examined <= maxDays; number++) {
    const { from, spans } = periodOf(rule, dayNumber(start), number)
    if (from * daySeconds > until) return
    const set: WallTime[] = []
    // an empty period costs something too
    if (spans.length === 0) examined += 1
    for (const [first, end] of spans) {
      examined += end - first
      for (let day = first; day < end; day++)
        if (matches(day)) for (const time of times) set.push(day * daySeconds + time)
    }
    if (set.length > 0) yield set
  }
}

type Span = readonly [first: number, end: number]

/** A period of the rule: the day from which it counts, and the days to look at. */
function periodOf(
  { freq, interval, weekStart, byMonth }: Rule,
  startDay: number,
  number: number,
): { from: number; spans: Span[] } {
  const steps = number * interval
  if (freq === 'DAILY')
    return { from: startDay + steps, spans: [[startDay + steps, startDay + steps + 1]] }
  if (freq === 'WEEKLY') {
    const from = weekOf(startDay, weekStart) + 7 * steps
    return { from, spans: [[from, from + 7]] }
  }
  const { year, month } = dateOfDay(startDay)
  const monthSpan = (year: number, month: number): Span => [
    firstDayOf(year, month),
    firstDayOf(year, month + 1),
  ]
  if (freq === 'MONTHLY') {
    const span = monthSpan(year, month + steps)
    const isIn = !byMonth || byMonth.includes(dateOfDay(span[0]).month)
    return { from: span[0], spans: isIn ? [span] : [] }
  }
  const from = firstDayOf(year + steps, 1)
  const spans = byMonth?.map(month => monthSpan(year + steps, month))
  return { from, spans: spans ?? [[from, firstDayOf(year + steps + 1, 1)]] }
}

/** Hours are steps on the wall clock (R4). */
function* hours(rule: Rule, start: WallTime, until: WallTime): Generator<WallTime[]> {
  const matches = matcherOf(rule)
  const times = timesOf({ ...rule, byHour: [0] })
  const { interval, byHour } = rule
  let hour = Math.floor(start / 3600)
  let day = Number.NaN
  let isMatch = false
  let [days, sets] = [0, 0]
  // more hours than any COUNT are a loop without an end
  while (days <= maxDays && sets <= maxDays && hour * 3600 <= until) {
    const next = Math.floor(hour / 24)
    if (next !== day) {
      day = next
      days += 1
      isMatch = matches(day)
    }
    if (!isMatch) {
      hour += Math.ceil(((day + 1) * 24 - hour) / interval) * interval
      continue
    }
    const from = hour * 3600
    if (!byHour || byHour.includes(hour - day * 24)) {
      sets += 1
      yield times.map(time => from + time)
    }
    hour += interval
  }
}

/** Times of day in order, in seconds. */
export function timesOf({ byHour = [], byMinute = [], bySecond = [] }: Rule): number[] {
  return byHour.flatMap(hour =>
    byMinute.flatMap(minute => bySecond.map(second => hour * 3600 + minute * 60 + second)),
  )
}

/** The members of a set at the given places: 1 is the first, -1 the last. */
function chosen(set: readonly WallTime[], places: readonly number[]): WallTime[] {
  const wanted = new Set(places.map(place => (place > 0 ? place - 1 : set.length + place)))
  return set.filter((_, place) => wanted.has(place))
}

/** Returns a check whether a day meets all conditions of the rule on days. */
function matcherOf(rule: Rule): (day: number) => boolean {
  const { byMonth, byMonthDay, byYearDay, byWeekNo, byDay, weekStart } = rule
  const isYearly = rule.freq === 'YEARLY' && !byMonth
  if (!byMonth && !byMonthDay && !byYearDay && !byWeekNo && byDay?.every(({ nth }) => !nth)) {
    const weekdays = new Set(byDay.map(({ weekday }) => weekday))
    return number => weekdays.has(weekdayOf(number * daySeconds))
  }
  return number => {
    const { year, month, day } = dateOfDay(number)
    if (byMonth && !byMonth.includes(month)) return false
    if (
      byDay &&
      !isOnWeekday(number, byDay, () => (isYearly ? yearOf(year) : monthOf(year, month)))
    )
      return false
    if (byMonthDay && !isAt(byMonthDay, day, monthOf(year, month).length)) return false
    const ofYear = number - firstDayOf(year, 1) + 1
    if (byYearDay && !isAt(byYearDay, ofYear, yearOf(year).length)) return false
    if (!byWeekNo) return true
    const { week, weeks } = weekNumber(number, weekStart)
    return isAt(byWeekNo, week, weeks)
  }
}

/** Counted from 1, or from the end if negative. */
const isAt = (wanted: readonly number[], place: number, length: number) =>
  wanted.includes(place) || wanted.includes(place - length - 1)

type Stretch = { first: number; length: number }
const stretch = (first: number, end: number): Stretch => ({ first, length: end - first })
const yearOf = (year: number) => stretch(firstDayOf(year, 1), firstDayOf(year + 1, 1))
const monthOf = (year: number, month: number) =>
  stretch(firstDayOf(year, month), firstDayOf(year, month + 1))

function isOnWeekday(number: number, days: readonly RuleDay[], within: () => Stretch): boolean {
  const weekday = weekdayOf(number * daySeconds)
  return days.some(day => {
    if (day.weekday !== weekday) return false
    if (day.nth === undefined) return true
    const { first, length } = within()
    const before = number - first
    return day.nth > 0
      ? day.nth === Math.floor(before / 7) + 1
      : -day.nth === Math.floor((length - 1 - before) / 7) + 1
  })
}

/** The first day of the week of a day. */
const weekOf = (day: number, weekStart: number) =>
  day - ((weekdayOf(day * daySeconds) - weekStart + 7) % 7)

/** The number of a day's week, and of weeks in the year that this week belongs to: the one that has most of its days. */
function weekNumber(day: number, weekStart: number): { week: number; weeks: number } {
  const first = weekOf(day, weekStart)
  const { year } = dateOfDay(first + 3)
  const weekOne = (year: number) => weekOf(firstDayOf(year, 1) + 3, weekStart)
  return {
    week: (first - weekOne(year)) / 7 + 1,
    weeks: (weekOne(year + 1) - weekOne(year)) / 7,
  }
}
