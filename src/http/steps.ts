import { anonymous } from '../calendar/access.ts'
import type { Authenticated } from '../calendar/account-types.ts'
import type { Caller } from '../calendar/context.ts'
import type { Language } from '../define/field-type.ts'
import type { Values } from '../define/param.ts'
import { Problem } from '../problem.ts'
import { allowed } from './allow.ts'
import { enter } from './authenticate.ts'
import type { Base } from './bases.ts'
import type { Response } from './call.ts'
import { expectation, tagged } from './conditions.ts'
import { refuseOtherSites } from './cross-site.ts'
import { onlyFields } from './fields-parameter.ts'
import {
  always,
  corsHeaders,
  enveloped,
  type Headers,
  isPreflight,
  personal,
  preflightHeaders,
  shared,
} from './headers.ts'
import { guessesFrom } from './limits.ts'
import { type Located, languageIn, locate, type Matched, match } from './match.ts'
import { describeRoute } from './namespace-index.ts'
import { type Body, parseForm, sentPairs, withRepeated } from './parse.ts'
import { problemBody } from './problem-body.ts'
import { isForNobody, type Request } from './request.ts'
import { languageOf, methodOf, overriding, spoken } from './request-language.ts'
import type { Endpoint } from './routes.ts'
import { rootOf, type Service } from './service.ts'
import { describeSite, locateSite, momentOf, siteLink } from './site-index.ts'
import { perform } from './verbs.ts'
import { withBody } from './with-body.ts'

/** Answers one request of the interface; undefined when the path is outside of it. Never throws. */
export async function takeSteps(
  service: Service,
  request: Request,
): Promise<(Response & { actor: string }) | undefined> {
  const { url } = request
  const mark = url.indexOf('?')
  const pathname = mark < 0 ? url : url.slice(0, mark)
  const { basePath, namespace } = service.address
  const inside = locate(pathname, basePath, namespace)
  const located = inside === undefined ? locateSite(pathname, basePath) : inside
  if (located === undefined) return undefined
  if (isPreflight(request)) return preflight(request, service)
  const search = mark < 0 ? '' : url.slice(mark + 1)
  const query = spoken(parseForm(search), namespace)
  const cors = corsHeaders(request, service.origins)
  const link = siteLink(rootOf(service.bases.of(request), located?.prefix ?? ''), service.address)
  const progress: Progress = {
    language: languageOf(service, located ?? { language: languageIn(pathname) }, query),
    entry: undefined,
    allow: undefined,
    limits: {},
    told: {},
  }
  const finish = ({
    status,
    headers,
    body,
    bytes,
    basis,
    record,
  }: Response): Response & { actor: string } => ({
    status,
    ...(basis && { basis }),
    ...(record && { record }),
    ...(bytes && !('_envelope' in query) && { bytes }),
    body:
      '_envelope' in query
        ? {
            body,
            status,
            headers: enveloped({ 'Content-Language': progress.language, ...headers }),
          }
        : body,
    headers: {
      ...always,
      ...cors,
      ...(progress.allow && { Allow: progress.allow }),
      'Content-Language': progress.language,
      ...progress.limits,
      ...progress.told,
      ...(request.headers.authorization || 'password' in query ? personal : shared),
      ...headers,
      ...(link && { Link: [link, headers.Link].filter(Boolean).join(', ') }),
    },
    actor: progress.entry?.actor.login ?? '',
  })
  try {
    if (located === null) throw new Problem('rest_invalid_url')
    const { instant } = service.changes
    const given = await walk(service, request, located, search, query, progress)
    const body = onlyFields(given.body, query._fields)
    const finished = finish(
      given.again && isRead(request)
        ? tagged({ ...given, body }, given.again.version, request, service, instant)
        : { ...given, body },
    )
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
const preflight = (request: Request, { origins }: Service) => ({
  status: 204,
  headers: preflightHeaders(request, origins),
  body: undefined,
  bytes: Buffer.alloc(0),
  actor: '',
})

function asProblem(error: unknown, { faults, log }: Service, request: Request): Problem {
  const known = error instanceof Problem ? error : faults(error)
  if (known) return known
  if (!isForNobody(error, request)) log.failure(request.id, error)
  return new Problem('rest_internal')
}

/** What is known when a problem interrupts. */
type Progress = {
  language: Language
  entry: Authenticated | undefined
  allow: string | undefined
  limits: Headers
  told: Headers
}

/** The corridor: rate, credentials, route, body, then the endpoint (behaviour 0.1). */
async function walk(
  service: Service,
  request: Request,
  located: Located,
  search: string,
  query: Values,
  progress: Progress,
): Promise<Response> {
  progress.limits = service.rate?.(request.ip) ?? {}
  const entry = await enter(request, service.accounts, service.attempts)
  progress.entry = entry
  const over = overriding(request, query)
  const method = methodOf(request, over)
  refuseOtherSites(service, request, { method, isOverridden: over !== undefined })
  const base = service.bases.of(request)
  const matched = located.isSite ? undefined : match(service.routes, located.segments)
  if (method === 'OPTIONS')
    return describe(service, request, base, located, matched, query, progress)
  if (located.isSite && method === 'GET')
    return {
      status: 200,
      headers: {},
      body: describeSite(service, base, located, progress.language),
    }
  const endpoint = matched?.route.endpoints.find(({ methods }) => methods.includes(method))
  if (!matched || !endpoint) throw new Problem('rest_no_route')
  if (service.isPrivate && entry.credential === 0 && isOfRecords(endpoint))
    throw new Problem('rest_not_logged_in')
  const early = callerOf(service, request, progress, query)
  progress.allow = await allowed(service, matched, early, entry)
  if (method === 'GET') return service.load.work(() => work({ values: {}, isJson: false }))
  return withBody(service, request, endpoint, early, work)

  async function work(body: Body): Promise<Response> {
    body.values = withRepeated(body.values, body.sent ?? [], (endpoint as Endpoint).params)
    progress.language = languageOf(
      service,
      located,
      query,
      spoken(body.values, service.address.namespace),
    )
    const { verb } = endpoint as Endpoint
    const expects =
      verb === 'change' || verb === 'remove' ? expectation(request.headers) : undefined
    const caller = { ...callerOf(service, request, progress, query), expects }
    const sent = sentPairs(search)
    const isWhole = !('_fields' in query) && !('_envelope' in query)
    return perform({
      service,
      request,
      method,
      located,
      base,
      matched: matched as Matched,
      endpoint: endpoint as Endpoint,
      query: withRepeated(query, sent, (endpoint as Endpoint).params),
      body,
      caller,
      entry,
      sent,
      told: progress.told,
      isWhole,
      isForAnyone:
        isWhole &&
        method === 'GET' &&
        isRead(request) &&
        entry.credential === 0 &&
        caller.password === undefined,
    })
  }
}

/** The index and the documentation tell of no record: they are open where the calendar is private (A12). */
const isOfRecords = ({ verb }: Endpoint) => verb !== 'index' && verb !== 'doc'

/** Only what came as a read is answered with ready bytes; `_method=GET` on a write is written out anew. */
const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

function callerOf(
  { site, attempts }: Service,
  request: Request,
  { entry, language }: Progress,
  query: Values,
): Caller {
  const { password, context, ml_fallback } = query
  const refused = typeof ml_fallback === 'string' && /^(0|false|no|off)$/i.test(ml_fallback)
  const asked = typeof ml_fallback === 'string' && /^(1|true|yes|on)$/i.test(ml_fallback)
  return {
    actor: entry?.actor ?? anonymous,
    language,
    requester: request,
    fallback: asked || (site.fallback && !refused),
    ...(typeof password === 'string' &&
      password !== '' && { password, guesses: guessesFrom(request.ip, attempts) }),
    editing: context === 'edit',
  }
}

/** OPTIONS: the description of the route, and what this caller may do there; outside of any route an empty list. */
async function describe(
  service: Service,
  request: Request,
  base: Base,
  located: Located,
  matched: Matched | undefined,
  query: Values,
  progress: Progress,
): Promise<Response> {
  if (!matched) return { status: 200, headers: {}, body: [] }
  const entry = progress.entry as Authenticated
  const caller = callerOf(service, request, progress, query)
  progress.allow = await allowed(service, matched, caller, entry)
  const moment = momentOf(service, base, located, progress.language)
  return { status: 200, headers: {}, body: describeRoute(matched.route, moment) }
}
