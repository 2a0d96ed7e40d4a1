import type { FieldError } from '../../define/field-type.ts'
import { daySeconds, formatWall, startOfDay, type WallTime } from '../../define/time/clock.ts'
import { instantOf, wallOf } from '../../define/time/zone.ts'
import { endsBefore, guessedZone, noStart, notATime, unknownZone } from './errors.ts'
import { type CalendarFacts, type EventLines, Unreadable } from './event-lines.ts'
import type { Property } from './properties.ts'
import { readDuration, readTime, type WrittenTime, wallIn, writable } from './times.ts'

/** When an event is, on the clock of its zone; whole days end with their last second. */
export type When = { starts: WallTime; ends: WallTime; isAllDay: boolean; zone: string }

/** A time of a property, and the zone whose clock it is read from. */
type TimeIn = { time: WrittenTime; zone: string }

/** A value of a property as a time; undefined if it is none. An unknown zone is that of the calendar. */
export function timeIn(
  event: EventLines,
  { parameters }: Property,
  value: string,
  { zone, zones }: CalendarFacts,
): TimeIn | undefined {
  const read = readTime(value)
  if (!read) return undefined
  const isDay = read.isDay || /^date$/i.test(parameters.VALUE ?? '')
  const time = { ...read, isDay, wall: isDay ? startOfDay(read.wall) : read.wall }
  const written = parameters.TZID?.trim() ?? ''
  if (isDay || read.clock !== 'local' || written === '') return { time, zone }
  const match = zones.find(written, read.wall)
  if (!match) noteOnce(event, unknownZone(written, zone))
  else if (match.isGuess) noteOnce(event, guessedZone(written, match.zone))
  return { time, zone: match?.zone ?? zone }
}

function noteOnce({ notes }: EventLines, note: FieldError) {
  if (notes.every(({ params }) => params?.written !== note.params?.written)) notes.push(note)
}

/** The times of the event. `eventZone`: of a date of a series, the zone of the series. Throws if it has no start. */
export function whenOf(event: EventLines, facts: CalendarFacts, eventZone?: string): When {
  const property = event.one('DTSTART')
  if (!property) throw new Unreadable(noStart, event.line)
  const start = timeIn(event, property, property.value, facts)
  if (!start) throw new Unreadable(notATime(property.name, property.value), property.line)
  // one date has no rule, whatever some programs write there
  const isDate = event.one('RECURRENCE-ID') !== undefined
  const isSeries = !isDate && [...event.all('RRULE'), ...event.all('RDATE')].length > 0
  // a moment says no zone, but the times of a series are on its clock all year
  const isMoment = !start.time.isDay && start.time.clock !== 'local'
  const zone = eventZone ?? (isMoment ? (isSeries ? 'UTC' : facts.zone) : start.zone)
  const starts = wallIn(start.time, { zone: start.zone, eventZone: zone })
  const end = endOf(event, facts, { start: start.time, starts, zone })
  if (start.time.isDay || isOutlookDay(event, starts, end)) {
    const first = startOfDay(starts)
    const last = end === undefined || end <= first ? first : startOfDay(end - 1)
    return { starts: first, ends: last + daySeconds - 1, isAllDay: true, zone }
  }
  if (end !== undefined && end < starts) event.notes.push(endsBefore)
  return { starts, ends: Math.max(starts, end ?? starts), isAllDay: false, zone }
}

/** The first second after it; undefined where the file does not say it, or what cannot be read. */
function endOf(
  event: EventLines,
  facts: CalendarFacts,
  { start, starts, zone }: { start: WrittenTime; starts: WallTime; zone: string },
): WallTime | undefined {
  const [property, duration] = [event.one('DTEND'), event.one('DURATION')]
  const end = property && timeIn(event, property, property.value, facts)
  if (property && !end) event.leaveOut(property)
  // a day as the end of hours is the beginning of that day
  if (end) return wallIn(end.time, { zone: end.zone, eventZone: zone })
  const length = duration && readDuration(duration.value)
  if (duration && !length) event.leaveOut(duration)
  if (!length) return undefined
  const day = starts + length.days * daySeconds
  if (start.isDay) return writable(day + length.seconds)
  return writable(wallOf(instantOf(day, zone) + length.seconds, zone))
}

/** Outlook writes whole days as hours from midnight to midnight. */
const isOutlookDay = (event: EventLines, starts: WallTime, end: WallTime | undefined) =>
  /^true$/i.test(event.text('X-MICROSOFT-CDO-ALLDAYEVENT')) &&
  starts % daySeconds === 0 &&
  end !== undefined &&
  end % daySeconds === 0

/** As the API takes it. */
export const whenValues = ({ starts, ends, isAllDay, zone }: When) => ({
  start_date: formatWall(starts),
  end_date: formatWall(ends),
  timezone: zone,
  all_day: isAllDay,
})
