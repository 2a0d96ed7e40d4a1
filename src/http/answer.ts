import type { IncomingMessage } from 'node:http'
import { anonymous } from '../calendar/access.ts'
import type { Entry } from '../calendar/account.ts'
import type { Caller } from '../calendar/house.ts'
import type { Language } from '../define/kind.ts'
import type { Values } from '../define/param.ts'
import { Problem, problemBody } from '../problem.ts'
import { enter } from './actor.ts'
import { allowed } from './allow.ts'
import type { Base } from './bases.ts'
import type { Basis } from './cache.ts'
import { refuseOtherSites } from './cross-site.ts'
import type { Endpoint } from './endpoints.ts'
import { onlyFields } from './fields.ts'
import {
  always,
  corsHeaders,
  type Headers,
  isPreflight,
  personal,
  preflightHeaders,
  shared,
} from './headers.ts'
import { describeRoute } from './index-document.ts'
import { type Located, locate, type Matched, match } from './match.ts'
import { type Body, parseForm, readBody, sentPairs } from './parse.ts'
import { perform } from './perform.ts'
import { rootOf, type Service } from './service.ts'

/** What goes out: headers in the order given, and a body that is written as JSON, or is written already (`bytes`). */
export type Answer = {
  status: number
  headers: Headers
  body: unknown
  bytes?: Buffer
  /** Answers to anyone say what they are made from, so that they can be kept. */
  basis?: Basis
}

/** A body that is written already, with its tag. */
export type ReadyBody = { parts: Buffer[]; length: number; etag: string }

/** One request as far as it has been understood. */
export type Call = {
  service: Service
  request: IncomingMessage
  method: string
  located: Located
  /** The base URL for its links. */
  base: Base
  matched: Matched
  endpoint: Endpoint
  /** Query as sent, in order, for links. */
  sent: [string, string][]
  query: Values
  body: Body
  caller: Caller
  entry: Entry
  /** The record as it is, all of it: what is written already can be sent. */
  isWhole: boolean
  /** Headers that are told with whatever comes of it, also when it is refused. */
  told: Headers
  /** Nobody in particular asks for that: the answer is the same for all. */
  isForAnyone: boolean
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const isLanguage = (of: unknown): of is Language => of === 'en' || of === 'fr'

/** The language before anything is checked, for the words of problems (M2, E4). */
function languageOf(
  service: Service,
  located: Located | undefined,
  query: Values,
  body?: Values,
): Language {
  const asked = body?.ml_language ?? query.ml_language
  return isLanguage(asked) ? asked : (located?.language ?? service.site.language)
}

/** Answers one request of the interface; undefined when the path is outside of it. Never throws. */
export async function answer(
  service: Service,
  request: IncomingMessage,
  address: string,
): Promise<(Answer & { actor: string }) | undefined> {
  const url = request.url ?? '/'
  const mark = url.indexOf('?')
  const pathname = mark < 0 ? url : url.slice(0, mark)
  const { basePath, namespace } = service.address
  const located = locate(pathname, basePath, namespace)
  if (located === undefined) return undefined
  if (isPreflight(request)) return preflight(request, service)
  const search = mark < 0 ? '' : url.slice(mark + 1)
  const query = parseForm(search)
  const cors = corsHeaders(request, service.origins)
  const progress: Progress = {
    language: languageOf(service, located ?? undefined, query),
    entry: undefined,
    allow: undefined,
    limits: {},
    told: {},
  }
  const finish = ({ status, headers, body, bytes, basis }: Answer): Answer & { actor: string } => ({
    status,
    ...(basis && { basis }),
    ...(bytes && { bytes }),
    body: '_envelope' in query ? { body, status, headers } : body,
    headers: {
      ...always,
      ...cors,
      ...(progress.allow && { Allow: progress.allow }),
      'Content-Language': progress.language,
      ...progress.limits,
      ...progress.told,
      ...(request.headers.authorization ? personal : shared),
      ...headers,
    },
    actor: progress.entry?.actor.login ?? '',
  })
  try {
    if (located === null) throw new Problem('rest_invalid_url')
    const given = await walk(service, request, address, located, search, query, progress)
    const finished = finish({ ...given, body: onlyFields(given.body, query._fields) })
    return '_envelope' in query ? { ...finished, status: 200 } : finished
  } catch (error) {
    const problem = asProblem(error, service, request)
    const told = finish({
      status: problem.status,
      headers: {
        ...(problem.extra.retryAfter && { 'Retry-After': String(problem.extra.retryAfter) }),
        ...problem.extra.headers,
        ...(!request.headers.authorization && { 'Cache-Control': 'no-store' }),
        ...(problem.status === 401 && {
          // A Basic challenge would make browsers ask for a password, and keep it (A11).
          'WWW-Authenticate': 'Bearer realm="Almanac"',
        }),
      },
      body: problemBody(problem, progress.language),
    })
    return '_envelope' in query ? { ...told, status: 200 } : told
  }
}

/** Browsers ask without credentials and want headers only; it costs nothing, so no limit is asked either. */
const preflight = (request: IncomingMessage, { origins }: Service) => ({
  status: 204,
  headers: preflightHeaders(request, origins),
  body: undefined,
  bytes: Buffer.alloc(0),
  actor: '',
})

function asProblem(error: unknown, { log }: Service, request: IncomingMessage): Problem {
  if (error instanceof Problem) return error
  log.failure(String(request.headers['x-request-id'] ?? ''), error)
  return new Problem('rest_internal')
}

/** What is known when a problem interrupts. */
type Progress = {
  language: Language
  entry: Entry | undefined
  allow: string | undefined
  limits: Headers
  told: Headers
}

/** The corridor: rate, credentials, route, body, then the endpoint (behaviour 0.1). */
async function walk(
  service: Service,
  request: IncomingMessage,
  address: string,
  located: Located,
  search: string,
  query: Values,
  progress: Progress,
): Promise<Answer> {
  progress.limits = service.rate?.(address) ?? {}
  const entry = await enter(
    request.headers.authorization,
    address,
    service.accounts,
    service.attempts,
  )
  progress.entry = entry
  const over = overriding(request, query)
  const method = methodOf(request, over)
  refuseOtherSites(service, request, { method, isOverridden: over !== undefined })
  const matched = match(service.routes, located.segments)
  if (method === 'OPTIONS')
    return describe(service, service.bases.of(request), located, matched, query, progress)
  const endpoint = matched?.route.endpoints.find(({ methods }) => methods.includes(method))
  if (!matched || !endpoint) throw new Problem('rest_no_route')
  progress.allow = await allowed(
    service,
    matched,
    callerOf(service, entry, progress.language, query),
  )
  const takesFile = endpoint.kind === 'image' && endpoint.verb === 'create'
  const body =
    method === 'GET'
      ? { values: {}, isJson: false }
      : await readBody(request, service.limits, takesFile)
  // Whoever has their turn writes in a moment: nothing slow is waited for in between.
  if (method !== 'GET') await service.turns.take()
  progress.language = languageOf(service, located, query, body.values)
  const caller = callerOf(service, entry, progress.language, query)
  const isWhole = !search.includes('_fields') && !('_envelope' in query)
  const call: Call = {
    service,
    request,
    method,
    located,
    base: service.bases.of(request),
    matched,
    endpoint,
    query,
    body,
    caller,
    entry,
    sent: sentPairs(search),
    told: progress.told,
    isWhole,
    isForAnyone:
      isWhole &&
      method === 'GET' &&
      isRead(request) &&
      entry.credential === 0 &&
      caller.password === undefined,
  }
  return perform(call)
}

/** Only what came as a read is answered with ready bytes; `_method=GET` on a write is written out anew. */
const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

/** Query wins over header; either may come with any method (behaviour 0.1). */
const overriding = ({ headers }: IncomingMessage, { _method }: Values) =>
  _method ?? headers['x-http-method-override']

/** HEAD is answered as GET. */
function methodOf(request: IncomingMessage, over: unknown): string {
  const method = String(over ?? request.method ?? 'GET').toUpperCase()
  if (method === 'HEAD') return 'GET'
  return methods.includes(method) || method === 'OPTIONS' ? method : 'NONE'
}

function callerOf({ site }: Service, entry: Entry, language: Language, query: Values): Caller {
  const { password, context, ml_fallback } = query
  const refused = typeof ml_fallback === 'string' && /^(0|false|no|off)$/i.test(ml_fallback)
  const asked = typeof ml_fallback === 'string' && /^(1|true|yes|on)$/i.test(ml_fallback)
  return {
    actor: entry.actor ?? anonymous,
    language,
    fallback: asked || (site.fallback && !refused),
    ...(typeof password === 'string' && password !== '' && { password }),
    editing: context === 'edit',
  }
}

/** OPTIONS: the description of the route, and what this caller may do there; outside of any route an empty list. */
async function describe(
  service: Service,
  base: Base,
  located: Located,
  matched: Matched | undefined,
  query: Values,
  progress: Progress,
): Promise<Answer> {
  if (!matched) return { status: 200, headers: {}, body: [] }
  const caller = callerOf(service, progress.entry as Entry, progress.language, query)
  progress.allow = await allowed(service, matched, caller)
  const { calendar, address } = service
  const moment = {
    language: progress.language,
    root: rootOf(base, located.prefix),
    namespace: address.namespace,
    window: calendar.defaultWindow(),
  }
  return { status: 200, headers: {}, body: describeRoute(matched.route, moment) }
}
