import type { Listing } from '../../calendar/index.ts'
import { formatWall } from '../../define/time/clock.ts'
import type { Request } from '../request/request.ts'

export type Headers = Record<string, string>

const exposed = [
  'X-TEC-Total',
  'X-TEC-TotalPages',
  'X-Total',
  'X-Total-Pages',
  'X-WP-Total',
  'X-WP-TotalPages',
  'Link',
  'Location',
  'ETag',
  'Last-Modified',
  'Allow',
  'Content-Language',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Request-Id',
  'X-Almanac-Ignored',
  'X-Almanac-Horizon',
  'Idempotency-Replayed',
].join(', ')
const accepted = [
  'Authorization',
  'Cache-Control',
  'X-Requested-With',
  'X-WP-Nonce',
  'Content-Disposition',
  'Content-MD5',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'If-Modified-Since',
  'If-Unmodified-Since',
  'X-HTTP-Method-Override',
  'X-Request-Id',
].join(', ')
/** A day; browsers keep a preflight for two hours at most, or for a day. */
const preflightSeconds = '86400'

/** On every answer of the API. */
export const always: Headers = {
  'Content-Type': 'application/json; charset=UTF-8',
  'X-Robots-Tag': 'noindex',
  'X-Content-Type-Options': 'nosniff',
}

/**
 * For pages of other origins (A11): a named origin may send cookies; with `*` any origin may call, but without cookies. Browsers ignore
 * these headers without an `Origin`.
 */
export function corsHeaders({ headers }: Request, origins: readonly string[]): Headers {
  const { origin } = headers
  const isNamed = origin !== undefined && origins.includes(origin)
  if (!origin || !(isNamed || origins.includes('*'))) return { Vary: 'Origin' }
  return {
    'Access-Control-Expose-Headers': exposed,
    'Access-Control-Allow-Headers': accepted,
    'Access-Control-Allow-Origin': isNamed ? origin : '*',
    'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
    ...(isNamed && { 'Access-Control-Allow-Credentials': 'true' }),
    Vary: 'Origin',
  }
}

/** True for a preflight request of a browser. */
export const isPreflight = ({ method, headers }: Request) =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined

/** The whole answer to a preflight: the same for every request, so clients may cache it for long. */
export const preflightHeaders = (request: Request, origins: readonly string[]): Headers => ({
  ...corsHeaders(request, origins),
  'Access-Control-Max-Age': preflightSeconds,
})

/** Answers to callers with credentials are for them alone. */
export const personal: Headers = {
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
  Expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
}

/** Public responses may be cached, and revalidated by their tag. */
export const shared: Headers = { 'Cache-Control': 'public, max-age=0, must-revalidate' }

let dated = { seconds: -1, text: '' }
/** The same date is formatted again and again. */
function httpDate(seconds: number): string {
  if (dated.seconds !== seconds) dated = { seconds, text: new Date(seconds * 1000).toUTCString() }
  return dated.text
}

/**
 * `Last-Modified` of what changed in a second, from the second second after it on. A further change may carry the same second, and
 * a commit or another process may report it a moment later. It names the end of the second: clients may send the `Date` of an
 * earlier response instead (RFC 9110, 13.1.3), which then is never equal.
 */
export const lastModified = (modified: number, now: number): Headers =>
  modified + 1 < now ? { 'Last-Modified': httpDate(modified + 1) } : {}

/** Clients and servers in between refuse headers that are much longer. */
const maxLink = 4000

/** RFC 8288. Addresses too long for a header are left to the body, which has those of the next and previous page too. */
function linkHeader(links: Record<string, string>): Headers {
  const text = Object.entries(links)
    .map(([relation, address]) => `<${address}>; rel="${relation}"`)
    .join(', ')
  return text.length > maxLink ? {} : { Link: text }
}

/** The totals of a list, the links to its other pages, and up to when it has the dates of series, if its range ends later (R11). */
export const listHeaders = (
  { total, total_pages }: Record<string, unknown>,
  links: Record<string, string>,
  { horizon }: Pick<Listing, 'horizon'>,
): Headers => ({
  'X-TEC-Total': String(total),
  'X-TEC-TotalPages': String(total_pages),
  'X-Total': String(total),
  'X-Total-Pages': String(total_pages),
  ...linkHeader(links),
  ...(horizon !== undefined && { 'X-Almanac-Horizon': formatWall(horizon) }),
})

/** The counts of a list that is sent as a whole. */
export const totalsOf = ({ total, horizon }: Pick<Listing, 'total' | 'horizon'>): Headers => ({
  'X-TEC-Total': String(total),
  'X-Total': String(total),
  ...(horizon !== undefined && { 'X-Almanac-Horizon': formatWall(horizon) }),
})

/** Inside an envelope numbers are numbers, as in The Events Calendar. */
export const enveloped = (headers: Headers) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [name, counts.has(name) ? Number(text) : text]),
  )
const counts = new Set(['X-TEC-Total', 'X-TEC-TotalPages', 'X-Total', 'X-Total-Pages'])
