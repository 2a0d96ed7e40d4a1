import type { Definitions } from './setting.ts'
import { text } from './setting-types.ts'

/** Where records and images are. */
export const storageSettings = {
  dataFolder: {
    type: text(/^[^\0]+$/, { en: 'the path of a folder', fr: 'le chemin d’un dossier' }),
    default: 'data',
    en: 'The folder of the database and the images.',
    fr: 'Le dossier de la base de données et des images.',
  },
  databaseUrl: {
    type: text(
      /^postgres(ql)?:\/\/\S+$/,
      {
        en: 'an address such as postgres://user:password@host:5432/almanac',
        fr: 'une adresse telle que postgres://utilisateur:mot-de-passe@hote:5432/almanac',
      },
      { canBeEmpty: true },
    ),
    default: '',
    plain: 'DATABASE_URL',
    secret: true,
    en: 'The address of a PostgreSQL database for the records, version 15 or newer. Empty: a SQLite file in the data folder.',
    fr: 'L’adresse d’une base de données PostgreSQL pour les fiches, version 15 ou plus récente. Vide : un fichier SQLite dans le dossier des données.',
  },
} as const satisfies Definitions
