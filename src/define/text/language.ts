/** The languages the calendar speaks; the first is the main one where a site says nothing else. */
export const languages = ['en', 'fr'] as const

export type Language = (typeof languages)[number]

/** What we tell people, in both languages, with `{name}` where a value belongs. */
export type Sentence = { en: string; fr: string }

/** The sentence in one language, its placeholders filled. A placeholder without a value stays as it is. */
export function say(
  sentence: Sentence,
  language: Language,
  params: Readonly<Record<string, string | number>> = {},
): string {
  return sentence[language].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : placeholder,
  )
}
