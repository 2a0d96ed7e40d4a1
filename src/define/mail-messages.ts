import type { Sentence } from './text/language.ts'

/** The e-mails about events that wait for review, by name. */
export const mailNames = [
  'received',
  'waiting',
  'returned',
  'returnedToAuthor',
  'published',
] as const
export type MailName = (typeof mailNames)[number]

/** The recipients and the occasion of each mail. */
export const mailLabels: Record<MailName, Sentence> = {
  received: {
    en: 'To a visitor: the proposal has arrived',
    fr: 'Au public : la proposition est arrivée',
  },
  waiting: {
    en: 'To editors: events wait for review',
    fr: 'Aux éditeurs : des évènements attendent',
  },
  returned: {
    en: 'To a visitor: the proposal is returned',
    fr: 'Au public : la proposition est renvoyée',
  },
  returnedToAuthor: {
    en: 'To an author: the event is returned',
    fr: 'À l’auteur : l’évènement est renvoyé',
  },
  published: {
    en: 'To a visitor or an author: the event is published',
    fr: 'Au public ou à l’auteur : l’évènement est publié',
  },
}
