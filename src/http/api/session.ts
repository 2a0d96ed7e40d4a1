import { hash, timingSafeEqual } from 'node:crypto'
import type { Authenticated } from '../../calendar/people/account-types.ts'
import type { Entered } from '../../calendar/people/sign-in/sessions.ts'
import { Problem } from '../../problem/problem.ts'
import { isOurs } from '../server/cross-site.ts'
import type { Request } from '../server/request.ts'
import type { Service } from '../service.ts'
import { enter } from './authenticate.ts'

type Sent = Pick<Request, 'headers'>

/** Browsers let no other host, no path and no plain http set a cookie of this name. */
const cookieName = '__Host-almanac'
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax'

/** A cookie that no script and no other host sees; `name` begins with `__Host-`. */
export const hostCookie = (name: string, value: string, seconds: number) =>
  `${name}=${value}; ${attributes}; Max-Age=${seconds}`

export const sessionCookie = (token: string, seconds: number) =>
  hostCookie(cookieName, token, seconds)
export const noCookie = hostCookie(cookieName, '', 0)

/** Names a session by what only pages of ours can read. No preflight allows it, so pages of other origins cannot send it. */
export const tokenHeader = 'x-almanac-session'

export const hasToken = ({ headers }: Sent) => headers[tokenHeader] !== undefined

/** What pages send in `X-Almanac-Session`: it follows from the secret of the cookie, and does not lead back to it. */
export const pageToken = (secret: string) => hash('sha256', `${tokenHeader} ${secret}`, 'base64url')

function isSame(a: string, b: string) {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

export function cookieIn({ headers }: Sent, name: string): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return undefined
}

const isReading = ({ method }: Pick<Request, 'method'>) => method === 'GET' || method === 'HEAD'

/**
 * Did a page of ours send this, or somebody who opened its address? The setting `corsOrigins` opens nothing here. A program that says
 * neither may read; a write says where it comes from, as every browser does.
 */
export function isFromHere(service: Service, request: Request): boolean {
  const { headers } = request
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && isReading(request))
  if (headers.origin === undefined) return isReading(request)
  return isOurs(headers.origin, service.bases.of(request).publicUrl, headers.host)
}

/** The session of the cookie of a request, if there is one that is open. */
export async function sessionIn(service: Service, request: Request): Promise<Entered | undefined> {
  const secret = cookieIn(request, cookieName)
  return secret && isFromHere(service, request) ? service.signIn.sessions.enter(secret) : undefined
}

/** The session that a request is made in, or the reason why there is none. */
export async function enterSession(
  service: Service,
  request: Request,
  { needsToken }: { needsToken: boolean },
): Promise<Entered> {
  if (!isFromHere(service, request)) throw new Problem('session_elsewhere')
  const entered = await sessionIn(service, request)
  if (!entered) throw new Problem('session_expired')
  if (needsToken && !isSame(String(request.headers[tokenHeader]), pageToken(entered.token)))
    throw new Problem('session_token')
  return entered
}

/**
 * Who sends a request to the API: whoever the `Authorization` header names; without one, whose session the cookie opens, if the page
 * says so by its token. A cookie by itself is nobody, as in WordPress: public pages and what is cached are the same for those
 * who are signed in.
 */
export async function senderOf(service: Service, request: Request): Promise<Authenticated> {
  if (request.headers.authorization || !hasToken(request))
    return enter(request, service.authenticator, service.attempts)
  const { actor, session } = await enterSession(service, request, { needsToken: true })
  return { actor, credential: session.id, language: '' }
}
