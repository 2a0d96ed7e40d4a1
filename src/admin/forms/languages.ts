import { type Language, languages } from '../../define/text/language.ts'
import type { Row } from '../client/records.ts'
import type { FormField } from './model.ts'
import { otherThan, type Values } from './values.ts'

/**
 * Were the texts of a language last changed before those of the other? What was never noted is older than what was. Changes of one
 * minute are of one time: who writes both languages saves them one after the other.
 */
export function isOlder(record: Row | undefined, language: Language): boolean {
  const texts = record?.editing?.texts
  const own = texts?.[language]
  const other = texts?.[otherThan(language)]
  if (!own || !other?.changed) return false
  if (!own.changed) return true
  return instant(own.changed) + sameTime < instant(other.changed)
}

/** A change of a record, as its versions tell it. */
type Change = {
  time: string
  changed: { texts: Partial<Record<Language, readonly string[]>> } | null
}

/** When each text was last changed, by language and name, as far back as versions are known: unix time in milliseconds. */
export type Changes = Record<Language, Partial<Record<string, number>>>

export function lastChanges(versions: readonly Change[]): Changes {
  const last: Changes = { en: {}, fr: {} }
  for (const { time, changed } of versions)
    for (const language of languages)
      for (const name of changed?.texts[language] ?? []) {
        const of = last[language]
        of[name] = Math.max(of[name] ?? 0, Date.parse(time))
      }
  return last
}

/** Was one text last changed before that of the other language? By the same rule as of all texts of a language. */
export function isOlderText(
  changes: Changes,
  { name, as }: FormField,
  language: Language,
): boolean {
  if (as === 'slug' || as === 'url') return false
  const [own, other] = [changes[language][name], changes[otherThan(language)][name]]
  return other !== undefined && (own === undefined || own + sameTime < other)
}

const sameTime = 60_000
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
