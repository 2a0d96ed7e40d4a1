import { oneOf } from '../../define/choice-types.ts'
import {
  importFormats,
  newStatuses,
  outcomes,
  policies,
  removedPolicies,
} from '../../define/import-messages.ts'
import type { Params } from '../../define/param.ts'
import { count, flag } from '../../define/scalar-types.ts'
import { exact, integer, listOf, text } from '../../define/schema.ts'
import { languages } from '../../define/text/language.ts'
import { line, text as plain } from '../../define/text-types.ts'
import { numberOrNull } from '../../resources/admin-api/index.ts'
import type { Operation, Operations } from '../api/operation.ts'
import { before, perPage } from './page-params.ts'
import { schemaOf } from './schema-of.ts'

/** Characters of one part of a file in Base64: a mebibyte and a little. */
const maxOfPart = 1_400_000

/** Options for reading and writing a source. */
export const how = {
  policy: {
    type: oneOf(policies),
    default: 'ours',
    en: 'Fields that were edited here: theirs overwrites them, ours keeps them, ask keeps and lists them.',
    fr: 'Champs modifiés ici : theirs les remplace, ours les garde, ask les garde et les signale.',
  },
  status: {
    type: oneOf(['', ...newStatuses]),
    en: 'The status of new events that the source would publish; empty: publish. Events that are here already keep theirs if one is chosen.',
    fr: 'Le statut des nouveaux évènements que la source publierait ; vide : publish. Si un statut est choisi, les évènements déjà présents gardent le leur.',
  },
  matches: {
    type: plain(20_000, 'venue Old mill=12'),
    en: 'Names of the source that mean records of this calendar, one on each line: the kind (venue, organizer, category, tag), the name, and the ID after an equals sign.',
    fr: 'Les noms de la source qui désignent des fiches de cet agenda, un par ligne : le type (venue, organizer, category, tag), le nom, et l’ID après un signe égal.',
  },
  gone: {
    type: oneOf(removedPolicies),
    default: 'leave',
    en: 'What happens to events that the source no longer has.',
    fr: 'Le sort des évènements que la source n’a plus.',
  },
  threshold: {
    type: count({ max: 100, sample: 30 }),
    default: 30,
    en: 'If more than this percentage is gone, all of them stay.',
    fr: 'Au-delà de ce pourcentage d’absents, tous restent.',
  },
  accept_new: {
    type: flag(),
    default: false,
    en: 'Whether to continue if most events are new and most of those imported before are missing.',
    fr: 'Indique s’il faut continuer quand la plupart des évènements sont nouveaux et que la plupart de ceux déjà importés manquent.',
  },
  source_language: {
    type: oneOf(['', ...languages]),
    en: 'The language of the texts; empty: as the source says, else that of the site.',
    fr: 'La langue des textes ; vide : selon la source, sinon celle du site.',
  },
  series: {
    type: flag(),
    default: false,
    en: 'Of tec: whether dates that follow a rule become series.',
    fr: 'Pour tec : indique si les dates qui suivent une règle deviennent des séries.',
  },
  keep_ids: {
    type: flag(),
    default: false,
    en: 'Of tec: whether records keep the IDs of the site where they are free in this calendar.',
    fr: 'Pour tec : indique si les fiches gardent les ID du site qui sont libres dans cet agenda.',
  },
  map: {
    type: plain(10_000, 'What=title,When=start_date'),
    en: 'Of csv: columns and their fields.',
    fr: 'Pour csv : les colonnes et leurs champs.',
  },
  dates: {
    type: oneOf(['', 'dmy', 'mdy', 'ymd']),
    en: 'Of csv: the order in dates; empty: as the dates say.',
    fr: 'Pour csv : l’ordre dans les dates ; vide : selon les dates elles-mêmes.',
  },
  delimiter: {
    type: plain(4, ';'),
    en: 'Of csv: the column separator; empty: the one in the first line.',
    fr: 'Pour csv : le séparateur de colonnes ; vide : celui de la première ligne.',
  },
  encoding: {
    type: oneOf(['', 'utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-15', 'macintosh']),
    en: 'Of csv: the encoding; empty: as the bytes say.',
    fr: 'Pour csv : l’encodage ; vide : selon les octets.',
  },
  sheet: {
    type: line({ max: 200, sample: 'Programme' }),
    en: 'Of csv: the name of the sheet of a file of sheets; empty: the first whose headings say what it is.',
    fr: 'Pour csv : le nom de la feuille d’un classeur ; vide : la première dont les titres disent ce qu’elle contient.',
  },
} satisfies Params

/** Something that is done with one import. */
const done = (name: string, en: string, fr: string) =>
  ({
    name,
    access: 'account',
    summary: { en, fr },
    returns: schemaOf('Import'),
    problems: ['import_not_found', 'import_not_possible', 'import_busy'],
  }) as const satisfies Operation

export const importsOperations = {
  'GET /imports': {
    name: 'listImports',
    access: 'account',
    summary: {
      en: 'List imports, latest first, those of the command line too; for users who may import',
      fr: 'Lister les importations, de la plus récente à la plus ancienne, y compris celles de la ligne de commande ; pour les personnes qui peuvent importer',
    },
    params: {
      before,
      per_page: perPage(100, 20, {
        en: 'Imports on a page',
        fr: 'Le nombre d’importations par page',
      }),
    },
    returns: exact(
      { en: 'A page of imports.', fr: 'Une page d’importations.' },
      {
        imports: listOf(schemaOf('Import'), {
          en: 'Latest first, without their reports.',
          fr: 'De la plus récente à la plus ancienne, sans leurs comptes rendus.',
        }),
        next: numberOrNull({
          en: 'The value of `before` for the older ones; null: there are none.',
          fr: 'La valeur de `before` pour les plus anciennes ; null : il n’y en a pas.',
        }),
      },
    ),
  },
  'POST /imports': {
    name: 'createImport',
    access: 'account',
    summary: {
      en: 'Prepare an import: of a URL, which is read for a preview at once, or of a file, which is sent after it',
      fr: 'Préparer une importation : d’une URL, lue aussitôt pour un aperçu, ou d’un fichier, envoyé ensuite',
    },
    params: {
      format: {
        type: oneOf(importFormats),
        required: true,
        en: 'The format of the source.',
        fr: 'Le format de la source.',
      },
      url: {
        type: plain(2000, 'https://example.org/events.ics'),
        en: 'The URL of the source; without it, a file is sent.',
        fr: 'L’URL de la source ; sans elle, un fichier est envoyé.',
      },
      file: {
        type: line({ max: 255, sample: 'events.csv' }),
        en: 'The name of the file.',
        fr: 'Le nom du fichier.',
      },
      source: {
        type: line({ max: 100, sample: 'town-hall' }),
        en: 'The name of the source here, by which a repeated import finds its records. Default: the host of the URL, or the name of the file.',
        fr: 'Le nom de la source ici, par lequel une importation répétée retrouve ses fiches. Par défaut : l’hôte de l’URL, ou le nom du fichier.',
      },
      ...how,
    },
    returns: schemaOf('Import'),
    status: 201,
  },
  'GET /imports/:id': {
    name: 'readImport',
    access: 'account',
    summary: {
      en: 'One import with its progress and its report',
      fr: 'Une importation, avec son avancement et son compte rendu',
    },
    returns: schemaOf('WholeImport'),
    problems: ['import_not_found'],
  },
  'GET /imports/:id/records': {
    name: 'listImportRecords',
    access: 'account',
    summary: {
      en: 'A page of the records of an import or a preview, field by field',
      fr: 'Une page des fiches d’une importation ou d’un aperçu, champ par champ',
    },
    params: {
      outcome: {
        type: oneOf(outcomes),
        required: true,
        en: 'What was done with the records, or would be.',
        fr: 'Ce qui a été fait des fiches, ou le serait.',
      },
      page: {
        type: count({ max: 1000, sample: 1 }),
        default: 1,
        en: 'The page; each has 20 records.',
        fr: 'La page ; chacune a 20 fiches.',
      },
    },
    returns: exact(
      { en: 'A page of records.', fr: 'Une page de fiches.' },
      {
        records: listOf(schemaOf('ImportRecord'), {
          en: 'In the order of the source.',
          fr: 'Dans l’ordre de la source.',
        }),
        total: integer({
          en: 'The number of listed records with this outcome: the first 1,000.',
          fr: 'Le nombre de fiches listées avec ce résultat : les 1 000 premières.',
        }),
      },
    ),
    problems: ['import_not_found'],
  },
  'GET /imports/:id/refused': {
    name: 'downloadRefusedRows',
    access: 'account',
    summary: {
      en: 'Of csv: the refused rows as a table of the same columns, with the reason for each, to be corrected and imported again',
      fr: 'Pour csv : les lignes refusées en un tableau aux mêmes colonnes, avec la raison de chaque refus, à corriger et à importer de nouveau',
    },
    returns: exact(
      { en: 'A file.', fr: 'Un fichier.' },
      {
        name: text({
          en: 'Its name: imported under it, the rows have the same source.',
          fr: 'Son nom : importées sous celui-ci, les lignes ont la même source.',
        }),
        content: text({ en: 'CSV.', fr: 'Du CSV.' }),
      },
    ),
    problems: ['import_not_found'],
  },
  'POST /imports/:id/parts': {
    name: 'sendImportPart',
    access: 'account',
    takesLargeBody: true,
    summary: {
      en: 'Send the next part of the file; after the last one it is read for a preview',
      fr: 'Envoyer la partie suivante du fichier ; après la dernière, il est lu pour un aperçu',
    },
    params: {
      part: {
        type: plain(maxOfPart, 'SUQsRXZlbnQgTmFtZQ=='),
        required: true,
        en: 'Bytes of the file, in Base64.',
        fr: 'Des octets du fichier, en Base64.',
      },
      last: {
        type: flag(),
        default: false,
        en: 'Whether this is the last part.',
        fr: 'Indique si c’est la dernière partie.',
      },
    },
    returns: schemaOf('Import'),
    problems: ['import_not_found', 'import_not_possible', 'import_busy', 'import_too_large'],
  },
  'POST /imports/:id/preview': {
    ...done(
      'previewImport',
      'Preview the import, read in another way',
      'Refaire l’aperçu, avec une autre lecture',
    ),
    params: how,
  },
  'POST /imports/:id/run': done(
    'runImport',
    'Carry out the import, or go on with one that was interrupted',
    'Effectuer l’importation, ou reprendre une importation interrompue',
  ),
  'POST /imports/:id/stop': done(
    'stopImport',
    'Stop the import; what it has written stays',
    'Arrêter l’importation ; ce qu’elle a enregistré reste',
  ),
  'POST /imports/:id/undo': done(
    'undoImport',
    'Undo the import: created records go to the trash, changed ones are as before, those edited since stay',
    'Annuler l’importation : les fiches créées vont à la corbeille, les fiches modifiées reviennent à l’état d’avant, celles modifiées depuis restent',
  ),
} satisfies Operations
