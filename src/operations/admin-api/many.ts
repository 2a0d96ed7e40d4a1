import { oneOf } from '../../define/choice-types.ts'
import { ids } from '../../define/list-types.ts'
import type { Params } from '../../define/param.ts'
import { linkKinds } from '../../define/record.ts'
import { count, flag } from '../../define/scalar-types.ts'
import { exact, listOf } from '../../define/schema.ts'
import { text as plain } from '../../define/text-types.ts'
import {
  bulkNames,
  fieldValues,
  hours,
  maxAtOnce,
  minutes,
  numberOrNull,
} from '../../resources/admin-api/index.ts'
import { activityKinds, writtenNames } from '../../resources/index.ts'
import type { Operations } from '../api/operation.ts'
import { before, kindAmong, perPage, schemaOf } from './schema-of.ts'

/** Rows of one page, at most. */
const maxRows = 1000
/** Characters of a query. */
const maxQuery = 8000

const changeParams = {
  kind: kindAmong(bulkNames),
  records: {
    type: ids(undefined, maxAtOnce),
    required: true,
    en: 'The IDs of the records, up to 10,000; also those of dates of series, which change alone, and are removed instead of going to the trash.',
    fr: 'Les ID des fiches, 10 000 au plus ; aussi ceux de dates de séries, qui changent seules, et sont retirées au lieu d’aller à la corbeille.',
  },
  change: {
    type: fieldValues({ status: 'draft' }),
    en: 'Fields and their values, as in a change of one record.',
    fr: 'Des champs et leurs valeurs, comme pour modifier une seule fiche.',
  },
  add: {
    type: fieldValues({ categories: [3] }),
    en: 'Links that are added to those of each event: IDs by field.',
    fr: 'Des liens ajoutés à ceux de chaque évènement : des ID par champ.',
  },
  remove: {
    type: fieldValues({ tags: [5] }),
    en: 'Links that are removed from each event: IDs by field.',
    fr: 'Des liens retirés de chaque évènement : des ID par champ.',
  },
  move: {
    type: minutes(),
    en: 'Minutes by which the dates of each event move, on its own clock.',
    fr: 'Le nombre de minutes dont se décalent les dates de chaque évènement, à sa propre heure.',
  },
  hours: {
    type: hours(),
    en: 'The hours of each event on its day, as 15:00 or 15:00-17:00. Without an end it lasts as long as before.',
    fr: 'Les horaires de chaque évènement, le même jour, comme 15:00 ou 15:00-17:00. Sans fin, il dure aussi longtemps qu’avant.',
  },
  modified: {
    type: fieldValues({ 12: '2026-12-05 18:30:00' }),
    en: 'The modified_utc of records by their IDs, as they were read: one that was changed since stays as it is.',
    fr: 'Le modified_utc de fiches par leur ID, tel qu’il a été lu : une fiche modifiée depuis reste telle quelle.',
  },
  erase: {
    type: flag(),
    default: false,
    en: 'Whether to delete the records permanently; nothing undoes it.',
    fr: 'Indique s’il faut supprimer définitivement les fiches ; rien ne l’annule.',
  },
} satisfies Params

const mergeParams = {
  kind: kindAmong(linkKinds),
  into: {
    type: count(),
    required: true,
    en: 'The ID of the record that stays.',
    fr: 'L’ID de la fiche qui reste.',
  },
  from: {
    type: ids(),
    required: true,
    en: 'The IDs of the records to move to the trash; categories and tags are deleted permanently. IDs that no longer exist are ignored.',
    fr: 'Les ID des fiches à mettre à la corbeille ; les catégories et étiquettes sont supprimées définitivement. Les ID qui n’existent plus sont ignorés.',
  },
  fill: {
    type: flag({ loose: true }),
    default: false,
    en: 'Fill texts that the record that stays lacks with those of the others.',
    fr: 'Compléter les textes qui manquent à la fiche qui reste par ceux des autres.',
  },
} satisfies Params

const tableParams = {
  kind: kindAmong(writtenNames),
  query: {
    type: plain(maxQuery, 'status=draft&categories=3'),
    default: '',
    en: 'The parameters of the list, as in its URL in the API.',
    fr: 'Les paramètres de la liste, comme dans son URL dans l’API.',
  },
  sort: {
    type: plain(100, '-modified'),
    en: 'A field to sort by, or modified, languages, count or events; with a minus sign, the last first. By default, the order of the API.',
    fr: 'Le champ de tri, ou modified, languages, count ou events ; avec un signe moins, le dernier d’abord. Par défaut, l’ordre de l’API.',
  },
  page: { type: count(), default: 1, en: 'The page.', fr: 'La page.' },
  per_page: perPage(maxRows, 20, { en: 'The number of rows', fr: 'Le nombre de lignes' }),
  fields: {
    type: plain(maxQuery, 'id,title,venue.venue'),
    en: 'The fields of each record, as in _fields. Without it, rows only say which records they are.',
    fr: 'Les champs de chaque fiche, comme dans _fields. Sans lui, les lignes disent seulement de quelles fiches il s’agit.',
  },
} satisfies Params

export const manyOperations = {
  'GET /table': {
    name: 'listTable',
    access: 'account',
    summary: {
      en: 'Records as the API lists them, sorted by any field, in pages of up to 1,000',
      fr: 'Les fiches telles que l’API les liste, triées par n’importe quel champ, par pages de 1 000 au plus',
    },
    params: tableParams,
    returns: schemaOf('TablePage'),
  },
  'POST /bulk': {
    name: 'changeRecords',
    access: 'account',
    takesLargeBody: true,
    summary: {
      en: 'Change several records alike, or delete them permanently, each by the checks and rights of any other change. The response is sent after the first 100; the rest goes on in the background. A status of trash moves them there',
      fr: 'Modifier plusieurs fiches de la même façon, ou les supprimer définitivement, chacune selon les contrôles et les droits de toute autre modification. La réponse est envoyée après les 100 premières ; la suite se fait en arrière-plan. Le statut trash les met à la corbeille',
    },
    params: changeParams,
    returns: schemaOf('BulkChange'),
    problems: ['bulk_busy'],
  },
  'POST /merge': {
    name: 'mergeRecords',
    access: 'account',
    summary: {
      en: 'Merge venues, organizers, categories or tags into one of them, which gets all that is linked to the others. The response is sent after the first few thousand links; the rest goes on in the background, as a bulk change',
      fr: 'Fusionner des lieux, organisateurs, catégories ou étiquettes en une seule fiche, qui reçoit tout ce qui est lié aux autres. La réponse est envoyée après les premiers milliers de liens ; la suite se fait en arrière-plan, comme une modification groupée',
    },
    params: mergeParams,
    returns: schemaOf('BulkChange'),
    problems: ['bulk_busy'],
  },
  'GET /bulk/:id': {
    name: 'readBulkChange',
    access: 'account',
    summary: {
      en: 'The progress and the result of a bulk change; for the user who began it, and for editors',
      fr: 'L’avancement et le résultat d’une modification groupée ; pour la personne qui l’a lancée et pour les éditeurs',
    },
    returns: schemaOf('BulkChange'),
    problems: ['bulk_not_found'],
  },
  'POST /bulk/:id/undo': {
    name: 'undoBulkChange',
    access: 'account',
    summary: {
      en: 'Restore the records of a bulk change, with the rights of the caller, except those that have changed since',
      fr: 'Rétablir les fiches d’une modification groupée, selon les droits de l’appelant, sauf celles qui ont changé depuis',
    },
    returns: schemaOf('BulkChange'),
    problems: ['bulk_not_found', 'bulk_not_possible'],
  },
} satisfies Operations

export const activityOperations = {
  'GET /activity': {
    name: 'listActivity',
    access: 'account',
    summary: {
      en: 'Who did what to which record, newest first, a bulk change or an import as one entry; for editors, and of accounts for administrators',
      fr: 'Qui a fait quoi sur quelle fiche, du plus récent au plus ancien, une modification groupée ou une importation en une seule entrée ; pour les éditeurs et, quant aux comptes, pour les administrateurs',
    },
    params: {
      user: {
        type: count(),
        en: 'Only what this user did.',
        fr: 'Seulement ce qu’a fait cette personne.',
      },
      kind: {
        type: oneOf(activityKinds),
        en: 'Only what was done to records of this kind.',
        fr: 'Seulement ce qui a été fait sur ce type de fiches.',
      },
      before,
      per_page: perPage(200, 50, { en: 'Entries on a page', fr: 'Le nombre d’entrées par page' }),
    },
    returns: exact(
      { en: 'A page of the change log.', fr: 'Une page du journal des modifications.' },
      {
        activity: listOf(schemaOf('Activity'), {
          en: 'Newest first.',
          fr: 'Du plus récent au plus ancien.',
        }),
        next: numberOrNull({
          en: 'The value of `before` for the older ones; null: there are none. A page may have few, or none, and yet a next.',
          fr: 'La valeur de `before` pour les plus anciennes ; null : il n’y en a pas. Une page peut en avoir peu, ou aucune, et pourtant une suite.',
        }),
      },
    ),
  },
} satisfies Operations
