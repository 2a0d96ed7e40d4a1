import { oneOf } from '../../define/choice-types.ts'
import { line, text as plain } from '../../define/text-types.ts'
import type { Operations } from '../api/operation.ts'
import { schemaOf } from './schema-of.ts'

/** The formats of downloads. */
export const downloads = ['archive', 'ics', 'csv', 'ndjson', 'backup'] as const

const name = {
  type: line({ max: 40, sample: 'almanac-2026-06-15T16-00-00Z' }),
  en: 'The name of the backup.',
  fr: 'Le nom de la sauvegarde.',
} as const

export const backupsOperations = {
  'GET /backups': {
    name: 'listBackups',
    access: 'account',
    summary: {
      en: 'List backups, newest first, with the result of the last one; for administrators',
      fr: 'Lister les sauvegardes, de la plus récente à la plus ancienne, avec le résultat de la dernière ; pour les administrateurs',
    },
    returns: schemaOf('Backups'),
  },
  'POST /backups': {
    name: 'createBackup',
    access: 'account',
    summary: {
      en: 'Start a backup; the list shows it once it is complete',
      fr: 'Lancer une sauvegarde ; la liste l’affiche une fois terminée',
    },
    returns: schemaOf('Backups'),
    problems: ['backup_busy'],
  },
  'POST /backups/verify': {
    name: 'verifyBackup',
    access: 'account',
    summary: {
      en: 'Start to verify every file of a backup; the list shows the result',
      fr: 'Lancer la vérification de chaque fichier d’une sauvegarde ; la liste donne le résultat',
    },
    params: { name: { ...name, required: true } },
    returns: schemaOf('Backups'),
    problems: ['backup_busy', 'backup_not_found'],
  },
  'POST /downloads': {
    name: 'createDownload',
    access: 'account',
    summary: {
      en: 'Get the URL of an export or a backup, for administrators. The browser loads it with the same session, a program with the same credentials',
      fr: 'Obtenir l’URL d’un export ou d’une sauvegarde, pour les administrateurs. Le navigateur la charge avec la même session, un programme avec les mêmes identifiants',
    },
    params: {
      what: {
        type: oneOf(downloads),
        required: true,
        en: 'An archive of everything, the events in a format, or a backup.',
        fr: 'Une archive de tout, les évènements dans un format, ou une sauvegarde.',
      },
      filter: {
        type: plain(2000, 'categories=music&start_date=2027-01-01'),
        en: 'Of events: parameters of the list of events. Empty: all events.',
        fr: 'Pour les évènements : des paramètres de la liste des évènements. Vide : tous.',
      },
      name,
    },
    returns: schemaOf('Download'),
    problems: ['backup_not_found'],
  },
  'GET /doctor': {
    name: 'examine',
    access: 'account',
    summary: {
      en: 'Examine the calendar as the command doctor does; for administrators',
      fr: 'Examiner l’agenda comme la commande doctor ; pour les administrateurs',
    },
    returns: schemaOf('Examination'),
  },
} satisfies Operations
