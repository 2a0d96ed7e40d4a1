import type { Definitions } from './setting.ts'
import { integer, secretText, serviceAddress, text } from './setting-types.ts'
import { bucketText, keyText } from './storage-types.ts'

/** Backups that the service makes, and where all backups are. */
export const backupSettings = {
  backupEvery: {
    type: integer(0, 8760),
    default: 0,
    en: 'The number of hours between two backups that the service makes by itself; 0: it makes none.',
    fr: 'Le nombre d’heures entre deux sauvegardes que le service fait de lui-même ; 0 : il n’en fait aucune.',
  },
  backupKeep: {
    type: integer(1, 10_000),
    default: 14,
    en: 'The number of backups that stay when the service has made and verified another; older ones are deleted.',
    fr: 'Le nombre de sauvegardes conservées quand le service en a fait et vérifié une autre ; les plus anciennes sont supprimées.',
  },
  backupFolder: {
    type: text(
      /^[^\0]+$/,
      { en: 'the path of a folder', fr: 'le chemin d’un dossier' },
      { canBeEmpty: true },
    ),
    default: '',
    en: 'The folder of the backups; empty: backups in the data folder.',
    fr: 'Le dossier des sauvegardes ; vide : backups dans le dossier de données.',
  },
  backupStore: {
    type: bucketText(),
    default: '',
    en: 'The bucket of the backups, in an S3-compatible store. Empty: backupFolder.',
    fr: 'Le compartiment (bucket) des sauvegardes, dans un stockage compatible S3. Vide : backupFolder.',
  },
  backupStoreEndpoint: {
    type: serviceAddress('{bucket}'),
    default: '',
    en: 'The URL of that store, as in imageStoreEndpoint. Empty: Amazon S3.',
    fr: 'L’URL de ce stockage, comme dans imageStoreEndpoint. Vide : Amazon S3.',
  },
  backupStoreRegion: {
    type: text(/^[a-z0-9-]{2,40}$/, {
      en: 'a region such as eu-west-3',
      fr: 'une région telle que eu-west-3',
    }),
    default: 'us-east-1',
    en: 'The region of the bucket of the backups.',
    fr: 'La région du compartiment des sauvegardes.',
  },
  backupStoreKey: {
    type: secretText(3),
    default: '',
    secret: true,
    en: 'The identifier of the access key of the store of the backups.',
    fr: 'L’identifiant de la clé d’accès au stockage des sauvegardes.',
  },
  backupStoreSecret: {
    type: secretText(8),
    default: '',
    secret: true,
    en: 'The secret of that access key.',
    fr: 'Le secret de cette clé d’accès.',
  },
  backupKey: {
    type: keyText(),
    default: '',
    secret: true,
    en: 'The key with which backups are encrypted. Keep a copy elsewhere: without it they cannot be restored. Empty: they are not encrypted.',
    fr: 'La clé qui chiffre les sauvegardes. Gardez-en une copie ailleurs : sans elle, elles ne peuvent pas être restaurées. Vide : elles ne sont pas chiffrées.',
  },
} as const satisfies Definitions
