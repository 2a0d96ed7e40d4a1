import { daySeconds, startOfDay, type WallTime } from '../../define/time/clock.ts'
import { datesOf } from '../../define/time/recurrence/dates.ts'
import { expand } from '../../define/time/recurrence/expand.ts'
import { readRecurrence } from '../../define/time/recurrence/read-recurrence.ts'
import type { Recurrence } from '../../define/time/recurrence/rule.ts'
import { writeTime } from '../../define/time/recurrence/times.ts'
import { excludedRule, ofRule, severalRules } from './errors.ts'
import { type CalendarFacts, type EventLines, Unreadable } from './event-lines.ts'
import type { Property } from './properties.ts'
import { readDuration, wallIn, writable } from './times.ts'
import { timeIn, type When } from './when.ts'

/** A recurrence: the lines for the API, and their meaning. */
export type Repeats = { lines: string[]; recurrence: Recurrence }

/** The recurrence of the event; undefined for a single one. Throws if its rule is not supported. */
export function repeatsOf(
  event: EventLines,
  facts: CalendarFacts,
  when: When,
): Repeats | undefined {
  const [excluded] = event.all('EXRULE')
  if (excluded) throw new Unreadable(excludedRule, excluded.line)
  const rules = new Map(event.all('RRULE').map(rule => [ruleText(rule.value, when), rule]))
  const [first, second] = rules.values()
  if (second) throw new Unreadable(severalRules, second.line)
  const [rule] = rules.keys()
  const read = rule === undefined ? undefined : readRecurrence([`RRULE:${rule}`], when.zone)
  if (read && 'fieldError' in read)
    throw new Unreadable(ofRule(read.fieldError), first?.line ?? event.line)
  const parsed = read?.value?.rule
  const isOne = parsed && (parsed.count === 1 || (parsed.until ?? when.starts) < when.starts)
  const further = datesIn(event, 'RDATE', facts, when)
  if ((!parsed || isOne) && further.length === 0) return undefined
  const lines = isOne || rule === undefined ? [] : [`RRULE:${rule}`]
  const isNamed = further.some(dates => namesStart(dates, when))
  if (parsed && !isOne && !isNamed && expand(parsed, when.starts, when.starts).next().done)
    lines.splice(0, 1, ...withFirst(rule ?? '', when))
  lines.push(...further, ...datesIn(event, 'EXDATE', facts, when))
  const all = readRecurrence(lines, when.zone)
  if ('fieldError' in all) throw new Unreadable(ofRule(all.fieldError), first?.line ?? event.line)
  return all.value && { lines, recurrence: all.value }
}

/** The rule without the empty parts that other programs put into it. A series of days ends on a day. */
function ruleText(value: string, { isAllDay }: When): string {
  return value
    .replace(/\s+/g, '')
    .split(';')
    .filter(part => !/^(?:|RSCALE=GREGORIAN|SKIP=OMIT|X-[^=]*=.*|[A-Z]+=)$/i.test(part))
    .map(part => (isAllDay ? part.replace(/^(UNTIL=\d{8})T.*$/i, '$1') : part))
    .join(';')
}

/** True if further dates include the start, as in files of Almanac. */
const namesStart = (dates: string, { starts, isAllDay }: When) =>
  dates
    .replace(/^[^:]*:/, '')
    .split(',')
    .includes(writeTime(starts, isAllDay))

/** R2: a start that the rule does not match is the first date, and counts as one. */
function withFirst(rule: string, when: When): string[] {
  const counted = rule.replace(
    /(^|;)COUNT=(\d{1,6})/i,
    (_, before: string, count: string) => `${before}COUNT=${Math.max(1, Number(count) - 1)}`,
  )
  return [`RRULE:${counted}`, line('RDATE', when.starts, when.isAllDay)]
}

const line = (name: string, at: WallTime, isDay: boolean) =>
  `${name}${isDay ? ';VALUE=DATE' : ''}:${writeTime(at, isDay)}`

/** The lines of further or removed dates, on the clock of the event: values that cannot be read are left out. */
function datesIn(
  event: EventLines,
  name: 'RDATE' | 'EXDATE',
  facts: CalendarFacts,
  when: When,
): string[] {
  const days = new Set<WallTime>()
  const times = new Set<string>()
  for (const property of event.all(name))
    for (const value of property.value.split(',').filter(text => text.trim() !== '')) {
      const date = dateIn(event, { ...property, value }, facts, when)
      if (!date) event.leaveOut({ ...property, value })
      else if (date.isDay) days.add(date.at)
      else if (name === 'EXDATE' || date.at >= when.starts)
        times.add(
          date.ends === undefined
            ? writeTime(date.at, false)
            : `${writeTime(date.at, false)}/${writeTime(date.ends, false)}`,
        )
      else event.leaveOut({ ...property, value })
    }
  const periods = [...times].filter(text => text.includes('/'))
  const plain = [...times].filter(text => !text.includes('/'))
  return [
    ...(days.size > 0
      ? [`${name};VALUE=DATE:${[...days].map(at => writeTime(at, true)).join(',')}`]
      : []),
    ...(plain.length > 0 ? [`${name}:${plain.join(',')}`] : []),
    ...(periods.length > 0 ? [`${name};VALUE=PERIOD:${periods.join(',')}`] : []),
  ]
}

type DateIn = { at: WallTime; isDay: boolean; ends?: WallTime | undefined }

function dateIn(
  event: EventLines,
  property: Property,
  facts: CalendarFacts,
  when: When,
): DateIn | undefined {
  const [start = '', end] = property.value.split('/')
  const read = timeIn(event, property, start, facts)
  if (!read) return undefined
  if (when.isAllDay) return { at: startOfDay(read.time.wall), isDay: true }
  const at = wallIn(read.time, { zone: read.zone, eventZone: when.zone })
  // Outlook writes midnight for all of a day
  const isDay =
    read.time.isDay || (property.name === 'EXDATE' && isMidnight(at) && !isMidnight(when.starts))
  if (isDay || end === undefined) return { at, isDay }
  const length = readDuration(end)
  const until = length ? undefined : timeIn(event, property, end, facts)
  const ends = length
    ? writable(at + length.days * daySeconds + length.seconds)
    : until && wallIn(until.time, { zone: until.zone, eventZone: when.zone })
  return ends === undefined || ends < at ? undefined : { at, isDay, ends }
}

const isMidnight = (at: WallTime) => at % daySeconds === 0

/** The time or the day that a RECURRENCE-ID names, on the clock of its series; undefined where it cannot be read. */
export function namedDate(event: EventLines, facts: CalendarFacts, when: When): DateIn | undefined {
  const property = event.one('RECURRENCE-ID')
  const read = property && timeIn(event, property, property.value, facts)
  if (!read) return undefined
  const isDay = when.isAllDay || read.time.isDay
  const at = isDay
    ? startOfDay(read.time.wall)
    : wallIn(read.time, { zone: read.zone, eventZone: when.zone })
  return { at, isDay }
}

/** Dates of one series that are looked through for those that a file changes. */
const maxDates = 20_000

/** The start by the rule that a named date has; undefined where the series has none there. `names`: all names that will be looked up. */
export function originalsOf(
  { recurrence }: Repeats,
  { starts, ends, zone }: When,
  names: readonly DateIn[],
): (name: DateIn) => WallTime | undefined {
  const all = names.map(({ at }) => startOfDay(at))
  const times = { starts, ends, timezone: zone, limit: maxDates }
  const [from, until] = [Math.min(...all), Math.max(...all) + daySeconds]
  const originals = datesOf(recurrence, { ...times, from, until }).map(({ original }) => original)
  const originalTimes = new Set(originals)
  const firstOfDay = new Map(originals.toReversed().map(at => [startOfDay(at), at]))
  return ({ at, isDay }) => (isDay ? firstOfDay.get(at) : originalTimes.has(at) ? at : undefined)
}
