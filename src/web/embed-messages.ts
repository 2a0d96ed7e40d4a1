import type { Sentence } from '../define/text/language.ts'

/** The messages of the script for other sites itself; it contains them in each language. */
export const embedMessages = {
  title: { en: 'Calendar of events', fr: 'Agenda' },
  failed: {
    en: 'The events could not be loaded.',
    fr: 'Les évènements n’ont pas pu être chargés.',
  },
  again: { en: 'Try again', fr: 'Réessayer' },
} as const satisfies Record<string, Sentence>
