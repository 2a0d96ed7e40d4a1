import { daySeconds, startOfDay, type WallTime } from './clock.ts'

/** Minutes after midnight; without `to`, a date is as long as before. */
export type Hours = { from: number; to?: number | undefined }

type Span = { starts: WallTime; ends: WallTime }

/** A date at other hours of its day. An end at or before the start is on the next day. */
export function atHours({ starts, ends }: Span, { from, to }: Hours): Span {
  const start = startOfDay(starts) + 60 * from
  if (to === undefined) return { starts: start, ends: start + ends - starts }
  const end = startOfDay(ends - starts < daySeconds ? starts : ends) + 60 * to
  return { starts: start, ends: end > start ? end : end + daySeconds }
}

const timeOfDay = '([01]\\d|2[0-3]):([0-5]\\d)'
export const hoursPattern = `^${timeOfDay}(?:-${timeOfDay})?$`

/** `15:00`, or `15:00-17:00`; undefined for any other text. */
export function hoursIn(text: string): Hours | undefined {
  const [, hour, minute, lastHour, lastMinute] = new RegExp(hoursPattern).exec(text) ?? []
  if (hour === undefined) return undefined
  const to = lastHour === undefined ? undefined : 60 * Number(lastHour) + Number(lastMinute)
  return { from: 60 * Number(hour) + Number(minute), ...(to !== undefined && { to }) }
}
