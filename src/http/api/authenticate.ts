import { anonymous } from '../../calendar/access/access.ts'
import type { Authenticated, Refusal } from '../../calendar/people/account-types.ts'
import type { Authenticator } from '../../calendar/people/credential-cache.ts'
import { Problem } from '../../problem/problem.ts'
import type { AttemptLimit } from '../server/limits.ts'
import type { Request } from '../server/request.ts'

/** Longer than any login or e-mail address; what is kept of a stranger's is bounded. */
const longestKey = 254

const nobody: Authenticated = { actor: anonymous, credential: 0, language: '' }

/**
 * Who sends a request (A6, A7): HTTP Basic with an application password, a Bearer token, or nobody. Credentials that are
 * wrong are refused on every route, reads too. Failures are counted by network and login.
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
  const key = `${address} ${basic ? basic.login.slice(0, longestKey).toLowerCase() : 'bearer'}`
  const entry = basic
    ? await authenticator.basic(basic.login, basic.password)
    : await authenticator.bearer(rest)
  return entered(entry, key, attempts)
}

/** Whose feed a token in its URL opens. */
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
