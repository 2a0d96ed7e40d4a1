import { nested } from '../../field-errors.ts'
import type { Checked } from '../../field-type.ts'
import { daySeconds, formatWall, isWritable, startOfDay, type WallTime } from '../clock.ts'
import { type DatesUntil, datesOf, datesUntil, latestDates, type SeriesTimes } from './dates.ts'
import {
  beforeStart,
  endsBeforeStart,
  neverMatches,
  noDates,
  notAnEnd,
  notDates,
  notForAllDay,
  startNotMatched,
  tooFar,
  tooManyDates,
  tooManyValues,
} from './errors.ts'
import { expand, withDefaults } from './expand.ts'
import { maxValues } from './read-recurrence.ts'
import type { PartErrors } from './read-rule.ts'
import type { FurtherDate, Recurrence, Rule } from './rule.ts'

/** The first date of a series, the last second in which dates are stored (R11), and how many there may be (R12). */
type SeriesLimits = Omit<SeriesTimes, 'from' | 'until' | 'limit'> & {
  allDay: boolean
  horizon: WallTime
  maxDates: number
  /** The latest day from which the dates of a rule with more of them may be stored; without it, such a rule is refused. */
  lastFrom?: WallTime
}

/**
 * A recurrence in the form for its event, with its dates up to the horizon, or to the first date where that is later. `from`: the day of the first
 * of these dates, where there are others before it.
 */
type Fitted = DatesUntil & { recurrence: Recurrence; until: WallTime; from?: WallTime }

/** A recurrence that fits its event; or what is wrong, by part: R2, R6, R12. */
export function fitted(sent: Recurrence, limits: SeriesLimits): Checked<Fitted> {
  const recurrence = withStart(limits.allDay ? asDays(sent) : sent, limits)
  const errors = errorsOf(recurrence, limits)
  if (errors.length > 0) return { fieldError: nested(errors) }
  const { horizon, maxDates, lastFrom, ...times } = limits
  const until = Math.max(horizon, times.starts)
  const dates = datesUntil(recurrence, { ...times, until, limit: maxDates })
  const since = dates.dates.length > maxDates && withoutEarliest(recurrence, limits, until)
  const errorsOfDates = errorsAmong(since || dates, dates.counted, recurrence.rule, maxDates)
  if (errorsOfDates.length > 0) return { fieldError: nested(errorsOfDates) }
  return { value: { ...dates, ...since, recurrence, until } }
}

/** The dates of an old rule from the earliest day on from which all of them fit; none where that is less than a year ago (R12). */
function withoutEarliest(
  recurrence: Recurrence,
  { starts, ends, timezone, maxDates: limit, lastFrom = starts }: SeriesLimits,
  until: WallTime,
) {
  const times = { starts, ends, timezone }
  const latest = latestDates(recurrence, { ...times, until, limit })
  if (latest.from > lastFrom) return undefined
  const hasLater = datesOf(recurrence, { ...times, from: until + 1, limit: 1 }).length > 0
  return { ...latest, hasLater }
}

/** Without a rule, the start is one of the RDATEs: so each date of the series has all of them at hand. */
function withStart(recurrence: Recurrence, { starts, allDay }: SeriesLimits): Recurrence {
  if (recurrence.rule || recurrence.further.some(({ at }) => at === starts)) return recurrence
  const first: FurtherDate = allDay ? { at: starts, isDay: true } : { at: starts }
  return { ...recurrence, further: [first, ...recurrence.further] }
}

const asDays = ({ rule, further, removed }: Recurrence): Recurrence => ({
  rule,
  further: further.map(({ at }) => ({ at: startOfDay(at), isDay: true })),
  removed: removed.map(({ at }) => ({ at: startOfDay(at), isDay: true })),
})

function errorsOf(recurrence: Recurrence, limits: SeriesLimits): PartErrors {
  const { rule, further, removed } = recurrence
  const { starts } = limits
  const errors: PartErrors = [...listErrors('RDATE', further), ...listErrors('EXDATE', removed)]
  if (rule?.until !== undefined && !isWritable(rule.until)) errors.push(['UNTIL', notAnEnd])
  if (limits.allDay && rule?.freq === 'HOURLY') errors.push(['FREQ', notForAllDay])
  if (limits.allDay && rule?.byHour) errors.push(['BYHOUR', notForAllDay])
  if (limits.allDay && rule?.byMinute) errors.push(['BYMINUTE', notForAllDay])
  if (limits.allDay && rule?.bySecond) errors.push(['BYSECOND', notForAllDay])
  if (further.some(({ at, isDay }) => at < (isDay ? startOfDay(starts) : starts)))
    errors.push(['RDATE', beforeStart])
  if (rule?.until !== undefined && rule.until < starts) errors.push(['UNTIL', endsBeforeStart])
  if (errors.length > 0) return errors
  if (rule && expand(rule, starts, starts).next().done) {
    const nearest = nearestStarts(rule, starts)
    if (nearest.length === 0) return [['RRULE', neverMatches]]
    // R2: it is still the first date, by an RDATE
    const isFirst = further.some(({ at, isDay }) => at === (isDay ? startOfDay(starts) : starts))
    const days = nearest.map(at => formatWall(at).slice(0, limits.allDay ? 10 : 16))
    if (!isFirst) return [['RRULE', startNotMatched(days.join(', '))]]
  }
  return errors
}

function errorsAmong(
  { dates, hasLater }: Pick<DatesUntil, 'dates' | 'hasLater'>,
  counted: number,
  rule: Rule | undefined,
  maxDates: number,
): PartErrors {
  if (rule?.count !== undefined && counted < rule.count) return [['COUNT', tooFar(counted)]]
  if (dates.length === 0 && !hasLater) return [['EXDATE', noDates]]
  return dates.length > maxDates ? [[rule ? 'RRULE' : 'RDATE', tooManyDates(maxDates)]] : []
}

/** Lists grow with each date that is removed, and dates move with their series. */
export function listErrors(part: 'RDATE' | 'EXDATE', dates: readonly FurtherDate[]): PartErrors {
  if (dates.length > maxValues) return [[part, tooManyValues(maxValues)]]
  return dates.every(({ at, ends = at }) => isWritable(at) && isWritable(ends))
    ? []
    : [[part, notDates]]
}

/** The span of the search for other dates after the start: leap days are at most 8 years apart. */
const searchedDays = [40, 9 * 366]

/** The last matching start before this one, and the first after it. */
function nearestStarts(rule: Rule, start: WallTime): WallTime[] {
  const every: Rule = {
    ...withDefaults(rule, start),
    interval: 1,
    count: undefined,
    until: undefined,
  }
  for (const days of searchedDays) {
    let before: WallTime | undefined
    for (const at of expand(every, start - days * daySeconds, start + days * daySeconds)) {
      if (at > start) return before === undefined ? [at] : [before, at]
      before = at
    }
    if (before !== undefined) return [before]
  }
  return []
}
