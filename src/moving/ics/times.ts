import {
  firstWall,
  formatWall,
  type Instant,
  isWritable,
  lastWall,
  type WallTime,
  wallTime,
} from '../../define/time/clock.ts'
import { instantOf, wallOf } from '../../define/time/zone.ts'

/** A time as a file has it: digits, and what clock they are read from. */
export type WrittenTime = { wall: WallTime; isDay: boolean; clock: 'local' | { offset: number } }

/**
 * `20270704`, `20270704T200000`, `20270704T180000Z`, and the spellings of programs that read other standards: `2027-07-04T20:00:00`,
 * without seconds, with an offset. Undefined for a text that is no date, such as 30 February.
 */
export function readTime(text: string): WrittenTime | undefined {
  const match =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i.exec(
      text.trim(),
    )
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(digits => Number(digits ?? 0))
  if (hour > 24 || minute > 59 || second > 60) return undefined
  const date = wallTime(year, month, day)
  // 30 February rolls on
  if (!isWritable(date) || formatWall(date).slice(5, 10) !== `${match[2]}-${match[3]}`)
    return undefined
  const wall = date + hour * 3600 + minute * 60 + Math.min(second, 59)
  if (!isWritable(wall)) return undefined
  return { wall, isDay: match[4] === undefined, clock: clockOf(match[7]) }
}

function clockOf(written: string | undefined): WrittenTime['clock'] {
  if (written === undefined) return 'local'
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)?$/.exec(written) ?? []
  const size = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60
  return { offset: sign === '-' ? -size : size }
}

/** The moment that a time means; a local one is on the clock of `zone`. */
export const instantIn = ({ wall, clock }: WrittenTime, zone: string): Instant =>
  clock === 'local' ? instantOf(wall, zone) : wall - clock.offset

/** A time on the clock of the event; a day is the same day everywhere. */
export function wallIn(
  time: WrittenTime,
  { zone, eventZone }: { zone: string; eventZone: string },
): WallTime {
  if (time.isDay || (time.clock === 'local' && zone === eventZone)) return time.wall
  return writable(wallOf(instantIn(time, zone), eventZone))
}

/** The nearest time of the years 1 to 9999: programs write the end of the last one in UTC for what never ends. */
export const writable = (at: WallTime): WallTime => Math.min(Math.max(at, firstWall), lastWall)

/** A duration: days are days of the calendar, the rest is exact (RFC 5545, 3.3.6). Undefined for a text that is none, and below zero. */
export function readDuration(text: string): { days: number; seconds: number } | undefined {
  const match =
    /^\s*\+?P(?=.)(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?\s*$/i.exec(
      text,
    )
  if (!match) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map(digits => Number(digits ?? 0))
  return { days: weeks * 7 + days, seconds: hours * 3600 + minutes * 60 + seconds }
}
