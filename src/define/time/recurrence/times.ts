import { formatWall, isWritable, type WallTime, wallTime } from '../clock.ts'
import { instantOf, wallOf } from '../zone.ts'

/** A time as RFC 5545 writes it: `20270704`, `20270704T200000`, `20270704T180000Z`. */
type WrittenTime = { at: WallTime; isDay: boolean }

/** A written time on the clock of the event. `zone`: that of the property, by default the event's. */
export function readTime(
  text: string,
  { zone, eventZone }: { zone?: string | undefined; eventZone: string },
): WrittenTime | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/i.exec(text)
  if (match === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(digits => Number(digits ?? 0))
  const isDay = match[4] === undefined
  const wall = wallTime(year, month, day, hour, minute, second)
  // 30 February rolls on, and is no date
  const digits = writeTime(wall, false)
  if (!digits.startsWith(text.slice(0, isDay ? 8 : 15).toUpperCase())) return undefined
  const from = match[7] ? 'UTC' : (zone ?? eventZone)
  const at = isDay || from === eventZone ? wall : wallOf(instantOf(wall, from), eventZone)
  return isWritable(at) ? { at, isDay } : undefined
}

/** `20270704T200000`, or `20270704` of a day. */
export function writeTime(at: WallTime, isDay: boolean): string {
  const digits = formatWall(at).replaceAll(/[-:]/g, '').replace(' ', 'T')
  return isDay ? digits.slice(0, 8) : digits
}

/** Seconds of a duration as RFC 5545 writes it: `PT2H30M`, `P1D`, `P2W`. */
export function readDuration(text: string): number | undefined {
  const match =
    /^\+?P(?=.)(?:(\d{1,3})W)?(?:(\d{1,3})D)?(?:T(?=.)(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,6})S)?)?$/i.exec(
      text,
    )
  if (match === null) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map(digits => Number(digits ?? 0))
  return (weeks * 7 + days) * 86_400 + hours * 3600 + minutes * 60 + seconds
}
