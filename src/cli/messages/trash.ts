import type { Sentence } from '../../define/field-type.ts'

/** The words of `trash`. */
export const trash = {
  ask: {
    en: 'Permanently delete everything in the trash? This cannot be undone.',
    fr: 'Supprimer définitivement le contenu de la corbeille ? C’est irréversible.',
  },
  badAge: {
    en: '--older-than is “{value}”. Expected a duration such as 30d.',
    fr: '--older-than vaut « {value} ». Attendu : une durée telle que 30d.',
  },
  wouldEmpty: {
    en: 'Would be deleted permanently: {events} {events|event|events}, {venues} {venues|venue|venues}, {organizers} {organizers|organizer|organizers}, {pages} {pages|page|pages}.',
    fr: 'Fiches qui seraient supprimées définitivement : {events} {events|évènement|évènements}, {venues} {venues|lieu|lieux}, {organizers} {organizers|organisateur|organisateurs}, {pages} {pages|page|pages}.',
  },
  emptied: {
    en: 'Deleted permanently: {events} {events|event|events}, {venues} {venues|venue|venues}, {organizers} {organizers|organizer|organizers}, {pages} {pages|page|pages}.',
    fr: 'Fiches supprimées définitivement : {events} {events|évènement|évènements}, {venues} {venues|lieu|lieux}, {organizers} {organizers|organisateur|organisateurs}, {pages} {pages|page|pages}.',
  },
} as const satisfies Record<string, Sentence>
