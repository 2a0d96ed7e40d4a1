import { derived } from '../objects.ts'
/** The languages the calendar speaks; the first is the main one where a site says nothing else. */
export const languages = ['en', 'fr'] as const

export type Language = (typeof languages)[number]

/** How dates, numbers and prices are written. */
export const locales = { en: 'en-GB', fr: 'fr-FR' } as const satisfies Record<Language, string>

/**
 * What people read, in both languages: `{name}` stands for a value, and `{count|record|records}` for the one or the other
 * noun, by the rules of the language (in French, zero is singular). A choice may hold values: `{count|One date|{count} dates}`.
 */
export type Sentence = { en: string; fr: string }

/** The sentence in one language, its placeholders filled. A placeholder without a value stays as it is. */
export function say(sentence: Sentence, language: Language, params: Params = {}): string {
  return filled(partsOf(sentence)[language], language, params)
}

type Params = Readonly<Record<string, string | number>>

function filled(parts: readonly Part[], language: Language, params: Params): string {
  let said = ''
  for (const part of parts) {
    if (typeof part === 'string') said += part
    else if (!Object.hasOwn(params, part.name)) said += part.source
    else if (part.one === undefined) said += params[part.name]
    else if (isSingular(language, Number(params[part.name])))
      said += filled(part.one, language, params)
    else said += filled(part.other, language, params)
  }
  return said
}

type Value = { source: string; name: string; one?: undefined }
type Choice = { source: string; name: string; one: Part[]; other: Part[] }
type Part = string | Value | Choice
type Parts = Record<Language, Part[]>

/** Sentences are taken apart once: pages say hundreds of them. */
const partsOf = derived(
  (sentence: Sentence): Parts => ({ en: apart(sentence.en), fr: apart(sentence.fr) }),
)

const placeholders =
  /\{(?<name>\w+)(?:\|(?<one>(?:[^|{}]|\{\w+\})*)\|(?<other>(?:[^|{}]|\{\w+\})*))?\}/g

function apart(text: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const found of text.matchAll(placeholders)) {
    const [source] = found
    const { name = '', one, other } = found.groups ?? {}
    parts.push(text.slice(at, found.index))
    if (one === undefined || other === undefined) parts.push({ source, name })
    else parts.push({ source, name, one: apart(one), other: apart(other) })
    at = found.index + source.length
  }
  parts.push(text.slice(at))
  return parts
}

const rules: Partial<Record<Language, Intl.PluralRules>> = {}
const singular: Record<Language, boolean[]> = { en: [], fr: [] }
/** Numbers that are said again and again. */
const mostKept = 1000

function isSingular(language: Language, count: number): boolean {
  const kept = singular[language][count]
  if (kept !== undefined) return kept
  rules[language] ??= new Intl.PluralRules(language)
  const is = rules[language].select(count) === 'one'
  if (Number.isInteger(count) && count >= 0 && count < mostKept) singular[language][count] = is
  return is
}
