import type { Language } from '../../define/text/language.ts'
import { type Edited, otherThan } from './values.ts'

/**
 * Were the texts of a language last changed before those of the other? What was never noted is older than what was. Changes of one
 * minute are of one time: who writes both languages saves them one after the other.
 */
export function isOlder(record: Edited | undefined, language: Language): boolean {
  const texts = record?.editing?.texts
  const own = texts?.[language]
  const other = texts?.[otherThan(language)]
  if (!own || !other?.changed) return false
  if (!own.changed) return true
  return instant(own.changed) + 60_000 < instant(other.changed)
}

const instant = (utc: string) => Date.parse(`${utc.replace(' ', 'T')}Z`)
