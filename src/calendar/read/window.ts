import { namesIn } from '../../define/objects.ts'
import type { ParamValues } from '../../define/param.ts'
import {
  addMonths,
  daySeconds,
  endOfDay,
  firstWall,
  lastWall,
  startOfDay,
} from '../../define/time/clock.ts'
import type { Moment } from '../../define/time/parse.ts'
import { instantOf, wallOf } from '../../define/time/zone.ts'
import type { eventFilters } from '../../resources/event/filters.ts'
import type { Bound } from '../../store/store.ts'

/** Default window of the events list (T10): yesterday 23:59:00 to now + 24 months, wall times of the site. */
export function defaultWindow(now: number, zone: string) {
  const today = wallOf(now, zone)
  return { start: endOfDay(today - daySeconds) - 59, end: addMonths(today, 24) }
}

/** The condition of each parameter on an event; a date without a time is widened to the start or the end of the day. */
const rules = {
  start_date: { edge: 'start', is: '>=', widened: startOfDay },
  end_date: { edge: 'end', is: '<=', widened: endOfDay },
  starts_before: { edge: 'start', is: '<', widened: endOfDay },
  starts_after: { edge: 'start', is: '>', widened: endOfDay },
  ends_before: { edge: 'end', is: '<', widened: endOfDay },
  ends_after: { edge: 'end', is: '>', widened: endOfDay },
} as const

/** A bound with the name of its parameter. */
export type NamedBound = Bound & { name: keyof typeof rules }
const names = namesIn(rules)

/** The bounds of a list, and the Unix second from which the same parameters ask for something else; Infinity: never. */
type Window = { bounds: NamedBound[]; until: number }

/**
 * The window of a list (T1, T2): wall times are compared with each event's own clock, instants
 * with its instants. Without `strict_dates` a bound is a whole day; an instant is then first moved to the site's zone.
 */
export function windowOf(
  values: Pick<ParamValues<typeof eventFilters>, NamedBound['name'] | 'include' | 'strict_dates'>,
  { now, zone }: { now: number; zone: string },
): Window {
  if (values.include) return { bounds: [], until: Infinity }
  const isStrict = values.strict_dates === true
  const bounds: NamedBound[] = []
  let until = Infinity
  const add = (name: NamedBound['name'], { clock, at }: Moment) => {
    const { edge, is, widened } = rules[name]
    if (isStrict) bounds.push({ name, edge, is, clock, at })
    else
      bounds.push({
        name,
        edge,
        is,
        clock: 'wall',
        at: widened(clock === 'wall' ? at : onSite(at, zone)),
      })
  }
  for (const name of names) {
    const moment = values[name]
    if (!moment) continue
    add(name, moment)
    if (moment.isRelative) until = now + 1
  }
  // Those that ask for events before or after something have no defaults.
  const isPlain = names.every(name => isDefault(name) || values[name] === undefined)
  const missing = isPlain ? names.filter(name => isDefault(name) && !values[name]) : []
  if (missing.length === 0) return { bounds, until }
  const { start, end } = defaultWindow(now, zone)
  for (const name of missing) add(name, { clock: 'wall', at: name === 'start_date' ? start : end })
  const midnight = () => instantOf(startOfDay(wallOf(now, zone)) + daySeconds, zone)
  return { bounds, until: Math.min(until, isStrict ? now + 1 : midnight()) }
}

const isDefault = (name: NamedBound['name']) => name === 'start_date' || name === 'end_date'

/** The wall time of the site, which at the ends of time is held within the years that can be written. */
const onSite = (at: number, zone: string) =>
  Math.min(Math.max(wallOf(at, zone), firstWall), lastWall)
