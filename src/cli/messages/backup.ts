import type { Sentence } from '../../define/field-type.ts'

/** The words of `backup`. */
export const backup = {
  created: {
    en: 'The backup is in {path}: {events} {events|event|events}, {files} {files|file|files}, {size}.',
    fr: 'La sauvegarde est dans {path} : {events} {events|évènement|évènements}, {files} {files|fichier|fichiers}, {size}.',
  },
  removed: {
    en: 'Older backups deleted: {names}.',
    fr: 'Sauvegardes plus anciennes supprimées : {names}.',
  },
  wouldCreate: {
    en: 'A backup would be created: {path}.',
    fr: 'Une sauvegarde serait créée : {path}.',
  },
  wouldRemove: {
    en: 'Older backups would be deleted: {names}.',
    fr: 'Des sauvegardes plus anciennes seraient supprimées : {names}.',
  },
  withoutKey: {
    en: 'The key is not in it: it is the setting secretKey. Keep that elsewhere.',
    fr: 'La clé n’y est pas : c’est le réglage secretKey. Conservez-la ailleurs.',
  },
  bucket: {
    en: 'The images are in {bucket} and not in the backup: let the bucket keep versions, or copy it after the backup.',
    fr: 'Les images sont dans {bucket} et non dans la sauvegarde : activez les versions du compartiment, ou copiez-le après la sauvegarde.',
  },
  none: {
    en: 'There is no backup in {folder}.',
    fr: 'Il n’y a pas de sauvegarde dans {folder}.',
  },
  complete: {
    en: '{path} is complete: {files} {files|file|files} compared, and the database is not damaged.',
    fr: '{path} est complète : {files} {files|fichier comparé|fichiers comparés}, et la base de données n’est pas endommagée.',
  },
  ask: {
    en: 'Put the backup of {created} ({events} {events|event|events}) into {dataFolder}? What is there now goes to its folder before-restore.',
    fr: 'Mettre la sauvegarde du {created} ({events} {events|évènement|évènements}) dans {dataFolder} ? Ce qui s’y trouve va dans son dossier before-restore.',
  },
  askServer: {
    en: 'Put the backup of {created} ({events} {events|event|events}) into the PostgreSQL database and {dataFolder}? The tables that are there now go to the schema {schema}, the images and the key to the folder before-restore.',
    fr: 'Mettre la sauvegarde du {created} ({events} {events|évènement|évènements}) dans la base de données PostgreSQL et dans {dataFolder} ? Les tables qui s’y trouvent vont dans le schéma {schema}, les images et la clé dans le dossier before-restore.',
  },
  wouldRestore: {
    en: 'The backup is complete. That of {created} with {events} {events|event|events} would replace the calendar of {dataFolder}.',
    fr: 'La sauvegarde est complète. Celle du {created}, avec {events} {events|évènement|évènements}, remplacerait l’agenda de {dataFolder}.',
  },
  restored: {
    en: 'The backup of {created} is in {dataFolder}. Start the service.',
    fr: 'La sauvegarde du {created} est dans {dataFolder}. Démarrez le service.',
  },
  restoredServer: {
    en: 'The backup of {created} is in the database and in {dataFolder}. Start the service.',
    fr: 'La sauvegarde du {created} est dans la base de données et dans {dataFolder}. Démarrez le service.',
  },
  previousSchema: {
    en: 'The tables that were there before are in the schema {schema}. Delete it when the calendar has proved itself: DROP SCHEMA {schema} CASCADE.',
    fr: 'Les tables qui s’y trouvaient sont dans le schéma {schema}. Supprimez-le une fois l’agenda vérifié : DROP SCHEMA {schema} CASCADE.',
  },
  previous: {
    en: 'What was there before is in {previous}. Delete that folder when the calendar has proved itself.',
    fr: 'Ce qui s’y trouvait est dans {previous}. Supprimez ce dossier une fois l’agenda vérifié.',
  },
  notRestored: {
    en: 'Nothing was restored.',
    fr: 'Rien n’a été restauré.',
  },
  badKeep: {
    en: '--keep is “{value}”. Expected a whole number, 1 or more.',
    fr: '--keep vaut « {value} ». Attendu : un nombre entier à partir de 1.',
  },
} as const satisfies Record<string, Sentence>

/** The damages of a file of a backup. */
export const backupDamage = {
  missing: { en: '{file}: it is missing.', fr: '{file} : ce fichier manque.' },
  changed: {
    en: '{file}: it is not the file that was backed up.',
    fr: '{file} : ce n’est pas le fichier qui a été sauvegardé.',
  },
  added: {
    en: '{file}: it was not backed up, and must not be there.',
    fr: '{file} : ce fichier n’a pas été sauvegardé et n’a rien à faire ici.',
  },
  damaged: {
    en: '{file}: the database is damaged.',
    fr: '{file} : la base de données est endommagée.',
  },
  foreign: {
    en: '{file}: it is no calendar of Almanac.',
    fr: '{file}\u00a0: ce n’est pas un agenda d’Almanac.',
  },
  newer: {
    en: '{file}: a newer version of Almanac has written it. Restore it with that version.',
    fr: '{file}\u00a0: une version plus récente d’Almanac l’a écrit. Restaurez-le avec cette version.',
  },
  content: {
    en: '{file}: it has another number of events than the manifest of the backup states.',
    fr: '{file}\u00a0: le nombre d’évènements n’est pas celui que donne le manifeste de la sauvegarde.',
  },
  unreadable: { en: '{file}: it cannot be read.', fr: '{file} : il est illisible.' },
} as const satisfies Record<string, Sentence>

/** The steps of a backup, as their progress names them. */
export const backupSteps = {
  database: { en: 'Copying the database', fr: 'Copie de la base de données' },
  pack: { en: 'Writing the backup', fr: 'Écriture de la sauvegarde' },
  unpack: { en: 'Reading the backup', fr: 'Lecture de la sauvegarde' },
  rows: { en: 'Restoring the records', fr: 'Restauration des fiches' },
  verify: { en: 'Comparing the files', fr: 'Comparaison des fichiers' },
  restore: { en: 'Restoring the files', fr: 'Restauration des fichiers' },
} as const satisfies Record<string, Sentence>

/** The reasons why a backup could not be made or found. */
export const backupErrors = {
  BACKUP_NOTHING: {
    en: 'There is no calendar in {dataFolder}.',
    fr: 'Il n’y a pas d’agenda dans {dataFolder}.',
  },
  BACKUP_THERE: {
    en: '{path} already exists.',
    fr: '{path} existe déjà.',
  },
  BACKUP_NONE: {
    en: '{path} is not a backup of a calendar, or contains none.',
    fr: '{path} n’est pas la sauvegarde d’un agenda, ou n’en contient pas.',
  },
  BACKUP_SPACE: {
    en: 'There is not enough space in {folder}: {free} MB are free, {needed} MB are needed. Nothing was written.',
    fr: 'Il n’y a pas assez de place dans {folder} : {free} Mo sont libres, il en faut {needed}. Rien n’a été écrit.',
  },
  BACKUP_FLAWED: {
    en: 'The new backup {name} is not valid ({file}). No older one was deleted.',
    fr: 'La nouvelle sauvegarde {name} n’est pas valide ({file}). Aucune plus ancienne n’a été supprimée.',
  },
  BACKUP_KEY: {
    en: '{name} is encrypted. Set backupKey to the key that it was encrypted with (ALMANAC_BACKUP_KEY or ALMANAC_BACKUP_KEY_FILE).',
    fr: '{name} est chiffrée. Donnez à backupKey la clé qui a servi à la chiffrer (ALMANAC_BACKUP_KEY ou ALMANAC_BACKUP_KEY_FILE).',
  },
  BACKUP_KEY_OTHER: {
    en: '{name} was encrypted with another key than backupKey.',
    fr: '{name} a été chiffrée avec une autre clé que backupKey.',
  },
  BACKUP_STORE: {
    en: 'The bucket {place} cannot be used: {reason}.',
    fr: 'Le compartiment {place} est inutilisable : {reason}.',
  },
  BACKUP_FORM: {
    en: 'The database of the backup cannot be brought to this version: {reason}. Nothing was restored; your calendar is in {dataFolder}, as it was.',
    fr: 'La base de la sauvegarde ne peut pas être mise à niveau\u00a0: {reason}. Rien n’a été restauré\u202f; votre agenda est dans {dataFolder}, tel qu’il était.',
  },
  BACKUP_EXCHANGE: {
    en: 'The files could not be exchanged: {reason}. Your calendar as it was is in {previous}. Restore again, or put its files back into {dataFolder}.',
    fr: 'Les fichiers n’ont pas pu être échangés\u00a0: {reason}. Votre agenda tel qu’il était est dans {previous}. Relancez la restauration, ou remettez ses fichiers dans {dataFolder}.',
  },
  BACKUP_SCHEMA: {
    en: 'The database has a calendar, and its user may not create the schema {schema}, which is to take those tables. Allow it (GRANT CREATE ON DATABASE … TO …), or restore into an empty database.',
    fr: 'La base de données contient un agenda, et son utilisateur ne peut pas créer le schéma {schema} qui doit recevoir ces tables. Autorisez-le (GRANT CREATE ON DATABASE … TO …), ou restaurez dans une base de données vide.',
  },
} as const satisfies Record<string, Sentence>
