import type { StoredRecord } from './record.ts'
import { type Language, languages } from './text/language.ts'

export const main = (record: StoredRecord) => record.facts.main as Language

/** The text of one field as shown in a language: its own, else that of the main language (M4). */
export function localized(record: StoredRecord, name: string, language: Language): string | null {
  const own = record.texts[language]?.[name]
  // an empty slug is none: older versions wrote it where a language had texts but no title
  const isMissing = own == null || (name === 'slug' && own === '')
  return ((isMissing ? record.texts[main(record)]?.[name] : own) ?? null) as string | null
}

/** A text in the requested language, or its fallback with the language of that (`lang`). */
export type TextView = { text: string; lang: Language | undefined }

/** The text of one field with the language that it fell back to. */
export function textIn(record: StoredRecord, name: string, language: Language): TextView {
  const text = localized(record, name, language) ?? ''
  const own = record.texts[language]?.[name]
  const fell = text !== '' && (own == null || own === '') ? main(record) : language
  return { text, lang: fell === language ? undefined : fell }
}

/** Languages in which a record has its name. */
export const languagesOf = (record: StoredRecord) =>
  languages.filter(language => record.texts[language]?.name_key != null)

/** The language of the name shown (M5). */
export const languageOf = (record: StoredRecord, language: Language) =>
  record.texts[language]?.name_key != null ? language : main(record)
