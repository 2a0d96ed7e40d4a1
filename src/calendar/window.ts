import type { Values } from '../define/param.ts'
import { firstWall, lastWall } from '../define/time/clock.ts'
import { addMonths, endOfDay, startOfDay } from '../define/time/format.ts'
import { parseMoment } from '../define/time/parse.ts'
import { wallOf } from '../define/time/zone.ts'
import type { Bound } from '../store/store.ts'

/** Default window of the events list (T10): yesterday 23:59:00 to now + 24 months, wall times of the site. */
export function defaultWindow(now: number, zone: string) {
  const today = wallOf(now, zone)
  return { start: endOfDay(today - 86_400) - 59, end: addMonths(today, 24) }
}

type Rule = { edge: Bound['edge']; is: Bound['is']; widens: 'start' | 'end' }

const rules = {
  start_date: { edge: 'start', is: '>=', widens: 'start' },
  end_date: { edge: 'end', is: '<=', widens: 'end' },
  starts_before: { edge: 'start', is: '<', widens: 'end' },
  starts_after: { edge: 'start', is: '>', widens: 'end' },
  ends_before: { edge: 'end', is: '<', widens: 'end' },
  ends_after: { edge: 'end', is: '>', widens: 'end' },
} as const satisfies Record<string, Rule>
const relative = ['starts_before', 'starts_after', 'ends_before', 'ends_after']

const entries = Object.entries(rules) as [NamedBound['name'], Rule][]

/** A bound with the name of the parameter that asked for it. */
export type NamedBound = Bound & { name: keyof typeof rules }

/**
 * The window of a list (T1, T2; observed, section 5): wall times are compared with each event's own clock, instants
 * with its instants. Without `strict_dates` a bound is a whole day; an instant is then first moved to the site's zone.
 */
export function windowOf(
  values: Values,
  { now, zone }: { now: number; zone: string },
): NamedBound[] {
  if (values.include) return []
  const strict = values.strict_dates === true
  const bounds: NamedBound[] = []
  for (const [name, { edge, is, widens }] of entries) {
    const sent = values[name] as string | number | undefined
    const moment = sent === undefined ? undefined : parseMoment(sent, now, zone)
    if (!moment) continue
    if (strict) bounds.push({ name, edge, is, clock: moment.clock, at: moment.at })
    else {
      const day = moment.clock === 'wall' ? moment.at : onSite(moment.at, zone)
      bounds.push({
        name,
        edge,
        is,
        clock: 'wall',
        at: widens === 'start' ? startOfDay(day) : endOfDay(day),
      })
    }
  }
  return relative.some(name => values[name] !== undefined)
    ? bounds
    : [...bounds, ...defaults(values, strict, now, zone)]
}

/** The wall time of the site, which at the ends of time is held within the years that can be written. */
const onSite = (at: number, zone: string) =>
  Math.min(Math.max(wallOf(at, zone), firstWall), lastWall)

function defaults(values: Values, strict: boolean, now: number, zone: string): NamedBound[] {
  const { start, end } = defaultWindow(now, zone)
  const bounds: NamedBound[] = []
  if (values.start_date === undefined)
    bounds.push({
      name: 'start_date',
      edge: 'start',
      is: '>=',
      clock: 'wall',
      at: strict ? start : startOfDay(start),
    })
  if (values.end_date === undefined)
    bounds.push({
      name: 'end_date',
      edge: 'end',
      is: '<=',
      clock: 'wall',
      at: strict ? end : endOfDay(end),
    })
  return bounds
}
