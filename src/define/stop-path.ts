import type { Sentence } from './text/language.ts'

/** Where an editor ends e-mails about submissions, below the home page of a language. */
export const stopPath = {
  en: 'admin/unsubscribe',
  fr: 'admin/desabonnement',
} as const satisfies Sentence
