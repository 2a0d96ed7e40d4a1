import type { Definitions } from './setting.ts'
import { text } from './setting-types.ts'
import { bucketUrl, keyText } from './storage-types.ts'

/** The places of records and images. */
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
        en: 'a URL such as postgres://user:password@host:5432/almanac',
        fr: 'une URL telle que postgres://utilisateur:mot-de-passe@hote:5432/almanac',
      },
      { canBeEmpty: true },
    ),
    default: '',
    plain: 'DATABASE_URL',
    secret: true,
    en: 'The URL of a PostgreSQL database for the records, version 15 or newer. Empty: a SQLite file in the data folder.',
    fr: 'L’URL d’une base de données PostgreSQL pour les fiches, version 15 ou plus récente. Vide : un fichier SQLite dans le dossier de données.',
  },
  secretKey: {
    type: keyText(),
    default: '',
    secret: true,
    en: 'The key that otherwise stands in secret.key of the data folder. With it, and with images in a store, processes need not share a folder.',
    fr: 'La clé qui se trouve sinon dans secret.key du dossier de données. Avec elle, et avec les images dans un stockage, les processus n’ont pas à partager de dossier.',
  },
  imageStore: {
    type: bucketUrl(),
    default: '',
    secret: true,
    en: 'The bucket of the image files, in an S3-compatible store, with its access key. Empty: the data folder.',
    fr: 'Le compartiment (bucket) des fichiers des images, dans un stockage compatible S3, avec sa clé d’accès. Vide : le dossier de données.',
  },
} as const satisfies Definitions
