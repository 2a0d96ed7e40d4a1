import { type Language, localeOf } from '../../../define/text/language.ts'
import type { Row } from '../../client/records.ts'

const formats: Record<string, Intl.DateTimeFormat> = {}

/** A date of a record on its own clock, and the hour but for events that last whole days. */
export function dateIn(language: Language, row: Row, name: string): { day: string; hour: string } {
  const at = Date.parse(`${String(row[name]).replace(' ', 'T')}Z`)
  if (Number.isNaN(at)) return { day: '', hour: '' }
  const isDay = row.all_day === true && (name === 'start_date' || name === 'end_date')
  return {
    day: formatOf(language, 'day').format(at),
    hour: isDay ? '' : formatOf(language, 'hour').format(at),
  }
}

const parts: Record<'day' | 'hour', Intl.DateTimeFormatOptions> = {
  day: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  hour: { hour: '2-digit', minute: '2-digit' },
}

/** Formats are dear to make. */
function formatOf(language: Language, part: 'day' | 'hour'): Intl.DateTimeFormat {
  const locale = localeOf(language)
  const format =
    formats[locale + part] ?? new Intl.DateTimeFormat(locale, { ...parts[part], timeZone: 'UTC' })
  formats[locale + part] = format
  return format
}
