import { rowOf } from '../time/locale-row.ts'
import type { Locale } from './language.ts'

/** A number as people of the region write it, with one decimal at most. */
export const formatNumber = (number: number, locale: Locale): string =>
  new Intl.NumberFormat(rowOf(locale).locale, { maximumFractionDigits: 1 }).format(number)

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
