import { hash, timingSafeEqual } from 'node:crypto'
import {
  type Authenticated,
  type Authenticator,
  anonymous,
  type Entered,
  type Refusal,
} from '../../calendar/index.ts'
import { Problem } from '../../problem/index.ts'
import type { AttemptLimit } from '../request/limits.ts'
import { isRead, type Request } from '../request/request.ts'
import type { Service } from '../services/service.ts'

type WithHeaders = Pick<Request, 'headers'>

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

export const hasToken = ({ headers }: WithHeaders) => headers[tokenHeader] !== undefined

/** The token that pages send in `X-Almanac-Session`: it follows from the secret of the cookie, and does not lead back to it. */
export const pageToken = (secret: string) => hash('sha256', `${tokenHeader} ${secret}`, 'base64url')

function isSame(a: string, b: string) {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

export function cookieIn({ headers }: WithHeaders, name: string): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return undefined
}

/**
 * True if a page of this site sent the request, or a person opened its address. The setting `corsOrigins` has no effect here. A program that states
 * neither may read; a write must state its origin, as every browser does.
 */
export function isFromHere(service: Service, request: Request): boolean {
  const { headers } = request
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && isRead(request))
  if (headers.origin === undefined) return isRead(request)
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
 * The sender of a request to the API: the user of the `Authorization` header, otherwise of the session cookie if the page also sends its
 * token. A cookie alone is anonymous, as in WordPress, so that public pages and cached responses are the same for signed-in users.
 */
export async function senderOf(service: Service, request: Request): Promise<Authenticated> {
  if (request.headers.authorization || !hasToken(request))
    return enter(request, service.authenticator, service.attempts)
  const { actor, session } = await enterSession(service, request, { needsToken: true })
  return { actor, credential: session.id, language: '' }
}

/** Longer than any login or e-mail address; longer names of strangers are cut. */
export const maxKey = 254

const nobody: Authenticated = { actor: anonymous, credential: 0, language: '' }

/**
 * The sender of a request (A6, A7): HTTP Basic with an application password, a Bearer token, or anonymous. Wrong credentials are refused on
 * every route, reads included. Failures are counted by network and login.
 */
export async function enter(
  { headers, address }: Pick<Request, 'headers' | 'address'>,
  authenticator: Authenticator,
  attempts: AttemptLimit,
): Promise<Authenticated> {
  const header = headers.authorization
  if (header === undefined || header === '') return nobody
  const [, scheme = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(header.trim()) ?? []
  const basic = scheme.toLowerCase() === 'basic' ? readBasic(rest) : undefined
  const isBearer = scheme.toLowerCase() === 'bearer' && rest !== ''
  if (!basic && !isBearer) throw new Problem('invalid_authorization', { status: 401 })
  const key = `${address} ${basic ? basic.login.slice(0, maxKey).toLowerCase() : 'bearer'}`
  const entry = basic
    ? await authenticator.basic(basic.login, basic.password)
    : await authenticator.bearer(rest)
  return entered(entry, key, attempts)
}

/** The user of a feed token in a URL. */
export const enterFeed = async (
  token: string,
  address: string,
  authenticator: Authenticator,
  attempts: AttemptLimit,
): Promise<Authenticated> => entered(await authenticator.feed(token), `${address} feed`, attempts)

function entered(entry: Authenticated | Refusal, key: string, attempts: AttemptLimit) {
  // Application passwords and tokens are generated: they cannot be guessed, so the right one passes whatever was tried before.
  if (typeof entry !== 'string') return entry
  attempts.refuse(key)
  attempts.failed(key)
  throw new Problem(entry)
}

function readBasic(encoded: string): { login: string; password: string } | undefined {
  if (!/^[A-Za-z0-9+/=_-]+$/.test(encoded)) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 1 ? undefined : { login: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** The media types that forms and plain links can send without a preflight request. */
const formTypes = ['application/x-www-form-urlencoded', 'multipart/', 'text/plain']

/**
 * Browsers add a Basic password that they keep to whatever a page of another site makes them send. So with Basic what a link or
 * a form can send, and what names another method than its own, writes nothing when it comes from elsewhere (A11).
 */
export function refuseOtherSites(
  service: Service,
  request: Request,
  effective: { method: string; isOverridden: boolean },
) {
  if (effective.method === 'GET' || effective.method === 'OPTIONS') return
  if (!/^\s*basic\b/i.test(request.headers.authorization ?? '')) return
  if (!effective.isOverridden && !isForm(request)) return
  if (isFromElsewhere(service, request)) throw new Problem('rest_cross_site')
}

function isForm({ method, headers }: Request): boolean {
  const type = headers['content-type']?.trim().toLowerCase() ?? ''
  return method === 'POST' && (type === '' || formTypes.some(form => type.startsWith(form)))
}

/** True if the browser reports that a page of another site sent the request. */
export function isFromElsewhere({ bases, origins }: Service, request: Request): boolean {
  const { headers } = request
  const { origin } = headers
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return false
  // A link in a mail or a document comes from no site at all, and may be anybody's.
  if (site === 'none') return isRead(request)
  if (origin === undefined) return site !== undefined
  return !(origins.includes(origin) || isOurs(origin, bases.of(request).publicUrl, headers.host))
}

/** True if this is the origin of the request. */
function isOurs(origin: string, publicUrl: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  return new URL(publicUrl).origin === origin || new URL(origin).host === host
}
