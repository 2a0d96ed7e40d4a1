import type { Definitions } from './setting.ts'
import { bytes, integer, list, oneOf, originOf, text } from './setting-types.ts'
import { bucketUrl, keyText } from './storage-types.ts'

const mebibyte = 1024 ** 2

/** The limits of one caller, the level of the log, and how long changes are kept. */
export const limitSettings = {
  logLevel: {
    type: oneOf('silent', 'error', 'warn', 'info', 'debug'),
    default: 'info',
    live: { en: 'Level of the log', fr: 'Niveau du journal' },
    en: 'The level of detail of the log.',
    fr: 'Le niveau de détail du journal.',
  },
  corsOrigins: {
    type: list(
      {
        en: '*, or origins such as https://example.org',
        fr: '*, ou des origines telles que https://exemple.fr',
      },
      originOf,
    ),
    default: ['*'],
    live: { en: 'Sites that may call the API', fr: 'Sites autorisés à appeler l’API' },
    en: 'The sites whose pages may call the API from a browser; * for all.',
    fr: 'Les sites dont les pages peuvent appeler l’API depuis un navigateur ; * pour tous.',
  },
  rateLimit: {
    type: integer(0, 1_000_000_000),
    default: 0,
    live: { en: 'Requests per minute', fr: 'Requêtes par minute' },
    en: 'The number of requests per minute that one IP address may send; 0 for no limit.',
    fr: 'Le nombre de requêtes permises par minute et par adresse IP ; 0 pour aucune limite.',
  },
  uploadLimit: {
    type: bytes(1024 * mebibyte),
    default: 16 * mebibyte,
    live: { en: 'Maximum size of an image file', fr: 'Taille maximale du fichier d’une image' },
    en: 'The maximum size of an image file.',
    fr: 'La taille maximale du fichier d’une image.',
  },
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

/**
 * Limits that nobody has to choose: each is far above what a calendar needs, and far below what a machine of 512 MB can bear. Code reads them
 * with the settings, so that a test may pass smaller ones.
 */
export const fixedLimits: Record<
  | 'attemptWindow'
  | 'bodyMemory'
  | 'fetchTimeout'
  | 'gracePeriod'
  | 'imageMemory'
  | 'maxConcurrentRequests'
  | 'maxFeedEvents'
  | 'maxOccurrences'
  | 'pixelLimit'
  | 'recordCache'
  | 'responseCache'
  | 'sessionIdleTimeout',
  number
> = {
  /** Seconds for which a failed attempt counts: with `attemptLimit`, 5,760 guesses a day. */
  attemptWindow: 300,
  /** Bytes of the bodies of all requests, in all workers together. */
  bodyMemory: 64 * 1024 ** 2,
  /** Milliseconds for the images that one write downloads. */
  fetchTimeout: 10_000,
  /** Milliseconds that requests in progress have when the service stops; Docker kills it after as many. */
  gracePeriod: 10_000,
  /** Bytes for decoding images, in each worker. */
  imageMemory: 512 * 1024 ** 2,
  /** Requests in progress, in all workers together. */
  maxConcurrentRequests: 1000,
  /** Events of a feed, which has no pages. */
  maxFeedEvents: 5000,
  /** Dates of a recurring event within `recurrenceHorizon`: one a day for 13 years. */
  maxOccurrences: 5000,
  /** Pixels of an image: those of a photo of 50 megapixels. */
  pixelLimit: 50_000_000,
  /** Bytes of cached records, and of cached responses. */
  recordCache: 40 * 1024 ** 2,
  responseCache: 32 * 1024 ** 2,
  /** Seconds after which an unused session ends: a weekend. `sessionMaxAge` bounds all of them. */
  sessionIdleTimeout: 172_800,
}

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
