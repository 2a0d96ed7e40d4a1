import { fetchRefusals } from '../../define/fetch-messages.ts'
import type { Sentence } from '../../define/field-type.ts'

/** The words of `update`. */
export const update = {
  onlyChecks: {
    en: 'Almanac does not replace itself. Pass --check with the URL of the latest release to see whether there is a newer version.',
    fr: 'Almanac ne se remplace pas lui-même. Ajoutez --check avec l’URL de la dernière publication pour savoir s’il existe une version plus récente.',
  },
  unknown: {
    en: 'The newest version could not be determined: {reason}.',
    fr: 'Impossible de connaître la dernière version : {reason}.',
  },
  newest: {
    en: 'Almanac {version} is the newest version.',
    fr: 'Almanac {version} est la dernière version.',
  },
  newer: {
    en: 'Almanac {latest} is available; this is {version}. Read “Before you update” in its changelog, and back up.',
    fr: 'Almanac {latest} est disponible ; cette version est la {version}. Lisez « Before you update » dans son journal des versions, et sauvegardez.',
  },
} as const satisfies Record<string, Sentence>

/** Why nothing is known about the newest version. */
export const updateRefusals = {
  ...fetchRefusals,
  status: { en: 'its URL returned an error', fr: 'son URL a renvoyé une erreur' },
  type: { en: 'the file is not JSON', fr: 'le fichier n’est pas en JSON' },
  content: { en: 'the file names no version', fr: 'le fichier n’indique aucune version' },
} as const satisfies Record<string, Sentence>
