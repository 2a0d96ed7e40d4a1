import { templateOf } from '../../operations/index.ts'
import { type ResourceName, resourceList, resources } from '../../resources/index.ts'
import { requestBody } from './bodies.ts'
import { capitalized } from './context.ts'
import * as parameters from './parameters.ts'
import type { Placed } from './placed.ts'
import type { Problems } from './problems.ts'
import { successes } from './responses.ts'

const apiTag = {
  name: { en: 'API', fr: 'L’API' },
  description: {
    en: 'The routes and documents of the API.',
    fr: 'Les routes et les documents de l’API.',
  },
}

/** Operations of the API are sorted by resource; some are about the API itself. */
export const tags = () => [
  apiTag,
  ...resourceList.map(({ many, about }) => ({ name: capitalized(many), description: about })),
]

const tagOf = (kind: ResourceName | undefined) =>
  kind ? capitalized(resources[kind].many) : apiTag.name

/** Every path with what can be done there, and what can go wrong. */
export function paths(c: parameters.Described, all: readonly Placed[], problems: Problems) {
  const items: Record<string, Record<string, unknown>> = {}
  for (const placed of all) {
    const path = templateOf(placed.path)
    items[path] ??= pathParameters(c, placed)
    items[path][placed.method.toLowerCase()] = operation(c, problems, placed)
  }
  return items
}

function pathParameters(c: parameters.Described, placed: Placed) {
  const inPath = parameters.inPath(c, placed)
  return inPath.length > 0 ? { parameters: inPath } : {}
}

function operation(c: parameters.Described, problems: Problems, placed: Placed) {
  const { name, summary, description, under, kind } = placed
  const isApi = under === 'api'
  const own = [
    ...parameters.queryParameters(c, parameters.ofQuery(placed)),
    ...parameters.headersOf(placed),
    ...(isApi ? parameters.globalOf(placed) : []),
  ]
  const body = requestBody(placed, c.language)
  return {
    operationId: name,
    summary,
    ...(description && { description }),
    ...(isApi && { tags: [tagOf(kind)] }),
    parameters: own,
    ...(body && { requestBody: body }),
    responses: { ...successes(placed), ...problems.responsesOf(placed) },
    security: securityOf(placed),
  }
}

const credentials = [{ applicationPassword: [] }, { token: [] }]

/** The ways to authenticate; `{}` among them means that authentication is optional. */
function securityOf(placed: Placed) {
  const { access, under, method } = placed
  if (under === 'api') return access === 'account' ? credentials : [{}, ...credentials]
  const session = method === 'GET' ? { session: [] } : { session: [], page: [] }
  if (access === 'anyone') return [{}]
  return access === 'account' ? [session, ...credentials] : [session]
}
