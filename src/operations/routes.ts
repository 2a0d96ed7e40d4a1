import type { Sentence } from '../define/field-type.ts'
import { untyped } from '../define/field-types.ts'
import type { Params } from '../define/param.ts'
import type { Resource } from '../define/resource.ts'
import { languageParam } from '../resources/common.ts'
import { postNames, type ResourceName, resourceNames, resources } from '../resources/index.ts'
import { type By, type Operation, parametersOf } from '../resources/parameters.ts'
import { bySlug, deleted, sentences } from './summaries.ts'

/** What is done with a resource, and how its record is addressed; or with the API itself. */
export type Doing =
  | { verb: Operation; kind: ResourceName; by?: By | undefined }
  | { verb: 'index'; kind?: undefined; by?: undefined }
  | { verb: 'doc'; kind?: undefined; by?: undefined }

/** One registration of a route, as the namespace index lists it: some methods, their arguments, what they do. */
export type Endpoint = { methods: readonly string[]; params: Params; summary: Sentence } & Doing

/** A route: its path after the namespace, and its endpoints in the order of The Events Calendar. */
export type Route = { path: string; endpoints: readonly [Endpoint, ...Endpoint[]] }

/** What names in paths stand for. */
export const captures = { id: '\\d+', slug: '[^/]+' } as const

const writes = ['POST', 'PUT', 'PATCH'] as const

function collection(kind: ResourceName, settings: { perPage: number }): Route {
  const resource: Resource = resources[kind]
  return {
    path: `/${resource.path}`,
    endpoints: [
      {
        methods: ['GET'],
        verb: 'list',
        kind,
        summary: sentences.list(resource),
        params: parametersOf(kind, 'list', settings),
      },
      {
        methods: ['POST'],
        verb: 'create',
        kind,
        summary: sentences.create(resource),
        params: parametersOf(kind, 'create'),
      },
    ],
  }
}

function item(kind: ResourceName, by: By): Route {
  const resource: Resource = resources[kind]
  const read: Endpoint = {
    methods: ['GET'],
    verb: 'read',
    kind,
    by,
    params: parametersOf(kind, 'read', { by }),
    summary: sentences.read(resource, bySlug(by)),
  }
  const remove: Endpoint = {
    methods: ['DELETE'],
    verb: 'remove',
    kind,
    by,
    params: parametersOf(kind, 'remove', { by }),
    summary: resource.isFile ? deleted(resource) : sentences.remove(resource, bySlug(by)),
  }
  const change: Endpoint = {
    methods: writes,
    verb: 'change',
    kind,
    by,
    params: parametersOf(kind, 'change', { by }),
    summary: sentences.change(resource, bySlug(by)),
  }
  // Terms are registered in another order.
  const endpoints: Route['endpoints'] =
    resource.family === 'term' ? [read, change, remove] : [read, remove, change]
  return {
    path: by === 'id' ? `/${resource.path}/:id` : `/${resource.path}/by-slug/:slug`,
    endpoints,
  }
}

const plain = (fallback: unknown, en: string, fr: string) => ({
  type: untyped(),
  default: fallback,
  en,
  fr,
})

/** What can be done with a resource; posts are found by their slugs too. */
const operationsOf = (kind: ResourceName, settings: { perPage: number }): Route[] => [
  collection(kind, settings),
  item(kind, 'id'),
  ...(postNames.some(post => post === kind) ? [item(kind, 'slug')] : []),
]

/** Every route under the namespace, in the order of the index. */
export function routesOf(settings: { namespace: string; perPage: number }): Route[] {
  return [
    {
      path: '/',
      endpoints: [
        {
          methods: ['GET'],
          verb: 'index',
          summary: { en: 'The routes of the API', fr: 'Les routes de l’API' },
          params: {
            namespace: plain(
              settings.namespace,
              'The namespace to describe.',
              'L’espace de noms à décrire.',
            ),
            context: plain('view', 'The context of the request.', 'Le contexte de la requête.'),
            ...languageParam,
          },
        },
      ],
    },
    {
      path: '/doc',
      endpoints: [
        {
          methods: ['GET'],
          verb: 'doc',
          summary: {
            en: 'The documentation, as OpenAPI',
            fr: 'La documentation, au format OpenAPI',
          },
          params: {
            version: {
              type: untyped(),
              addition: true,
              unlisted: true,
              en: 'The version of OpenAPI: 3.1, or 3.0 for older tools.',
              fr: 'La version d’OpenAPI : 3.1, ou 3.0 pour des outils plus anciens.',
            },
            ...languageParam,
          },
        },
      ],
    },
    ...resourceNames.flatMap(kind => operationsOf(kind, settings)),
  ]
}
