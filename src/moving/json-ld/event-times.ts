import { daySeconds, formatWall, startOfDay, type WallTime } from '../../define/time/clock.ts'
import { isZone, offsetAt } from '../../define/time/zone.ts'
import {
  instantIn,
  readDuration,
  readTime,
  type WrittenTime,
  wallIn,
  writable,
} from '../ics/times.ts'
import { fixedZone } from '../ics/zones.ts'
import { clocksIn } from '../times/clocks.ts'
import { openOrder } from '../times/days.ts'
import { momentIn } from '../times/moments.ts'
import { listOf, type Node, textOf } from './nodes.ts'

/** The zone of the site and the moment of reading, for times without a zone or a year. */
export type TimeReading = { zone: string; now: number }

/** When an event is, on the clock of its zone; days end with their last second. */
export type EventTimes = { starts: WallTime; ends: WallTime; zone: string; isAllDay: boolean }

/** The times of a node; undefined where its start is no date. */
export function timesOf(node: Node, reading: TimeReading): EventTimes | undefined {
  const start = timeIn(textOf(node.startDate), reading)
  return start && timesFrom(start, node, reading)
}

/** A time with an offset is on the clock of the site, if that shows the same; else the offset is its zone. */
function timesFrom(start: WrittenTime, node: Node, reading: TimeReading): EventTimes {
  const zone = zoneOf(start, reading.zone)
  const starts = wallAt(start, zone)
  const [, until] = textOf(node.startDate).split('/')
  const end = timeIn(textOf(node.endDate) || (until ?? ''), reading)
  const length = end ? undefined : readDuration(textOf(node.duration))
  const ended = end
    ? endAt(end, zone)
    : length && writable(starts + length.days * daySeconds + length.seconds)
  const isAllDay =
    start.isDay ||
    (starts === startOfDay(starts) && ended !== undefined && (ended + 1) % daySeconds === 0)
  // the midnight after the last day
  const isAfter = start.isDay && end?.isDay === false && ended === startOfDay(ended ?? 0)
  const ends = Math.max((ended ?? starts) - (isAfter ? 1 : 0), starts)
  return {
    starts: isAllDay ? startOfDay(starts) : starts,
    ends: isAllDay ? startOfDay(ends) + daySeconds - 1 : ends,
    zone,
    isAllDay,
  }
}

/** The end of an event without a schedule, where it is stated and not read. */
export function unreadEnd(
  node: Node,
  reading: TimeReading,
): [name: string, value: string] | undefined {
  if (node.eventSchedule !== undefined) return undefined
  const [starts, ends] = [listOf(node.startDate), listOf(node.endDate).filter(Boolean)]
  const [stated, duration] = [ends.map(textOf).join(', '), textOf(node.duration)]
  if (stated === '')
    return duration === '' || readDuration(duration) ? undefined : ['duration', duration]
  if (starts.length > 1 && starts.length !== ends.length) return ['endDate', stated]
  const isRead = ends.every((end, at) => {
    const [start, ended] = [starts[at], end].map(of => timeIn(textOf(of), reading))
    const zone = start && zoneOf(start, reading.zone)
    return !start || !zone || (ended && endAt(ended, zone) >= wallAt(start, zone))
  })
  return isRead ? undefined : ['endDate', stated]
}

/** As the API takes it. */
export const whenOf = ({ starts, ends, zone, isAllDay }: EventTimes) => ({
  start_date: formatWall(starts),
  end_date: formatWall(ends),
  timezone: zone,
  all_day: isAllDay,
})

const wallAt = (time: WrittenTime, zone: string): WallTime =>
  wallIn(time, { zone, eventZone: zone })

/** A day as the end is meant to its end. */
const endAt = (time: WrittenTime, zone: string) =>
  wallAt(time, zone) + (time.isDay ? daySeconds - 1 : 0)

function zoneOf(start: WrittenTime, site: string): string {
  if (start.isDay || start.clock === 'local' || start.clock.offset === 0) return site
  const { offset } = start.clock
  if (offsetAt(instantIn(start, site), site) === offset) return site
  const fixed = fixedZone(offset)
  return fixed !== undefined && isZone(fixed) ? fixed : site
}

const oneDigit =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d\d)(?::(\d\d))?(?:([+-])(\d{1,2}):?(\d\d)?|(Z))?)?$/i
const two = (digits = '') => digits.padStart(2, '0')

/** A time of ISO 8601, also with single digits; else a day or a time as files have them. */
function timeIn(written: string, reading: TimeReading): WrittenTime | undefined {
  const text =
    written.split('/').length === 2 && written.length > 20 ? (written.split('/')[0] ?? '') : written
  const iso = readTime(text)
  if (iso) return iso
  const [, year, month, day, hour, minute, second, sign, hours, minutes, utc = ''] =
    oneDigit.exec(text) ?? []
  if (year !== undefined) {
    const offset = sign ? `${sign}${two(hours)}:${minutes ?? '00'}` : utc
    const clock = hour === undefined ? '' : `T${two(hour)}:${minute}:${second ?? '00'}${offset}`
    return readTime(`${year}-${two(month)}-${two(day)}${clock}`)
  }
  return otherTime(text, reading)
}

/** Days of digits that can be read either way are none: a page has no column that decides. */
function otherTime(text: string, { now }: TimeReading): WrittenTime | undefined {
  const order = openOrder()
  order.add(text)
  const { decided, sample } = order.evidence
  if (sample !== undefined && decided === undefined) return undefined
  const moment = momentIn(text.replace(/\s*\bGMT(?=[+-]\d)/, ''), {
    order: decided === 'mdy' ? 'mdy' : 'dmy',
    today: formatWall(now).slice(0, 10),
  })
  if (typeof moment !== 'object' || moment.isComing) return undefined
  return readTime(moment.time ? `${moment.day}T${moment.time}` : moment.day)
}

/** A time of day, also where its day or a T is written before it; empty for none. */
export function clockIn(of: unknown): string {
  const text = textOf(of).replace(/^(?:\d{4}-\d\d-\d\d)?[T ]/i, '')
  return text === '' || /^\d\d:\d\d/.test(text) ? text : (clocksIn(text)?.time ?? '')
}
