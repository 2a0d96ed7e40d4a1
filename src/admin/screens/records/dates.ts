import { type Language, localeOf } from '../../../define/text/language.ts'
import { languageTable } from '../../../define/text/language-table.ts'
import { clockIn, polished } from '../../../define/time/written-dates.ts'
import type { Row } from '../../client/records.ts'

const formats: Partial<Record<Language, Intl.DateTimeFormat>> = {}

/** A date of a record on its own clock, and the hour but for events that last whole days. */
export function dateIn(language: Language, row: Row, name: string): { day: string; hour: string } {
  const at = new Date(`${String(row[name]).replace(' ', 'T')}Z`)
  if (Number.isNaN(at.getTime())) return { day: '', hour: '' }
  const isDay = row.all_day === true && (name === 'start_date' || name === 'end_date')
  const rules = languageTable[language]
  return {
    day: polished(formatOf(language).format(at), rules),
    hour: isDay ? '' : clockIn(rules, at.getUTCHours(), at.getUTCMinutes()),
  }
}

/** Formats are dear to make. */
function formatOf(language: Language): Intl.DateTimeFormat {
  const options = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
  formats[language] ??= new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' })
  return formats[language]
}
