import { untyped } from '../../define/field-types.ts'
import { dateTime, exact, integer, listOf, ref, text } from '../../define/schema.ts'
import {
  batchParams,
  batchSchema,
  changeKinds,
  changesParams,
  changeVerbs,
  occurrencesParams,
  previewParams,
  previewSchema,
  type ResourceName,
  resources,
} from '../../resources/index.ts'
import type { Operation, OperationKey } from './operation.ts'
import { ofKeys, schemaName } from './resource-operations.ts'

/** An operation of the API that no resource yields by itself. */
type ApiOperation = Operation & {
  /** The resource that it belongs to; its ID is the `:id` of the path. */
  kind?: ResourceName
}

const openApiVersions: readonly string[] = ['3.1', '3.0']

const change = exact(
  { en: 'A change of a record.', fr: 'Un changement d’une fiche.' },
  {
    kind: text(
      { en: 'The kind of the record.', fr: 'Le type de la fiche.' },
      { enum: changeKinds },
    ),
    id: integer({ en: 'The ID of the record.', fr: 'L’ID de la fiche.' }, 1),
    change: text(
      {
        en: 'What happened, as the caller sees it: a record that appears in their lists is created, one that disappears is deleted.',
        fr: 'Ce qui s’est passé, du point de vue de l’appelant : une fiche qui apparaît dans ses listes est créée, une fiche qui en disparaît est supprimée.',
      },
      { enum: changeVerbs },
    ),
    version: integer({
      en: 'The number of writes of the record.',
      fr: 'Le nombre d’écritures de la fiche.',
    }),
    modified_utc: dateTime({
      en: 'The time of the change, in UTC.',
      fr: 'L’heure du changement, en UTC.',
    }),
    dates: exact(
      {
        en: 'Of a series, the range of the dates that changed, in its local time; absent if it is not known.',
        fr: 'Pour une série, la période des dates modifiées, en heure locale de la série ; absente si elle n’est pas connue.',
      },
      {
        start_date: dateTime({ en: 'The first start.', fr: 'Le premier début.' }),
        end_date: dateTime({ en: 'The last end.', fr: 'La dernière fin.' }),
      },
    ),
    record: {
      description: {
        en: 'The record as a read returns it now, if records=true and it is not deleted.',
        fr: 'La fiche telle que la renvoie une lecture à cet instant, si records=true et si elle n’est pas supprimée.',
      },
      anyOf: changeKinds.map(kind => ref(schemaName(resources[kind]))),
    },
  },
  ['modified_utc', 'dates', 'record'],
)

/** The parameters besides the language and the ID. In the order of the index; those of a resource follow its other routes. */
export const apiOperations = {
  'GET /': {
    name: 'readIndex',
    access: 'anyone',
    summary: { en: 'The routes of the API', fr: 'Les routes de l’API' },
    description: {
      en: 'Every route with its methods and parameters, and the defaults of the moment.',
      fr: 'Toutes les routes, leurs méthodes et leurs paramètres, avec les valeurs par défaut du moment.',
    },
    params: {
      namespace: {
        type: untyped(),
        en: 'The namespace to describe.',
        fr: 'L’espace de noms à décrire.',
      },
      context: {
        type: untyped(),
        default: 'view',
        en: 'The context of the request.',
        fr: 'Le contexte de la requête.',
      },
    },
    returns: ref('Index'),
    problems: ['rest_invalid_namespace'],
  },
  'GET /doc': {
    name: 'readDocumentation',
    access: 'anyone',
    hasTag: true,
    summary: { en: 'The documentation, as OpenAPI', fr: 'La documentation, au format OpenAPI' },
    description: {
      en: 'This document, in the language of the base URL.',
      fr: 'Ce document, dans la langue de l’URL de base.',
    },
    params: {
      version: {
        type: { ...untyped(), accepts: { type: 'string', enum: openApiVersions } },
        default: '3.1',
        addition: true,
        unlisted: true,
        en: 'The version of OpenAPI: 3.1, or 3.0 for older tools.',
        fr: 'La version d’OpenAPI : 3.1, ou 3.0 pour des outils plus anciens.',
      },
    },
    returns: ref('Document'),
  },
  'GET /changes': {
    name: 'listChanges',
    access: 'reader',
    summary: { en: 'Follow the changes of records', fr: 'Suivre les changements des fiches' },
    description: {
      en: 'Changes in the order in which they were made, as the caller may see them. Read again with the cursor of the response. With cursor=start, all records come first. With Accept: text/event-stream, a stream of such responses; the ID of each event is its cursor, and Last-Event-ID goes on after it.',
      fr: 'Les changements dans l’ordre où ils ont été faits, tels que l’appelant peut les voir. Relisez avec le curseur de la réponse. Avec cursor=start, toutes les fiches viennent d’abord. Avec l’en-tête Accept text/event-stream, un flux de telles réponses ; l’ID de chaque évènement du flux est son curseur, et Last-Event-ID reprend après lui.',
    },
    streams: true,
    params: changesParams,
    returns: exact(
      { en: 'Changes of records.', fr: 'Des changements de fiches.' },
      {
        changes: listOf(change, {
          en: 'In the order in which they were made.',
          fr: 'Dans l’ordre où ils ont été faits.',
        }),
        cursor: text({
          en: 'The cursor of the next read.',
          fr: 'Le curseur de la lecture suivante.',
        }),
        has_more: {
          type: 'boolean',
          description: {
            en: 'True if there may be more at once, even if this response has no changes.',
            fr: 'Vrai si la suite peut être lue aussitôt, même si cette réponse n’a aucun changement.',
          },
        },
        complete: {
          type: 'boolean',
          description: {
            en: 'True in the response that ends a first read: delete what was not named since cursor=start.',
            fr: 'Vrai dans la réponse qui termine une première lecture : supprimez ce qui n’a pas été nommé depuis cursor=start.',
          },
        },
        retention_days: integer({
          en: 'The number of days after which a cursor is too old (410); 0: never.',
          fr: 'Le nombre de jours après lesquels un curseur est trop ancien (410) ; 0 : jamais.',
        }),
      },
    ),
    problems: ['changes_cursor_gone'],
  },
  'POST /batch': {
    name: 'runBatch',
    access: 'account',
    takesKey: true,
    summary: { en: 'Write many records at once', fr: 'Écrire plusieurs fiches à la fois' },
    description: {
      en: 'Up to 500 operations that create, change or delete records, in one transaction, with a result for each. Every operation is checked, and needs the rights, as if it were sent by itself.',
      fr: 'Jusqu’à 500 opérations qui créent, modifient ou suppriment des fiches, en une transaction, avec un résultat pour chacune. Chaque opération est vérifiée et demande les mêmes droits que si elle était envoyée seule.',
    },
    params: batchParams,
    returns: batchSchema,
    problems: ['batch_failed', 'rest_images_unreachable', 'rest_service_outdated', ...ofKeys],
  },
  'POST /events/recurrence/preview': {
    name: 'previewRecurrence',
    tool: 'preview_recurrence',
    access: 'account',
    kind: 'event',
    summary: {
      en: 'Preview the dates of a recurrence',
      fr: 'Prévisualiser les dates d’une récurrence',
    },
    description: {
      en: 'The sentence, the first 50 dates and their number, as an event with these fields would have them; nothing is written. For those who may create events.',
      fr: 'La phrase, les 50 premières dates et leur nombre, tels que les aurait un évènement avec ces champs ; rien n’est enregistré. Pour les personnes qui peuvent créer des évènements.',
    },
    params: previewParams,
    returns: previewSchema,
  },
  'GET /events/:id/occurrences': {
    name: 'listOccurrences',
    tool: 'list_occurrences',
    access: 'reader',
    hasTag: true,
    kind: 'event',
    summary: { en: 'List the dates of an event', fr: 'Lister les dates d’un évènement' },
    description: {
      en: 'The dates of a series in their order, as events. The ID is that of the series or of one of its dates. Without a date range, all dates; a single event has one.',
      fr: 'Les dates d’une série, dans l’ordre, comme des évènements. L’ID est celui de la série ou d’une de ses dates. Sans période, toutes les dates ; un évènement unique en a une.',
    },
    params: occurrencesParams,
    returns: ref('EventList'),
    problems: [
      'event-archive-page-not-found',
      'event-not-accessible',
      'event-no-longer-available',
      'event-password-protected',
      'rest-event-not-found',
      'rest-invalid-event-id',
      'event-date-removed',
    ],
  },
} satisfies Record<OperationKey, ApiOperation>

export type ApiKey = keyof typeof apiOperations

/** The same as a plain table. */
export const apiTable: Readonly<Record<string, ApiOperation>> = apiOperations
