import type { Sentence } from '../../define/field-type.ts'

/** The words of `users erase`. */
export const erasure = {
  ask: {
    en: 'Erase what is stored about “{who}”? This cannot be undone.',
    fr: 'Effacer ce qui est enregistré au sujet de « {who} » ? C’est irréversible.',
  },
  nothing: {
    en: 'Nothing is stored of “{who}”.',
    fr: 'Rien n’est enregistré au sujet de « {who} ».',
  },
  preview: {
    en: 'To erase: {erased}. To look at: {stays}.',
    fr: 'À effacer : {erased}. À examiner : {stays}.',
  },
  erased: {
    en: 'Erased: {erased}. To look at: {stays}.',
    fr: 'Effacé : {erased}. À examiner : {stays}.',
  },
  place: { en: 'Where', fr: 'Où' },
  record: { en: 'Record', fr: 'Fiche' },
  title: { en: 'Title', fr: 'Titre' },
  outcome: { en: 'Outcome', fr: 'Résultat' },
  goes: { en: 'erased', fr: 'effacé' },
  stays: { en: 'stays', fr: 'reste' },
} as const satisfies Record<string, Sentence>

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
