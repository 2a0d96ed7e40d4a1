import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import ipaddr from 'ipaddr.js'
import { Problem } from '../problem.ts'
import { enter } from './authenticate.ts'
import { awaitContinue } from './body.ts'
import { type Basis, normalised } from './cache/responses.ts'
import type { Response } from './call.ts'
import { isNamed } from './conditions.ts'
import { openConnections } from './connections.ts'
import { languageIn } from './match.ts'
import { problemBody } from './problem-body.ts'
import { ResponseRequester } from './requester.ts'
import { answer } from './respond.ts'
import { requestId, send, sendKept, sendReady } from './send.ts'
import type { Service } from './service.ts'
import { plainTarget } from './target.ts'

// `import` would read everything that it exports, and so load an HTTP client of fifty milliseconds that nobody here uses.
const { createServer } = process.getBuiltinModule('node:http')

/** Why the service is not ready; undefined: it is. */
export type Health = { trouble(): Promise<string | undefined> }

/** The caller's address: the connection's, or the first one in front of the proxies that we trust. */
export function callerAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trusted: readonly string[],
): string {
  const chain = [
    ...String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map(part => part.trim())
      .filter(Boolean),
  ]
  let address = socket.remoteAddress ?? ''
  while (chain.length > 0 && isTrusted(address, trusted)) address = chain.pop() as string
  return address
}

export function isTrusted(address: string, trusted: readonly string[]): boolean {
  if (trusted.length === 0 || !ipaddr.isValid(address)) return false
  const at = ipaddr.process(address)
  return trusted.some(entry => {
    if (!entry.includes('/'))
      return ipaddr.isValid(entry) && ipaddr.process(entry).toString() === at.toString()
    if (!ipaddr.isValidCIDR(entry)) return false
    const [network, bits] = ipaddr.parseCIDR(entry)
    return network.kind() === at.kind() && at.match([network, bits])
  })
}

/** The HTTP server: health, stored pictures, the interface; limits on time and size; a log line for each request. */
export function openServer(service: Service, health: Health) {
  const server = createServer(
    {
      maxHeaderSize: 16_384,
      requestTimeout: 60_000,
      headersTimeout: 20_000,
      keepAliveTimeout: 20_000,
      connectionsCheckingInterval: 5_000,
    },
    (request, response) => connections.take(request, response),
  )
  const connections = openConnections((request, response) => {
    // who stops says so, that nobody sends another request on this connection
    if (!server.listening) response.setHeader('Connection', 'close')
    void respond(service, health, request, response)
  })
  server.maxRequestsPerSocket = 0
  // who sends and receives nothing for so long is gone
  server.timeout = 120_000
  server.on('checkExpectation', connections.take)
  server.on('checkContinue', (request, response) => {
    awaitContinue(request, () => response.writeContinue())
    connections.take(request, response)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy()
    else connections.refuse(socket, unreadable(error.code, service))
  })
  return server
}

/** The answer to what is no HTTP, or too slow or too long for it, written by hand: there is no request to answer. */
function unreadable(code: string | undefined, { site }: Service): string {
  const [status, reason] = unreadableFor[code ?? ''] ?? [400, 'Bad Request']
  const text = JSON.stringify(
    problemBody(new Problem('rest_invalid_request', { status }), site.language),
  )
  return [
    `HTTP/1.1 ${status} ${reason}`,
    'Connection: close',
    'Content-Type: application/json; charset=UTF-8',
    'X-Content-Type-Options: nosniff',
    `Content-Language: ${site.language}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    '',
    text,
  ].join('\r\n')
}

const unreadableFor: Record<string, [status: number, reason: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Payload Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/** Callers who name the tag of what they would be sent have it already. */
function sendUnlessKnown(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body, bytes }: Response,
) {
  const asked = request.headers['if-none-match']
  const isKnown =
    status === 200 &&
    (request.method === 'GET' || request.method === 'HEAD') &&
    headers.ETag !== undefined &&
    asked !== undefined &&
    isNamed(headers.ETag, asked)
  if (isKnown) send(request, response, 304, headers, '')
  else send(request, response, status, headers, bytes ?? JSON.stringify(body))
}

async function respond(
  service: Service,
  health: Health,
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (hasTwoHosts(request)) return refuse(service, request, response, 'rest_invalid_request')
  // Once and before anything else looks at it: caches, limits and access know one form of a target.
  request.url = plainTarget(request.url ?? '/', service.address.basePath, request.headers.host)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const isForAnyone =
    isRead &&
    request.headers.authorization === undefined &&
    request.headers['x-http-method-override'] === undefined
  const url = request.url ?? '/'
  // URLs in a response depend on the host that was asked, so what is cached does too
  const { mark } = service.bases.of(request)
  if (isForAnyone && !service.rate) {
    const kept = service.cache.byAddress(mark + url)
    if (kept) return sendKept(service, request, response, kept)
  }
  // Only what is answered the same to anyone has a name to be kept by.
  const name = isForAnyone ? mark + normalised(url) : undefined
  if (name !== undefined && !service.rate) {
    const kept = service.cache.byName(mark + url, name)
    if (kept) return sendKept(service, request, response, kept)
  }
  const started = performance.now()
  const id = requestId(request)
  request.headers['x-request-id'] = id
  const address = callerAddress(request, service.trustedProxies)
  let actor = ''
  let record: string | undefined
  const written = request.socket.bytesWritten
  if (service.log.wantsRequests(isRead))
    response.on('close', () =>
      service.log.request({
        id,
        url,
        address,
        actor,
        record,
        method: request.method ?? '',
        status: response.statusCode,
        ms: performance.now() - started,
        bytes: request.socket.bytesWritten - written,
      }),
    )
  try {
    if (await isHealth(health, request, response)) return
    if (await isUpload(service, request, response, address)) return
    const given = await answer(service, request, address, new ResponseRequester(address, response))
    if (!given) return refuse(service, request, response, 'rest_no_route')
    actor = given.actor
    record = given.record
    if (given.basis && isRead)
      return sendReady(
        service,
        request,
        response,
        given as typeof given & { basis: Basis },
        name,
        mark,
      )
    sendUnlessKnown(request, response, given)
  } catch (error) {
    const fault = service.faults(error)
    if (!fault) service.log.failure(id, error)
    if (!response.headersSent) response.writeHead(fault?.status ?? 500)
    response.end()
  }
}

/** Which host is meant cannot be told (RFC 9112, 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

/** Answers what no route of the interface answers. */
function refuse(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  code: 'rest_no_route' | 'rest_invalid_request' | 'rest_not_logged_in',
) {
  const problem = new Problem(code)
  const [pathname = ''] = (request.url ?? '/').split('?', 1)
  const language = languageIn(pathname) ?? service.site.language
  if (code === 'rest_invalid_request') response.setHeader('Connection', 'close')
  send(
    request,
    response,
    problem.status,
    {
      'Content-Type': 'application/json; charset=UTF-8',
      'X-Content-Type-Options': 'nosniff',
      'Content-Language': language,
    },
    JSON.stringify(problemBody(problem, language)),
  )
}

/** `/health/live`: the process answers. `/health/ready`: the database answers, and we are not stopping. */
async function isHealth(
  health: Health,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (!request.url?.startsWith('/health/')) return false
  const path = request.url.split('?')[0]
  if (path !== '/health/live' && path !== '/health/ready') return false
  const reason = path === '/health/live' ? undefined : await health.trouble()
  send(
    request,
    response,
    reason ? 503 : 200,
    { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    JSON.stringify(reason ? { status: 'unavailable', reason } : { status: 'ok' }),
  )
  return true
}

/** Do the credentials that come with a request open anything? */
const hasCredentials = (
  { accounts, attempts }: Service,
  { headers }: IncomingMessage,
  address: string,
) =>
  enter(headers.authorization, address, accounts, attempts).then(
    ({ credential }) => credential > 0,
    () => false,
  )

/** Stored images. Where the calendar is private they are for callers with credentials, and kept by no shared cache (A12). */
async function isUpload(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
): Promise<boolean> {
  if (!request.url?.startsWith('/uploads/')) return false
  const path = /^\/uploads\/([^?]+)/.exec(request.url)?.[1]
  if (!path || (request.method !== 'GET' && request.method !== 'HEAD')) return false
  if (service.isPrivate && !(await hasCredentials(service, request, address))) {
    refuse(service, request, response, 'rest_not_logged_in')
    return true
  }
  const given = await service.uploads({ method: request.method, headers: request.headers }, path)
  if (!given) {
    send(request, response, 404, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }, '')
    return true
  }
  response.writeHead(given.status, {
    'Access-Control-Allow-Origin': '*',
    ...given.headers,
    ...(service.isPrivate && { 'Cache-Control': 'private, max-age=3600' }),
  })
  // a caller who goes away closes the file, and a file that cannot be read to its end hurts only its caller
  if (given.stream && request.method === 'GET') pipeline(given.stream, response, () => {})
  else response.end()
  return true
}
