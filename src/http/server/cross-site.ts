import { Problem } from '../../problem/problem.ts'
import type { Service } from '../service.ts'
import type { Request } from './request.ts'

type Sent = Pick<Request, 'method' | 'headers'>

/** What forms and plain links can send, without a browser asking first whether they may. */
const formTypes = ['application/x-www-form-urlencoded', 'multipart/', 'text/plain']

/**
 * Browsers add a Basic password that they keep to whatever a page of another site makes them send. So with Basic what a link or
 * a form can send, and what names another method than its own, writes nothing when it comes from elsewhere (A11).
 */
export function refuseOtherSites(
  service: Service,
  request: Request,
  meant: { method: string; isOverridden: boolean },
) {
  if (meant.method === 'GET' || meant.method === 'OPTIONS') return
  if (!/^\s*basic\b/i.test(request.headers.authorization ?? '')) return
  if (!meant.isOverridden && !isForm(request)) return
  if (isFromElsewhere(service, request)) throw new Problem('rest_cross_site')
}

function isForm({ method, headers }: Sent): boolean {
  const type = headers['content-type']?.trim().toLowerCase() ?? ''
  return method === 'POST' && (type === '' || formTypes.some(form => type.startsWith(form)))
}

/** Does a browser say that a page of another site has sent this? */
export function isFromElsewhere({ bases, origins }: Service, request: Request): boolean {
  const { method, headers } = request
  const { origin } = headers
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return false
  // A link in a mail or a document comes from no site at all, and may be anybody's.
  if (site === 'none') return method === 'GET' || method === 'HEAD'
  if (origin === undefined) return site !== undefined
  return !(origins.includes(origin) || isOurs(origin, bases.of(request).publicUrl, headers.host))
}

/** Is this origin the one that was asked? */
export function isOurs(origin: string, publicUrl: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  return new URL(publicUrl).origin === origin || new URL(origin).host === host
}
