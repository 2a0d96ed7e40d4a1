import type { FieldError } from '../../define/field-type.ts'
import { isObject } from '../../define/objects.ts'
import { isZone } from '../../define/time/zone.ts'
import { type Node, nodesOf, termsOf, textOf } from './nodes.ts'

/** An event with the times of its first date, and what repeats it. */
type Scheduled = {
  node: Node
  /** Of times without an offset; undefined: that of the site. */
  zone?: string
  /** Lines of RFC 5545. */
  recurrence?: string[]
  note?: FieldError
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

/** An event by its `eventSchedule`, where it has one that a rule can say. */
export function scheduledOf(node: Node, byId: Map<string, Node>): Scheduled {
  const schedules = nodesOf(node.eventSchedule, byId)
  if (schedules.length === 0) return { node }
  const [schedule] = schedules
  const rule = isObject(schedule) ? ruleOf(schedule) : undefined
  if (schedules.length > 1 || !isObject(schedule) || !rule) return { node, note: noRule }
  const zone = textOf(schedule.scheduleTimezone)
  const except = listOf(schedule.exceptDate).flatMap(date => dayIn(textOf(date)) ?? [])
  return {
    node: timesOf(node, schedule),
    recurrence: [
      `RRULE:${rule}`,
      ...(except.length > 0 ? [`EXDATE;VALUE=DATE:${except.join()}`] : []),
    ],
    ...(isZone(zone) && { zone }),
  }
}

const noRule: FieldError = {
  sentence: {
    en: 'eventSchedule cannot be read as one rule: only the first date is imported.',
    fr: 'eventSchedule ne se lit pas comme une seule règle\u00a0: seule la première date est importée.',
  },
}

const listOf = (of: unknown): unknown[] => (Array.isArray(of) ? of.slice(0, maxValues) : [of])
const maxValues = 500

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
    .map(textOf)
    .filter(text => /^-?\d{1,3}$/.test(text))

const dayIn = (text: string): string | undefined =>
  /^\d{4}-\d\d-\d\d/.exec(text)?.[0].replaceAll('-', '')

/** The first date: the schedule has priority, since the event may extend from its first to its last date. */
function timesOf(node: Node, schedule: Node): Node {
  const { startTime, endTime, duration } = schedule
  const day = /^\d{4}-\d\d-\d\d/.exec(textOf(schedule.startDate) || textOf(node.startDate))?.[0]
  const time = timeOf(startTime)
  if (day === undefined) return node
  if (time === '') return textOf(node.startDate) === '' ? { ...node, startDate: day } : node
  const minutes = minutesIn(timeOf(endTime)) - minutesIn(time)
  const length = Number.isNaN(minutes)
    ? textOf(duration) || textOf(node.duration)
    : `PT${(minutes + 1440) % 1440}M`
  return { ...node, startDate: `${day}T${time}`, endDate: undefined, duration: length }
}

/** A time of day, also where its day is written before it. */
const timeOf = (of: unknown) => textOf(of).replace(/^\d{4}-\d\d-\d\d[T ]/, '')

function minutesIn(time: string): number {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? []
  return Number(hours) * 60 + Number(minutes)
}
