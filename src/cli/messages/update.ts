import type { Sentence } from '../../define/field-type.ts'

/** The words of `update`. */
export const update = {
  onlyChecks: {
    en: 'Almanac does not replace itself. Pass --check to see whether there is a newer version.',
    fr: 'Almanac ne se remplace pas lui-même. Ajoutez --check pour savoir s’il existe une version plus récente.',
  },
  noUrl: {
    en: 'Set updateUrl (ALMANAC_UPDATE_URL) to the URL of the latest release.',
    fr: 'Indiquez dans updateUrl (ALMANAC_UPDATE_URL) l’URL de la dernière publication.',
  },
  unknown: {
    en: 'The newest version could not be found out: {reason}.',
    fr: 'Impossible de connaître la dernière version. Détail (en anglais) : {reason}.',
  },
  newest: {
    en: 'Almanac {version} is the newest version.',
    fr: 'Almanac {version} est la dernière version.',
  },
  newer: {
    en: 'Almanac {latest} is available; this is {version}. Read “Before you update” in its changelog, and back up.',
    fr: 'Almanac {latest} est disponible ; cette version est la {version}. Lisez « Avant la mise à jour » dans son journal des modifications, et sauvegardez.',
  },
} as const satisfies Record<string, Sentence>
