import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import ipaddr from 'ipaddr.js'
import { Problem, problemBody } from '../problem.ts'
import { answer, type ReadyBody } from './answer.ts'
import { type Basis, type Encoding, encoded, encodingFor, isUnchanged, type Kept, normalised, tagOf } from './cache.ts'
import { corsHeaders, type Headers } from './headers.ts'
import type { Service } from './service.ts'

export type Health = { isReady(): boolean | Promise<boolean> }

const series = randomUUID().slice(0, 8)
let count = 0

/** As the caller names it, else this process's own series. */
const requestId = ({ headers }: IncomingMessage) => {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : `${series}-${(++count).toString(36)}`
}

/** The caller's address: the connection's, or the first one in front of the proxies that we trust. */
export function callerAddress({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>, trusted: readonly string[]): string {
  const chain = [...String(headers['x-forwarded-for'] ?? '').split(',').map(part => part.trim()).filter(Boolean)]
  let address = socket.remoteAddress ?? ''
  while (chain.length > 0 && isTrusted(address, trusted)) address = chain.pop() as string
  return address
}

function isTrusted(address: string, trusted: readonly string[]): boolean {
  if (trusted.length === 0 || !ipaddr.isValid(address)) return false
  const at = ipaddr.process(address)
  return trusted.some(entry => {
    if (!entry.includes('/')) return ipaddr.isValid(entry) && ipaddr.process(entry).toString() === at.toString()
    if (!ipaddr.isValidCIDR(entry)) return false
    const [network, bits] = ipaddr.parseCIDR(entry)
    return network.kind() === at.kind() && at.match([network, bits])
  })
}

/** The HTTP server: health, stored pictures, the interface; limits on time and size; a log line for each request. */
export function openServer(service: Service, health: Health) {
  const server = createServer(
    { maxHeaderSize: 16_384, requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    (request, response) => void respond(service, health, request, response),
  )
  server.maxRequestsPerSocket = 0
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    else socket.destroy()
  })
  return server
}

const vary = 'Origin, Accept-Encoding'

async function respond(service: Service, health: Health, request: IncomingMessage, response: ServerResponse) {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const isForAnyone = isRead && request.headers.authorization === undefined && request.headers['x-http-method-override'] === undefined
  const url = request.url ?? '/'
  if (isForAnyone && !service.rate) {
    const kept = service.cache.byAddress(url) ?? service.cache.byName(url, normalised(url))
    if (kept) return sendKept(service, request, response, kept)
  }
  const started = performance.now()
  const id = requestId(request)
  request.headers['x-request-id'] = id
  response.setHeader('X-Request-Id', id)
  const address = callerAddress(request, service.trustedProxies)
  let actor = ''
  if (service.log.wantsRequests(isRead))
    response.on('close', () =>
      service.log.request({
        id,
        url,
        address,
        actor,
        method: request.method ?? '',
        status: response.statusCode,
        ms: performance.now() - started,
        bytes: Number(response.getHeader('content-length') ?? 0),
      }),
    )
  try {
    if (await isHealth(health, request, response)) return
    if (await isUpload(service, request, response)) return
    const given = await answer(service, request, address)
    if (!given) return notFound(service, request, response)
    actor = given.actor
    if (given.basis && isRead) return sendReady(service, request, response, given as typeof given & { basis: Basis }, isForAnyone)
    send(request, response, given.status, given.headers, JSON.stringify(given.body))
  } catch (error) {
    service.log.failure(id, error)
    if (!response.headersSent) response.writeHead(500)
    response.end()
  }
}

/** Keeps an answer to anyone, and sends it. */
function sendReady(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  { headers, body, basis }: { headers: Headers; body: unknown; basis: Basis },
  mayBeKept: boolean,
) {
  const { bytes, etag } = body as ReadyBody
  const { changes, cache, now } = service
  const flat: string[] = []
  for (const [name, value] of Object.entries(headers)) if (!isPersonal(name)) flat.push(name, value)
  const lastModified = Math.max(changes.instant, beganAt(basis, now()))
  const kept: Kept = { etag, lastModified, basis, headers: flat, identity: bytes, encoded: {} }
  const url = request.url ?? '/'
  if (mayBeKept) cache.keep(url, normalised(url), kept)
  return sendKept(service, request, response, kept)
}

const isPersonal = (name: string) => name === 'Vary' || name.startsWith('Access-Control-') || name.startsWith('RateLimit-')

const daySeconds = 86_400

/** A window that moves on at midnight began at the last one; other moving ones are of this second. */
const beganAt = ({ until }: Basis, now: number) =>
  until === Number.POSITIVE_INFINITY ? 0 : until - now <= 1 ? now : until - daySeconds

function sendKept(service: Service, request: IncomingMessage, response: ServerResponse, kept: Kept): void | Promise<void> {
  const { headers } = request
  const accept = headers['accept-encoding']
  const encoding = accept === undefined ? 'identity' : encodingFor(accept)
  if ((headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined) && isUnchanged(kept, headers['if-none-match'], headers['if-modified-since'])) {
    response.writeHead(304, headersOf(service, request, response, kept, encoding))
    response.end()
    return
  }
  if (encoding === 'identity' || kept.encoded[encoding]) {
    sendBody(service, request, response, kept, encoding, kept.encoded[encoding] ?? kept.identity)
    return
  }
  return encoded(kept, encoding).then(
    ([used, body]) => sendBody(service, request, response, kept, used, body),
    () => sendBody(service, request, response, kept, 'identity', kept.identity),
  )
}

function headersOf(service: Service, request: IncomingMessage, response: ServerResponse, kept: Kept, encoding: Encoding): string[] {
  const list = kept.headers.slice()
  list.push('ETag', tagOf(kept, encoding), 'Last-Modified', httpDate(kept.lastModified), 'Vary', vary)
  if (!response.hasHeader('X-Request-Id')) list.push('X-Request-Id', requestId(request))
  if (request.headers.origin !== undefined) for (const [name, value] of Object.entries(corsHeaders(request, service.origins))) if (name !== 'Vary') list.push(name, value)
  return list
}

function sendBody(service: Service, request: IncomingMessage, response: ServerResponse, kept: Kept, encoding: Encoding, body: Buffer) {
  const list = headersOf(service, request, response, kept, encoding)
  if (encoding !== 'identity') list.push('Content-Encoding', encoding)
  list.push('Content-Length', String(body.length))
  response.writeHead(200, list)
  response.end(request.method === 'HEAD' ? undefined : body)
}

let dated = { seconds: -1, text: '' }
/** One date is asked for again and again. */
function httpDate(seconds: number): string {
  if (dated.seconds !== seconds) dated = { seconds, text: new Date(seconds * 1000).toUTCString() }
  return dated.text
}

function send(request: IncomingMessage, response: ServerResponse, status: number, headers: Record<string, string>, text: string) {
  const bytes = Buffer.from(text)
  // What was not read of a body is not waited for.
  const isUnread = !request.complete && (request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined)
  response.writeHead(status, { ...headers, 'Content-Length': bytes.length, ...(isUnread && { Connection: 'close' }) })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

function notFound(service: Service, request: IncomingMessage, response: ServerResponse) {
  const body = problemBody(new Problem('rest_no_route'), service.site.language)
  send(request, response, 404, { 'Content-Type': 'application/json; charset=UTF-8', 'X-Content-Type-Options': 'nosniff' }, JSON.stringify(body))
}

/** `/health/live`: the process answers. `/health/ready`: the database answers, and we are not stopping. */
async function isHealth(health: Health, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const path = request.url?.split('?')[0]
  if (path !== '/health/live' && path !== '/health/ready') return false
  const isFine = path === '/health/live' || (await health.isReady())
  send(request, response, isFine ? 200 : 503, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }, JSON.stringify({ status: isFine ? 'ok' : 'unavailable' }))
  return true
}

async function isUpload({ uploads }: Service, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const path = /^\/uploads\/([^?]+)/.exec(request.url ?? '')?.[1]
  if (!path || (request.method !== 'GET' && request.method !== 'HEAD')) return false
  const given = await uploads({ method: request.method, headers: request.headers }, path)
  if (!given) {
    send(request, response, 404, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }, '')
    return true
  }
  response.writeHead(given.status, { 'Access-Control-Allow-Origin': '*', ...given.headers })
  if (given.stream && request.method === 'GET') given.stream.pipe(response)
  else response.end()
  return true
}
