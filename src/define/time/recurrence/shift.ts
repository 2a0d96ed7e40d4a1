import { dateOfDay, daySeconds, startOfDay, type WallTime } from '../clock.ts'
import type { Recurrence, Rule } from './rule.ts'

/**
 * A recurrence whose first date moves: further and removed dates move by the same step, and so do the parts of the rule that name
 * the day and the hour of the start alone. Other rules stay, and may not match the new start.
 */
export function shifted(
  { rule, further, removed }: Recurrence,
  from: WallTime,
  to: WallTime,
): Recurrence {
  const step = to - from
  const days = (startOfDay(to) - startOfDay(from)) / daySeconds
  const by = ({ isDay }: { isDay?: true }) => (isDay ? days * daySeconds : step)
  return {
    rule: rule && shiftedRule(rule, from, to, days),
    further: further.map(date => ({
      ...date,
      at: date.at + by(date),
      ...(date.ends !== undefined && { ends: date.ends + step }),
    })),
    removed: removed.map(date => ({ ...date, at: date.at + by(date) })),
  }
}

function shiftedRule(rule: Rule, from: WallTime, to: WallTime, days: number): Rule {
  const next: Rule = { ...rule }
  if (rule.until !== undefined) {
    // the end of a day stays one
    const isEndOfDay = (rule.until + 1) % daySeconds === 0
    next.until = rule.until + (isEndOfDay ? days * daySeconds : to - from)
  }
  const previousDay = dateOfDay(startOfDay(from) / daySeconds)
  const nextDay = dateOfDay(startOfDay(to) / daySeconds)
  if (isJust(rule.byMonthDay, previousDay.day)) next.byMonthDay = [nextDay.day]
  if (isJust(rule.byMonth, previousDay.month)) next.byMonth = [nextDay.month]
  if (rule.freq === 'WEEKLY' && !rule.bySetPos)
    next.byDay = rule.byDay?.map(({ weekday }) => ({ weekday: (((weekday + days) % 7) + 7) % 7 }))
  const [was, is] = [from - startOfDay(from), to - startOfDay(to)]
  if (isJust(rule.byHour, Math.floor(was / 3600))) next.byHour = [Math.floor(is / 3600)]
  if (isJust(rule.byMinute, Math.floor(was / 60) % 60)) next.byMinute = [Math.floor(is / 60) % 60]
  if (isJust(rule.bySecond, was % 60)) next.bySecond = [is % 60]
  return next
}

const isJust = (values: readonly number[] | undefined, value: number) =>
  values?.length === 1 && values[0] === value
