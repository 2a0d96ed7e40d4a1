import { inEachLanguage, type Language, languages, othersThan } from '../../define/text/language.ts'
import type { Row } from '../client/records.ts'
import type { FormField } from './model.ts'
import type { Values } from './values.ts'

/**
 * The other language whose texts were changed after those of this one. A text without a noted change is the older one. Changes within a minute count
 * as simultaneous: editors save two languages one after the other.
 */
export function newerThan(record: Row | undefined, language: Language): Language | undefined {
  const texts = record?.editing?.texts
  const own = texts?.[language]
  if (!own) return undefined
  return othersThan(language).find(of => {
    const other = texts?.[of]?.changed
    return other && (!own.changed || instant(own.changed) + sameTime < instant(other))
  })
}

/** A change of a record, as its versions tell it. */
type Change = {
  time: string
  changed: { texts: Partial<Record<Language, readonly string[]>> } | null
}

/** When each text was last changed, by language and name, as far back as versions are known: unix time in milliseconds. */
export type Changes = Record<Language, Partial<Record<string, number>>>

export function lastChanges(versions: readonly Change[]): Changes {
  const last: Changes = inEachLanguage(() => ({}))
  for (const { time, changed } of versions)
    for (const language of languages)
      for (const name of changed?.texts[language] ?? []) {
        const of = last[language]
        of[name] = Math.max(of[name] ?? 0, Date.parse(time))
      }
  return last
}

/** The other language whose text of a field was changed later, by the same rule. */
export function newerText(
  changes: Changes,
  { name, as }: FormField,
  language: Language,
): Language | undefined {
  if (as === 'slug' || as === 'url') return undefined
  const own = changes[language][name]
  return othersThan(language).find(of => {
    const other = changes[of][name]
    return other !== undefined && (own === undefined || own + sameTime < other)
  })
}

const sameTime = 60_000
const instant = (utc: string) => Date.parse(`${utc.replace(' ', 'T')}Z`)

/** The other language in which a text was changed here, and in this one not, which may say something else now. */
export function changedAhead(
  { name, as }: FormField,
  language: Language,
  stored: Values,
  now: Values,
): Language | undefined {
  const isChanged = (of: Language) => now.texts[of][name] !== stored.texts[of][name]
  if (as === 'slug' || as === 'url' || !stored.texts[language][name] || isChanged(language))
    return undefined
  return othersThan(language).find(of => !!stored.texts[of][name] && isChanged(of))
}
