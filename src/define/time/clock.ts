/** Whole seconds since 1970-01-01 00:00:00 in local time, without a time zone. */
export type WallTime = number

/** Whole Unix seconds. */
export type Instant = number

export const daySeconds = 86_400
/** A series with as many dates in a week stands after what is on once. */
export const oftenInWeek = 3

/**
 * The wall time of the given year, month (1 is January), day, hour, minute and second. Parts beyond their range roll on, as in PHP: 30 February is 2
 * March, month 13 is January, day 0 is the last of the month before.
 */
export function wallTime(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
): WallTime {
  return (firstOfMonth(year, month) + day - 1) * daySeconds + hour * 3600 + minute * 60 + second
}

/** Year, month and day of a day counted from 1970-01-01 (the proleptic Gregorian calendar). */
export function dateOfDay(day: number): { year: number; month: number; day: number } {
  // years are counted from March, so that the leap day is the last of its year
  const since = day + daysToEpoch
  const cycle = Math.floor(since / cycleDays)
  const inCycle = since - cycle * cycleDays
  const leaps =
    Math.floor(inCycle / 1460) - Math.floor(inCycle / 36_524) + Math.floor(inCycle / 146_096)
  const yearOfCycle = Math.floor((inCycle - leaps) / 365)
  const dayOfYear =
    inCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100))
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  return {
    year: cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1,
  }
}

/** The day of the week: 0 is Sunday, 6 Saturday. */
export function weekdayOf(at: WallTime): number {
  const days = Math.floor(at / daySeconds)
  return (((days + 4) % 7) + 7) % 7
}

/** The first and the last second that have a four-digit year: 0001-01-01 00:00:00 and 9999-12-31 23:59:59. */
export const firstWall: WallTime = -62_135_596_800
export const lastWall: WallTime = 253_402_300_799

/** Wall times of the years 1 to 9999, and instants, which are up to a day away from these. */
export const [earliest, latest] = [firstWall - daySeconds, lastWall + daySeconds]

/** True for a wall time or an instant that can be shown. */
export const isTime = (of: unknown): of is number =>
  Number.isSafeInteger(of) && Number(of) >= earliest && Number(of) <= latest

/** True if the year has four digits. In another zone, hours away from such a date, it may not. */
export const isWritable = (at: WallTime) => at >= firstWall && at <= lastWall

/** The calendar repeats itself, days of the week included, after 400 years. */
export const cycleDays = 146_097
const daysToEpoch = 719_468

function firstOfMonth(year: number, month: number): number {
  const fromMarch = (((month - 3) % 12) + 12) % 12
  const marchYear = year + Math.floor((month - 3) / 12)
  const leaps =
    Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  return marchYear * 365 + leaps + Math.floor((153 * fromMarch + 2) / 5) - daysToEpoch
}

/** The first second of a day, as wall time. */
export type Day = WallTime

/** 00:00:00 of the same day. */
export const startOfDay = (at: WallTime): Day => Math.floor(at / daySeconds) * daySeconds

/** An event that ends before this time of the next day belongs to the evening before. */
export const nightEnds = 6 * 3600

/**
 * The last day of an event. An event that ends at midnight does not touch the next day; one that ends in the night after its start
 * belongs to the evening of its start.
 */
export function lastDayOf(starts: WallTime, ends: WallTime): Day {
  const first = startOfDay(starts)
  const last = startOfDay(Math.max(starts, ends - 1))
  const isNight =
    last === first + daySeconds && ends - last <= nightEnds && starts - first >= nightEnds
  return isNight ? first : last
}

/** The parts of a wall time as the API shows them, in this order, padded with zeros. */
type DateParts = {
  year: string
  month: string
  day: string
  hour: string
  minutes: string
  seconds: string
}

/** `YYYY-MM-DD HH:MM:SS`, for years 1 to 9999; every event prints several of these. */
export function formatWall(at: WallTime): string {
  return write(at, ' ')
}

/** The same digits one by one: `{ year: '2026', month: '07', day: '10', hour: '20', minutes: '00', seconds: '05' }`. */
export function dateParts(at: WallTime): DateParts {
  const text = formatWall(at)
  return {
    year: text.slice(0, 4),
    month: text.slice(5, 7),
    day: text.slice(8, 10),
    hour: text.slice(11, 13),
    minutes: text.slice(14, 16),
    seconds: text.slice(17, 19),
  }
}

/** 23:59:59 of the same day. */
export function endOfDay(at: WallTime): WallTime {
  return startOfDay(at) + daySeconds - 1
}

/** The same day and time `count` months later (earlier if negative); a day that is missing there rolls on, as in
 * PHP: 31 January and one month is 3 March, or 2 March in a leap year. */
export function addMonths(at: WallTime, count: number): WallTime {
  const { year, month, day } = dateOfDay(Math.floor(at / daySeconds))
  return wallTime(year, month + count, day) + at - startOfDay(at)
}

/** `2026-07-10T20:00:00-04:00` from a wall time and its offset from UTC in seconds; seconds of an offset (local mean
 * time, before railways) are left out, as in PHP. */
export function isoWithOffset(wall: WallTime, offsetSeconds: number): string {
  const minutes = Math.floor(Math.abs(offsetSeconds) / 60)
  const sign = offsetSeconds < 0 ? '-' : '+'
  return `${write(wall, 'T')}${sign}${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}`
}

const two = Array.from({ length: 100 }, (_, digits) => String(digits).padStart(2, '0'))

function write(at: WallTime, between: string): string {
  const days = Math.floor(at / daySeconds)
  const rest = at - days * daySeconds
  const clock = `${two[Math.floor(rest / 3600)]}:${two[Math.floor(rest / 60) % 60]}:${two[rest % 60]}`
  return date(days) + between + clock
}

// lists are sorted by date: consecutive events are often on the same day
let lastDay = 0
let lastDate = '1970-01-01'

function date(days: number): string {
  if (days === lastDay) return lastDate
  const { year, month, day } = dateOfDay(days)
  lastDate = `${two[Math.floor(year / 100)]}${two[year % 100]}-${two[month]}-${two[day]}`
  lastDay = days
  return lastDate
}
