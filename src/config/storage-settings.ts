import type { Definitions } from './setting.ts'
import { secretText, serviceAddress, text } from './setting-types.ts'
import { bucketText, keyText } from './storage-types.ts'

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
    type: bucketText(),
    default: '',
    en: 'The bucket of the image files, in an S3-compatible store. Empty: the data folder.',
    fr: 'Le compartiment (bucket) des fichiers des images, dans un stockage compatible S3. Vide : le dossier de données.',
  },
  imageStoreEndpoint: {
    type: serviceAddress('{bucket}'),
    default: '',
    en: 'The URL of that store. In its host, {bucket} stands for the name of the bucket; without it, that name is the first part of the path. Empty: Amazon S3.',
    fr: 'L’URL de ce stockage. Dans l’hôte, {bucket} y représente le nom du compartiment ; sinon, ce nom ouvre le chemin. Vide : Amazon S3.',
  },
  imageStoreRegion: {
    type: text(/^[a-z0-9-]{2,40}$/, {
      en: 'a region such as eu-west-3',
      fr: 'une région telle que eu-west-3',
    }),
    default: 'us-east-1',
    plain: 'AWS_REGION',
    en: 'The region of the bucket; stores without regions take any.',
    fr: 'La région du compartiment ; un stockage sans régions les accepte toutes.',
  },
  imageStoreKey: {
    type: secretText(3),
    default: '',
    plain: 'AWS_ACCESS_KEY_ID',
    secret: true,
    en: 'The identifier of the access key of that store.',
    fr: 'L’identifiant de la clé d’accès à ce stockage.',
  },
  imageStoreSecret: {
    type: secretText(8),
    default: '',
    plain: 'AWS_SECRET_ACCESS_KEY',
    secret: true,
    en: 'The secret of that access key.',
    fr: 'Le secret de cette clé d’accès.',
  },
} as const satisfies Definitions
