import { namesIn } from '../../define/base/objects.ts'
import { oneOf } from '../../define/choice-types.ts'
import { type FieldType, fieldError, value } from '../../define/field-type.ts'
import { importFormats, intervals, outcomes } from '../../define/import-messages.ts'
import {
  type ImportHow,
  type ImportOption,
  optionIn,
  optionsFor,
} from '../../define/import-options.ts'
import type { Param } from '../../define/param.ts'
import { count, flag, integerIn } from '../../define/scalar-types.ts'
import { exact, integer, listOf, text } from '../../define/schema.ts'
import { line, text as plain } from '../../define/text-types.ts'
import { numberOrNull } from '../../resources/admin-api/index.ts'
import type { Operation, Operations } from '../api/operation.ts'
import { before, perPage, schemaOf } from './schema-of.ts'

/** Characters of one part of a file in Base64: a mebibyte and a little. */
const maxOfPart = 1_400_000

const notWhole = {
  en: '{name} is not a whole number from 0 to {max}.',
  fr: '{name} n’est pas un nombre entier de 0 à {max}.',
}

const wholeTo = ({
  max,
  usual,
}: {
  max: number
  usual: number
}): FieldType<number | string, number, number> => ({
  ...count({ sample: usual }),
  accepts: { type: 'integer', minimum: 0, maximum: max },
  check(input) {
    const number = integerIn(input)
    return number !== undefined && number >= 0 && number <= max
      ? value(number)
      : fieldError({ sentence: notWhole, params: { max } })
  },
})

/** Options for reading and writing a source. */
const how = Object.fromEntries(
  optionsFor().map(([name, option]) => [name, paramOf(option)]),
  // each row says what its values are
) as {
  [N in keyof ImportHow]: Param & { type: FieldType<ImportHow[N], ImportHow[N], ImportHow[N]> }
}

function paramOf(option: ImportOption): Param {
  const { of, en, fr, usual } = option
  const only = (before: string, sentence: string) =>
    of ? `${before} ${of}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}` : sentence
  return {
    type: typeOf(option),
    ...(usual !== '' && { default: usual }),
    en: only('Of', en),
    fr: only('Pour', fr).replace(/^(Pour \w+):/, '$1\u00a0:'),
  }
}

function typeOf(option: ImportOption): FieldType {
  if ('words' in option) return oneOf(option.words)
  if ('max' in option) return wholeTo(option)
  if (!('length' in option)) return flag()
  const { length: max, sample, form, isText } = option
  const type = isText ? plain(max, sample) : line({ max, sample })
  if (!form) return type
  const { en, fr } = form.expected
  const sentence = { en: `{name} cannot be read. ${en}`, fr: `{name} n’est pas lisible. ${fr}` }
  return {
    ...type,
    check(input, context) {
      const checked = type.check(input, context)
      return typeof input === 'string' &&
        optionIn(option, input) === undefined &&
        'value' in checked
        ? fieldError({ sentence })
        : checked
    },
  }
}

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

export const subscriptionsOperations = {
  'GET /subscriptions': {
    name: 'listSubscriptions',
    access: 'account',
    summary: {
      en: 'List subscriptions: feeds that are imported again and again; for users who may import',
      fr: 'Lister les abonnements : les flux importés régulièrement ; pour les personnes qui peuvent importer',
    },
    returns: exact(
      { en: 'The subscriptions.', fr: 'Les abonnements.' },
      {
        subscriptions: listOf(schemaOf('Subscription'), {
          en: 'The oldest first.',
          fr: 'Du plus ancien au plus récent.',
        }),
      },
    ),
  },
  'POST /subscriptions': {
    name: 'subscribe',
    access: 'account',
    summary: {
      en: 'Subscribe to a feed; its records belong to you',
      fr: 'S’abonner à un flux ; ses fiches vous appartiennent',
    },
    params: {
      format: {
        type: oneOf(importFormats),
        default: 'ics',
        en: 'The format of the feed.',
        fr: 'Le format du flux.',
      },
      url: {
        type: plain(2000, 'https://example.org/events.ics'),
        required: true,
        en: 'The URL of the feed.',
        fr: 'L’URL du flux.',
      },
      source: {
        type: line({ max: 100, sample: 'town-hall' }),
        en: 'The name of the source here. Default: host and path of the URL.',
        fr: 'Le nom de la source ici. Par défaut : l’hôte et le chemin de l’URL.',
      },
      every: {
        type: oneOf(namesIn(intervals)),
        default: 'daily',
        en: 'How often it is read.',
        fr: 'La fréquence de lecture.',
      },
      ...how,
    },
    returns: schemaOf('Subscription'),
    status: 201,
  },
  'PATCH /subscriptions/:id': {
    name: 'changeSubscription',
    access: 'account',
    summary: {
      en: 'Pause or resume a subscription, change how often it is read, or read it now',
      fr: 'Suspendre ou reprendre un abonnement, changer sa fréquence, ou le lire maintenant',
    },
    params: {
      state: {
        type: oneOf(['active', 'paused']),
        en: 'Whether it is read; a disabled one is tried again when it becomes active.',
        fr: 'Indique s’il est lu ; un abonnement désactivé est réessayé dès qu’il redevient actif.',
      },
      every: {
        type: oneOf(namesIn(intervals)),
        en: 'How often it is read.',
        fr: 'La fréquence de lecture.',
      },
      now: {
        type: flag(),
        default: false,
        en: 'Whether it is read at once.',
        fr: 'Indique s’il est lu maintenant.',
      },
    },
    returns: schemaOf('Subscription'),
    problems: ['subscription_not_found'],
  },
  'DELETE /subscriptions/:id': {
    name: 'unsubscribe',
    access: 'account',
    summary: {
      en: 'End a subscription; the imported records stay',
      fr: 'Mettre fin à un abonnement ; les fiches importées restent',
    },
    returns: schemaOf('Subscription'),
    problems: ['subscription_not_found'],
  },
} satisfies Operations
