import { hash } from 'node:crypto'
import { languageOfPath, languages } from '../../define/text/language.ts'
import { withoutQuery } from '../../define/text/uri.ts'
import { Problem } from '../../problem/index.ts'
import { type Base, prefixOf, rootOf, siteLink } from '../request/bases.ts'
import type { Page, PageRequest } from '../request/page-types.ts'
import { readBody } from '../request/parse.ts'
import type { Request } from '../request/request.ts'
import { adminPath } from '../request/request-counts.ts'
import type { Service } from '../services/service.ts'
import type { Response } from './call.ts'
import { always, shared } from './headers.ts'
import { begin, type Finished, type Progress, run } from './pipeline.ts'
import { problemResponse } from './problem-body.ts'
import { isFromElsewhere, sessionIn } from './sender.ts'
import { holding } from './with-body.ts'

/** The texts of a form have this much at most; an image, what images have. */
const maxBytes = 256 * 1024

/**
 * Handles a form that was sent to a page. Forms are public, so their size is limited, they wait for their turn among the writes, and they
 * must come from a page of this site: otherwise another site could submit in the name of its visitors.
 */
async function withForm<T>(
  service: Service,
  request: Request,
  work: (form: PageRequest['form']) => Promise<T>,
): Promise<T> {
  const form = request.method === 'POST' ? await service.pages.formAt(request.url) : undefined
  if (!form) return work(undefined)
  if (isFromElsewhere(service, request)) return work('from elsewhere')
  const { takesFile } = form
  const limits = { body: maxBytes, upload: takesFile ? service.limits.upload : 0 }
  return holding(
    service,
    true,
    held => readBody(request, limits, { takesFile, forbidden: undefined, held }),
    ({ values, upload }) => {
      // browsers send an empty file where none was chosen
      const file = takesFile && upload?.bytes.length ? upload : undefined
      return work({ values, address: request.address, ...(file && { file }) })
    },
  )
}

/** A page, a feed or a file; undefined where there is none, and the caller wants no page that says so. Never throws. */
export function pageFor(service: Service, request: Request): Promise<Finished | undefined> {
  const { pages, load, site } = service
  const { method, url, headers } = request
  const progress = begin(service, request, languageOfPath(withoutQuery(url)) ?? site.language)
  const pageRequest: PageRequest = {
    method,
    url,
    headers,
    publicUrl: progress.base.publicUrl,
    requester: request,
    signedIn: async () => (await sessionIn(service, request))?.actor,
  }
  return run(progress, {
    async answer() {
      const page = await withForm(service, request, form =>
        load.work(request, () => pages.respond({ ...pageRequest, form })),
      )
      if (page) return responseOf(page, progress.limits)
      throw new Problem('rest_no_route')
    },
    refuse: problem =>
      refused(progress, pageRequest, adminPath.test(url) ? problem : asHidden(problem)),
    finish: given => linked(service, progress.base, given),
  })
}

/** Adds the link to the API root in the language of a response, by which a site is known as one of WordPress (X7). */
function linked({ address, site }: Service, base: Base, response: Response): Response {
  const language = languages.find(each => each === response.headers['Content-Language'])
  const prefix = language && language !== site.language ? prefixOf(language) : ''
  const link = siteLink(rootOf(base, prefix), address)
  if (link) response.headers.Link = link
  return response
}

/** A record that may not be read answers as a missing one (A2), in any format; an event with a password says so. */
const asHidden = (problem: Problem): Problem =>
  problem.status === 403 && problem.code !== 'event-password-protected'
    ? new Problem('rest_no_route')
    : problem

async function refused(
  { service, request, language, limits }: Progress,
  pageRequest: PageRequest,
  problem: Problem,
): Promise<Response | undefined> {
  const page = await service.pages.refuse(pageRequest, problem).catch(error => {
    service.log.failure(request.id, error)
    return undefined
  })
  const { headers, ...response } = problemResponse(problem, language)
  const extraHeaders = { ...limits, ...headers }
  if (page)
    return responseOf(
      { ...page, basis: undefined },
      { ...extraHeaders, 'Cache-Control': 'no-store' },
    )
  if (problem.status === 404) return undefined
  return {
    ...response,
    headers: {
      ...always,
      'Content-Language': language,
      'Cache-Control': 'no-store',
      ...extraHeaders,
    },
  }
}

function responseOf(
  { status, headers, body, basis, encoded, varies }: Page,
  extraHeaders: Record<string, string>,
): Response {
  if (!basis || status !== 200)
    return {
      status,
      headers: { ...shared, ...headers, ...extraHeaders },
      body: undefined,
      bytes: body,
    }
  const etag = hash('sha1', body, 'base64url').slice(0, 22)
  return {
    status,
    headers: { ...shared, ...headers, ...extraHeaders },
    body: { parts: [body], length: body.length, etag },
    basis,
    ...(encoded && { encoded }),
    ...(varies && { varies }),
  }
}
