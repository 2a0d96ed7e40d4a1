import type { Sentence } from './text/language.ts'

/** Characters that a password for signing in has at least, and at most. */
export const minPassword = 10
export const maxPassword = 1000

/** The allowed length. */
export const passwordLength: Sentence = {
  en: `${minPassword} to ${maxPassword} characters`,
  fr: `de ${minPassword} à ${maxPassword} caractères`,
}
