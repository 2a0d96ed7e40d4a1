import { lastWall, type WallTime } from '../clock.ts'
import { instantOf, zoneWritten } from '../zone.ts'
import { readRecurrence } from './read-recurrence.ts'
import { numberParts } from './read-rule.ts'
import type { Recurrence, Rule, RuleDay } from './rule.ts'
import { weekdays } from './rule.ts'
import { writeTime } from './times.ts'

/** The written form of the times of lines. */
type Writer = {
  until(at: WallTime): string
  /** The parameters of a property, and how its times are written. */
  dates: { parameter: string; write(at: WallTime): string }
}

const wallWriter: Writer = {
  until: at => writeTime(at, false),
  dates: { parameter: '', write: at => writeTime(at, false) },
}

/** The lines as a record holds them: canonical, with wall times only, so they do not depend on the zone of the event (R8). */
export const storedLines = (recurrence: Recurrence): string[] => write(recurrence, wallWriter)

/** The recurrence that a record holds. */
export function recurrenceOf(stored: readonly string[]): Recurrence {
  // wall times are the same in every zone
  const read = readRecurrence(stored, 'UTC')
  if ('fieldError' in read || !read.value) throw new Error('a stored recurrence is always valid')
  return read.value
}

/** A rule in the form of RFC 5545: UNTIL in UTC, or a day for an event that lasts whole days. */
export const ruleLine = (rule: Rule, { timezone, allDay }: Zoned): string =>
  ruleText(rule, allDay ? untilDay : untilIn(timezone))

type Zoned = { timezone: string; allDay: boolean }
type WriteUntil = Writer['until']
const untilDay: WriteUntil = at => writeTime(at, true)
/** UNTIL=99991231 means for ever; in UTC it may be later than any date. */
const untilIn =
  (timezone: string): WriteUntil =>
  at =>
    `${writeTime(Math.min(instantOf(at, timezone), lastWall), false)}Z`

/** The lines in the form of RFC 5545 for an event with a start: UNTIL in UTC, single dates with the zone, or days if it lasts whole days. */
export function linesOf(recurrence: Recurrence, { timezone, allDay }: Zoned): string[] {
  if (allDay) return write(recurrence, { ...wallWriter, until: untilDay })
  const utc = untilIn(timezone)
  const zone = zoneWritten(timezone) ?? timezone
  // only names of the tz database are known elsewhere
  const dates = zone.includes('/')
    ? { parameter: `;TZID=${zone}`, write: (at: WallTime) => writeTime(at, false) }
    : { parameter: '', write: utc }
  return write(recurrence, { until: utc, dates })
}

function write({ rule, further, removed }: Recurrence, writer: Writer): string[] {
  const lines = rule ? [`RRULE:${ruleText(rule, writer.until)}`] : []
  const { parameter, write } = writer.dates
  const property = (name: string, parameters: string, values: string[]) => {
    if (values.length > 0) lines.push(`${name}${parameters}:${values.join(',')}`)
  }
  const days = (dates: Recurrence['removed']) =>
    dates.filter(({ isDay }) => isDay).map(({ at }) => writeTime(at, true))
  const times = (dates: Recurrence['removed']) =>
    dates.filter(({ isDay }) => !isDay).map(({ at }) => write(at))
  const periods = further.flatMap(({ at, ends }) =>
    ends === undefined ? [] : [`${write(at)}/${write(ends)}`],
  )
  property('RDATE', ';VALUE=DATE', days(further))
  property('RDATE', parameter, times(further.filter(({ ends }) => ends === undefined)))
  property('RDATE', `;VALUE=PERIOD${parameter}`, periods)
  property('EXDATE', ';VALUE=DATE', days(removed))
  property('EXDATE', parameter, times(removed))
  return lines
}

function ruleText(rule: Rule, until: WriteUntil): string {
  const parts = [`FREQ=${rule.freq}`]
  const add = (name: string, value: string | number | undefined) => {
    if (value !== undefined) parts.push(`${name}=${value}`)
  }
  add('INTERVAL', rule.interval === 1 ? undefined : rule.interval)
  add('COUNT', rule.count)
  add('UNTIL', rule.until === undefined ? undefined : until(rule.until))
  add('WKST', rule.weekStart === 1 ? undefined : weekdays[rule.weekStart])
  for (const [name, { into }] of Object.entries(numberParts)) {
    if (name === 'BYHOUR') add('BYDAY', rule.byDay?.map(dayText).join(','))
    add(name, rule[into]?.join(','))
  }
  return parts.join(';')
}

const dayText = ({ weekday, nth }: RuleDay) => `${nth ?? ''}${weekdays[weekday]}`
