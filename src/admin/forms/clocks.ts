import type { Locale } from '../../define/text/language.ts'
import { formatSpan } from '../../define/time/day-formats.ts'
import type { EventTrial } from '../../sdk/index.ts'
import { wallNow } from './zone-clock.ts'

/** The times of an event on another clock than its own. */
type OtherClock = { whose: 'site' | 'visitor'; zone: string; when: string }

/** The dates of an event on the clock of the site and on that of the reader, where they differ from its own. */
export function otherClocks(
  when: EventTrial['when'],
  { locale, zone }: { locale: Locale; zone: string },
): OtherClock[] {
  if (!when) return []
  const own = rangeOf(locale, when.start_date, when.end_date)
  const site = rangeOf(locale, when.site_start_date, when.site_end_date)
  const visitor = rangeOf(locale, when.utc_start_date, when.utc_end_date, zone)
  const clocks: OtherClock[] = [
    { whose: 'site', zone: when.site_timezone, when: site },
    { whose: 'visitor', zone, when: visitor },
  ]
  return clocks
    .filter(({ when }) => when !== '' && when !== own)
    .filter(({ whose, when }) => whose === 'site' || when !== site || site === own)
    .map(clock => ({ ...clock, zone: clock.zone.replaceAll('_', ' ') }))
}

/** The dates as they are typed, as far as no clock shows them because it goes forward there, with the times that they become. */
export function skippedTimes(
  when: EventTrial['when'],
  typed: Readonly<Record<string, unknown>> | undefined,
): { field: 'start_date' | 'end_date'; typed: string; becomes: string }[] {
  if (!when || !typed || typed.all_day === true) return []
  return (['start_date', 'end_date'] as const).flatMap(field => {
    const [day, hour] = String(typed[field] ?? '').split(/[T ]/)
    const [becomesDay, becomes = ''] = when[field].slice(0, 16).split(' ')
    const isMoved = day === becomesDay && hour !== undefined && hour.slice(0, 5) !== becomes
    return isMoved ? [{ field, typed: hour.slice(0, 5), becomes }] : []
  })
}

/** Empty where a clock shows no year of four digits. */
function rangeOf(locale: Locale, start: string, end: string, zone = 'UTC'): string {
  const [from = Number.NaN, to = Number.NaN] = [start, end].map(utc => {
    const at = new Date(`${utc.replace(' ', 'T')}Z`)
    return Date.parse(`${wallNow(zone, at)}Z`) / 1000
  })
  return Number.isNaN(from + to) ? '' : formatSpan(from, to, 'medium', locale)
}
