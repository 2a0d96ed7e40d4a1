import type { Locale } from '../../../define/text/language.ts'
import { formatPercent } from '../../../define/text/number-formats.ts'

/** The hit rate of a cache; undefined: it has not been used. */
export function formatHits(
  { hits, misses }: { hits: number; misses: number },
  locale: Locale,
): string | undefined {
  if (hits + misses === 0) return undefined
  return formatPercent(hits / (hits + misses), locale)
}
