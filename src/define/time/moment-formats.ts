import type { Locale } from '../text/language.ts'
import { formatWallTime } from './wall-formats.ts'
import { offsetAt, wallOf } from './zone.ts'

export { formatZone } from './wall-formats.ts'

/** A moment on the clock of a zone: `1 December 2026, 10:05 am (Paris time)`, `1er décembre 2026 à 10 h 05 (heure de Paris)`. */
export const formatMoment = (at: number, zone: string, locale: Locale): string =>
  formatWallTime(new Date(wallOf(at, zone) * 1000), zone, locale)

/** The offset of a clock from UTC at a moment: `UTC+5:30`, `UTC−5`. */
export function formatOffset(at: number, zone: string): string {
  const seconds = offsetAt(at, zone)
  if (seconds === 0) return 'UTC'
  const minutes = Math.round(Math.abs(seconds) / 60)
  const rest = minutes % 60
  return `UTC${seconds < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}
