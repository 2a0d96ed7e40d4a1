import type { Params } from '../define/param.ts'
import {
  addressParam,
  type By,
  isSourced,
  languageParam,
  postNames,
  type ResourceName,
  resourceNames,
  resources,
  type Operation as Verb,
  type WrittenName,
} from '../resources/index.ts'
import { apiTable } from './api/api-operations.ts'
import type { Operation } from './api/operation.ts'
import { nameIn } from './api/paths.ts'
import { putBySource, resourceOperation } from './api/resource-operations.ts'

/** The action on records of a resource, and the way to address one; an operation of its own has no verb. */
export type RecordAction =
  | { verb: Verb; kind: ResourceName; by?: By | undefined }
  | { verb?: undefined; kind?: ResourceName | undefined; by?: By | undefined }

/** One registration of a route, as the namespace index lists it: an operation under one or more methods. */
export type Endpoint = Operation & { methods: readonly string[]; params: Params } & RecordAction

/** A route: its path after the namespace, and its endpoints in the order of The Events Calendar. */
export type Route = { path: string; endpoints: readonly [Endpoint, ...Endpoint[]] }

/** The patterns of names in paths. */
export const captures = {
  id: '\\d+',
  slug: '[^/]+',
  // a segment: an escaped slash is a sign of it
  source: '.+',
  source_id: '.+',
} as const

const methods = {
  list: ['GET'],
  create: ['POST'],
  read: ['GET'],
  change: ['POST', 'PUT', 'PATCH'],
  remove: ['DELETE'],
} as const satisfies Record<Verb, readonly string[]>

type Settings = { namespace: string; perPage: number }

function item(kind: ResourceName, by: By): Route {
  const { path, family } = resources[kind]
  const endpoint = (verb: Verb): Endpoint => ({
    methods: methods[verb],
    ...resourceOperation(kind, verb, { by }),
  })
  const [read, change, remove] = [endpoint('read'), endpoint('change'), endpoint('remove')]
  return {
    path: by === 'id' ? `/${path}/:id` : `/${path}/by-slug/:slug`,
    // terms are registered in another order
    endpoints: family === 'term' ? [read, change, remove] : [read, remove, change],
  }
}

/** The routes of a resource; posts have routes by slug too. */
const resourceRoutes = (kind: ResourceName, { perPage }: Settings): Route[] => [
  {
    path: `/${resources[kind].path}`,
    endpoints: [
      { methods: methods.list, ...resourceOperation(kind, 'list', { perPage }) },
      { methods: methods.create, ...resourceOperation(kind, 'create') },
    ],
  },
  item(kind, 'id'),
  ...(postNames.some(post => post === kind) ? [item(kind, 'slug')] : []),
]

/** Creates or updates a record by its source ID (S1). */
const bySource = (kind: WrittenName): Route => ({
  path: `/${resources[kind].path}/by-source/:source/:source_id`,
  endpoints: [{ methods: ['PUT'], ...putBySource(kind), kind }],
})

/** The routes of the operations that are stated by themselves. */
function ownRoutes(of: ResourceName | undefined, { namespace, perPage }: Settings): Route[] {
  const routes = new Map<string, [Endpoint, ...Endpoint[]]>()
  for (const [key, { params: own = {}, kind, ...operation }] of Object.entries(apiTable)) {
    const [method = '', path = ''] = key.split(' ')
    if (kind !== of) continue
    const by: By | undefined = kind && nameIn(path) === 'id' ? 'id' : undefined
    const params: Params = {
      ...(kind && by && addressParam(by, resources[kind])),
      ...own,
      ...languageParam,
    }
    if (params.namespace) params.namespace = { ...params.namespace, default: namespace }
    if (params.per_page) params.per_page = { ...params.per_page, default: perPage }
    const endpoint = { ...operation, methods: [method], params, kind, by }
    const before = routes.get(path)
    routes.set(path, before ? [...before, endpoint] : [endpoint])
  }
  return [...routes].map(([path, endpoints]) => ({ path, endpoints }))
}

/** Every route under the namespace, in the order of the index. */
export const routesOf = (settings: Settings): Route[] => [
  ...ownRoutes(undefined, settings),
  ...resourceNames.flatMap(kind => [
    ...resourceRoutes(kind, settings),
    ...ownRoutes(kind, settings),
    ...(isSourced(kind) ? [bySource(kind)] : []),
  ]),
]

/** What can be called: method, path, parameters, results, errors, of every operation. */

export { type ApiKey, apiOperations } from './api/api-operations.ts'
export type { Operation, ParamsOf, Returned } from './api/operation.ts'
export { nameIn, namesInPath, openPaths, segmentsOf, templateOf } from './api/paths.ts'
export { deletedName, schemaName } from './api/resource-operations.ts'
