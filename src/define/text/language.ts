/** The languages the calendar speaks; the first is the main one where a site says nothing else. */
export const languages = ['en', 'fr'] as const

export type Language = (typeof languages)[number]

/**
 * What people read, in both languages: `{name}` stands for a value, and `{count|record|records}` for the one or the other
 * noun, by the rules of the language (in French, zero is singular).
 */
export type Sentence = { en: string; fr: string }

/** The sentence in one language, its placeholders filled. A placeholder without a value stays as it is. */
export function say(
  sentence: Sentence,
  language: Language,
  params: Readonly<Record<string, string | number>> = {},
): string {
  return sentence[language].replace(placeholders, (placeholder, name: string, one, other) => {
    if (!Object.hasOwn(params, name)) return placeholder
    if (one === undefined) return String(params[name])
    return isSingular(language, Number(params[name])) ? one : other
  })
}

const placeholders = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g

const rules: Partial<Record<Language, Intl.PluralRules>> = {}

function isSingular(language: Language, count: number): boolean {
  rules[language] ??= new Intl.PluralRules(language)
  return rules[language].select(count) === 'one'
}
