import {
  daySeconds,
  formatWall,
  type Instant,
  startOfDay,
  type WallTime,
} from '../../define/time/clock.ts'
import { datesOf } from '../../define/time/recurrence/dates.ts'
import { withDefaults } from '../../define/time/recurrence/expand.ts'
import { ruleLine } from '../../define/time/recurrence/lines.ts'
import type { Recurrence, Rule } from '../../define/time/recurrence/rule.ts'
import { fixedOffset, type Stretch, stretchesOf } from '../../define/time/zone.ts'
import { escaped, line, parameter } from './content-lines.ts'
import type { FeedSeries } from './format.ts'

/** True for zones that are named by an offset. Readers know no such names, so times of these are written with Z. */
export const isOffset = (zone: string) => fixedOffset(zone) !== undefined

/** The name that zone databases have for a zone named by its offset, where they have one; else the zone itself. */
export function registered(zone: string): string {
  const hours = (fixedOffset(zone) ?? Number.NaN) / 3600
  if (hours === 0) return 'UTC'
  // the signs of these are turned around
  return Number.isInteger(hours) ? `Etc/GMT${hours < 0 ? '+' : '-'}${Math.abs(hours)}` : zone
}

/** A zone as RFC 5545 defines it, with each setting of its clocks between two moments (3.6.5). */
export function vtimezone(zone: string, first: Instant, last: Instant): string {
  const { before, stretches } = stretchesOf(zone, first, last)
  let text = line('BEGIN', 'VTIMEZONE') + line('TZID', escaped(zone))
  let from = before
  for (const stretch of stretches) {
    text += observance(stretch, from)
    from = stretch.offset
  }
  return text + line('END', 'VTIMEZONE')
}

function observance({ from, offset, letters, isSummer }: Stretch, before: number): string {
  const name = isSummer ? 'DAYLIGHT' : 'STANDARD'
  return (
    line('BEGIN', name) +
    line('DTSTART', localTime(from + before)) +
    line('TZOFFSETFROM', offsetText(before)) +
    line('TZOFFSETTO', offsetText(offset)) +
    line('TZNAME', escaped(letters)) +
    line('END', name)
  )
}

/** A property with times of an event: days for whole days, else on its clock, or with `Z`. */
export function timesLine(name: string, { isAllDay, zone }: Clocked, times: readonly WallTime[]) {
  if (times.length === 0) return ''
  if (isAllDay) return line(`${name};VALUE=DATE`, times.map(dateOnly).join(','))
  const offset = fixedOffset(zone)
  if (offset !== undefined) return line(name, times.map(at => instant(at - offset)).join(','))
  return line(`${name};TZID=${parameter(zone)}`, times.map(localTime).join(','))
}
export type Clocked = { isAllDay: boolean; zone: string }

/** How times of a series are written: its rule speaks of days on its clock, so it keeps one where there is a name for it. */
export const seriesClock = ({ isAllDay, zone }: Clocked): Clocked => ({
  isAllDay,
  zone: registered(zone),
})

export const instant = (at: Instant) => `${localTime(at)}Z`

/** `20270101T200000`; with `Z` behind it, of an instant. */
export function localTime(at: number): string {
  const text = formatWall(at)
  return `${dateIn(text)}T${text.slice(11, 13)}${text.slice(14, 16)}${text.slice(17, 19)}`
}
export const dateOnly = (at: number) => dateIn(formatWall(at))
const dateIn = (text: string) => text.slice(0, 4) + text.slice(5, 7) + text.slice(8, 10)

/** `+0200`, and seconds where clocks were set by the sun. */
function offsetText(seconds: number): string {
  const size = Math.abs(seconds)
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0')
  const rest = size % 60 === 0 ? '' : two(size % 60)
  return `${seconds < 0 ? '-' : '+'}${two(size / 3600)}${two((size / 60) % 60)}${rest}`
}

/** The recurrence of a series. Each time is written like the start of the series: calendars compare no days with times. */
export function repeatLines(given: FeedSeries): string {
  const series = onDaysOfUtc(given)
  const { event, recurrence, hidden } = series
  const { rule } = recurrence
  const { zone: timezone, isAllDay: allDay } = event
  const removed = [...new Set([...removedOf(series), ...hidden])].sort((a, b) => a - b)
  return (
    line('RRULE', rule ? ruleLine(plain(rule, event.starts), { timezone, allDay }) : once) +
    timesLine('RDATE', seriesClock(event), furtherOf(series)) +
    timesLine('EXDATE', seriesClock(event), removed)
  )
}

/** Of given dates alone: by it every reader shows the start, and none shows it twice. */
const once = 'FREQ=DAILY;COUNT=1'

/**
 * The days of a rule are those of UTC where its times are written so. Where these are others than on its clock, its dates are given one by
 * one.
 */
function onDaysOfUtc(series: FeedSeries): FeedSeries {
  const { event, recurrence, last } = series
  const { isAllDay, zone, starts, utcStarts } = event
  const hasOwnDays = isOffset(registered(zone)) && startOfDay(starts) !== startOfDay(utcStarts)
  if (isAllDay || !hasOwnDays) return series
  const further = originalsOf(recurrence, event, last + slack).map(at => ({ at }))
  return { ...series, recurrence: { further, removed: recurrence.removed } }
}

/** The rule with the days that follow from its start: calendars differ on 29 February, and on weeks by number (R3). */
function plain(rule: Rule, starts: WallTime): Rule {
  const { byMonth, byMonthDay, byDay } = withDefaults(rule, starts)
  return { ...rule, byMonth, byMonthDay, byDay }
}

/**
 * Further dates. The length of a period is in an entry of this date; the start, and dates that the rule yields too, are left out, since some calendars
 * would show them twice.
 */
function furtherOf({ event, recurrence: { rule, further }, last }: FeedSeries): WallTime[] {
  const { starts } = event
  const timeOfDay = starts - startOfDay(starts)
  const times = new Set(further.map(({ at, isDay }) => (isDay ? at + timeOfDay : at)))
  if (!rule) return [...times].filter(at => at !== starts)
  if (times.size === 0) return []
  const until = Math.min(Math.max(...times), last + slack)
  const byRule = new Set(originalsOf({ rule, further: [], removed: [] }, event, until))
  return [...times].filter(at => !byRule.has(at))
}

/** Dates that are removed, where a day removes all that start on it (R5). */
function removedOf({ event, recurrence, last }: FeedSeries): WallTime[] {
  const { removed } = recurrence
  const times = removed.filter(({ isDay }) => event.isAllDay || !isDay).map(({ at }) => at)
  const days = new Set(removed.filter(({ isDay }) => isDay).map(({ at }) => at))
  if (event.isAllDay || days.size === 0) return times
  const until = Math.min(Math.max(...days) + daySeconds - 1, last + slack)
  const all = originalsOf({ ...recurrence, removed: [] }, event, until)
  return [...times, ...all.filter(at => days.has(startOfDay(at)))]
}

/** A wall clock is never as far from UTC. */
const slack = 2 * daySeconds

const originalsOf = (
  recurrence: Recurrence,
  { starts, ends, zone: timezone }: FeedSeries['event'],
  until: WallTime,
): WallTime[] =>
  datesOf(recurrence, { starts, ends, timezone, until }).map(({ original }) => original)

/** `PT7H30M`: exact, also where clocks are set in between. */
export function lengthIn(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'H'],
    [Math.floor(seconds / 60) % 60, 'M'],
    [seconds % 60, 'S'],
  ] as const
  return `PT${parts.flatMap(([count, unit]) => (count > 0 ? [`${count}${unit}`] : [])).join('')}`
}
