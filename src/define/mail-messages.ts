import type { Sentence } from './text/language.ts'

/** The e-mails about events that wait for review, by name. */
export const mailNames = [
  'received',
  'waiting',
  'returned',
  'returnedToAuthor',
  'published',
  'changed',
  'cancelled',
  'unpublished',
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
  changed: {
    en: 'To an author: an editor has changed the event',
    fr: 'À l’auteur : un éditeur a modifié l’évènement',
  },
  cancelled: {
    en: 'To an author: an editor has cancelled the event',
    fr: 'À l’auteur : un éditeur a annulé l’évènement',
  },
  unpublished: {
    en: 'To an author: an editor has withdrawn the event',
    fr: 'À l’auteur : un éditeur a retiré l’évènement',
  },
}
