import type { Locale } from '../../../define/text/language.ts'
import { formatDay, formatHour } from '../../../define/time/day-formats.ts'
import { momentIn } from '../../../define/time/wall-formats.ts'
import type { Row } from '../../forms/records.ts'

/** A date of a record on its own clock, and the hour but for events that last whole days. */
export function dateIn(locale: Locale, row: Row, name: string): { day: string; hour: string } {
  const at = Date.parse(`${String(row[name]).replace(' ', 'T')}Z`) / 1000
  if (Number.isNaN(at)) return { day: '', hour: '' }
  const isDay = row.all_day === true && /^(original_)?(start|end)/.test(name)
  return { day: formatDay(at, 'brief', locale), hour: isDay ? '' : formatHour(at, locale) }
}

/** The day and time of a record, on its own clock: the zone of the reader may skip that hour. */
export const wallText = (wall: string, locale: Locale) =>
  momentIn(new Date(`${wall.replace(' ', 'T')}Z`), locale)
