/** Whole seconds since 1970-01-01 00:00:00 as read on a clock face, whatever zone the clock hangs in. */
export type WallTime = number

/** Whole Unix seconds: one moment, the same everywhere. */
export type Instant = number

export const daySeconds = 86_400

/**
 * What a clock shows at the given year, month (1 is January), day, hour, minute and second. Parts beyond their range
 * roll on, as in PHP: 30 February is 2 March, month 13 is January, day 0 is the last of the month before.
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

/** Can it be written with four digits for the year? Hours away from a date that can, in another zone, it may not. */
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
