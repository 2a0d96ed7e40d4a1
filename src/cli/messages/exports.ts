import type { Sentence } from '../../define/field-type.ts'

/** The words of `export`. */
export const exports = {
  written: { en: 'Written to {file}.', fr: 'Enregistré dans {file}.' },
  noFolder: {
    en: 'There is no folder {folder}.',
    fr: 'Il n’y a pas de dossier {folder}.',
  },
  badFilter: {
    en: '--filter is “{value}”. Expected parameters of the list of events, such as "categories=music&start_date=2027-01-01".',
    fr: '--filter vaut « {value} ». Attendu : des paramètres de la liste des évènements, tels que "categories=musique&start_date=2027-01-01".',
  },
  notRead: {
    en: 'The events could not be read (status {status}).',
    fr: 'Les évènements n’ont pas pu être lus (statut {status}).',
  },
} as const satisfies Record<string, Sentence>
