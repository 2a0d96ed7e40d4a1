import { type Language, type LanguageRow, languageTable } from './language-table.ts'

/** The rules for dates and hours, on pages and in browsers. Scripts for browsers begin with these columns of the table. */
export type DateRow = Pick<
  LanguageRow,
  | 'locale'
  | 'regions'
  | 'isOneLocale'
  | 'clock'
  | 'halves'
  | 'firstOfMonth'
  | 'dropsCommas'
  | 'weekStart'
>

/** The row of a language tag, where dates for it follow the rules of the calendar. Its `locale` is that of the tag. */
export function dateRowOf(tag: string): DateRow | undefined {
  const language = languageOf(tag)
  if (!language) return undefined
  const row: DateRow = languageTable[language]
  if (tag === language || tag === row.locale) return row
  const region = row.regions?.[tag]
  return region || row.isOneLocale ? { ...row, ...region, locale: tag } : undefined
}

const isCode = (code: string): code is Language => Object.hasOwn(languageTable, code)

/** The language of a tag such as `fr-CA`. */
function languageOf(tag: string): Language | undefined {
  const [code = ''] = tag.toLowerCase().split('-')
  return isCode(code) ? code : undefined
}

/** A time of day as people write it, the same everywhere: `8:30 pm`, `20 h 30`. */
export function clockIn(
  { clock, halves: [am, pm] = ['am', 'pm'] }: DateRow,
  hour: number,
  minute: number,
): string {
  const parts: Record<string, string | number> = {
    hour,
    hour12: hour % 12 || 12,
    minute: String(minute).padStart(2, '0'),
    half: hour < 12 ? am : pm,
  }
  return clock
    .replace(/\[(.*)\]/, minute === 0 ? '' : '$1')
    .replace(/\{(\w+)\}/g, (_, name) => String(parts[name]))
}

/** A date as `Intl` writes it, in the form of our pages. */
export function polished(date: string, { firstOfMonth = '1', dropsCommas }: DateRow): string {
  const text = dropsCommas ? date.replaceAll(',', '') : date
  return text.replace(/(?<![\d:])1(?= \p{L})/gu, firstOfMonth)
}
