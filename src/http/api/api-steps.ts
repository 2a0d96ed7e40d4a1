import { hash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import {
  type Authenticated,
  asOneWrite,
  type Caller,
  forbidden,
  keepResponse,
  keptResponse,
  SeveralTransactions,
} from '../../calendar/index.ts'
import type { Values } from '../../define/param.ts'
import { languageOfPath, languagePattern } from '../../define/text/language.ts'
import type { Endpoint } from '../../operations/index.ts'
import { Problem } from '../../problem/index.ts'
import { rootOf, siteLink } from '../request/bases.ts'
import {
  type Located,
  languageOf,
  type Matched,
  methodOf,
  overriding,
  type Place,
  withPluginLanguage,
} from '../request/match.ts'
import { forLinks, noBody, type Pair, parseForm, withRepeated } from '../request/parse.ts'
import { isRead, type Request } from '../request/request.ts'
import type { Service } from '../services/service.ts'
import { allowed } from './allow.ts'
import type { Call, Response } from './call.ts'
import { callerOf, withCalendar, withFields } from './caller.ts'
import { tagged } from './conditions.ts'
import { onlyFields } from './fields-parameter.ts'
import {
  always,
  corsHeaders,
  enveloped,
  type Headers,
  isPreflight,
  personal,
  preflightHeaders,
  shared,
} from './headers.ts'
import { describeRoute } from './namespace-index.ts'
import { begin, type Finished, type Progress, run } from './pipeline.ts'
import { problemResponse } from './problem-body.ts'
import { hasToken, refuseOtherSites, senderOf } from './sender.ts'
import { describeSite, momentOf } from './site-index.ts'
import { perform } from './verbs.ts'
import { withBody } from './with-body.ts'

/** Longest kept response, compressed, in characters of Base64; of a longer one only status and headers are kept. */
const maxKept = 1024 * 1024

/** 1 to 255 printable characters. */
const keyPattern = /^[\x20-\x7e]{1,255}$/

/** True if repetitions of this write are to get its response: it has a key, and its sender credentials. */
const isOnce = ({ endpoint, entry, request }: Call): boolean =>
  endpoint.takesKey === true &&
  entry.credential !== 0 &&
  request.headers['idempotency-key'] !== undefined

/**
 * Performs a write with an `Idempotency-Key` once. Its response is computed in the transaction of the write, and committed with it. So after a kill
 * either both are there, and a repetition gets the response, or neither is, and a repetition writes. That holds between processes too: each
 * transaction looks for the key again, and the database lets only one process write at a time.
 *
 * A refusal has written nothing, so it is kept in a transaction of its own. So is the response to an operation that takes several transactions,
 * which are removals with many links: one that was interrupted continues with its repetition.
 */
async function once(call: Call, perform: (call: Call) => Promise<Response>): Promise<Response> {
  const { calendar, keysInWork } = call.service
  const key = keyOf(call)
  const request = digestOf([call.method, call.request.url, call.caller.language, ...bodyOf(call)])
  if (keysInWork.has(key))
    throw new Problem('idempotency_key_in_use', { retryAfter: 1, params: { seconds: 1 } })
  keysInWork.add(key)
  try {
    return (await kept(calendar)) ?? (await calendar.perform(asOneWrite, first))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error instanceof SeveralTransactions) {
      const response = await perform(call)
      await keep(calendar, response)
      return response
    }
    if (isKept(error)) await keep(calendar, problemResponse(error, call.caller.language))
    throw error
  } finally {
    keysInWork.delete(key)
  }

  async function first(inner: typeof calendar): Promise<Response> {
    const earlier = await kept(inner)
    if (earlier) return earlier
    const response = await perform({ ...call, service: withCalendar(call.service, inner) })
    await keep(inner, response)
    return response
  }

  async function kept(by: typeof calendar): Promise<Response | undefined> {
    const found = await by.perform(keptResponse, key)
    if (!found) return undefined
    if (found.request !== request) throw new Problem('idempotency_key_reused')
    const { status, headers, body } = unpacked(found.response)
    return { status, headers: { ...headers, 'Idempotency-Replayed': 'true' }, body }
  }

  function keep(by: typeof calendar, { status, headers, body }: Response): Promise<void> {
    const all = { ...call.extraHeaders, ...headers }
    const response = packed({ status, headers: all, body })
    return by.perform(keepResponse, key, {
      request,
      response:
        response.length <= maxKept ? response : packed({ status, headers: all, body: null }),
    })
  }
}

/** The credential is part of it: nobody meets the keys of others. */
function keyOf({ entry, request }: Call): string {
  const key = String(request.headers['idempotency-key'])
  if (!keyPattern.test(key)) throw new Problem('idempotency_key_invalid')
  return digestOf([entry.actor.id, entry.credential, key])
}

const digestOf = (parts: readonly unknown[]) => hash('sha256', JSON.stringify(parts), 'base64url')

const bodyOf = ({ body: { values, upload } }: Call) => [
  values,
  upload ? hash('sha256', upload.bytes, 'base64url') : null,
]

/** Problems that pass, and those of the sender, say nothing about the request. */
const isKept = (problem: Problem): boolean =>
  problem.status < 500 && !passing.has(problem.status) && !problem.code.startsWith('idempotency')
const passing: ReadonlySet<number> = new Set([401, 403, 429])

type Kept = { status: number; headers: Headers; body: unknown }

const packed = (of: Kept): string => deflateRawSync(JSON.stringify(of)).toString('base64')

/** What `packed` has written. */
const unpacked = (text: string): Kept =>
  JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString())

/** The known parts of a request to the API when a problem interrupts it. */
type ApiProgress = Progress & {
  readonly located: Located | undefined
  readonly query: Values
  entry: Authenticated | undefined
  allow: string | undefined
  extraHeaders: Headers
}

/** Answers one request to the API; undefined when its path is outside of it. Never throws. */
export async function answerApi(service: Service, request: Request): Promise<Finished | undefined> {
  const { url } = request
  const mark = url.indexOf('?')
  const pathname = mark < 0 ? url : url.slice(0, mark)
  const place = service.places(pathname)
  if (place === undefined || (place?.located.isSite && isForPeople(request))) return undefined
  if (isPreflight(request)) return preflight(request, service)
  const { values, sent } = parseForm(mark < 0 ? '' : url.slice(mark + 1))
  const query = withPluginLanguage(values, service.address.namespace)
  const located = place?.located
  const language = languageOf(
    service.site,
    located ?? { language: languageOfPath(pathname) },
    query,
  )
  const progress: ApiProgress = {
    ...begin(service, request, language),
    located,
    query,
    entry: undefined,
    allow: undefined,
    extraHeaders: {},
  }
  return run(progress, {
    answer: () => walk(progress, place, sent),
    refuse: problem => refused(progress, problem),
    finish: given => finish(progress, given),
  })
}

const homePattern = new RegExp(`^(?:/(?:${languagePattern}))?/*(?:\\?|$)`, 'i')

/** What the query of a feed has, at the root too: where The Events Calendar has the one to subscribe to. */
const feedPattern = /[?&](?:ical|outlook-ical|feed)(?:[=&]|$)/i

/**
 * At the root of a site WordPress has a page for browsers, and feeds; programs that look for the index of the API find that there
 * (X7).
 */
const isForPeople = ({ url, headers }: Request) =>
  homePattern.test(url) && (/\btext\/html\b/.test(headers.accept ?? '') || feedPattern.test(url))

/** Adds the headers that every response has; the endpoint's own win. */
function finish(progress: ApiProgress, given: Response): Response {
  const { service, request, base, located, query, language } = progress
  const headers: Headers = { ...always }
  Object.assign(headers, corsHeaders(request, service.origins))
  if (progress.allow) headers.Allow = progress.allow
  headers['Content-Language'] = language
  const isPersonal = hasCredentials(request) || 'password' in query
  Object.assign(
    headers,
    progress.limits,
    progress.extraHeaders,
    isPersonal ? personal : shared,
    given.headers,
  )
  const link = siteLink(rootOf(base, located?.prefix ?? ''), service.address)
  if (link) headers.Link = given.headers.Link ? `${link}, ${given.headers.Link}` : link
  if (!('_envelope' in query)) return { ...given, headers }
  const { bytes: _, ...rest } = given
  const inside = enveloped({ 'Content-Language': language, ...given.headers })
  const body = { body: given.body, status: given.status, headers: inside }
  return { ...rest, body, status: 200, headers }
}

/** True if the request carries credentials, valid or not. */
const hasCredentials = (request: Request) =>
  Boolean(request.headers.authorization) || hasToken(request)

function refused({ request, language }: ApiProgress, problem: Problem): Response {
  const response = problemResponse(problem, language)
  return {
    ...response,
    headers: {
      ...response.headers,
      ...(!hasCredentials(request) && { 'Cache-Control': 'no-store' }),
      // A Basic challenge would make browsers ask for a password, and keep it (A11).
      ...(problem.status === 401 && { 'WWW-Authenticate': 'Bearer realm="Almanac"' }),
    },
  }
}

/** Browsers send preflight requests without credentials and only need headers; they cost nothing, so they are not limited. */
const preflight = (request: Request, { origins }: Service): Finished => ({
  status: 204,
  headers: preflightHeaders(request, origins),
  body: undefined,
  bytes: Buffer.alloc(0),
  actor: '',
})

/** The steps of the API: credentials, method, route, body, then the endpoint. */
async function walk(progress: ApiProgress, place: Place | null, sent: Pair[]): Promise<Response> {
  if (place === null) throw new Problem('rest_invalid_url')
  const { service, request, query } = progress
  const { instant } = service.changes
  const entry = await senderOf(service, request)
  progress.entry = entry
  progress.actor = entry.actor.login
  const given = await performed(progress, place, sent, entry)
  if (query._fields !== undefined && !given.stream)
    given.body = onlyFields(given.body, query._fields)
  return given.again && isRead(request)
    ? tagged(given, given.again.version, request, service, instant)
    : given
}

async function performed(
  progress: ApiProgress,
  { located, matched }: Place,
  sent: Pair[],
  entry: Authenticated,
): Promise<Response> {
  const { service, request, base, query } = progress
  const over = overriding(request, query)
  const method = methodOf(request, over)
  refuseOtherSites(service, request, { method, isOverridden: over !== undefined })
  if (method === 'OPTIONS') return describe(progress, located, matched, entry)
  if (located.isSite && method === 'GET')
    return {
      status: 200,
      headers: {},
      body: describeSite(service, base, located, progress.language),
    }
  const endpoint = matched?.route.endpoints.find(({ methods }) => methods.includes(method))
  if (!matched || !endpoint) throw new Problem('rest_no_route')
  const caller = callerOf(progress)
  refuseStranger(service, endpoint, caller)
  progress.allow = await allowed(service, matched, caller, entry)
  const isComplete = !('_fields' in query) && !('_envelope' in query)
  const isForAnyone =
    isComplete &&
    method === 'GET' &&
    // `_method=GET` on a write is written out again
    isRead(request) &&
    entry.credential === 0 &&
    caller.password === undefined
  const call: Call = {
    service,
    request,
    base,
    located,
    matched,
    endpoint,
    method,
    entry,
    caller,
    isForAnyone,
    query: withRepeated(query, sent, endpoint.params),
    sent: forLinks(sent),
    body: noBody,
    extraHeaders: progress.extraHeaders,
  }
  if (method === 'GET') return service.load.work(request, () => perform(call))
  return withBody(service, request, endpoint, caller, body => {
    const written = withFields(call, body)
    progress.language = written.caller.language
    return isOnce(written) ? once(written, perform) : perform(written)
  })
}

/** Anonymous callers read nothing of a private calendar (A12); the calendar itself checks rights to write. */
function refuseStranger({ isPrivate }: Service, { access, verb }: Endpoint, caller: Caller) {
  if (caller.actor.role !== 'anonymous' || access === 'anyone') return
  if (isPrivate) throw new Problem('rest_not_logged_in')
  if (access === 'account' && !verb) throw forbidden(caller)
}

/** OPTIONS: the description of the route, and what this caller may do there; outside of any route an empty list. */
async function describe(
  progress: ApiProgress,
  located: Located,
  matched: Matched | undefined,
  entry: Authenticated,
): Promise<Response> {
  if (!matched) return { status: 200, headers: {}, body: [] }
  const { service, base, language } = progress
  progress.allow = await allowed(service, matched, callerOf(progress), entry)
  const moment = momentOf(service, base, located, language)
  return { status: 200, headers: {}, body: describeRoute(matched.route, moment) }
}
