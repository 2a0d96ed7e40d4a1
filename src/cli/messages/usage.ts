import type { Sentence } from '../../define/field-type.ts'
import { moveErrors } from './move.ts'

/** The errors of a command as it was typed. `{meant}` is empty or one of the two sentences below. */
export const usage = {
  unknownCommand: {
    en: 'There is no command “{name}”.{meant}',
    fr: 'Il n’y a pas de commande « {name} ».{meant}',
  },
  unknownOption: {
    en: 'There is no option {name} here.{meant}',
    fr: 'L’option {name} n’existe pas ici.{meant}',
  },
  removedAgain: {
    en: 'There is no option --again here. A move always begins anew: run it without this option.',
    fr: 'L’option --again n’existe pas ici. Un transfert reprend toujours du début : relancez-le sans cette option.',
  },
  unusedSetting: {
    en: '{name} is a setting of the service; this command does not use it.',
    fr: '{name} est un réglage du service ; cette commande ne l’utilise pas.',
  },
  settingFirst: {
    en: '{name} belongs behind the command: COMMAND {name} VALUE.',
    fr: '{name} se place après la commande : COMMANDE {name} VALEUR.',
  },
  missingArgument: {
    en: 'The argument “{name}” is missing.',
    fr: 'Il manque l’argument « {name} ».',
  },
  missingValue: {
    en: 'The option {name} needs a value.',
    fr: 'L’option {name} demande une valeur.',
  },
  missingOption: { en: 'The option {name} is needed.', fr: 'L’option {name} est nécessaire.' },
  tooMany: { en: 'The command has too many arguments.', fr: 'La commande a trop d’arguments.' },
  other: {
    en: 'The command could not be understood: {message}',
    fr: 'La commande n’a pas été comprise : {message}',
  },
  meant: { en: ' Did you mean {name}?', fr: ' Vouliez-vous dire {name} ?' },
  seeHelp: { en: 'See {program}{command} --help.', fr: 'Voir {program}{command} --help.' },
  guides: {
    en: 'Guides; {program} help NAME prints one:',
    fr: 'Guides ; {program} help NOM en affiche un :',
  },
  noGuide: {
    en: 'There is no command and no guide on {topic}. The guides: {names}.',
    fr: 'Aucune commande ni aucun guide ne porte sur {topic}. Les guides : {names}.',
  },
  badLanguage: {
    en: '--lang is “{value}”. Expected en or fr.',
    fr: '--lang vaut « {value} ». Attendu : en ou fr.',
  },
  withErrors: {
    en: 'The settings above are not valid; their defaults are shown instead.',
    fr: 'Les réglages ci-dessus ne sont pas valides ; leurs valeurs par défaut sont affichées à leur place.',
  },
  badSettings: {
    en: 'Nothing was started: correct the settings above.',
    fr: 'Rien n’a été démarré : corrigez les réglages ci-dessus.',
  },
} as const satisfies Record<string, Sentence>

/** The errors of the machine, by code. */
export const system: Record<string, Sentence> & { EACCES_AS_OWNER: Sentence } = {
  ...moveErrors,
  EADDRINUSE: {
    en: 'Port {port} is in use by another program. Choose another with --port, or 0 for any that is free.',
    fr: 'Le port {port} est occupé par un autre programme. Choisissez-en un autre avec --port, ou 0 pour n’importe quel port libre.',
  },
  EADDRNOTAVAIL: {
    en: 'This machine does not have the IP address {host}. Choose another with --host.',
    fr: 'Cette machine n’a pas l’adresse IP {host}. Choisissez-en une autre avec --host.',
  },
  ENOTFOUND: {
    en: 'The host name {host} is unknown. Choose another with --host.',
    fr: 'Le nom d’hôte {host} est inconnu. Choisissez-en un autre avec --host.',
  },
  EACCES: {
    en: 'The system does not allow it: {message}',
    fr: 'Le système ne le permet pas : {message}',
  },
  EACCES_AS_OWNER: {
    en: 'For root a command works as the owner of the data folder, the user {owner}, who may not do this: {message}. Name a file or folder that this user reaches.',
    fr: 'Pour root, une commande agit au nom du propriétaire du dossier de données, l’utilisateur {owner}, qui n’a pas ce droit : {message}. Indiquez un fichier ou un dossier accessible à cet utilisateur.',
  },
  FOLDER_EEXIST: {
    en: '{dataFolder} is a file where the data needs a folder. Move it away, or choose another data folder with --data-folder.',
    fr: '{dataFolder} est un fichier là où les données ont besoin d’un dossier. Déplacez-le, ou choisissez un autre dossier de données avec --data-folder.',
  },
  FOLDER_ENOTDIR: {
    en: 'The data folder {dataFolder} cannot be created: part of its path is not a folder. Choose another with --data-folder.',
    fr: 'Le dossier de données {dataFolder} ne peut pas être créé : une partie de son chemin n’est pas un dossier. Choisissez-en un autre avec --data-folder.',
  },
  FOLDER_EROFS: {
    en: 'The data folder {dataFolder} is on a read-only disk. Choose another with --data-folder.',
    fr: 'Le dossier de données {dataFolder} est sur un disque en lecture seule. Choisissez-en un autre avec --data-folder.',
  },
  FOLDER_EACCES: {
    en: 'The data folder {dataFolder} cannot be written to by this user. Change its owner or permissions, or choose another with --data-folder.',
    fr: 'Cet utilisateur ne peut pas écrire dans le dossier de données {dataFolder}. Changez-en le propriétaire ou les droits, ou choisissez-en un autre avec --data-folder.',
  },
  FOLDER_BUSY: {
    en: 'Process {process} already serves the data folder {dataFolder}. Stop it first, or choose another folder with --data-folder.',
    fr: 'Le processus {process} sert déjà le dossier de données {dataFolder}. Arrêtez-le d’abord, ou choisissez un autre dossier avec --data-folder.',
  },
  DATABASE_LOST: {
    en: 'The data folder {dataFolder} has {remains} but no database: almanac.db is missing or empty. Put it back from your backup. To begin an empty calendar instead, move {remains} to another folder.',
    fr: 'Le dossier de données {dataFolder} contient {remains} mais pas de base de données : almanac.db manque ou est vide. Remettez-la depuis votre sauvegarde. Pour commencer plutôt un agenda vide, déplacez {remains} dans un autre dossier.',
  },
  DATABASE_COPY_SPACE: {
    en: 'The database in {dataFolder} must be migrated, and is copied to {folder} before. That needs {needed} MiB, and {free} MiB are free. Make space on the disk, and start again; nothing has changed.',
    fr: 'La base de données dans {dataFolder} doit être migrée, et elle est d’abord copiée dans {folder}. Il faut {needed} Mio, et {free} Mio sont libres. Libérez de la place sur le disque, puis redémarrez ; rien n’a changé.',
  },
  DATABASE_NEWER: {
    en: 'The database in {dataFolder} has version {version}, and this version of Almanac knows databases up to {current}. Install the newer version of Almanac again, or restore a backup from before the update, such as the copy in its folder before-update.',
    fr: 'La base de données dans {dataFolder} porte la version {version}, et cette version d’Almanac connaît les bases jusqu’à {current}. Réinstallez la version plus récente d’Almanac, ou restaurez une sauvegarde d’avant la mise à jour, comme la copie dans son dossier before-update.',
  },
  DATABASE_ENCODING: {
    en: "The encoding of the database is {encoding}, which cannot store every letter. Create the database again with UTF-8 (CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0).",
    fr: "L’encodage de la base de données est {encoding}, qui ne peut pas enregistrer toutes les lettres. Recréez la base en UTF-8 (CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0).",
  },
  DATABASE_WITHOUT_LOCKS: {
    en: 'The database server does not hold advisory locks: two processes could write at the same time, and the order of the change log would be lost. Connect to PostgreSQL 15 or newer itself; a pooler in between needs session mode.',
    fr: 'Le serveur de base de données ne gère pas les verrous consultatifs (advisory locks) : deux processus pourraient écrire en même temps, et l’ordre du journal des modifications serait perdu. Connectez-vous directement à PostgreSQL 15 ou plus récent ; un répartiteur de connexions intermédiaire doit être en mode session.',
  },
  DATABASE_WITHOUT_NOTIFY: {
    en: 'The database server does not deliver notifications (LISTEN and NOTIFY): a process would not be notified of the writes of others. Connect to PostgreSQL 15 or newer itself; a pooler in between needs session mode.',
    fr: 'Le serveur de base de données ne transmet pas les notifications (LISTEN et NOTIFY) : un processus ne serait pas averti des écritures des autres. Connectez-vous directement à PostgreSQL 15 ou plus récent ; un répartiteur de connexions intermédiaire doit être en mode session.',
  },
  DATABASE_WITHOUT_STATUS: {
    en: 'The database server does not report the status of a transaction (pg_xact_status): after a lost connection it would be unknown whether a write was stored. Connect to PostgreSQL 15 or newer.',
    fr: 'Le serveur de base de données ne donne pas l’état d’une transaction (pg_xact_status) : après une connexion perdue, il serait impossible de savoir si une écriture a été enregistrée. Connectez-vous à PostgreSQL 15 ou plus récent.',
  },
  DATABASE_FOREIGN: {
    en: 'The file almanac.db in {dataFolder} is the database of another program. Restore your backup, or choose another folder with --data-folder.',
    fr: 'Le fichier almanac.db dans {dataFolder} est la base de données d’un autre programme. Restaurez votre sauvegarde, ou choisissez un autre dossier avec --data-folder.',
  },
  DATABASE_SCHEMA: {
    en: 'The database in {dataFolder} is damaged or was changed by another program: {missing} is missing. Restore your backup.',
    fr: 'La base de données dans {dataFolder} est endommagée ou a été modifiée par un autre programme ; il manque : {missing}. Restaurez votre sauvegarde.',
  },
  KEY_MISSING: {
    en: 'The key {file} is missing. Without it nobody can open protected events ({events}). Put the file back from your backup. If it is lost, {program} keys renew creates another: protected events then stay closed until they get a new password.',
    fr: 'Il manque la clé {file}. Sans elle, personne ne peut ouvrir les évènements protégés ({events}). Remettez le fichier depuis votre sauvegarde. S’il est perdu, {program} keys renew en crée une autre : les évènements protégés restent alors fermés jusqu’à ce qu’ils reçoivent un nouveau mot de passe.',
  },
  KEY_NO_FILE: {
    en: 'The key {file} is not a file. If it is a folder that a container created, remove it, and put the file back from your backup.',
    fr: 'La clé {file} n’est pas un fichier. Si c’est un dossier qu’un conteneur a créé, supprimez-le, et remettez le fichier depuis votre sauvegarde.',
  },
  KEY_SIZE: {
    en: 'The key {file} is damaged: it does not have 32 bytes. With it nobody can open protected events ({events}). Put the file back from your backup. If it is lost, {program} keys renew creates another: protected events then stay closed until they get a new password.',
    fr: 'La clé {file} est endommagée : elle n’a pas 32 octets. Avec elle, personne ne peut ouvrir les évènements protégés ({events}). Remettez le fichier depuis votre sauvegarde. S’il est perdu, {program} keys renew en crée une autre : les évènements protégés restent alors fermés jusqu’à ce qu’ils reçoivent un nouveau mot de passe.',
  },
  KEY_OTHER: {
    en: 'The key {file} is not the one of this database. With it nobody can open protected events ({events}). Put the right file back from your backup. If it is lost, {program} keys renew creates another: protected events then stay closed until they get a new password.',
    fr: 'La clé {file} n’est pas celle de cette base de données. Avec elle, personne ne peut ouvrir les évènements protégés ({events}). Remettez le bon fichier depuis votre sauvegarde. S’il est perdu, {program} keys renew en crée une autre : les évènements protégés restent alors fermés jusqu’à ce qu’ils reçoivent un nouveau mot de passe.',
  },
  KEY_GIVEN: {
    en: 'The setting secretKey is not the key of this database. With it nobody can open protected events ({events}). Set the right one. If it is lost, {program} keys renew accepts the one that is set: protected events then stay closed until they get a new password.',
    fr: 'Le réglage secretKey n’est pas la clé de cette base de données. Avec elle, personne ne peut ouvrir les évènements protégés ({events}). Donnez la bonne. Si elle est perdue, {program} keys renew accepte celle qui est donnée : les évènements protégés restent alors fermés jusqu’à ce qu’ils reçoivent un nouveau mot de passe.',
  },
  FOLDER: {
    en: 'The data folder {dataFolder} cannot be created ({message}). Choose another with --data-folder.',
    fr: 'Le dossier de données {dataFolder} ne peut pas être créé ({message}). Choisissez-en un autre avec --data-folder.',
  },
  ENOSPC: { en: 'The disk is full.', fr: 'Le disque est plein.' },
  SQLITE_BUSY: {
    en: 'The database is locked by another program. Try again in a moment.',
    fr: 'La base de données est verrouillée par un autre programme. Réessayez dans un instant.',
  },
  SQLITE_NOTADB: {
    en: 'The file almanac.db in {dataFolder} is not a database.',
    fr: 'Le fichier almanac.db dans {dataFolder} n’est pas une base de données.',
  },
  SQLITE_CORRUPT: {
    en: 'The database in {dataFolder} is damaged. Restore your backup.',
    fr: 'La base de données dans {dataFolder} est endommagée. Restaurez votre sauvegarde.',
  },
  SQLITE_CANTOPEN: {
    en: 'The database in {dataFolder} cannot be opened.',
    fr: 'La base de données dans {dataFolder} ne peut pas être ouverte.',
  },
}

/** The error of output that did not reach its reader. */
export const unwritable: Sentence = {
  en: 'The output could not be written: {message}',
  fr: 'La sortie n’a pas pu être écrite : {message}',
}

/** An error that has no sentence of its own. */
export const unexpected: Sentence = {
  en: 'Something went wrong: {message}',
  fr: 'Une erreur est survenue : {message}',
}

/** The words of `completion`. */
export const completion = {
  unknownShell: {
    en: 'There is no completion for “{value}”.{meant} Shells: {roles}.',
    fr: 'Il n’y a pas de complétion pour « {value} ».{meant} Shells : {roles}.',
  },
}
