import type { Params } from '../../define/param.ts'
import type { Resource } from '../../define/resource.ts'
import { nameIn, templateOf } from '../../operations/paths.ts'
import type { Endpoint, Route } from '../../operations/routes.ts'
import {
  hasPassword,
  isFile,
  type ResourceName,
  resourceList,
  resources,
} from '../../resources/index.ts'
import { requestBody } from './bodies.ts'
import { type Context, capital, capitalized } from './context.ts'
import { descriptionOf } from './descriptions.ts'
import * as parameters from './parameters.ts'
import type { Problems } from './problems.ts'
import { successes } from './responses.ts'
import { samples } from './samples.ts'
import type { Doing } from './where-problems-occur.ts'

const apiTag = {
  name: { en: 'API', fr: 'L’API' },
  description: { en: 'What the interface can do.', fr: 'Ce que l’interface sait faire.' },
}

/** Operations are sorted by resource; some are about the API itself. */
export const tags = () => [
  apiTag,
  ...resourceList.map(({ many, about }) => ({ name: capitalized(many), description: about })),
]

const tagOf = (kind: ResourceName | undefined) =>
  kind ? capitalized(resources[kind].many) : apiTag.name

/** Every route with what can be done there, and what can go wrong. */
export const paths = (c: Context, problems: Problems) =>
  Object.fromEntries(
    c.routes.map(route => {
      const operations = route.endpoints.flatMap(endpoint =>
        endpoint.methods.map(method => [
          method.toLowerCase(),
          operation(c, problems, route, endpoint, method),
        ]),
      )
      const options = describeOperation(problems, route)
      return [
        templateOf(route.path),
        { ...pathParameters(c, route), ...Object.fromEntries(operations), options },
      ]
    }),
  )

function pathParameters(c: Context, route: Route) {
  const name = nameIn(route.path)
  const [{ kind, params }] = route.endpoints
  const param = name && params[name]
  if (!kind || !param) return {}
  const { id, texts } = samples[kind]
  const example = name === 'id' ? id : texts[c.language]?.slug
  return { parameters: [parameters.pathParameter(name, param, example)] }
}

const byName = { id: '', slug: 'BySlug' } as const
const ofMethod: Record<string, string> = { POST: 'update', PUT: 'put', PATCH: 'patch' }

function operationId({ verb, kind, by = 'id' }: Endpoint, method: string): string {
  if (verb === 'index') return 'readIndex'
  if (verb === 'doc') return 'readDocumentation'
  const { name, path } = resources[kind]
  if (verb === 'list') return `list${capital(path)}`
  if (verb === 'create') return `create${capital(name)}`
  const word = verb === 'read' ? 'read' : verb === 'remove' ? 'delete' : ofMethod[method]
  return `${word}${capital(name)}${byName[by]}`
}

function operation(
  c: Context,
  problems: Problems,
  route: Route,
  endpoint: Endpoint,
  method: string,
) {
  const { verb, kind } = endpoint
  const isRead = verb !== 'create' && verb !== 'change' && verb !== 'remove'
  const body = requestBody(endpoint)
  return {
    operationId: operationId(endpoint, method),
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    tags: [tagOf(kind)],
    parameters: [
      ...parameters.queryParameters(c, ownParameters(route, endpoint)),
      ...headerParameters(endpoint),
      ...parameters.global,
    ],
    ...(body && { requestBody: body }),
    responses: { ...successes(endpoint), ...problems.responsesOf(endpoint) },
    security: isRead ? [{}, ...credentials] : credentials,
  }
}

const credentials = [{ applicationPassword: [] }, { token: [] }]

/** Parameters of the query: what reads and removals take; writes have their fields in the body. */
function ownParameters(route: Route, { verb, kind, params }: Endpoint): Params {
  const isWrite = verb === 'create' || verb === 'change'
  // an image that is the whole body has its texts in the query
  if (isWrite && !(kind && isFile(kind))) return {}
  const elsewhere = ['ml_language', nameIn(route.path), isWrite && 'url']
  return Object.fromEntries(Object.entries(params).filter(([name]) => !elsewhere.includes(name)))
}

function headerParameters({ verb, kind }: Endpoint) {
  const { conditions, editing, fileName } = parameters
  if ((verb === 'create' || verb === 'change') && isFile(kind)) return [fileName]
  if (verb === 'doc') return conditions
  if (verb !== 'list' && verb !== 'read') return []
  return [...(hasPassword(kind) ? [editing] : []), ...conditions]
}

/** What OPTIONS does on a route. */
const describing = ({ endpoints: [{ kind, by }] }: Route): Doing => ({ verb: 'describe', kind, by })

/** Everything that is done anywhere. */
export const doings = ({ routes }: Context): Doing[] =>
  routes.flatMap(route => [...route.endpoints, describing(route)])

/** OPTIONS, on every route. */
function describeOperation(problems: Problems, route: Route) {
  const [{ kind, by = 'id', verb }] = route.endpoints
  const resource: Resource | undefined = kind && resources[kind]
  const ofApi = verb === 'doc' ? 'Documentation' : 'Index'
  const name = resource ? capital(verb === 'list' ? resource.path : resource.name) : ofApi
  return {
    operationId: `describe${name}${byName[by]}`,
    summary: { en: 'What this route does', fr: 'Ce que fait cette route' },
    description: {
      en: 'The methods and parameters of the route, as in the index; `Allow` lists what the caller may do here.',
      fr: 'Les méthodes et paramètres de la route, comme dans l’index ; `Allow` indique ce que l’appelant peut faire ici.',
    },
    tags: [tagOf(kind)],
    parameters: parameters.global,
    responses: {
      200: { $ref: '#/components/responses/RouteDescription' },
      ...problems.responsesOf(describing(route)),
    },
    security: [{}, ...credentials],
  }
}
