import { type Language, type Locale, languageIn } from './language.ts'
import { languageTable } from './language-table.ts'
import { type DateRow, dateRowOf } from './written-dates.ts'

/** The rules of a locale for dates. */
export const rowOf = (locale: Locale | Language): DateRow =>
  dateRowOf(locale.replace(/-x-.*/, '')) ?? languageTable[languageIn(locale)]
