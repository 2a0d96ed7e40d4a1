import { Problem } from '../problem.ts'
import {
  type Basis,
  type Encoding,
  encoded,
  encodingFor,
  isUnchanged,
  type Kept,
  normalised,
  tagOf,
} from './cache/responses.ts'
import type { ReadyBody, Response } from './call.ts'
import { isNamed } from './conditions.ts'
import { corsHeaders, type Headers, httpDate } from './headers.ts'
import { languageIn } from './match.ts'
import { problemBody } from './problem-body.ts'
import type { Request } from './request.ts'
import type { Service } from './service.ts'
import { takeSteps } from './steps.ts'

/** A response as it goes out. */
export type OutgoingResponse = {
  status: number
  /** Name, value, name, value … */
  headers: string[]
  /** The body in pieces; a response to HEAD has none. */
  parts: readonly Buffer[]
  /** For the log: who asked, and what a write created or changed. */
  actor?: string
  record?: string | undefined
}

const vary = 'Origin, Accept-Encoding'
const nothing: readonly Buffer[] = []

/** Answers a request, by whatever door it came: what is cached at once, the rest step by step. Rejects for faults only. */
export function respond(
  service: Service,
  request: Request,
): OutgoingResponse | Promise<OutgoingResponse> {
  const { url, headers } = request
  // Only what is answered the same to anyone has a name to be cached by.
  const isForAnyone =
    isRead(request) &&
    headers.authorization === undefined &&
    headers['x-http-method-override'] === undefined
  if (!isForAnyone) return answer(service, request, undefined, '')
  // URLs in a response depend on the host that was asked, so what is cached does too
  const { mark } = service.bases.of(request)
  if (!service.rate) {
    const cached = service.cache.byAddress(mark + url)
    if (cached) return deliver(service, request, cached)
  }
  const name = mark + normalised(url)
  if (!service.rate) {
    const cached = service.cache.byName(mark + url, name)
    if (cached) return deliver(service, request, cached)
  }
  return answer(service, request, name, mark)
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

async function answer(
  service: Service,
  request: Request,
  name: string | undefined,
  mark: string,
): Promise<OutgoingResponse> {
  const given = await takeSteps(service, request)
  if (!given) return refusal(service, request, 'rest_no_route')
  const { actor, record, basis } = given
  const response =
    basis && isRead(request)
      ? await deliver(service, request, cacheable(service, request, given, basis, name, mark))
      : plainly(request, given)
  response.actor = actor
  response.record = record
  return response
}

/** What anyone is answered, cached by its normal form where it has one. */
function cacheable(
  { changes, cache, now }: Service,
  request: Request,
  { headers, body }: Response,
  basis: Basis,
  name: string | undefined,
  mark: string,
): Kept {
  const { parts, length, etag } = body as ReadyBody
  const flat: string[] = []
  const rates: string[] = []
  for (const [name, value] of Object.entries(headers))
    if (name.startsWith('RateLimit-')) rates.push(name, value)
    else if (name !== 'Vary' && !name.startsWith('Access-Control-')) flat.push(name, value)
  // What has changed while it was read may not be in it: then nothing is claimed.
  const lastModified =
    changes.seq === basis.since
      ? Math.max(changes.instant, beganAt(basis, now()))
      : Number.POSITIVE_INFINITY
  const kept: Kept = { etag, lastModified, basis, headers: flat, parts, length, encoded: {} }
  // What an address has left of its rate is told now, and never cached.
  if (rates.length > 0) return { ...kept, headers: [...rates, ...flat] }
  if (name !== undefined) cache.keep(mark + request.url, name, kept)
  return kept
}

const daySeconds = 86_400

/** A window that moves on at midnight began at the last one; other moving ones are of this second. */
const beganAt = ({ until }: Basis, now: number) =>
  until === Number.POSITIVE_INFINITY ? 0 : until - now <= 1 ? now : until - daySeconds

/** A cached response: 304 when the caller has it, else in the best encoding they take. */
function deliver(
  service: Service,
  request: Request,
  cached: Kept,
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
      headers: headersOf(service, request, cached, encoding),
      parts: nothing,
    }
  const known = encoding === 'identity' ? cached.parts : cached.encoded[encoding]
  if (known) return inEncoding(service, request, cached, encoding, known)
  return encoded(cached, encoding).then(
    ([used, parts]) => inEncoding(service, request, cached, used, parts),
    () => inEncoding(service, request, cached, 'identity', cached.parts),
  )
}

function inEncoding(
  service: Service,
  request: Request,
  cached: Kept,
  encoding: Encoding,
  parts: readonly Buffer[],
): OutgoingResponse {
  const headers = headersOf(service, request, cached, encoding)
  if (encoding === 'identity') headers.push('Content-Length', String(cached.length))
  else
    headers.push(
      ...['Content-Encoding', encoding],
      ...['Content-Length', String((parts[0] as Buffer).length)],
    )
  return { status: 200, headers, parts: request.method === 'HEAD' ? nothing : parts }
}

function headersOf(service: Service, request: Request, cached: Kept, encoding: Encoding): string[] {
  const list = cached.headers.slice()
  list.push('ETag', tagOf(cached, encoding), 'Vary', vary, 'X-Request-Id', request.id)
  if (cached.lastModified < service.now()) list.push('Last-Modified', httpDate(cached.lastModified))
  if (request.headers.origin !== undefined)
    for (const [name, value] of Object.entries(corsHeaders(request, service.origins)))
      if (name !== 'Vary') list.push(name, value)
  return list
}

/** A response that was made for its caller: 304 for those who name its tag. */
function plainly(request: Request, { status, headers, body, bytes }: Response): OutgoingResponse {
  const asked = request.headers['if-none-match']
  const isKnown =
    status === 200 &&
    isRead(request) &&
    headers.ETag !== undefined &&
    asked !== undefined &&
    isNamed(headers.ETag, asked)
  return isKnown
    ? written(request, 304, headers, '')
    : written(request, status, headers, bytes ?? JSON.stringify(body))
}

/** A text or bytes as they are. */
export function written(
  request: Request,
  status: number,
  headers: Headers,
  body: string | Buffer,
): OutgoingResponse {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const list: string[] = []
  for (const name in headers) list.push(name, headers[name] as string)
  list.push('X-Request-Id', request.id)
  // 204 has no body, not even one of no length (RFC 9110, 8.6).
  if (status !== 204 && status !== 304) list.push('Content-Length', String(bytes.length))
  const isEmpty = request.method === 'HEAD' || bytes.length === 0
  return { status, headers: list, parts: isEmpty ? nothing : [bytes] }
}

/** The response to what no route of the API answers. */
export function refusal(
  service: Service,
  request: Request,
  code: 'rest_no_route' | 'rest_invalid_request' | 'rest_not_logged_in',
): OutgoingResponse {
  const problem = new Problem(code)
  const [pathname = ''] = request.url.split('?', 1)
  const language = languageIn(pathname) ?? service.site.language
  return written(
    request,
    problem.status,
    {
      ...(code === 'rest_invalid_request' && { Connection: 'close' }),
      'Content-Type': 'application/json; charset=UTF-8',
      'X-Content-Type-Options': 'nosniff',
      'Content-Language': language,
    },
    JSON.stringify(problemBody(problem, language)),
  )
}
