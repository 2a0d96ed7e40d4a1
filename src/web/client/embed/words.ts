import type { Language } from '../../../define/text/language.ts'

/** What the calendar in other sites says. */
const words = {
  en: {
    calendar: 'Calendar of events',
    month: 'Month',
    list: 'List',
    today: 'Today',
    earlier: { month: 'Previous month', list: 'Earlier events' },
    later: { month: 'Next month', list: 'Later events' },
    none: 'No events.',
    failed: 'The events could not be loaded.',
    again: 'Try again',
    more: '{n} more',
    on: 'Events on {day}',
    count: { one: '{n} event', many: '{n} events' },
    all: 'Whole calendar',
    allDay: 'all day',
    online: 'online',
    status: { cancelled: 'Cancelled', postponed: 'Postponed', moved_online: 'Moved online' },
  },
  fr: {
    calendar: 'Agenda',
    month: 'Mois',
    list: 'Liste',
    today: 'Aujourd’hui',
    earlier: { month: 'Mois précédent', list: 'Évènements précédents' },
    later: { month: 'Mois suivant', list: 'Évènements suivants' },
    none: 'Aucun évènement.',
    failed: 'Les évènements n’ont pas pu être chargés.',
    again: 'Réessayer',
    more: '{n} de plus',
    on: 'Évènements du {day}',
    count: { one: '{n} évènement', many: '{n} évènements' },
    all: 'Tout l’agenda',
    allDay: 'toute la journée',
    online: 'en ligne',
    status: { cancelled: 'Annulé', postponed: 'Reporté', moved_online: 'Désormais en ligne' },
  },
} as const

export type Words = (typeof words)[Language]

export const wordsIn = (language: Language): Words => words[language]

export const languageOf = (code: string | null | undefined): Language =>
  code?.toLowerCase().startsWith('fr') ? 'fr' : 'en'
