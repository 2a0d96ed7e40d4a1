import type { Locale } from '../../../define/text/language.ts'
import { rowOf } from '../../../define/time/locale-row.ts'
import { clockIn, polished } from '../../../define/time/written-dates.ts'
import type { Row } from '../../client/records.ts'

const formats: Partial<Record<Locale, Intl.DateTimeFormat>> = {}

/** A date of a record on its own clock, and the hour but for events that last whole days. */
export function dateIn(locale: Locale, row: Row, name: string): { day: string; hour: string } {
  const at = new Date(`${String(row[name]).replace(' ', 'T')}Z`)
  if (Number.isNaN(at.getTime())) return { day: '', hour: '' }
  const isDay = row.all_day === true && (name === 'start_date' || name === 'end_date')
  const rules = rowOf(locale)
  return {
    day: polished(formatOf(locale).format(at), rules),
    hour: isDay ? '' : clockIn(rules, at.getUTCHours(), at.getUTCMinutes()),
  }
}

/** Formats are dear to make. */
function formatOf(locale: Locale): Intl.DateTimeFormat {
  const options = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
  formats[locale] ??= new Intl.DateTimeFormat(rowOf(locale).locale, { ...options, timeZone: 'UTC' })
  return formats[locale]
}
