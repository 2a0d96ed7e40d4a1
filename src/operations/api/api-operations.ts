import { untyped } from '../../define/field-types.ts'
import { ref } from '../../define/schema.ts'
import {
  occurrencesParams,
  previewParams,
  previewSchema,
  type ResourceName,
} from '../../resources/index.ts'
import type { Operation, OperationKey } from './operation.ts'

/** An operation of the API that no resource yields by itself. */
type ApiOperation = Operation & {
  /** The resource that it belongs to; its ID is the `:id` of the path. */
  kind?: ResourceName
}

const openApiVersions: readonly string[] = ['3.1', '3.0']

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
  'POST /events/recurrence/preview': {
    name: 'previewRecurrence',
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
