import { addMonths, daySeconds, wallTime } from './clock.ts'
import { instantOf, wallOf } from './zone.ts'

/**
 * When a token ends, in Unix seconds: after `12h`, `90d`, `2w`, `6m`, `1y`, or with a day of the site's calendar
 * (`2027-01-31`). Undefined for anything else.
 */
export function expiry(written: string, now: number, zone: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,5})\s*([hdwmyj])$/i.exec(written.trim()) ?? []
  if (amount !== undefined) return shifted(Number(amount), unit.toLowerCase(), now, zone)
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(written.trim()) ?? []
  if (year === undefined) return undefined
  const midnight = wallTime(Number(year), Number(month), Number(day))
  const isDay = new Date(midnight * 1000).toISOString().startsWith(written.trim())
  return isDay ? instantOf(midnight + daySeconds, zone) : undefined
}

/** The instant a duration such as `30d` ago; undefined for any other text. */
export function before(written: string, now: number, zone: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,5})\s*([hdwmyj])$/i.exec(written.trim()) ?? []
  return amount === undefined ? undefined : shifted(-Number(amount), unit.toLowerCase(), now, zone)
}

const seconds: Record<string, number> = { h: 3600, d: daySeconds, j: daySeconds, w: 7 * daySeconds }

function shifted(amount: number, unit: string, now: number, zone: string): number {
  const span = seconds[unit]
  if (span !== undefined) return now + amount * span
  return instantOf(addMonths(wallOf(now, zone), unit === 'y' ? amount * 12 : amount), zone)
}
