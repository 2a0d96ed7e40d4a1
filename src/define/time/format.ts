import { dateOfDay, daySeconds, type WallTime, wallTime } from './clock.ts'

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

/** 00:00:00 of the same day. */
export function startOfDay(at: WallTime): WallTime {
  return Math.floor(at / daySeconds) * daySeconds
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

// lists are sorted by date: the day before is very often this day
let lastDay = 0
let lastDate = '1970-01-01'

function date(days: number): string {
  if (days === lastDay) return lastDate
  const { year, month, day } = dateOfDay(days)
  lastDate = `${two[Math.floor(year / 100)]}${two[year % 100]}-${two[month]}-${two[day]}`
  lastDay = days
  return lastDate
}
