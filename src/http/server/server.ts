import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { AccountProblem, type Actor, anonymous, seesHeldFile } from '../../calendar/index.ts'
import { version } from '../../common/index.ts'
import { heldImageFiles } from '../../define/held-file.ts'
import { languageOfPath } from '../../define/text/language.ts'
import { uriDecoded } from '../../define/text/uri.ts'
import { Problem } from '../../problem/index.ts'
import { problemBody } from '../api/problem-body.ts'
import { enter, enterSession, sessionIn } from '../api/sender.ts'
import { awaitContinue } from '../request/body.ts'
import {
  HttpRequest,
  isLocal,
  isRead,
  isTrusted,
  plainTarget,
  type Request,
} from '../request/request.ts'
import { classOf, problemOf, type RequestCounts } from '../request/request-counts.ts'
import type { Service } from '../services/service.ts'
import { openConnections, send } from './connections.ts'
import { type OutgoingResponse, refusal, respond, written } from './respond.ts'

const metricsPath = '/metrics'

/** For Prometheus; undefined without a token. */
type Watched = {
  requests?: RequestCounts | undefined
  metrics?:
    | {
        /** The required bearer token of a request. */
        token: string
        contentType: string
        /** All figures of the service, in the format of Prometheus. */
        text(): Promise<string>
      }
    | undefined
}

/** `/metrics`, for those who have its token; without one it is no path at all. */
async function ofMetrics(
  service: Service,
  { metrics }: Watched,
  request: Request,
): Promise<OutgoingResponse> {
  if (!metrics || !isRead(request)) return respond(service, request)
  const [, sent] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (sent === undefined || !isSame(sent, metrics.token))
    return refusal(service, request, 'rest_not_logged_in')
  const headers = { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }
  return written(request, 200, headers, await metrics.text())
}

/** In a time that does not depend on what is sent. */
const isSame = (a: string, b: string) =>
  timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))

const downloadsPath = '/admin/downloads/'

/**
 * An export or a backup, for the administrator who got its URL a moment ago; undefined: it is being sent, piece by piece. A URL alone opens
 * nothing: the session or the credentials of that user come with it.
 */
async function ofDownload(
  service: Service,
  request: Request,
  response: ServerResponse,
): Promise<OutgoingResponse | undefined> {
  try {
    if (request.method !== 'GET') throw new Problem('rest_no_route')
    const { actor } = request.headers.authorization
      ? await enter(request, service.authenticator, service.attempts)
      : await enterSession(service, request, { needsToken: false })
    const path = request.url.slice(downloadsPath.length).split('?', 1)[0] ?? ''
    const { stream, file } = await service.backups.open(actor, path)
    response.writeHead(200, {
      'Content-Type': typeOf(file),
      'Content-Disposition': `attachment; filename="${file}"`,
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    })
    // the browser begins at once, the first record takes a process that starts
    response.flushHeaders()
    // a file that breaks off must not look like a whole one
    pipeline(stream, response, error => {
      if (error) response.destroy()
    })
    return undefined
  } catch (error) {
    const problem = error instanceof AccountProblem ? problemOf(error) : error
    if (problem instanceof Problem) return refusal(service, request, problem)
    throw error
  }
}

const types: Record<string, string> = {
  ics: 'text/calendar; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
  zip: 'application/zip',
}
const typeOf = (file: string) => types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream'

// `import` would evaluate all exports and load an HTTP client, which takes 50 ms and is not used here.
const { createServer } = process.getBuiltinModule('node:http')

/** The reason why the service is not ready; undefined: it is. */
export type Health = {
  trouble(): Promise<string | undefined>
  /** The same for reading alone, in a second at most; `reason`: why it does not write, where it does not. */
  reading(): Promise<{ trouble: string | undefined; writing: boolean; reason?: string | undefined }>
  /** The number of records in which the list index of this process differed from the database. */
  repaired(): number
  /** True if lists come from memory already, not from the database. */
  isIndexReady(): boolean
}

/** The HTTP server: health, stored images, the API; limits on time and size; a log line for each request. */
export function openServer(service: Service, health: Health, watched: Watched = {}) {
  const checkProxy = openProxyCheck(service)
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
    // announces the end of the connection, so that the client sends no further request on it
    if (!server.listening) response.setHeader('Connection', 'close')
    checkProxy(request)
    answer({ service, health, watched }, request, response)
  })
  server.maxRequestsPerSocket = 0
  // who sends and receives nothing for so long is gone
  server.timeout = 120_000
  server.on('checkExpectation', connections.take)
  server.on('checkContinue', (request, response) => {
    awaitContinue(request, () => response.writeContinue())
    connections.take(request, response)
  })
  server.on('clientError', (error: Unreadable, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy()
    else connections.refuse(socket, unreadable(error, service))
  })
  return server
}

/**
 * Warns once about a proxy that is missing in `trustedProxies`: without it, limits count all visitors as one. Only a private address can be
 * a proxy of the site; a header from any other address proves nothing.
 */
function openProxyCheck({ trustedProxies, log }: Service) {
  let isOver = false
  return ({ headers, socket: { remoteAddress: address = '' } }: IncomingMessage) => {
    if (isOver || headers['x-forwarded-for'] === undefined) return
    if (isTrusted(address, trustedProxies) || !isLocal(address)) return
    isOver = true
    log.warn('a proxy is not in trustedProxies: limits count all its visitors as one', { address })
  }
}

/** `rawPacket`: what came last, which most often begins with the method and the path. */
type Unreadable = NodeJS.ErrnoException & { rawPacket?: Buffer }
const longestStart = 100

/** The response to text that is no HTTP, or too slow or too long for it, written by hand: there is no request object. */
function unreadable({ code = '', rawPacket }: Unreadable, { site }: Service): string {
  const [status, reason] = unreadableFor[code] ?? [400, 'Bad Request']
  const [, path = ''] = rawPacket?.toString('latin1', 0, longestStart).split(' ') ?? []
  const language = languageOfPath(path) ?? site.language
  const text = JSON.stringify(
    problemBody(new Problem('rest_invalid_request', { status }), language),
  )
  return [
    `HTTP/1.1 ${status} ${reason}`,
    'Connection: close',
    'Content-Type: application/json; charset=UTF-8',
    'X-Content-Type-Options: nosniff',
    `Content-Language: ${language}`,
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

type Answering = { service: Service; health: Health; watched: Watched }

/** Answers one request: within the same turn of the event loop if the response is ready. */
function answer(
  { service, health, watched }: Answering,
  message: IncomingMessage,
  response: ServerResponse,
) {
  // Once and before anything else looks at it: caches, limits and access know one form of a target.
  const url = plainTarget(message.url ?? '/', service.address.basePath, message.headers.host)
  const request = new HttpRequest(message, response, url, service.trustedProxies)
  if (message.httpVersionMajor < 1 || hasTwoHosts(message))
    return send(message, response, refusal(service, request, 'rest_invalid_request'))
  const line = logged(service, message, response, request)
  const counted = countingOf(service, watched, request)
  const sendIt = (outgoing: OutgoingResponse | undefined) => {
    if (!outgoing) return counted(response.statusCode)
    if (line) Object.assign(line, { actor: outgoing.actor ?? '', record: outgoing.record })
    send(message, response, outgoing)
    counted(outgoing.status)
  }
  const fail = (error: unknown) => {
    const fault = service.faults(error)
    if (!fault) service.log.failure(request.id, error)
    if (!response.headersSent)
      response.writeHead(fault?.status ?? 500, { 'X-Content-Type-Options': 'nosniff' })
    response.end()
    counted(response.statusCode)
  }
  try {
    const given = url.startsWith('/health/')
      ? ofHealth(service, health, request)
      : url.startsWith('/uploads/')
        ? ofUpload(service, request, response)
        : mapPath.test(url)
          ? ofMap(service, request, response)
          : url.startsWith(downloadsPath)
            ? ofDownload(service, request, response)
            : url === metricsPath
              ? ofMetrics(service, watched, request)
              : respond(service, request)
    if (given instanceof Promise) given.then(sendIt).catch(fail)
    else sendIt(given)
  } catch (error) {
    fail(error)
  }
}

/** Counts the response to a request, where metrics are on. */
function countingOf(
  { address: { basePath, namespace } }: Service,
  { requests }: Watched,
  request: Request,
) {
  if (!requests) return () => {}
  const began = performance.now()
  const of = classOf(request.url, isRead(request), `${basePath}/${namespace}`)
  return (status: number) => requests.add(of, status, began)
}

/** Logs a finished request, if the log is configured for it. */
function logged(
  { log, accessLog }: Service,
  message: IncomingMessage,
  response: ServerResponse,
  request: Request,
) {
  const { method, url, id } = request
  const isWanted = log.wantsRequests(isRead(request))
  if (!isWanted && !accessLog) return undefined
  const started = performance.now()
  const written = message.socket.bytesWritten
  const line: { actor: string; record?: string | undefined } = { actor: '' }
  const address = request.ip
  response.on('close', () => {
    const served = {
      id,
      method,
      url,
      address,
      ...line,
      status: response.statusCode,
      ms: performance.now() - started,
      bytes: message.socket.bytesWritten - written,
    }
    if (isWanted) log.request(served)
    const { httpVersion: version, headers } = message
    const { referer = '', 'user-agent': agent = '' } = headers
    accessLog?.add({ ...served, version, referer, agent })
  })
  return line
}

/** The host is ambiguous (RFC 9112, 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

/**
 * `/health/live`: the process answers. `/health/ready`: the database answers, and the service is not stopping. With `for=reading`: reads are
 * answered, if only by caches. With `index`, whether lists come from memory.
 */
async function ofHealth(
  service: Service,
  health: Health,
  request: Request,
): Promise<OutgoingResponse> {
  const [path, query] = request.url.split('?')
  if (path !== '/health/live' && path !== '/health/ready') return respond(service, request)
  const questions = new URLSearchParams(query)
  const isForReading = questions.get('for') === 'reading'
  const reading = path === '/health/ready' && isForReading ? await health.reading() : undefined
  const reason =
    path === '/health/live' ? undefined : reading ? reading.trouble : await health.trouble()
  const status = {
    ...(reason ? { status: 'unavailable', reason } : { status: 'ok' }),
    version,
    ...(reading && { writing: reading.writing, ...(reading.reason && { reason: reading.reason }) }),
    ...(path === '/health/ready' && health.repaired() > 0 && { repaired: health.repaired() }),
    ...(path === '/health/ready' &&
      questions.has('index') && { index: health.isIndexReady() ? 'ready' : 'building' }),
  }
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }
  return written(request, reason ? 503 : 200, headers, JSON.stringify(status))
}

/** True if the credentials of a request are valid. Images of a page come with its cookie alone. */
async function hasCredentials(service: Service, request: Request): Promise<boolean> {
  if (!request.headers.authorization) return (await sessionIn(service, request)) !== undefined
  return enter(request, service.authenticator, service.attempts).then(
    ({ credential }) => credential > 0,
    () => false,
  )
}

const noFile = (request: Request) =>
  written(request, 404, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }, '')

/** Decides who sees a file that is held back: everyone once a public record uses the image, until then users who may see the image. */
async function showsHeld(
  service: Service,
  request: Request,
  path: string,
): Promise<'to anyone' | 'to them' | 'no'> {
  const sees = (actor: Actor) => service.calendar.perform(seesHeldFile, actor, uriDecoded(path))
  if (await sees(anonymous)) return 'to anyone'
  const actor = request.headers.authorization
    ? await enter(request, service.authenticator, service.attempts).then(
        entered => entered.actor,
        () => undefined,
      )
    : (await sessionIn(service, request))?.actor
  return actor && (await sees(actor)) ? 'to them' : 'no'
}

/** Stored images; undefined: it is being sent, piece by piece. In a private calendar they need credentials, and no shared cache stores them (A12). */
async function ofUpload(
  service: Service,
  request: Request,
  response: ServerResponse,
): Promise<OutgoingResponse | undefined> {
  const path = /^\/uploads\/([^?]+)/.exec(request.url)?.[1]
  if (!path || (request.method !== 'GET' && request.method !== 'HEAD'))
    return respond(service, request)
  if (service.isPrivate && !(await hasCredentials(service, request)))
    return refusal(service, request, 'rest_not_logged_in')
  const held = heldImageFiles(uriDecoded(path))
    ? await showsHeld(service, request, path)
    : 'to anyone'
  if (held === 'no') return noFile(request)
  return sendFile(service, request, response, {
    file: service.uploads(fileRequest(request), path),
    headers: {
      'Access-Control-Allow-Origin': '*',
      ...(service.isPrivate && { 'Cache-Control': 'private, max-age=3600' }),
      ...(held === 'to them' && { 'Cache-Control': 'private, no-store' }),
    },
  })
}

const mapPath = /^\/map\.pmtiles(\?|$)/

/** The map in the data folder, of which browsers ask for ranges; where the calendar is private, for callers with credentials. */
async function ofMap(
  service: Service,
  request: Request,
  response: ServerResponse,
): Promise<OutgoingResponse | undefined> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return respond(service, request)
  if (service.isPrivate && !(await hasCredentials(service, request)))
    return refusal(service, request, 'rest_not_logged_in')
  const version = new URLSearchParams(request.url.split('?')[1]).get('v') ?? ''
  return sendFile(service, request, response, {
    file: service.mapFile(fileRequest(request), version),
    headers: service.isPrivate ? { 'Cache-Control': 'private, max-age=3600' } : {},
  })
}

const fileRequest = ({ method, headers }: Request) => ({ method, headers })

async function sendFile(
  service: Service,
  request: Request,
  response: ServerResponse,
  { file, headers }: { file: ReturnType<Service['uploads']>; headers: Record<string, string> },
): Promise<undefined | OutgoingResponse> {
  const given = await file.catch((error: unknown) => {
    const fault = service.faults(error)
    if (fault) return fault
    throw error
  })
  if (given instanceof Problem) return refusal(service, request, given)
  if (!given) return noFile(request)
  response.writeHead(given.status, { ...given.headers, ...headers })
  // a caller that disconnects closes the file, and a file that cannot be read to its end hurts only its caller
  if (given.stream && request.method === 'GET') pipeline(given.stream, response, () => {})
  else response.end()
  return undefined
}
