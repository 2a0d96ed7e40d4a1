import { derived } from '../base/objects.ts'
import { type Language, type Locale, languageIn } from './language.ts'
import { languageTable } from './language-table.ts'
import { rowOf } from './locale-row.ts'
import type { DateRow } from './written-dates.ts'

// A format takes long to make, and the sentences of settings have hundreds of numbers.
const decimal = derived(
  ({ locale }: DateRow) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }),
)
/** A number as people of the region write it, with one decimal at most. */
export const formatNumber = (number: number, locale: Locale | Language): string =>
  decimal(rowOf(locale)).format(number)

/** A part of one: 75%, 75 %. */
export const formatPercent = (share: number, locale: Locale): string =>
  new Intl.NumberFormat(rowOf(locale).locale, { style: 'percent' }).format(share)

/** Bytes in units of 1,024: `1.5 GiB`, in French `1,5 Gio`. */
export function formatBytes(bytes: number, locale: Locale | Language): string {
  const units = languageTable[languageIn(locale)].byteUnits
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length)
  if (power > 0) return `${formatNumber(bytes / 1024 ** power, locale)}\u00a0${units[power - 1]}`
  // for `1 byte`, and in French `0 octet`
  const format = new Intl.NumberFormat(rowOf(locale).locale, {
    style: 'unit',
    unit: 'byte',
    unitDisplay: 'long',
  })
  return format.format(bytes).replace(' ', '\u00a0')
}

/** The symbol of a currency, and its place next to a number, as a locale writes them. */
export function currencyIn(locale: Locale, code: string) {
  const parts = new Intl.NumberFormat(rowOf(locale).locale, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(1)
  const types = parts.map(({ type }) => type)
  const isFirst = types.indexOf('currency') < types.indexOf('integer')
  return {
    symbol: parts.find(({ type }) => type === 'currency')?.value ?? code,
    position: isFirst ? ('prefix' as const) : ('postfix' as const),
    code,
  }
}
