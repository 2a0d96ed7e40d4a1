import { isObject } from '../../define/base/objects.ts'
import type { FieldError } from '../../define/field-type.ts'
import { daySeconds, startOfDay, type WallTime } from '../../define/time/clock.ts'
import { expand } from '../../define/time/recurrence/expand.ts'
import { readRecurrence } from '../../define/time/recurrence/read-recurrence.ts'
import type { Rule } from '../../define/time/recurrence/rule.ts'
import { writeTime } from '../../define/time/recurrence/times.ts'
import { instantOf, isZone, wallOf } from '../../define/time/zone.ts'
import { clockIn, type EventTimes, type TimeReading, timesOf } from './event-times.ts'
import { listOf, type Node, nodesOf, termsOf, textOf } from './nodes.ts'

/** The times of the first date of an event, and what repeats it. */
type Scheduled = {
  /** Undefined: the start of the event is no date. */
  times: EventTimes | undefined
  /** Lines of RFC 5545. */
  recurrence?: string[]
  notes: FieldError[]
}

const frequencies: Record<string, string> = {
  d: 'DAILY',
  daily: 'DAILY',
  w: 'WEEKLY',
  weekly: 'WEEKLY',
  m: 'MONTHLY',
  monthly: 'MONTHLY',
  y: 'YEARLY',
  yearly: 'YEARLY',
  annually: 'YEARLY',
}

/** A date, or the first one of a rule with its lines. */
type Dates = EventTimes & { rule?: { text: string; rule: Rule; removed: string[] } }

/** The dates of an event: those of its schedules, else the start, or several starts. */
export function scheduledOf(node: Node, byId: Map<string, Node>, reading: TimeReading): Scheduled {
  const schedules = nodesOf(node.eventSchedule, byId)
  const notes: FieldError[] = []
  const dates = schedules.flatMap((schedule): Dates[] => {
    const read = isObject(schedule) ? datesOf(node, schedule, reading) : undefined
    if (!read) notes.push(noRule)
    return read ? [read] : []
  })
  if (dates.length > 0) return together(dates, notes)
  const [first, ...others] = severalStarts(node).flatMap(each => timesOf(each, reading) ?? [])
  const [schedule] = schedules
  const stated = isObject(schedule) ? timed(node, schedule) : node
  const times = timesOf(stated, reading) ?? first
  const only = { times, notes }
  if (schedules.length > 0 || others.length === 0 || !first) return only
  return together([first, ...others], notes)
}

const noRule: FieldError = {
  sentence: {
    en: 'eventSchedule cannot be read as one rule: only the dates beside it are imported.',
    fr: 'eventSchedule ne se lit pas comme une seule règle\u00a0: seules les dates qui l’accompagnent sont importées.',
  },
}

/** The event on each of its starts, where it has a list of them, with the ends in the same places. */
function severalStarts(node: Node): Node[] {
  const [starts, ends] = [listOf(node.startDate), listOf(node.endDate)]
  return starts.map((startDate, at) => ({
    ...node,
    startDate,
    endDate: starts.length === 1 || ends.length === starts.length ? ends[at] : undefined,
  }))
}

/** More dates than this stay a rule. */
const maxDates = 500

/** Dates and rules as one series: one rule stays, the dates of others are written one by one. */
function together(all: readonly Dates[], notes: FieldError[]): Scheduled {
  const [single] = all
  if (all.length === 1 && single)
    return { times: single, ...(single.rule && { recurrence: linesOf(single) }), notes }
  const listed = all.map(dates => ({ dates, times: expanded(dates) }))
  const [endless, ...others] = listed.filter(({ times }) => !times)
  for (const _ of others) notes.push(noRule)
  const dates = listed
    .flatMap(({ times }) => times ?? [])
    .toSorted((a, b) => instantOf(a.starts, a.zone) - instantOf(b.starts, b.zone))
  const first = endless?.dates ?? dates[0]
  if (!first) return { times: undefined, notes }
  const later = dates
    .map(date => inZone(date, first.zone))
    .filter(({ starts }) => starts >= first.starts)
  if (later.length < dates.length) notes.push(beforeRule)
  const lines = endless ? linesOf(endless.dates) : []
  return { times: first, recurrence: [...lines, ...furtherLines(first, later)], notes }
}

const beforeRule: FieldError = {
  sentence: {
    en: 'Dates before the first one of the rule of eventSchedule are left out.',
    fr: 'Les dates avant la première de la règle d’eventSchedule ne sont pas reprises.',
  },
}

const linesOf = ({ rule }: Dates): string[] =>
  rule
    ? [
        `RRULE:${rule.text}`,
        ...(rule.removed.length > 0 ? [`EXDATE;VALUE=DATE:${rule.removed.join()}`] : []),
      ]
    : []

/** All dates of a rule; undefined for one with too many. */
function expanded({ rule, ...first }: Dates): EventTimes[] | undefined {
  if (!rule) return [first]
  const length = first.ends - first.starts
  const starts = expand(rule.rule, first.starts, Number.MAX_SAFE_INTEGER)
    .take(maxDates + 1)
    .toArray()
  if (starts.length > maxDates) return undefined
  return starts
    .filter(at => !rule.removed.includes(writeTime(startOfDay(at), true)))
    .map(at => ({ ...first, starts: at, ends: at + length }))
}

function inZone(times: EventTimes, zone: string): EventTimes {
  if (times.zone === zone || times.isAllDay) return { ...times, zone }
  const at = (wall: WallTime) => wallOf(instantOf(wall, times.zone), zone)
  return { ...times, starts: at(times.starts), ends: at(times.ends), zone }
}

/** The dates as RDATEs, those of another length with their ends. */
function furtherLines(first: EventTimes, dates: readonly EventTimes[]): string[] {
  const length = first.ends - first.starts
  const line = (parameter: string, values: string[]) =>
    values.length > 0 ? [`RDATE${parameter}:${[...new Set(values)].join()}`] : []
  if (first.isAllDay)
    return line(
      ';VALUE=DATE',
      dates.map(({ starts }) => writeTime(starts, true)),
    )
  const { alike = [], others = [] } = Object.groupBy(dates, ({ starts, ends }) =>
    ends - starts === length ? 'alike' : 'others',
  )
  return [
    ...line(
      '',
      alike.map(({ starts }) => writeTime(starts, false)),
    ),
    ...line(
      ';VALUE=PERIOD',
      others.map(({ starts, ends }) => `${writeTime(starts, false)}/${writeTime(ends, false)}`),
    ),
  ]
}

/** The dates of one schedule (I6): without a frequency it is one date; its start is the bound of its rule, and need not be a date. */
function datesOf(node: Node, schedule: Node, site: TimeReading): Dates | undefined {
  const stated = textOf(schedule.scheduleTimezone)
  const reading = isZone(stated) ? { ...site, zone: stated } : site
  const bound = timesOf(timed(node, schedule), reading)
  if (!bound) return undefined
  if (textOf(schedule.repeatFrequency) === '')
    return listOf(schedule.byDay).some(Boolean) ? undefined : bound
  const text = ruleOf(schedule)
  const read = text === undefined ? undefined : readRecurrence([`RRULE:${text}`], bound.zone)
  const rule = read && 'value' in read ? read.value?.rule : undefined
  if (text === undefined || !rule) return undefined
  const first = expand(rule, bound.starts, Number.MAX_SAFE_INTEGER).next().value
  if (first === undefined) return undefined
  const removed = listOf(schedule.exceptDate).flatMap(date => dayIn(textOf(date)) ?? [])
  return {
    ...bound,
    starts: first,
    ends: first + bound.ends - bound.starts,
    rule: { text, rule, removed },
  }
}

function ruleOf(schedule: Node): string | undefined {
  const written = textOf(schedule.repeatFrequency).trim().toLowerCase()
  const [, interval = '1', unit = written] = /^p(\d{1,3})([dwmy])$/.exec(written) ?? []
  const frequency = frequencies[unit.replace(/^.*[/:#]/, '')]
  const days = termsOf(schedule.byDay).filter(Boolean)
  const weeks = numbersIn(schedule.byMonthWeek)
  const codes = days.map(weekdayIn)
  if (frequency === undefined || codes.includes(undefined)) return undefined
  const nth = weeks.length > 0 ? weeks : ['']
  const until = dayIn(textOf(schedule.endDate))
  const [count] = numbersIn(schedule.repeatCount)
  const parts = [
    ['FREQ', frequency],
    ['INTERVAL', interval === '1' ? '' : interval],
    ['BYMONTH', numbersIn(schedule.byMonth).join()],
    ['BYMONTHDAY', numbersIn(schedule.byMonthDay).join()],
    ['BYDAY', codes.flatMap(code => nth.map(week => `${week}${code}`)).join()],
    ['COUNT', count ?? ''],
    ['UNTIL', count === undefined ? (until ?? '') : ''],
  ]
  return parts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join(';')
}

/** `https://schema.org/Monday`, `Monday` and `MO`, with the number of the week in a month. */
function weekdayIn(text: string): string | undefined {
  const [, nth = '', day = ''] =
    /^([+-]?\d?)(mo|tu|we|th|fr|sa|su)(?:[a-z]*day)?$/i.exec(text.replace(/^.*[/:#]/, '')) ?? []
  return day === '' ? undefined : `${nth}${day.toUpperCase()}`
}

const numbersIn = (of: unknown): string[] =>
  listOf(of)
    .map(each => textOf(each))
    .filter(text => /^-?\d{1,3}$/.test(text))

const dayIn = (text: string): string | undefined =>
  /^\d{4}-\d\d-\d\d/.exec(text)?.[0].replaceAll('-', '')

const dayOf = (text: string) => /^\d{4}-\d\d-\d\d/.exec(text)?.[0]

/** The event on its first date: the schedule has priority, since the event may extend from its first to its last date. */
function timed(node: Node, schedule: Node): Node {
  const { startTime, endTime, duration } = schedule
  const day = dayOf(textOf(schedule.startDate)) ?? dayOf(textOf(node.startDate))
  const time = clockIn(startTime) || clockIn(timeBehind(schedule.startDate))
  if (day === undefined) return node
  if (time === '') {
    const isOwn = textOf(node.startDate) !== ''
    const isDate = textOf(schedule.repeatFrequency) === '' && textOf(schedule.startDate) !== ''
    return isOwn && !isDate
      ? node
      : { ...node, startDate: day, endDate: isDate ? schedule.endDate : node.endDate }
  }
  const endClock = clockIn(endTime) || clockIn(timeBehind(schedule.endDate))
  const lastDay = dayOf(textOf(schedule.endDate))
  const isLonger = textOf(schedule.repeatFrequency) === '' && lastDay !== undefined && lastDay > day
  if (isLonger && endClock !== '')
    return { ...node, startDate: `${day}T${time}`, endDate: `${lastDay}T${endClock}` }
  const minutes = minutesIn(endClock) - minutesIn(time)
  const length = Number.isNaN(minutes)
    ? textOf(duration) || textOf(node.duration)
    : `PT${(minutes + minutesPerDay) % minutesPerDay}M`
  return { ...node, startDate: `${day}T${time}`, endDate: undefined, duration: length }
}

/** The time of a date that has one. */
const timeBehind = (of: unknown) => /^\d{4}-\d\d-\d\d[T ](.+)$/.exec(textOf(of))?.[1] ?? ''

const minutesPerDay = daySeconds / 60

function minutesIn(time: string): number {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? []
  return Number(hours) * 60 + Number(minutes)
}
