import type { Sentence } from '../../../define/text/language.ts'
import { messages as shared } from '../../messages.ts'

/** The messages of the calendar of editors. */
export const messages = {
  calendar: shared.calendar,
  today: { en: 'Today', fr: 'Aujourd’hui' },
  previous: { en: 'Previous period', fr: 'Période précédente' },
  next: { en: 'Next period', fr: 'Période suivante' },
  views: { en: 'View', fr: 'Vue' },
  month: { en: 'Month', fr: 'Mois' },
  week: { en: 'Week', fr: 'Semaine' },
  day: { en: 'Day', fr: 'Jour' },
  add: { en: 'Add an event', fr: 'Ajouter un évènement' },
  help: {
    en: 'Keys: d, w, m for the view, j and k for the next and the previous period, t for today, c to add, / to search. Enter opens an event to change its dates; dragged with Alt, it is copied; Shift and the arrows move it by days, by weeks in a month, else by half hours.',
    fr: 'Touches : d, w, m pour la vue, j et k pour la période suivante ou précédente, t pour aujourd’hui, c pour ajouter, / pour chercher. Entrée ouvre un évènement pour en modifier les dates ; glissé avec Alt, il est copié ; Maj et les flèches le déplacent par jours, par semaines dans un mois, sinon par demi-heures.',
  },
  legend: { en: 'Colors of categories', fr: 'Couleurs des catégories' },
  states: { en: 'Events', fr: 'Évènements' },
  all: { en: 'All', fr: 'Tous' },
  public: { en: 'Published and scheduled', fr: 'Publiés et planifiés' },
  open: { en: 'Not published', fr: 'Non publiés' },
  moved: { en: '“{name}” was moved.', fr: '« {name} » a été déplacé.' },
  movedBack: { en: '“{name}” is back.', fr: '« {name} » est revenu.' },
  undo: shared.undo,
  meanwhile: {
    en: 'Someone changed “{name}” in the meantime. It is shown as it is now.',
    fr: 'Quelqu’un a modifié « {name} » entre-temps. Le voici tel qu’il est.',
  },
  tooMany: {
    en: 'The first {count} of {total} events are shown. A shorter period shows all of its own.',
    fr: 'Les {count} premiers évènements sur {total} sont affichés. Une période plus courte affiche tous les siens.',
  },
} as const satisfies Record<string, Sentence>
