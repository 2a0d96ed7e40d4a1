import { namesIn } from '../../define/base/objects.ts'
import type { Params } from '../../define/param.ts'
import {
  type Endpoint,
  nameIn,
  namesInPath,
  type Operation,
  type RecordAction,
  type Route,
} from '../../operations/index.ts'
import { type ProblemCode, problems } from '../../problem/index.ts'

/** An operation where it is: under one method of a path. The API describes its routes by OPTIONS too. */
export type Placed = Operation &
  RecordAction & { method: string; path: string; params: Params; under: 'api' | 'admin' }

export const isDescription = ({ method }: Placed) => method === 'OPTIONS'
/** True if the parameters are sent in a body. */
export const hasBody = ({ method }: Placed) => ['POST', 'PUT', 'PATCH'].includes(method)
const changesSomething = ({ method }: Placed) => method !== 'GET' && method !== 'OPTIONS'

const ofMethod: Record<string, string> = { PUT: 'put', PATCH: 'patch' }

/** The operations of a route of the API, the last of them OPTIONS. */
export function placedAt({ path, endpoints }: Route): Placed[] {
  const all = endpoints.flatMap(endpoint =>
    endpoint.methods.map(method => ({
      ...endpoint,
      // the same under several methods
      name: endpoint.name.replace(/^update/, ofMethod[method] ?? 'update'),
      method,
      path,
      under: 'api' as const,
    })),
  )
  return [...all, describing(path, endpoints[0])]
}

const describing = (path: string, { name, kind, by, returns }: Endpoint): Placed => ({
  name: name.replace(/^[a-z]+/, 'describe'),
  access: 'anyone',
  summary: { en: 'Describe this route', fr: 'Décrire cette route' },
  description: {
    en: 'The methods and parameters of the route, as in the index; `Allow` lists what the caller may do here.',
    fr: 'Les méthodes et paramètres de la route, comme dans l’index ; `Allow` indique ce que l’appelant peut faire ici.',
  },
  params: {},
  returns,
  method: 'OPTIONS',
  path,
  kind,
  by,
  under: 'api',
})

const ofCredentials = [
  'invalid_username',
  'incorrect_password',
  'invalid_token',
  'invalid_authorization',
  'too_many_attempts',
] as const
const ofSessions = ['session_expired', 'session_elsewhere'] as const
const ofBodies = ['rest_invalid_json', 'rest_invalid_body', 'rest_body_too_large'] as const
const ofStorage = ['rest_storage_failing', 'rest_database_unreachable'] as const

/** The problems of an operation: those that it states, and those that follow from its access, parameters and path. */
function problemsOf(placed: Placed): Set<ProblemCode> {
  const { access, params, path, problems: own = [], under } = placed
  const isApi = under === 'api'
  const codes = new Set<ProblemCode>(['too_many_requests', 'rest_internal', ...own])
  const add = (isSo: boolean, ...more: readonly ProblemCode[]) => {
    if (isSo) for (const code of more) codes.add(code)
  }
  const isRequired = Object.entries(params).some(
    ([name, of]) => of.required && !namesInPath(path).includes(name),
  )
  const isWrite = changesSomething(placed)
  add(isApi || access === 'account', ...ofCredentials)
  add(isApi && nameIn(path) !== undefined, 'rest_invalid_url')
  if (isDescription(placed)) return codes
  add(true, 'service_too_busy', ...ofStorage)
  add(isApi || Object.keys(params).length > 0, 'rest_invalid_param')
  add(isRequired, 'rest_missing_callback_param')
  // any text may be the name of a source
  add(![undefined, 'source'].includes(nameIn(path)), 'rest_no_route')
  add(isApi ? isWrite : hasBody(placed), ...ofBodies)
  add(isWrite, 'rest_insufficient_storage')
  add(access === 'account', 'rest_forbidden')
  if (isApi) {
    add(access !== 'anyone', 'rest_not_logged_in')
    add(isWrite, 'rest_cross_site')
  } else {
    add(access !== 'anyone', ...ofSessions)
    add(access !== 'anyone' && isWrite, 'session_token')
    add(access === 'anyone' && isWrite, 'session_elsewhere')
  }
  return codes
}

/** A write without credentials is refused with 401; a hidden record, as in The Events Calendar, with 403 to all. */
export const statusesOf = (code: ProblemCode, of?: Placed): number[] =>
  code === 'rest_forbidden' && of?.under !== 'admin' && of?.access !== 'reader'
    ? [401, 403]
    : [problems[code].status]

/** Codes by status, for one operation, statuses ascending. */
export function problemsByStatus(placed: Placed): Map<number, ProblemCode[]> {
  const byStatus = new Map<number, ProblemCode[]>()
  const codes = problemsOf(placed)
  for (const code of namesIn(problems))
    if (codes.has(code))
      for (const status of statusesOf(code, placed))
        byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}

/** The codes that some operation answers. */
export const codesOf = (all: readonly Placed[]): ProblemCode[] => {
  const codes = new Set(all.flatMap(placed => [...problemsOf(placed)]))
  return namesIn(problems).filter(code => codes.has(code))
}
