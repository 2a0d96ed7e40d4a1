import type { Sentence } from '../../define/field-type.ts'

/** The progress of long work. */
export const progress = {
  begun: {
    en: '{what}: {done} of {total} ({percent})',
    fr: '{what} : {done} sur {total} ({percent})',
  },
  going: {
    en: '{what}: {done} of {total} ({percent}), {rate}/s, {left} left',
    fr: '{what} : {done} sur {total} ({percent}), {rate}/s, encore {left}',
  },
  example: { en: 'Writing the example', fr: 'Écriture de l’exemple' },
  removal: { en: 'Removing the example', fr: 'Suppression de l’exemple' },
  import: { en: 'Importing', fr: 'Importation' },
  trash: { en: 'Emptying the trash', fr: 'Vidage de la corbeille' },
  tables: { en: 'Rebuilding the tables of lists', fr: 'Reconstruction des tables de listes' },
  lists: { en: 'Preparing the lists', fr: 'Préparation des listes' },
  search: { en: 'Preparing the search', fr: 'Préparation de la recherche' },
} as const satisfies Record<string, Sentence>
