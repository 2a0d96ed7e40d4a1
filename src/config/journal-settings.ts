import type { Definitions } from './setting.ts'
import { integer } from './setting-types.ts'

/** The retention of changes. */
export const journalSettings = {
  journalRetention: {
    type: integer(0, 36_500),
    default: 90,
    en: 'The number of days that the lines of the change log are kept; 0 keeps them all.',
    fr: 'Le nombre de jours pendant lesquels les lignes du journal des modifications sont conservées ; 0 les conserve toutes.',
  },
  recordVersions: {
    type: integer(0, 1000),
    default: 100,
    live: { en: 'Versions of a record', fr: 'Versions d’une fiche' },
    en: 'The number of earlier versions that are kept of each record; 0 keeps none.',
    fr: 'Le nombre de versions antérieures conservées de chaque fiche ; 0 n’en conserve aucune.',
  },
  trashRetention: {
    type: integer(0, 36_500),
    default: 0,
    en: 'The number of days after which records in the trash are deleted permanently; 0 keeps them until trash empty.',
    fr: 'Le nombre de jours après lesquels les fiches de la corbeille sont supprimées définitivement ; 0 les conserve jusqu’à trash empty.',
  },
  submitterRetention: {
    type: integer(0, 36_500),
    default: 0,
    en: 'The number of days after the end of a proposed event for which the name, e-mail address and note of its submitter are stored; 0 keeps them.',
    fr: 'Le nombre de jours après la fin d’un évènement proposé pendant lesquels le nom, l’adresse e-mail et le message de la personne qui l’a proposé sont conservés ; 0 les conserve.',
  },
} as const satisfies Definitions
