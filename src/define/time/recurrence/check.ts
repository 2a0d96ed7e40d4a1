import { nested } from '../../field-errors.ts'
import type { Checked } from '../../field-type.ts'
import { daySeconds, isWritable, lastWall, type WallTime } from '../clock.ts'
import { dayIn } from '../days.ts'
import { formatWall } from '../format.ts'
import { datesOf, type SeriesTimes } from './dates.ts'
import {
  beforeStart,
  endsBeforeStart,
  neverMatches,
  noDates,
  notAnEnd,
  notDates,
  notForWholeDays,
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
export type SeriesLimits = Omit<SeriesTimes, 'from' | 'until' | 'limit'> & {
  allDay: boolean
  horizon: WallTime
  maxDates: number
}

/** A recurrence that fits its event, in the form for it; or what is wrong, by part: R2, R6, R12. */
export function fitted(sent: Recurrence, limits: SeriesLimits): Checked<Recurrence> {
  const recurrence = withStart(limits.allDay ? inWholeDays(sent) : sent, limits)
  const errors = errorsOf(recurrence, limits)
  return errors.length > 0 ? { fieldError: nested(errors) } : { value: recurrence }
}

/** Without a rule, the start is one of the RDATEs: so each date of the series has all of them at hand. */
function withStart(recurrence: Recurrence, { starts, allDay }: SeriesLimits): Recurrence {
  if (recurrence.rule || recurrence.further.some(({ at }) => at === starts)) return recurrence
  const first: FurtherDate = allDay ? { at: starts, isDay: true } : { at: starts }
  return { ...recurrence, further: [first, ...recurrence.further] }
}

const inWholeDays = ({ rule, further, removed }: Recurrence): Recurrence => ({
  rule,
  further: further.map(({ at }) => ({ at: dayIn(at), isDay: true })),
  removed: removed.map(({ at }) => ({ at: dayIn(at), isDay: true })),
})

function errorsOf(recurrence: Recurrence, limits: SeriesLimits): PartErrors {
  const { rule, further, removed } = recurrence
  const { starts, horizon, maxDates } = limits
  const errors: PartErrors = [...listErrors('RDATE', further), ...listErrors('EXDATE', removed)]
  if (rule?.until !== undefined && !isWritable(rule.until)) errors.push(['UNTIL', notAnEnd])
  if (limits.allDay && rule?.freq === 'HOURLY') errors.push(['FREQ', notForWholeDays])
  if (limits.allDay && rule?.byHour) errors.push(['BYHOUR', notForWholeDays])
  if (limits.allDay && rule?.byMinute) errors.push(['BYMINUTE', notForWholeDays])
  if (limits.allDay && rule?.bySecond) errors.push(['BYSECOND', notForWholeDays])
  if (further.some(({ at, isDay }) => at < (isDay ? dayIn(starts) : starts)))
    errors.push(['RDATE', beforeStart])
  if (rule?.until !== undefined && rule.until < starts) errors.push(['UNTIL', endsBeforeStart])
  if (errors.length > 0) return errors
  if (rule && expand(rule, starts, starts).next().done) {
    const nearest = nearestStarts(rule, starts)
    if (nearest.length === 0) return [['RRULE', neverMatches]]
    // R2: an RDATE makes it the first date all the same
    const isFirst = further.some(({ at, isDay }) => at === (isDay ? dayIn(starts) : starts))
    const days = nearest.map(at => formatWall(at).slice(0, limits.allDay ? 10 : 16))
    if (!isFirst) return [['RRULE', startNotMatched(days.join(', '))]]
  }
  if (rule?.count !== undefined) {
    const possible = Iterator.from(expand(rule, starts, lastWall)).reduce(count => count + 1, 0)
    if (possible < rule.count) return [['COUNT', tooFar(possible)]]
  }
  if (datesOf(recurrence, { ...limits, limit: 1 }).length === 0) return [['EXDATE', noDates]]
  const dates = datesOf(recurrence, { ...limits, until: horizon, limit: maxDates + 1 })
  return dates.length > maxDates ? [[rule ? 'RRULE' : 'RDATE', tooManyDates(maxDates)]] : []
}

/** Lists grow with each date that is removed, and dates move with their series. */
export function listErrors(part: 'RDATE' | 'EXDATE', dates: readonly FurtherDate[]): PartErrors {
  if (dates.length > maxValues) return [[part, tooManyValues(maxValues)]]
  return dates.every(({ at, ends = at }) => isWritable(at) && isWritable(ends))
    ? []
    : [[part, notDates]]
}

/** How far from the start others are looked for: leap days are at most 8 years apart. */
const searchedDays = [40, 9 * 366]

/** The last matching start before this one, and the first after it. */
export function nearestStarts(rule: Rule, start: WallTime): WallTime[] {
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
