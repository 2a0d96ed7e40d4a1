import type { Sentence } from './text/language.ts'

/** The places of a person’s data. */
export const personalPlaces = [
  'account',
  'organizer',
  'submission',
  'report',
  'versions',
  'import',
  'mail',
  'text',
] as const
export type PersonalPlace = (typeof personalPlaces)[number]

/** The names of these places. */
export const personalPlaceNames: Record<PersonalPlace, Sentence> = {
  account: { en: 'account', fr: 'compte' },
  organizer: { en: 'organizer', fr: 'organisateur' },
  submission: { en: 'submitter of an event', fr: 'auteur d’une proposition' },
  report: { en: 'sender of a report', fr: 'auteur d’un signalement' },
  versions: { en: 'earlier versions', fr: 'versions antérieures' },
  import: { en: 'import', fr: 'importation' },
  mail: { en: 'waiting e-mail', fr: 'e-mail en attente' },
  text: { en: 'text', fr: 'texte' },
}

export const erasureOutcomes = ['erased', 'stays'] as const

/** The limits of an erasure. */
export const erasureLimits: Sentence = {
  en: 'Texts that name the person stay: edit them. The change log has only numbers of records and users, and its lines are removed after journalRetention. Backups, exported archives, the log of the service and copies elsewhere keep their content.',
  fr: 'Les textes qui nomment la personne restent : modifiez-les. Le journal des modifications ne contient que les numéros des fiches et des comptes, et ses lignes disparaissent après journalRetention. Les sauvegardes, les archives exportées, le journal du service et les copies faites ailleurs conservent leur contenu.',
}
