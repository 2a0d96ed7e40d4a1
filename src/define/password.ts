import type { Sentence } from './text/language.ts'

/** Characters that a password for signing in has at least, and at most. */
export const shortestPassword = 10
export const longestPassword = 1000

/** How long it is. */
export const passwordLength: Sentence = {
  en: `${shortestPassword} to ${longestPassword} characters`,
  fr: `de ${shortestPassword} à ${longestPassword} caractères`,
}
