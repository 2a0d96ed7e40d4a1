import type { IncomingMessage } from 'node:http'

export type Headers = Record<string, string>

const exposed =
  'X-TEC-Total, X-TEC-TotalPages, X-Total, X-Total-Pages, X-WP-Total, X-WP-TotalPages, Link, ETag, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id'
const accepted =
  'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, If-None-Match, X-HTTP-Method-Override, X-Request-Id'

/** On every answer of the interface (behaviour 0.7). */
export const always: Headers = {
  'Content-Type': 'application/json; charset=UTF-8',
  'X-Robots-Tag': 'noindex',
  'X-Content-Type-Options': 'nosniff',
}

/** For pages of other origins: the origin is echoed when it is on the list (`*`: any). Without an origin nobody reads these. */
export function corsHeaders({ headers }: IncomingMessage, origins: readonly string[]): Headers {
  const { origin } = headers
  if (!origin || !(origins.includes('*') || origins.includes(origin))) return { Vary: 'Origin' }
  return {
    'Access-Control-Expose-Headers': exposed,
    'Access-Control-Allow-Headers': accepted,
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Credentials': 'true',
    Vary: 'Origin',
  }
}

/** Answers to callers with credentials are for them alone. */
export const personal: Headers = {
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
  Expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
}

/** Answers to anyone may be kept, and asked for again by their tag. */
export const shared: Headers = { 'Cache-Control': 'public, max-age=0, must-revalidate' }

/** Clients and servers in between refuse headers that are much longer. */
const longestLink = 4000

/** RFC 8288. Addresses too long for a header are left to the body, which has those of the next and previous page too. */
export function linkHeader(links: Record<string, string>): Headers {
  const text = Object.entries(links)
    .map(([relation, address]) => `<${address}>; rel="${relation}"`)
    .join(', ')
  return text.length > longestLink ? {} : { Link: text }
}
