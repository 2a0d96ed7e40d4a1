import type { Language } from '../../define/text/language.ts'
import type { FormField } from './model.ts'
import { type Edited, otherThan, type Values } from './values.ts'

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

/** Was a text changed here in the other language alone, so that this one may say something else now? */
export function isBehind({ name, as }: FormField, language: Language, stored: Values, now: Values) {
  if (as === 'slug' || as === 'url') return false
  const other = otherThan(language)
  const isChanged = (of: Language) => now.texts[of][name] !== stored.texts[of][name]
  return (
    !!stored.texts[language][name] &&
    !!stored.texts[other][name] &&
    !isChanged(language) &&
    isChanged(other)
  )
}
