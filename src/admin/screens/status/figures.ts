import { type Locale, languageIn } from '../../../define/text/language.ts'
import { languageTable } from '../../../define/text/language-table.ts'
import { formatNumber, formatPercent } from '../../../define/text/number-formats.ts'

/** `1.5 GiB`, in French `1,5 Gio`. */
export function formatBytes(bytes: number, locale: Locale): string {
  const units = languageTable[languageIn(locale)].byteUnits
  let rank = 0
  while (rank < units.length - 1 && bytes >= 1024 ** (rank + 1)) rank++
  return `${formatNumber(bytes / 1024 ** rank, locale)}\u00a0${units[rank]}`
}

/** The hit rate of a cache; undefined: it has not been used. */
export function formatHits(
  { hits, misses }: { hits: number; misses: number },
  locale: Locale,
): string | undefined {
  if (hits + misses === 0) return undefined
  return formatPercent(hits / (hits + misses), locale)
}
