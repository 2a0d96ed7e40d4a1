import { inEachLanguage, type Language, languages, othersThan } from '../../define/text/language.ts'
import { copiedFrom, isLongText, sameTime } from '../../define/text/translation.ts'
import type { Form, FormField } from './model.ts'
import type { Row } from './records.ts'
import type { Values } from './values.ts'

type Names = Partial<Record<Language, readonly string[]>>

/** A change of a record, as its versions tell it. */
type Change = { time: string; changed: { texts: Names; new_texts?: Names } | null }

/** When a text was last written, and when it was last changed after it had been there: unix time in milliseconds. */
type Times = { written: number; revised?: number }

/** The times of each text, by language and name, as far back as versions are known. */
export type Changes = Record<Language, Partial<Record<string, Times>>>

export function lastChanges(versions: readonly Change[]): Changes {
  const last: Changes = inEachLanguage(() => ({}))
  for (const { time, changed } of versions)
    for (const language of languages)
      for (const name of changed?.texts[language] ?? []) {
        const at = Date.parse(time)
        const { written = 0, revised = 0 } = last[language][name] ?? {}
        const isNew = changed?.new_texts?.[language]?.includes(name)
        const latest = isNew ? revised : Math.max(revised, at)
        last[language][name] = {
          written: Math.max(written, at),
          ...(latest > 0 && { revised: latest }),
        }
      }
  return last
}

/**
 * The other language whose text of a field was changed after this one was written. A translation that is added changes nothing: the text that it was
 * made of does not become older. Changes within a minute count as simultaneous: editors save two languages one after the other.
 */
export function newerText(
  changes: Changes,
  { name, as }: Pick<FormField, 'name' | 'as'>,
  language: Language,
): Language | undefined {
  if (as === 'slug' || as === 'url') return undefined
  const written = changes[language][name]?.written
  return othersThan(language).find(of => {
    const revised = changes[of][name]?.revised
    return revised !== undefined && (written === undefined || written + sameTime * 1000 < revised)
  })
}

/** True if the record says that the texts of two languages are as old: they were written together, or one was found to be up to date. */
export function areInStep(record: Row | undefined, one: Language, other: Language): boolean {
  const texts = record?.editing?.texts
  const at = texts?.[one]?.changed
  return Boolean(at) && at === texts?.[other]?.changed
}

/** The other language that has a newer text than this one, in any field that both have. */
export function newerThan(
  { fields }: Pick<Form, 'fields'>,
  changes: Changes,
  language: Language,
  { texts }: Values,
): Language | undefined {
  for (const field of fields) {
    const newer = field.isText ? newerText(changes, field, language) : undefined
    if (newer && texts[language][field.name] && texts[newer][field.name]) return newer
  }
  return undefined
}

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

/** The other language of which a text of a form is a mere copy. */
export function fieldCopiedFrom(
  { name, as }: Pick<FormField, 'name' | 'as'>,
  language: Language,
  main: Language,
  { texts }: Pick<Values, 'texts'>,
): Language | undefined {
  if (!texts[language][name] || !isLongText(name, as)) return undefined
  return copiedFrom(of => texts[of][name], language, main)
}

/** The language to translate into: one without a title, else one that the record was not written in. */
export const languageToWrite = (
  titled: string,
  texts: Values['texts'],
  main: unknown,
): Language | undefined =>
  languages.find(one => !texts[one][titled]) ?? languages.find(one => one !== main)
