import { formatWall, type Instant, type WallTime } from '../../define/time/clock.ts'
import { fixedOffset, type Stretch, stretchesOf } from '../../define/time/zone.ts'
import { escaped, line, parameter } from './content-lines.ts'

/** True for zones that are named by an offset. Readers know no such names, so times of these are written with Z. */
export const isOffset = (zone: string) => fixedOffset(zone) !== undefined

/** The name that zone databases have for a zone named by its offset, where they have one; else the zone itself. */
export function registered(zone: string): string {
  const hours = (fixedOffset(zone) ?? Number.NaN) / 3600
  if (hours === 0) return 'UTC'
  // the signs of these are turned around
  return Number.isInteger(hours) ? `Etc/GMT${hours < 0 ? '+' : '-'}${Math.abs(hours)}` : zone
}

/** A zone as RFC 5545 defines it, with each setting of its clocks between two moments (3.6.5). */
export function vtimezone(zone: string, first: Instant, last: Instant): string {
  const { before, stretches } = stretchesOf(zone, first, last)
  let text = line('BEGIN', 'VTIMEZONE') + line('TZID', escaped(zone))
  let from = before
  for (const stretch of stretches) {
    text += observance(stretch, from)
    from = stretch.offset
  }
  return text + line('END', 'VTIMEZONE')
}

function observance({ from, offset, letters, isSummer }: Stretch, before: number): string {
  const name = isSummer ? 'DAYLIGHT' : 'STANDARD'
  return (
    line('BEGIN', name) +
    line('DTSTART', localTime(from + before)) +
    line('TZOFFSETFROM', offsetText(before)) +
    line('TZOFFSETTO', offsetText(offset)) +
    line('TZNAME', escaped(letters)) +
    line('END', name)
  )
}

/** A property with times of an event: days for whole days, else on its clock, or with `Z`. */
export function timesLine(name: string, { isAllDay, zone }: Clocked, times: readonly WallTime[]) {
  if (times.length === 0) return ''
  if (isAllDay) return line(`${name};VALUE=DATE`, times.map(dateOnly).join(','))
  const offset = fixedOffset(zone)
  if (offset !== undefined) return line(name, times.map(at => instant(at - offset)).join(','))
  return line(`${name};TZID=${parameter(zone)}`, times.map(localTime).join(','))
}
export type Clocked = { isAllDay: boolean; zone: string }

/** How times of a series are written: its rule speaks of days on its clock, so it keeps one where there is a name for it. */
export const seriesClock = ({ isAllDay, zone }: Clocked): Clocked => ({
  isAllDay,
  zone: registered(zone),
})

export const instant = (at: Instant) => `${localTime(at)}Z`

/** `20270101T200000`; with `Z` behind it, of an instant. */
export function localTime(at: number): string {
  const text = formatWall(at)
  return `${dateIn(text)}T${text.slice(11, 13)}${text.slice(14, 16)}${text.slice(17, 19)}`
}
export const dateOnly = (at: number) => dateIn(formatWall(at))
const dateIn = (text: string) => text.slice(0, 4) + text.slice(5, 7) + text.slice(8, 10)

/** `+0200`, and seconds where clocks were set by the sun. */
function offsetText(seconds: number): string {
  const size = Math.abs(seconds)
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0')
  const rest = size % 60 === 0 ? '' : two(size % 60)
  return `${seconds < 0 ? '-' : '+'}${two(size / 3600)}${two((size / 60) % 60)}${rest}`
}
