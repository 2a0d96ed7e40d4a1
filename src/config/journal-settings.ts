import type { Definitions } from './setting.ts'
import { whole } from './setting-types.ts'

/** What stays of changes. */
export const journalSettings = {
  journalRetention: {
    type: whole(0, 36_500),
    default: 90,
    en: 'The number of days that the lines of the change log are kept; 0 keeps them all.',
    fr: 'Le nombre de jours pendant lesquels les lignes du journal des modifications sont conservées ; 0 les conserve toutes.',
  },
  recordVersions: {
    type: whole(0, 1000),
    default: 100,
    en: 'The number of earlier versions that are kept of each record; 0 keeps none.',
    fr: 'Le nombre de versions antérieures conservées de chaque fiche ; 0 n’en conserve aucune.',
  },
} as const satisfies Definitions
