import { anonymous } from '../../calendar/index.ts'
import { languageOfPath, languagePattern } from '../../define/text/language.ts'
import { withoutQuery } from '../../define/text/uri.ts'
import { Problem } from '../../problem/index.ts'
import type { Response } from '../api/call.ts'
import { always, corsHeaders, type Headers, preflightHeaders } from '../api/headers.ts'
import { begin, type Finished, type Progress, run } from '../api/pipeline.ts'
import { problemBody } from '../api/problem-body.ts'
import { enter } from '../api/sender.ts'
import { languageOf } from '../request/match.ts'
import { parseForm } from '../request/parse.ts'
import type { Request } from '../request/request.ts'
import type { Service } from '../services/service.ts'
import type { Respond } from './call-tool.ts'
import { answerMessages, errorResponse, type McpProgress } from './methods.ts'
import { RpcError, sentences } from './protocol.ts'

/** Where a resource describes its tokens (RFC 9728): the path of the resource follows. */
const place = '/.well-known/oauth-protected-resource'
const pattern = new RegExp(
  `^${place.replace('.', '\\.')}((?:/(?:${languagePattern}))?/mcp)?/?$`,
  'i',
)

/** The path that such an address describes: the server in the main language, where none follows. */
function resourceDescribed(pathname: string): string | undefined {
  const found = pattern.exec(pathname)
  return found ? (found[1] ?? '/mcp') : undefined
}

/** What the resource is, and how tokens are sent. Administrators make them: there is no server that issues them on request. */
async function describeResource(
  { service, base, request }: Progress,
  path: string,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new Problem('rest_no_route')
  const body = {
    resource: `${base.publicUrl}${path}`,
    resource_name: service.about.siteName || new URL(base.publicUrl).host,
    bearer_methods_supported: ['header'],
    resource_documentation: `${base.publicUrl}/docs`,
  }
  return { status: 200, headers: { 'Access-Control-Allow-Origin': '*' }, body }
}

/** `WWW-Authenticate` of a refusal. Without credentials there is no error in them (RFC 6750, 3.1). */
function challengeOf({ base, request }: Progress): string {
  const path = withoutQuery(request.url).replace(/\/$/, '')
  const error = request.headers.authorization ? 'error="invalid_token", ' : ''
  return `Bearer realm="Almanac", ${error}resource_metadata="${base.publicUrl}${place}${path}"`
}

/** Answers a request to `/mcp`, or for its metadata. Never throws. */
export function answerMcp(
  service: Service,
  request: Request,
  respond: Respond,
): Promise<Finished | undefined> {
  const [pathname = '', query = ''] = request.url.split('?', 2)
  const described = resourceDescribed(pathname)
  const { values } = parseForm(query)
  const path = described ?? pathname
  const language = languageOf(service.site, { language: languageOfPath(path) }, values)
  const progress: McpProgress = {
    ...begin(service, request, language),
    respond,
    entry: { actor: anonymous, credential: 0, language: '' },
  }
  return run(progress, {
    answer: () => (described ? describeResource(progress, described) : answer(progress)),
    refuse: problem => refused(progress, problem),
    finish: response => finish(progress, response),
  })
}

async function answer(progress: McpProgress): Promise<Response> {
  try {
    return await served(progress)
  } catch (error) {
    if (error instanceof RpcError) return errorResponse(progress, error)
    throw error
  }
}

async function served(progress: McpProgress): Promise<Response> {
  const { service, request } = progress
  const { method, headers } = request
  refuseOtherOrigins(service, request)
  if (method === 'OPTIONS') return preflight(service, request)
  if (method !== 'POST') {
    const response = errorResponse(
      progress,
      new RpcError({ code: 'refused', sentence: sentences.method, status: 405 }),
    )
    return { ...response, headers: { Allow: 'POST, OPTIONS' } }
  }
  const entry = await enter(request, service.authenticator, service.attempts)
  progress.entry = entry
  progress.actor = entry.actor.login
  const isStranger = entry.actor.role === 'anonymous'
  if (isStranger && service.isPrivate) throw new Problem('rest_not_logged_in')
  const [mime = ''] = String(headers['content-type'] ?? '').split(';')
  if (mime.trim().toLowerCase() !== 'application/json')
    throw new RpcError({ code: 'refused', sentence: sentences.type, status: 415 })
  const held = service.load.hold(isStranger)
  try {
    const forbidden = isStranger ? tooLong : undefined
    const bytes = await request.readBody({ limit: service.limits.body, forbidden, held })
    return await answerMessages(progress, parsed(bytes))
  } finally {
    held.release()
  }
}

/** Of callers without an account, only a small body is read. One for all: an error with a trace costs as much as a small call. */
const tooLong = new Problem('rest_not_logged_in')

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new RpcError({ code: 'parse', sentence: sentences.json })
  }
}

/** A page whose name leads to this machine by a trick is of another origin: its host alone proves nothing. */
function refuseOtherOrigins({ bases, origins }: Service, request: Request) {
  const { origin } = request.headers
  if (origin === undefined || origins.includes(origin)) return
  if (URL.canParse(origin) && new URL(bases.of(request).publicUrl).origin === origin) return
  throw new RpcError({
    code: 'refused',
    sentence: sentences.origin,
    params: { origin },
    status: 403,
  })
}

const preflight = (service: Service, request: Request): Response => {
  const headers = preflightHeaders(request, service.origins)
  const names = headers['Access-Control-Allow-Headers']
  return {
    status: 204,
    headers: {
      ...headers,
      ...(names && { 'Access-Control-Allow-Headers': `${names}, ${ownHeaders}` }),
      'Access-Control-Allow-Methods': 'POST, OPTIONS',
    },
    body: undefined,
    bytes: Buffer.alloc(0),
  }
}
const ownHeaders = 'MCP-Protocol-Version, Mcp-Method, Mcp-Name'

/** A refusal of the whole request, with the words of the API. */
function refused(progress: McpProgress, problem: Problem): Response {
  const { retryAfter } = problem.extra
  const { message, ...data } = problemBody(problem, progress.language)
  return {
    status: problem.status,
    headers: {
      ...(retryAfter && { 'Retry-After': String(retryAfter) }),
      ...(problem.status === 401 && { 'WWW-Authenticate': challengeOf(progress) }),
    },
    body: { jsonrpc: '2.0', id: null, error: { code: -32_000, message, data } },
  }
}

function finish(progress: McpProgress, given: Response): Response {
  const { service, request, language, limits, record } = progress
  const headers: Headers = {
    ...always,
    ...corsHeaders(request, service.origins),
    'Cache-Control': 'no-store',
    'Content-Language': language,
    ...limits,
    ...given.headers,
  }
  return { ...given, headers, ...(record && { record }) }
}
