import { daySeconds, type WallTime } from './clock.ts'

/** The first second of a day, as wall time. */
export type Day = WallTime

export const dayIn = (at: WallTime): Day => Math.floor(at / daySeconds) * daySeconds

/** What goes on past midnight until then is still of the evening before. */
export const nightEnds = 6 * 3600

/**
 * The last day of what begins and ends at these times: what ends at midnight has not begun the day after, and what ends in the
 * night after it began belongs to its evening.
 */
export function lastDayOf(starts: WallTime, ends: WallTime): Day {
  const first = dayIn(starts)
  const last = dayIn(Math.max(starts, ends - 1))
  const isNight =
    last === first + daySeconds && ends - last <= nightEnds && starts - first >= nightEnds
  return isNight ? first : last
}
