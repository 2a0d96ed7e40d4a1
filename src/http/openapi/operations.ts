import type { Param, Params } from '../../define/param.ts'
import type { Resource } from '../../define/resource.ts'
import { type ResourceName, resources } from '../../resources/index.ts'
import type { Endpoint, Route } from '../routes.ts'
import { requestBody } from './bodies.ts'
import { type Context, capital } from './context.ts'
import { descriptionOf } from './descriptions.ts'
import {
  conditions,
  editing,
  fileName,
  global,
  pathParameter,
  queryParameter,
} from './parameters.ts'
import { problemsIn } from './problems.ts'
import { successes } from './responses.ts'
import { samples } from './samples.ts'
import { describeTag, tagOf } from './tags.ts'
import type { Doing } from './where-problems-occur.ts'

/** `/events/{id}`: the path of a route, without its base. */
export const pathOf = ({ segments }: Route) =>
  `/${segments.map(segment => (typeof segment === 'string' ? segment : `{${segment.name}}`)).join('/')}`

/** Every route with what can be done there. */
export const paths = (c: Context) =>
  Object.fromEntries(c.routes.map(route => [pathOf(route), pathItem(c, route)]))

/** Problems by operation; made once for a document. */
const problemsOfRoutes = new WeakMap<Context, ReturnType<typeof problemsIn>>()
export function problemsFor(c: Context) {
  const known = problemsOfRoutes.get(c) ?? problemsIn(doings(c))
  problemsOfRoutes.set(c, known)
  return known
}

function pathItem(c: Context, route: Route) {
  const operations = route.endpoints.flatMap(endpoint =>
    endpoint.methods.map(method => [method.toLowerCase(), operation(c, route, endpoint, method)]),
  )
  return {
    ...pathParameters(c, route),
    ...Object.fromEntries(operations),
    options: describeOperation(c, route),
  }
}

const captureOf = ({ segments }: Route) => segments.find(segment => typeof segment !== 'string')

function pathParameters(c: Context, route: Route) {
  const name = captureOf(route)?.name
  const first = route.endpoints[0] as Endpoint
  const param = name && first.params[name]
  if (!param) return {}
  const sample = samples[first.kind as ResourceName]
  const example = name === 'id' ? sample.id : sample.texts[c.language]?.slug
  return { parameters: [{ ...pathParameter(c, name, param), example }] }
}

const byName = { id: '', slug: 'BySlug' } as const
const ofMethod: Record<string, string> = { POST: 'update', PUT: 'put', PATCH: 'patch' }

function operationId({ verb, kind, by }: Endpoint, method: string): string {
  if (verb === 'index') return 'readIndex'
  if (verb === 'doc') return 'readDocumentation'
  const { name, path }: Resource = resources[kind as ResourceName]
  if (verb === 'list') return `list${capital(path)}`
  if (verb === 'create') return `create${capital(name)}`
  const word = verb === 'read' ? 'read' : verb === 'remove' ? 'delete' : ofMethod[method]
  return `${word}${capital(name)}${byName[by ?? 'id']}`
}

function operation(c: Context, route: Route, endpoint: Endpoint, method: string) {
  const { verb, kind } = endpoint
  const isRead = verb !== 'create' && verb !== 'change' && verb !== 'remove'
  const body = requestBody(endpoint)
  return {
    operationId: operationId(endpoint, method),
    summary: c.words(endpoint.summary),
    description: descriptionOf(c, endpoint),
    tags: [kind ? tagOf(c, kind) : describeTag(c).name],
    parameters: [...ownParameters(c, route, endpoint), ...headerParameters(endpoint), ...global],
    ...(body && { requestBody: body }),
    responses: {
      ...successes({ verb, ...(kind && { kind }) }),
      ...problemsFor(c).responses(endpoint),
    },
    security: isRead ? [{}, ...credentials] : credentials,
  }
}

const credentials = [{ applicationPassword: [] }, { token: [] }]

/** Parameters of the query: what reads and removals take; writes have their fields in the body. */
function ownParameters(c: Context, route: Route, { verb, kind, params }: Endpoint) {
  const isWrite = verb === 'create' || verb === 'change'
  const own = (isWrite ? beside(kind, params) : Object.entries(params)) as [string, Param][]
  return own
    .filter(([name]) => name !== 'ml_language' && name !== captureOf(route)?.name)
    .map(([name, param]) => queryParameter(c, name, param))
}

/** An image that is the whole body has its texts in the query. */
const beside = (kind: ResourceName | undefined, params: Params) =>
  kind === 'image' ? Object.entries(params).filter(([name]) => name !== 'url') : []

function headerParameters({ verb, kind }: Endpoint) {
  if (verb === 'create' && kind === 'image') return [fileName]
  if (verb === 'doc') return conditions
  if (verb !== 'list' && verb !== 'read') return []
  return [...(kind === 'event' ? [editing] : []), ...conditions]
}

/** What OPTIONS does on a route. */
const describing = ({ endpoints: [first] }: Route): Doing => {
  const { kind, by } = first as Endpoint
  return { verb: 'describe', ...(by && { by }), ...(kind && { kind }) }
}

/** Everything that is done anywhere. */
const doings = ({ routes }: Context): Doing[] =>
  routes.flatMap(route => [...route.endpoints, describing(route)])

/** OPTIONS, on every route. */
function describeOperation(c: Context, route: Route) {
  const first = route.endpoints[0] as Endpoint
  const { kind, by, verb } = first
  const isList = verb === 'list'
  const resource: Resource | undefined = kind && resources[kind]
  const name = resource
    ? capital(isList ? resource.path : resource.name)
    : verb === 'doc'
      ? 'Documentation'
      : 'Index'
  return {
    operationId: `describe${name}${byName[by ?? 'id']}`,
    summary: c.tell('What this route does', 'Ce que fait cette route'),
    description: c.tell(
      'The methods and parameters of the route, as in the index; `Allow` lists what the caller may do here.',
      'Les méthodes et paramètres de la route, comme dans l’index ; `Allow` indique ce que l’appelant peut faire ici.',
    ),
    tags: [kind ? tagOf(c, kind) : describeTag(c).name],
    parameters: global,
    responses: {
      200: { $ref: '#/components/responses/RouteDescription' },
      ...problemsFor(c).responses(describing(route)),
    },
    security: [{}, ...credentials],
  }
}
