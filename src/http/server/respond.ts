import { isObject, once } from '../../define/base/objects.ts'
import { languageOfPath, languagePattern } from '../../define/text/language.ts'
import { Problem } from '../../problem/index.ts'
import { adminTarget } from '../admin-api/admin-target.ts'
import { answerApi } from '../api/api-steps.ts'
import type { ReadyBody, Response } from '../api/call.ts'
import { ignoredName, ignoredPart } from '../api/check-parameters.ts'
import { isNamed } from '../api/conditions.ts'
import { corsHeaders, type Headers, lastModified } from '../api/headers.ts'
import { wantsLines } from '../api/lines.ts'
import { pageFor } from '../api/pages.ts'
import type { Finished } from '../api/pipeline.ts'
import { problemBody } from '../api/problem-body.ts'
import { tokenHeader } from '../api/sender.ts'
import type { RecordBytes } from '../cache/record-bytes.ts'
import { cachedRecord, slugKeyOf } from '../cache/records.ts'
import {
  type Basis,
  type CachedResponse,
  type Encoding,
  encoded,
  encodingFor,
  isUnchanged,
  tagOf,
} from '../cache/responses.ts'
import type { Respond } from '../mcp/call-tool.ts'
import type { Base } from '../request/bases.ts'
import { type NamedRecord, normalForm, recordIn } from '../request/match.ts'
import { isRead, type Request } from '../request/request.ts'
import { type Service, showFor } from '../services/service.ts'

/** A response as it goes out. */
export type OutgoingResponse = {
  status: number
  /** Name, value, name, value … */
  headers: string[]
  /** The body in pieces; a response to HEAD has none. */
  parts: readonly Buffer[]
  /** The body where it has no end yet: it comes piece by piece. */
  stream?: AsyncIterable<string | Buffer>
  /** For the log: the caller, and what a write created or changed. */
  actor?: string
  record?: string | undefined
}

const nothing: readonly Buffer[] = []

/** Answers a request from a socket or from this process: cached responses at once, others through the pipeline. Rejects only on faults. */
export function respond(
  service: Service,
  request: Request,
): OutgoingResponse | Promise<OutgoingResponse> {
  const { url, headers } = request
  // Only what is answered the same to anyone is cached; where rates are limited, every request counts.
  const isForAnyone =
    isRead(request) &&
    headers.authorization === undefined &&
    headers[tokenHeader] === undefined &&
    headers['x-http-method-override'] === undefined &&
    !wantsLines(request)
  if (!isForAnyone || service.rate) return answer(service, request, ignore)
  // URLs in a response depend on the host of the request, and so does the cache.
  const base = service.bases.of(request)
  const named = recordIn(service.recordPaths, url)
  if (named) {
    const cached = recordOf(service, base, named)
    return cached
      ? deliver(service, request, cached, named.ignored)
      : answer(service, request, rememberRecord)
  }
  const name = base.mark + normalForm(url)
  const cached = service.responses.get(name)
  if (cached && hasFor(cached, request)) return deliver(service, request, cached)
  return answer(service, request, response => service.responses.set(name, response))
}

/** Large responses are not cached in every encoding. */
const hasFor = (cached: CachedResponse, { headers }: Request) =>
  !cached.isLarge ||
  cached.encoded[encodingFor(headers['accept-encoding'])] !== undefined ||
  isUnchanged(cached, headers['if-none-match'], headers['if-modified-since'])

/** A callback for a response that may be sent to anyone. */
type Remember = (response: CachedResponse, record: RecordBytes | undefined) => void
const ignore: Remember = () => {}
/** A record is cached by its name alone, without the ignored parameters of its URL. */
const rememberRecord: Remember = (response, record) => {
  if (!record || response.lastModified === Number.POSITIVE_INFINITY) return
  const at = response.headers.indexOf(ignoredName)
  const headers = at < 0 ? response.headers : response.headers.toSpliced(at, 2)
  record.response = { ...response, headers }
}

/** The response with a record, in the language of its URL, when it is cached. */
function recordOf(
  service: Service,
  base: Base,
  { path: { kind, prefix, language, by }, name }: NamedRecord,
): CachedResponse | undefined {
  const { records, site } = service
  const id = by === 'id' ? Number(name) : records.slugs.get(slugKeyOf(kind, name))?.id
  if (id === undefined) return undefined
  const show = showFor(service, base, prefix, language ?? site.language)
  return cachedRecord(records, show, kind, id)?.response
}

/** Only responses of the API have an actor: pages are public. */
type Answer = Response & { actor?: string }

async function answer(
  service: Service,
  request: Request,
  remember: Remember,
): Promise<OutgoingResponse> {
  const { site } = service
  const given: Answer | undefined =
    (await answerApi(service, request)) ??
    (await adminFor(service, request)) ??
    (await mcpFor(service, request, respond)) ??
    (await pageFor(service, request))
  if (!given) return refusal(service, request, 'rest_no_route')
  const { actor = '', record, basis, varies } = given
  const response =
    basis && isRead(request)
      ? // what was begun before the settings changed may be written by the old ones
        await deliver(
          service,
          request,
          cacheable(service, given, basis, service.site === site && !varies ? remember : ignore),
        )
      : plainly(request, given)
  response.actor = actor
  response.record = record
  return response
}

const isReady = (body: unknown): body is ReadyBody => isObject(body) && Array.isArray(body.parts)

/** A response to anyone, as it may be cached. */
function cacheable(
  { changes, now }: Service,
  { headers, body, single, encoded = {}, varies }: Response,
  basis: Basis,
  remember: Remember,
): CachedResponse {
  // a response that says what it was made from has its body written already
  if (!isReady(body)) throw new Error('A response that may be cached has its body written.')
  const { parts, length, etag } = body
  const flat = ['Vary', `${varies ? `${varies}, ` : ''}Origin, Accept-Encoding`]
  for (const name in headers)
    if (name !== 'Vary' && !name.startsWith('Access-Control-')) addHeader(flat, headers, name)
  // A change during the read may be missing from the response: it has no `Last-Modified` then.
  const lastModified =
    changes.seq === basis.since
      ? Math.max(changes.instant, beganAt(basis, now()))
      : Number.POSITIVE_INFINITY
  const response = { etag, lastModified, basis, headers: flat, parts, length, encoded }
  remember(response, single)
  return response
}

const daySeconds = 86_400

/** A window that moves on at midnight began at the last one; other moving ones are of this second. */
const beganAt = ({ until }: Basis, now: number) =>
  until === Number.POSITIVE_INFINITY ? 0 : until - now <= 1 ? now : until - daySeconds

/** A cached response: 304 when the caller has it, else in the best encoding they take. */
function deliver(
  service: Service,
  request: Request,
  cached: CachedResponse,
  ignored: readonly string[] = [],
): OutgoingResponse | Promise<OutgoingResponse> {
  const { headers } = request
  const accept = headers['accept-encoding']
  const encoding = accept === undefined ? 'identity' : encodingFor(accept)
  if (
    (headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined) &&
    isUnchanged(cached, headers['if-none-match'], headers['if-modified-since'])
  )
    return {
      status: 304,
      headers: headersOf(service, request, cached, encoding, ignored),
      parts: nothing,
    }
  const as = (used: Encoding, parts: readonly Buffer[]): OutgoingResponse => {
    const list = headersOf(service, request, cached, used, ignored)
    // encoded it is one part
    const length = used === 'identity' ? cached.length : (parts[0]?.length ?? 0)
    if (used !== 'identity') list.push('Content-Encoding', used)
    list.push('Content-Length', String(length))
    return { status: 200, headers: list, parts: request.method === 'HEAD' ? nothing : parts }
  }
  if (encoding === 'identity') return as(encoding, cached.parts)
  const body = cached.encoded[encoding]
  if (body) return as(encoding, body)
  return encoded(cached, encoding).then(
    ([used, parts]) => as(used, parts),
    () => as('identity', cached.parts),
  )
}

function headersOf(
  service: Service,
  request: Request,
  cached: CachedResponse,
  encoding: Encoding,
  ignored: readonly string[],
): string[] {
  const list = cached.headers.slice()
  list.push('ETag', tagOf(cached, encoding), 'X-Request-Id', request.id)
  addHeader(list, lastModified(cached.lastModified, service.now()), 'Last-Modified')
  if (ignored.length > 0) list.push(ignoredName, ignoredPart('query', ignored))
  if (request.headers.origin !== undefined)
    for (const [name, value] of Object.entries(corsHeaders(request, service.origins)))
      if (name !== 'Vary') list.push(name, value)
  return list
}

/** A response that was made for its caller: 304 for those who name its tag. */
function plainly(
  request: Request,
  { status, headers, body, bytes, stream }: Response,
): OutgoingResponse {
  if (stream) return { status, headers: listOf(request, headers), parts: nothing, stream }
  const ifNoneMatch = request.headers['if-none-match']
  const isMatched =
    status === 200 &&
    isRead(request) &&
    headers.ETag !== undefined &&
    ifNoneMatch !== undefined &&
    isNamed(headers.ETag, ifNoneMatch)
  return isMatched
    ? written(request, 304, headers, '')
    : written(request, status, headers, bytes ?? JSON.stringify(body))
}

function addHeader(list: string[], headers: Headers, name: string) {
  const value = headers[name]
  if (value !== undefined) list.push(name, value)
}

/** A text or bytes as they are. */
export function written(
  request: Request,
  status: number,
  headers: Headers,
  body: string | Buffer,
): OutgoingResponse {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const list = listOf(request, headers)
  // 204 has no body, not even one of no length (RFC 9110, 8.6).
  if (status !== 204 && status !== 304) list.push('Content-Length', String(bytes.length))
  const isEmpty = request.method === 'HEAD' || bytes.length === 0
  return { status, headers: list, parts: isEmpty ? nothing : [bytes] }
}

function listOf(request: Request, headers: Headers): string[] {
  const list: string[] = []
  for (const name in headers) addHeader(list, headers, name)
  if (!('X-Content-Type-Options' in headers)) list.push('X-Content-Type-Options', 'nosniff')
  list.push('X-Request-Id', request.id)
  return list
}

/** The response to what no route of the API answers. */
export function refusal(
  service: Service,
  request: Request,
  why: 'rest_no_route' | 'rest_invalid_request' | 'rest_not_logged_in' | Problem,
): OutgoingResponse {
  const problem = why instanceof Problem ? why : new Problem(why)
  const { retryAfter } = problem.extra
  const [pathname = ''] = request.url.split('?', 1)
  const language = languageOfPath(pathname) ?? service.site.language
  return written(
    request,
    problem.status,
    {
      ...(why === 'rest_invalid_request' && { Connection: 'close' }),
      ...(retryAfter && { 'Retry-After': String(retryAfter), 'Cache-Control': 'no-store' }),
      'Content-Type': 'application/json; charset=UTF-8',
      'X-Content-Type-Options': 'nosniff',
      'Content-Language': language,
    },
    JSON.stringify(problemBody(problem, language)),
  )
}

const metadata = '/\\.well-known/oauth-protected-resource'
const mcpPath = new RegExp(
  `^(?:(?:${metadata})?(?:/(?:${languagePattern}))?/mcp|${metadata})/?(?:\\?|$)`,
  'i',
)

// Loaded with the first request for it: most services have none.
const mcpServer = once(() => import('../mcp/mcp.ts'))

/** The server of tools for assistants; undefined where a path is not its. */
async function mcpFor(
  service: Service,
  request: Request,
  respond: Respond,
): Promise<Finished | undefined> {
  if (!mcpPath.test(request.url)) return undefined
  const { answerMcp } = await mcpServer()
  return answerMcp(service, request, respond)
}

/** Answers requests of the admin API, which is loaded on first use. Undefined for other requests. */
async function adminFor(
  service: Service,
  request: Request,
): Promise<(Response & { actor: string }) | undefined> {
  const target = adminTarget(request.url)
  if (!target) return undefined
  const { answerAdmin } = await import('../admin-api/answer.ts')
  return answerAdmin(service, request, target)
}
