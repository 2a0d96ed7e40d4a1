import type { Sentence } from '../../../define/text/language.ts'

export const messages = {
  about: {
    en: 'Take the calendar elsewhere, and keep copies of it.',
    fr: 'Emportez l’agenda ailleurs, et gardez-en des copies.',
  },
  export: { en: 'Export', fr: 'Export' },
  exportAbout: {
    en: 'The archive has everything but passwords and tokens; another Almanac imports it. The other formats have the events.',
    fr: 'L’archive contient tout sauf les mots de passe et les jetons ; un autre Almanac peut l’importer. Les autres formats contiennent les évènements.',
  },
  format: { en: 'Format', fr: 'Format' },
  archive: { en: 'Archive of everything (ZIP)', fr: 'Archive complète (ZIP)' },
  ics: { en: 'Public events as iCalendar', fr: 'Évènements publics en iCalendar' },
  csv: { en: 'Events as a table (CSV)', fr: 'Évènements en tableau (CSV)' },
  ndjson: { en: 'Events as JSON lines (NDJSON)', fr: 'Évènements en lignes JSON (NDJSON)' },
  filter: { en: 'Only some events', fr: 'Certains évènements seulement' },
  filterHint: {
    en: 'Parameters of the list of events, such as categories=music&start_date=2027-01-01. Empty: all.',
    fr: 'Des paramètres de la liste des évènements, par exemple categories=musique&start_date=2027-01-01. Vide : tous.',
  },
  download: { en: 'Download', fr: 'Télécharger' },
  downloadOf: { en: 'Download {name}', fr: 'Télécharger {name}' },
  backups: { en: 'Backups', fr: 'Sauvegardes' },
  every: {
    en: 'The service makes a backup every {every} {every|hour|hours} and keeps {keep}.',
    fr: 'Le service fait une sauvegarde toutes les {every} {every|heure|heures} et en conserve {keep}.',
  },
  never: {
    en: 'The service makes no backups by itself: set backupEvery where it is started.',
    fr: 'Le service ne fait pas de sauvegarde de lui-même : définissez backupEvery là où il est démarré.',
  },
  place: { en: 'They are in {place}.', fr: 'Elles sont dans {place}.' },
  encrypted: { en: 'encrypted', fr: 'chiffrée' },
  withoutKey: { en: 'without secret.key', fr: 'sans secret.key' },
  open: {
    en: 'New backups are not encrypted. They contain the hashes of passwords, and the key: guard downloads.',
    fr: 'Les nouvelles sauvegardes ne sont pas chiffrées. Elles contiennent les mots de passe hachés et la clé : gardez les téléchargements en lieu sûr.',
  },
  make: { en: 'Back up now', fr: 'Sauvegarder maintenant' },
  working: {
    en: 'A backup is being made or verified.',
    fr: 'Une sauvegarde ou une vérification est en cours.',
  },
  failed: {
    en: 'The last backup failed: {reason}',
    fr: 'La dernière sauvegarde a échoué : {reason}',
  },
  unread: {
    en: 'The backups cannot be read: {reason}',
    fr: 'Les sauvegardes sont illisibles : {reason}',
  },
  none: { en: 'There is no backup yet.', fr: 'Il n’y a pas encore de sauvegarde.' },
  verify: { en: 'Verify', fr: 'Vérifier' },
  verifyOf: { en: 'Verify {name}', fr: 'Vérifier {name}' },
  complete: { en: 'verified: complete', fr: 'vérifiée : complète' },
  broken: { en: 'verified: {problem}', fr: 'vérifiée : {problem}' },
  facts: {
    en: '{events} {events|event|events}, {size}',
    fr: '{events} {events|évènement|évènements}, {size}',
  },
  restore: { en: 'Restore', fr: 'Restaurer' },
  restoreAbout: {
    en: 'A restoration needs the service to stop. On its machine, stop it and run this command; the present data is put aside.',
    fr: 'Une restauration exige l’arrêt du service. Sur sa machine, arrêtez-le et lancez cette commande ; les données actuelles sont mises de côté.',
  },
} as const satisfies Record<string, Sentence>
