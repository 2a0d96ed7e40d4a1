import type { Sentence } from '../../define/field-type.ts'

/** The words of `move`. */
export const move = {
  noSource: {
    en: '--from is missing: the data folder or the postgres:// URL of the calendar.',
    fr: 'Il manque --from : le dossier de données ou l’URL postgres:// de l’agenda.',
  },
  noTarget: {
    en: '--to is missing: the folder or the postgres:// URL where the calendar goes.',
    fr: 'Il manque --to : le dossier ou l’URL postgres:// où va l’agenda.',
  },
  badPlace: {
    en: '{option} is not valid. Expected a folder, or a URL such as postgres://user@host:5432/almanac.',
    fr: '{option} n’est pas valide. Attendu : un dossier, ou une URL telle que postgres://utilisateur@hote:5432/almanac.',
  },
  interrupted: {
    en: 'Interrupted. The calendar was not moved.',
    fr: 'Interrompu. L’agenda n’a pas été transféré.',
  },
  moved: {
    en: 'The calendar is now in {to} too: {rows} {count|row|rows}, with the same counts and checksums on both sides.',
    fr: 'L’agenda est maintenant aussi dans {to} : {rows} {count|ligne|lignes}, avec les mêmes nombres et les mêmes sommes de contrôle des deux côtés.',
  },
  files: {
    en: '{files} {count|file|files} of images ({bytes} bytes) and secret.key are in {folder}, compared one by one.',
    fr: '{files} {count|fichier|fichiers} d’images ({bytes} octets) et secret.key sont dans {folder}, comparés un à un.',
  },
  filesInBucket: {
    en: '{files} {count|file|files} of images ({bytes} bytes) {count|is|are} in {bucket}, compared one by one. secret.key is in {folder}.',
    fr: '{files} {count|fichier|fichiers} d’images ({bytes} octets) {count|est|sont} dans {bucket}, {count|comparé|comparés} un à un. secret.key est dans {folder}.',
  },
  bucketStays: {
    en: 'Images stay in {bucket}. secret.key is in {folder}.',
    fr: 'Les images restent dans {bucket}. secret.key est dans {folder}.',
  },
  filesStay: {
    en: 'Images and secret.key stay in {folder}.',
    fr: 'Les images et secret.key restent dans {folder}.',
  },
  next: {
    en: '{from} is as it was. Do not serve both: what is written to one is not in the other.',
    fr: '{from} est inchangé. Ne servez pas les deux : ce qui est écrit dans l’un n’est pas dans l’autre.',
  },
  same: {
    en: 'Both have the same: {rows} {count|row|rows}, with the same counts and checksums.',
    fr: 'Les deux contiennent la même chose : {rows} {count|ligne|lignes}, avec les mêmes nombres et les mêmes sommes de contrôle.',
  },
  differ: {
    en: 'These tables are not the same on both sides: {tables}.',
    fr: 'Ces tables ne sont pas les mêmes des deux côtés : {tables}.',
  },
} as const satisfies Record<string, Sentence>

/** The steps of a move. */
export const moveSteps = {
  rebuild: {
    en: 'Preparing the source',
    fr: 'Préparation de la source',
  },
  copy: {
    en: 'Moving the rows',
    fr: 'Transfert des lignes',
  },
  verify: {
    en: 'Verifying the rows',
    fr: 'Vérification des lignes',
  },
  index: {
    en: 'Making the indexes',
    fr: 'Création des index',
  },
  files: {
    en: 'Copying the images',
    fr: 'Copie des images',
  },
  filesVerify: {
    en: 'Verifying the images',
    fr: 'Vérification des images',
  },
} as const satisfies Record<string, Sentence>

/** The errors of either end of a move, by code. */
export const moveErrors = {
  MOVE_SAME: {
    en: '--from and --to are the same place.',
    fr: '--from et --to désignent le même endroit.',
  },
  MOVE_NOTHING: {
    en: 'There is no calendar in {place}.',
    fr: 'Il n’y a pas d’agenda dans {place}.',
  },
  MOVE_SERVED: {
    en: 'Almanac is still connected to this database ({connections} {connections|connection|connections}). Stop every process that serves it, then run the command again.',
    fr: 'Almanac est encore connecté à cette base de données ({connections} {connections|connexion|connexions}). Arrêtez tous les processus qui la servent, puis relancez la commande.',
  },
  MOVE_BUSY: {
    en: 'Another process writes to this database: a service, or another move. Wait for it or stop it, then run the command again.',
    fr: 'Un autre processus écrit dans cette base de données : un service, ou un autre transfert. Attendez sa fin ou arrêtez-le, puis relancez la commande.',
  },
  MOVE_OCCUPIED: {
    en: 'There is a calendar in {place} already, or tables with the same names. Nothing was changed: choose an empty place.',
    fr: 'Il y a déjà un agenda dans {place}, ou des tables de mêmes noms. Rien n’a été modifié : choisissez un endroit vide.',
  },
  MOVE_COLUMNS: {
    en: 'The table {table} of {from} has columns that this version of Almanac does not know: {columns}. Use the newer version that added them.',
    fr: 'La table {table} de {from} a des colonnes que cette version d’Almanac ne connaît pas : {columns}. Utilisez la version plus récente qui les a ajoutées.',
  },
  MOVE_VALUE: {
    en: 'The column {column} of the table {table} has a value of another type (row {key}). Correct it first.',
    fr: 'La colonne {column} de la table {table} contient une valeur d’un autre type (ligne {key}). Corrigez-la d’abord.',
  },
  MOVE_DIFFERS: {
    en: 'The table {table} is not the same on both sides: {rows} {rows|row|rows} in {from}, {moved} in {place}. The calendar was not moved.',
    fr: 'La table {table} n’est pas la même des deux côtés : {rows} {rows|ligne|lignes} dans {from}, {moved} dans {place}. L’agenda n’a pas été transféré.',
  },
  MOVE_FILE: {
    en: 'The image {name} is not the same on both sides. Remove it from {place}, then run the command again.',
    fr: 'L’image {name} n’est pas la même des deux côtés. Supprimez-la de {place}, puis relancez la commande.',
  },
  IMAGE_STORE_UNREACHABLE: {
    en: 'The bucket of the images cannot be used: {message}',
    fr: 'Le compartiment des images est inutilisable : {message}',
  },
  MOVE_KEY: {
    en: '{file} is the key of another calendar. Choose another folder, or move that file away.',
    fr: '{file} est la clé d’un autre agenda. Choisissez un autre dossier, ou déplacez ce fichier.',
  },
  MOVE_SERVER: {
    en: 'The server of {place} is PostgreSQL {version}; 15 or newer is needed.',
    fr: 'Le serveur de {place} est PostgreSQL {version} ; il faut la version 15 ou une version plus récente.',
  },
  MOVE_ENCODING: {
    en: 'The database {place} has the encoding {encoding}; UTF8 is needed.',
    fr: 'La base de données {place} a l’encodage {encoding} ; il faut UTF8.',
  },
  MOVE_KEY_MISSING: {
    en: 'The calendar has a key, which is not given here and not in {file}. If the service has it from the setting secretKey, set ALMANAC_SECRET_KEY or ALMANAC_SECRET_KEY_FILE for this command too. If it is a file, name its folder with --from-folder.',
    fr: 'L’agenda a une clé, qui n’est ni donnée ici ni dans {file}. Si le service la reçoit du réglage secretKey, définissez aussi ALMANAC_SECRET_KEY ou ALMANAC_SECRET_KEY_FILE pour cette commande. Si c’est un fichier, indiquez son dossier avec --from-folder.',
  },
  DATABASE_MOVING: {
    en: 'A calendar is being moved into this folder or restored into it, and that is not finished. Run {program} move or {program} backup restore again, as before.',
    fr: 'Le transfert d’un agenda vers ce dossier, ou sa restauration, n’est pas terminé. Relancez {program} move ou {program} backup restore, comme avant.',
  },
  DATABASE_UNFINISHED: {
    en: 'This database has part of a calendar: an earlier version of Almanac began a move into it and did not finish. Empty the database (in a folder, delete almanac.db and almanac.db-wal), then run {program} move again; after a {program} backup restore, run that again.',
    fr: 'Cette base de données contient une partie d’agenda : une version antérieure d’Almanac y a commencé un transfert sans le terminer. Videz-la (dans un dossier, supprimez almanac.db et almanac.db-wal), puis relancez {program} move ; après une restauration, relancez {program} backup restore.',
  },
  DATABASE_UNREACHABLE: {
    en: 'The database cannot be reached, or has ended the connection: {message}',
    fr: 'La base de données est injoignable ou a fermé la connexion : {message}',
  },
} as const satisfies Record<string, Sentence>
