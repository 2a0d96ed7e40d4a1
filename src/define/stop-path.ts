import type { Sentence } from './text/language.ts'

/** Where a user ends e-mails about events, below the home page of a language. */
export const stopPath = {
  en: 'admin/unsubscribe',
  fr: 'admin/desabonnement',
} as const satisfies Sentence

/** Where a visitor corrects what they have proposed, below the home page of a language. */
export const correctPath = {
  en: 'events/submit/correct',
  fr: 'evenements/proposer/corriger',
} as const satisfies Sentence
