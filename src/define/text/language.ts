import { derived, namesIn, tableOf } from '../base/objects.ts'
import { catalogues } from './catalogues.ts'
import { type Language, type Locale, languageTable, type Sentence } from './language-table.ts'

export type { Language, Locale, Sentence }
/** The languages of the calendar, by their codes. */
export const languages: readonly Language[] = namesIn(languageTable)

export const isLanguage = (of: unknown): of is Language =>
  languages.some(language => language === of)

/** The other languages. */
export const othersThan = (language: Language): Language[] =>
  languages.filter(each => each !== language)

/** All languages, that of the reader first. */
export const languagesFrom = (language: Language): Language[] => [language, ...othersThan(language)]

export const inEachLanguage = <T>(
  valueIn: (language: Language, at: number) => T,
): Record<Language, T> => tableOf(languages, valueIn)

/** The possible beginnings of a path, as part of a pattern: `en|fr`. */
export const languagePattern = languages.join('|')

const prefixPattern = new RegExp(`^/(${languagePattern})(?=/|$)`, 'i')

/** The language that a path begins with, in any case, as the words of paths are. */
export function languageOfPath(path: string): Language | undefined {
  const word = prefixPattern.exec(path)?.[1]?.toLowerCase()
  return isLanguage(word) ? word : undefined
}

/** The path of a page in a language: its own, else the English one with the words that the language has for it. */
export function pathIn(path: Sentence, language: Language): string {
  const own: Partial<Record<Language, string>> = path
  return own[language] ?? path.en.replace(/[^/.]+/g, word => wordIn(word, language))
}

const wordIn = (word: string, language: Language) => languageTable[language].paths?.[word] ?? word

/** The locale of dates, numbers and prices. */
export const localeOf = (language: Language): string => languageTable[language].locale

/** A sentence as it is written for a language, and which it is written in: English where its catalogue lacks it. */
function written(sentence: Sentence, language: Language): { text: string; in: Language } {
  const own: Partial<Record<Language, string>> = sentence
  const text = own[language] ?? catalogues[language]?.[sentence.en]
  return text === undefined ? { text: sentence.en, in: 'en' } : { text, in: language }
}

/** A sentence that has no placeholders, or is shown with them. */
export const textIn = (sentence: Sentence, locale: Language | Locale): string =>
  written(spelled(sentence, locale), languageIn(locale)).text

/** The sentence in one language, its placeholders filled. A placeholder without a value stays as it is. */
export function formatMessage(
  sentence: Sentence,
  locale: Language | Locale,
  params: Params = {},
): string {
  const { parts, formOf } = partsOf(spelled(sentence, locale))[languageIn(locale)]
  return filled(parts, formOf, params)
}

/** A label before what it is of, with the colon of the language. */
export const withColon = (label: string, locale: Locale | Language): string =>
  label + languageTable[languageIn(locale)].colon

export const languageIn = (locale: Language | Locale): Language =>
  isLanguage(locale) ? locale : (languages.find(each => locale.startsWith(`${each}-`)) ?? 'en')

/** Ends the locale of a site that writes « événement ». */
export const acuteSpelling = '-x-acute'
const spelled = (sentence: Sentence, locale: string): Sentence =>
  locale.endsWith(acuteSpelling) ? acutely(sentence) : sentence
const acutely = derived(
  (sentence: Sentence): Sentence => ({
    ...sentence,
    fr: sentence.fr.replace(/([éÉ])vènement/g, '$1vénement'),
  }),
)

type Params = Readonly<Record<string, string | number>>

function filled(parts: readonly Part[], formOf: FormOf, params: Params): string {
  let sentence = ''
  for (const part of parts) {
    if (typeof part === 'string') sentence += part
    else if (!Object.hasOwn(params, part.name)) sentence += part.source
    else if (part.forms === undefined) sentence += params[part.name]
    else {
      const form = formOf(Number(params[part.name]))
      sentence += filled(part.forms[form] ?? part.forms.at(-1) ?? [], formOf, params)
    }
  }
  return sentence
}

type Value = { source: string; name: string; forms?: undefined }
type Choice = { source: string; name: string; forms: Part[][] }
type Part = string | Value | Choice

/** Sentences are taken apart once: pages say hundreds of them. */
const partsOf = derived((sentence: Sentence) =>
  inEachLanguage(language => {
    const { text, in: own } = written(sentence, language)
    return { parts: apart(text), formOf: formsOf[own] }
  }),
)

const placeholders = /\{(?<name>\w+)(?<forms>(?:\|(?:[^|{}]|\{\w+\})*)*)\}/g

function apart(text: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const match of text.matchAll(placeholders)) {
    const [source] = match
    const { name = '', forms = '' } = match.groups ?? {}
    parts.push(text.slice(at, match.index))
    if (forms === '') parts.push({ source, name })
    else parts.push({ source, name, forms: forms.slice(1).split('|').map(apart) })
    at = match.index + source.length
  }
  parts.push(text.slice(at))
  return parts
}

/** The form of a noun for a number, by its index. */
type FormOf = (count: number) => number

/** Numbers that are said again and again. */
const maxCachedForms = 1000

const formsOf = inEachLanguage((language): FormOf => {
  const { plurals } = languageTable[language]
  const cached: number[] = []
  let rules: Intl.PluralRules | undefined
  return count => {
    const cachedForm = cached[count]
    if (cachedForm !== undefined) return cachedForm
    rules ??= new Intl.PluralRules(language)
    const at = plurals.indexOf(rules.select(count))
    const form = at < 0 ? plurals.length - 1 : at
    if (Number.isInteger(count) && count >= 0 && count < maxCachedForms) cached[count] = form
    return form
  }
})

const named: Sentence = { en: '{name}', fr: 'en {name}' }
const both: Sentence = { en: '{others} and {last}', fr: '{others} et {last}' }

/**
 * All languages in a sentence: “English and French”, « en anglais et en français ». The command line says it at each start, for which
 * `Intl.ListFormat` takes twelve milliseconds.
 */
export function languageList(language: Language): string {
  const names = languages.map(each =>
    formatMessage(named, language, { name: textIn(languageTable[each].adjective, language) }),
  )
  const last = names.pop() ?? ''
  return names.length === 0
    ? last
    : formatMessage(both, language, { others: names.join(', '), last })
}

/** The adjective of a language in the language of a page: an English text, « un texte anglais ». */
export const adjectiveOf = (language: Language, page: Language) =>
  textIn(languageTable[language].adjective, page)

/** The name of a language within a sentence of a page: “English”, « l’anglais ». */
export const nounOf = (language: Language, page: Language) =>
  textIn(languageTable[language].noun, page)

/** The name of an input for a text in one of the languages: “Title (English)”. */
export const labelIn = (label: Sentence, language: Language, page: Language) =>
  `${textIn(label, page)} (${adjectiveOf(language, page)})`
