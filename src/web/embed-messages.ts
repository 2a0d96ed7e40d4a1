import type { Sentence } from '../define/text/language.ts'
import { eventStatusNames } from '../resources/event/event-status.ts'

const { scheduled: _, ...statusNames } = eventStatusNames

/** The messages of the calendar in other sites; its script has them in each language. */
export const embedMessages = {
  calendar: { en: 'Calendar of events', fr: 'Agenda' },
  month: { en: 'Month', fr: 'Mois' },
  list: { en: 'List', fr: 'Liste' },
  today: { en: 'Today', fr: 'Aujourd’hui' },
  earlier_month: { en: 'Previous month', fr: 'Mois précédent' },
  earlier_list: { en: 'Earlier events', fr: 'Évènements précédents' },
  later_month: { en: 'Next month', fr: 'Mois suivant' },
  later_list: { en: 'Later events', fr: 'Évènements suivants' },
  none: { en: 'No events.', fr: 'Aucun évènement.' },
  failed: {
    en: 'The events could not be loaded.',
    fr: 'Les évènements n’ont pas pu être chargés.',
  },
  again: { en: 'Try again', fr: 'Réessayer' },
  more: { en: '{n} more', fr: '{n} de plus' },
  on: { en: 'Events on {day}', fr: 'Évènements du {day}' },
  count_one: { en: '{n} event', fr: '{n} évènement' },
  count_other: { en: '{n} events', fr: '{n} évènements' },
  all: { en: 'Whole calendar', fr: 'Tout l’agenda' },
  allDay: { en: 'all day', fr: 'toute la journée' },
  online: { en: 'online', fr: 'en ligne' },
  ...statusNames,
} as const satisfies Record<string, Sentence>

export type EmbedMessages = Record<keyof typeof embedMessages, string>
