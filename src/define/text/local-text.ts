import { isObject } from '../base/objects.ts'
import { isLanguage, type Language, languages } from './language.ts'

/**
 * A text of the site, which may differ by language. It is written as plain text, for all languages, or as JSON with one text
 * for each: `{"en":"Calendar","fr":"Agenda"}`.
 */
export type LocalText = string

/** Its texts by language; undefined: it is plain. A list is a text of lines. Throws nothing, whatever is written. */
export function textsByLanguage(
  written: LocalText,
): Partial<Record<Language, string>> | undefined | 'refused' {
  if (!/^\s*[{[]/.test(written)) return undefined
  const value = jsonOf(written)
  if (value === undefined) return undefined
  const plain = linesOf(value)
  if (plain !== undefined) return Object.fromEntries(languages.map(each => [each, plain]))
  if (!isObject(value)) return 'refused'
  const texts: Partial<Record<Language, string>> = {}
  for (const [language, text] of Object.entries(value)) {
    const lines = linesOf(text)
    if (!isLanguage(language) || lines === undefined) return 'refused'
    texts[language] = lines
  }
  return texts
}

/** One way to write each text: plain where all languages have the same, and without the languages that have none. */
export function localText(texts: Partial<Record<Language, string>>): LocalText {
  const own = languages.flatMap(language => (texts[language] ? [[language, texts[language]]] : []))
  const [first] = own
  if (first === undefined) return ''
  const isOne = own.length === languages.length && own.every(([, text]) => text === first[1])
  // what looks like JSON would be read as such
  if (isOne && first[1] !== undefined && !/^\s*[{[]/.test(first[1])) return first[1]
  return JSON.stringify(Object.fromEntries(own))
}

/** The text for a language, without the fallback to another. */
export function ownText(written: LocalText, language: Language): string {
  const texts = textsByLanguage(written)
  if (texts === undefined || texts === 'refused') return written
  return texts[language] ?? ''
}

/** The text in a language, else in the first that has one. */
export function textFor(written: LocalText, language: Language): string {
  const texts = textsByLanguage(written)
  if (texts === undefined || texts === 'refused') return written
  return texts[language] ?? Object.values(texts)[0] ?? ''
}

function linesOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const isList = Array.isArray(value) && value.every(line => typeof line === 'string')
  return isList ? value.join('\n') : undefined
}

function jsonOf(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}
