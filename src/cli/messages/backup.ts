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
  withoutKey: {
    en: 'The key is not in it: it is the setting secretKey. Keep that elsewhere.',
    fr: 'La clé n’y est pas : c’est le réglage secretKey. Conservez-la ailleurs.',
  },
  bucket: {
    en: 'The images are in {bucket} and not in the backup: let the bucket keep versions, or copy it after the backup.',
    fr: 'Les images sont dans {bucket} et non dans la sauvegarde : activez les versions du compartiment, ou copiez-le après la sauvegarde.',
  },
  server: {
    en: 'The calendar is on PostgreSQL, whose own program makes its backup: pg_dump --format=custom --file=almanac.dump "$DATABASE_URL". Then copy {folder} (key and images). To restore it: pg_restore --clean --if-exists --dbname="$DATABASE_URL" almanac.dump.',
    fr: 'L’agenda est sur PostgreSQL, qui fait ses sauvegardes avec son propre programme : pg_dump --format=custom --file=almanac.dump "$DATABASE_URL". Copiez ensuite {folder} (clé et images). Pour la restauration : pg_restore --clean --if-exists --dbname="$DATABASE_URL" almanac.dump.',
  },
  none: {
    en: 'There is no backup in {folder}.',
    fr: 'Il n’y a pas de sauvegarde dans {folder}.',
  },
  whole: {
    en: '{path} is complete: {files} {files|file|files} compared, and the database is not damaged.',
    fr: '{path} est complète : {files} {files|fichier comparé|fichiers comparés}, et la base de données n’est pas abîmée.',
  },
  ask: {
    en: 'Put the backup of {created} ({events} {events|event|events}) into {dataFolder}? What is there now goes to its folder before-restore.',
    fr: 'Mettre la sauvegarde du {created} ({events} {events|évènement|évènements}) dans {dataFolder} ? Ce qui s’y trouve va dans son dossier before-restore.',
  },
  restored: {
    en: 'The backup of {created} is in {dataFolder}. Start the service.',
    fr: 'La sauvegarde du {created} est dans {dataFolder}. Démarrez le service.',
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
    en: '--keep is “{value}”; a whole number from 1 is expected.',
    fr: '--keep vaut « {value} ». Valeur attendue : un nombre entier à partir de 1.',
  },
} as const satisfies Record<string, Sentence>

/** What is wrong with a file of a backup. */
export const backupFlaws = {
  missing: { en: '{file}: it is missing.', fr: '{file} : il manque.' },
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
    fr: '{file} : la base de données est abîmée.',
  },
  unreadable: { en: '{file}: it cannot be read.', fr: '{file} : il est illisible.' },
} as const satisfies Record<string, Sentence>

/** The steps of a backup, as their progress names them. */
export const backupSteps = {
  backup: { en: 'Copying the images', fr: 'Copie des images' },
  verify: { en: 'Comparing the files', fr: 'Comparaison des fichiers' },
  restore: { en: 'Restoring the files', fr: 'Restauration des fichiers' },
} as const satisfies Record<string, Sentence>

/** Why a backup could not be made or found. */
export const backupErrors = {
  BACKUP_NOTHING: {
    en: 'There is no calendar in {dataFolder}.',
    fr: 'Il n’y a pas d’agenda dans {dataFolder}.',
  },
  BACKUP_THERE: {
    en: '{path} is there already.',
    fr: '{path} existe déjà.',
  },
  BACKUP_NONE: {
    en: '{path} is no backup of a calendar, or contains none.',
    fr: '{path} n’est pas la sauvegarde d’un agenda, ou n’en contient pas.',
  },
} as const satisfies Record<string, Sentence>
