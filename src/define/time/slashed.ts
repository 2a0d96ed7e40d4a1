import type { FieldError, Language } from '../field-type.ts'

/** Two short numbers with a slash between, and no year before them: `05/12/2027`, `5/12`. */
const dayAndMonth = /(?<![\d/])\d{1,2}\/\d{1,2}(?:\/\d{2,4})?(?![\d/])/

/**
 * Does a date mean one day to some readers and another to others (T11)? English requests read it month first, as the
 * reference does; others must have the year first.
 */
export const isAmbiguous = (date: unknown, language: Language | undefined): boolean =>
  language !== undefined && language !== 'en' && typeof date === 'string' && dayAndMonth.test(date)

export const yearFirst: FieldError = {
  sentence: {
    en: '{name} can be read in two ways: write the year first, as in 2027-12-05.',
    fr: '{name} peut se lire de deux façons\u00a0: écrivez l’année en premier, comme 2027-12-05.',
  },
}
