import { hash } from 'node:crypto'
import { languages } from '../../define/text/language.ts'
import { Problem } from '../../problem/problem.ts'
import type { Request } from '../server/request.ts'
import type { Service } from '../service.ts'
import { type Base, rootOf, siteLink } from './bases.ts'
import type { Response } from './call.ts'
import { always, shared } from './headers.ts'
import { languageIn } from './match.ts'
import { withForm } from './page-forms.ts'
import type { Page, PageRequest } from './page-types.ts'
import { asProblem } from './pipeline.ts'
import { problemBody } from './problem-body.ts'
import { sessionIn } from './sender.ts'

/** A page, a feed or a file; undefined where there is none, and the caller wants no page that says so. Never throws. */
export async function pageFor(service: Service, request: Request): Promise<Response | undefined> {
  const { pages, load, rate } = service
  const { method, url, headers } = request
  const base = service.bases.of(request)
  const asked: PageRequest = {
    method,
    url,
    headers,
    publicUrl: base.publicUrl,
    requester: request,
    signedIn: async () => (await sessionIn(service, request))?.actor,
  }
  const linked = linkedTo(service, base)
  let limits = {}
  try {
    if (rate) limits = { ...rate(request.address) }
    const page = await withForm(service, request, form =>
      load.work(request, () => pages.respond({ ...asked, form })),
    )
    if (page) return linked(responseOf(page, limits))
    return linked(await refused(service, asked, new Problem('rest_no_route'), limits))
  } catch (error) {
    return linked(await refused(service, asked, asProblem(error, service, request), limits))
  }
}

/** Adds the link to the API root in the language of a response, by which a site is known as one of WordPress (X7). */
const linkedTo =
  ({ address, site }: Service, base: Base) =>
  <R extends Response | undefined>(response: R): R => {
    const language = languages.find(each => each === response?.headers['Content-Language'])
    const prefix = language && language !== site.language ? (`/${language}` as const) : ''
    const link = siteLink(rootOf(base, prefix), address)
    if (response && link) response.headers.Link = link
    return response
  }

async function refused(
  { pages, site }: Service,
  asked: PageRequest,
  problem: Problem,
  limits: Record<string, string>,
): Promise<Response | undefined> {
  const page = await pages.refuse(asked, problem).catch(() => undefined)
  const { retryAfter, headers } = problem.extra
  const told = { ...limits, ...headers, ...(retryAfter && { 'Retry-After': String(retryAfter) }) }
  if (page)
    return responseOf({ ...page, basis: undefined }, { ...told, 'Cache-Control': 'no-store' })
  if (problem.status === 404) return undefined
  const language = languageIn(asked.url) ?? site.language
  return {
    status: problem.status,
    headers: { ...always, 'Content-Language': language, 'Cache-Control': 'no-store', ...told },
    body: problemBody(problem, language),
  }
}

function responseOf(
  { status, headers, body, basis, encoded }: Page,
  told: Record<string, string>,
): Response {
  if (!basis || status !== 200)
    return { status, headers: { ...shared, ...headers, ...told }, body: undefined, bytes: body }
  const etag = hash('sha1', body, 'base64url').slice(0, 22)
  return {
    status,
    headers: { ...shared, ...headers, ...told },
    body: { parts: [body], length: body.length, etag },
    basis,
    ...(encoded && { encoded }),
  }
}
