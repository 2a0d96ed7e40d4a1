import type { Values } from '../../define/param.ts'
import { startOfDay } from '../../define/time/format.ts'
import { parseMoment } from '../../define/time/parse.ts'
import { instantOf, wallOf } from '../../define/time/zone.ts'

const dateNames = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
]
const daySeconds = 86_400

/** Words such as "tomorrow" or "+1 week" mean another moment later on. */
function isRelative(sent: unknown, now: number, zone: string): boolean {
  if (typeof sent !== 'string' && typeof sent !== 'number') return false
  const [today, later] = [now, now + 37 * daySeconds + 3661].map(at => parseMoment(sent, at, zone))
  return today?.at !== later?.at
}

/** Unix seconds from which the same parameters ask for something else (T9, T10, P4); Infinity when they never do. */
export function askedUntil(values: Values, now: number, zone: string): number {
  if (values.only_with_upcoming === true) return now + 1
  const hasDates = !values.include && dateNames.some(name => values[name] !== undefined)
  if (
    hasDates &&
    dateNames.some(name => values[name] !== undefined && isRelative(values[name], now, zone))
  )
    return now + 1
  const relativeOnly = dateNames.slice(2).some(name => values[name] !== undefined)
  const usesDefaults =
    !values.include &&
    !relativeOnly &&
    (values.start_date === undefined || values.end_date === undefined)
  if (!usesDefaults) return Number.POSITIVE_INFINITY
  if (values.strict_dates === true) return now + 1
  return instantOf(startOfDay(wallOf(now, zone)) + daySeconds, zone)
}
