import { type Language, type Locale, languageIn } from './language.ts'
import { languageTable } from './language-table.ts'
import { rowOf } from './locale-row.ts'

// The sentences of settings have hundreds of numbers: to make a format for each is a twentieth of a start.
const formats: Partial<Record<string, Intl.NumberFormat>> = {}

/** A number as people of the region write it, with one decimal at most. */
export function formatNumber(number: number, locale: Locale | Language): string {
  const of = rowOf(locale).locale
  formats[of] ??= new Intl.NumberFormat(of, { maximumFractionDigits: 1 })
  return formats[of].format(number)
}

/** A part of one: 75%, 75 %. */
export const formatPercent = (share: number, locale: Locale): string =>
  new Intl.NumberFormat(rowOf(locale).locale, { style: 'percent' }).format(share)

/** Megabytes, of bytes: 1.5 MB, 1,5 Mo. */
export const formatMegabytes = (bytes: number, locale: Locale): string =>
  new Intl.NumberFormat(rowOf(locale).locale, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  }).format(bytes / 1_000_000)

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
