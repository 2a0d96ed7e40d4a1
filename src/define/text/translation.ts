import { type Language, othersThan } from './language.ts'

/** Changes of two languages within so many seconds count as one: editors save one after the other. */
export const sameTime = 60

/** True for a text in sentences, which no two languages have alike: names of performers they may. */
export const isLongText = (name: string, input: string | undefined): boolean =>
  input === 'html' || name === 'description'

/** The other language of which a text is a mere copy, and still to be translated. The original is none. */
export const copiedFrom = (
  textIn: (language: Language) => unknown,
  language: Language,
  main: Language,
): Language | undefined =>
  language === main
    ? undefined
    : othersThan(language).find(other => textIn(other) === textIn(language))
