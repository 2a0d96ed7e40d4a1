import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { endUnread } from './body.ts'
import {
  type Basis,
  type Encoding,
  encoded,
  encodingFor,
  isUnchanged,
  type Kept,
  tagOf,
} from './cache/responses.ts'
import type { ReadyBody } from './call.ts'
import { corsHeaders, type Headers } from './headers.ts'
import type { Service } from './service.ts'

const vary = 'Origin, Accept-Encoding'

const series = randomUUID().slice(0, 8)
let count = 0

/** As the caller names it, else this process's own series. */
export const requestId = ({ headers }: IncomingMessage) => {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given)
    ? given
    : `${series}-${(++count).toString(36)}`
}

/** Keeps an answer to anyone by its normal form, where it has one, and sends it. */
export function sendReady(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  { headers, body, basis }: { headers: Headers; body: unknown; basis: Basis },
  name: string | undefined,
  mark: string,
) {
  const { parts, length, etag } = body as ReadyBody
  const { changes, cache, now } = service
  const flat: string[] = []
  // What an address has left of its rate is told now, and never kept.
  for (const [name, value] of Object.entries(headers))
    if (name.startsWith('RateLimit-')) response.setHeader(name, value)
    else if (!isPersonal(name)) flat.push(name, value)
  // What has changed while it was read may not be in it: then nothing is claimed.
  const lastModified =
    changes.seq === basis.since
      ? Math.max(changes.instant, beganAt(basis, now()))
      : Number.POSITIVE_INFINITY
  const kept: Kept = { etag, lastModified, basis, headers: flat, parts, length, encoded: {} }
  if (name !== undefined) cache.keep(mark + (request.url ?? '/'), name, kept)
  return sendKept(service, request, response, kept)
}

const isPersonal = (name: string) =>
  name === 'Vary' || name.startsWith('Access-Control-') || name.startsWith('RateLimit-')

const daySeconds = 86_400

/** A window that moves on at midnight began at the last one; other moving ones are of this second. */
const beganAt = ({ until }: Basis, now: number) =>
  until === Number.POSITIVE_INFINITY ? 0 : until - now <= 1 ? now : until - daySeconds

/** Sends a kept answer: 304 when the caller has it, else in the best encoding they take. */
export function sendKept(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  kept: Kept,
): void | Promise<void> {
  const { headers } = request
  const accept = headers['accept-encoding']
  const encoding = accept === undefined ? 'identity' : encodingFor(accept)
  if (
    (headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined) &&
    isUnchanged(kept, headers['if-none-match'], headers['if-modified-since'])
  ) {
    response.writeHead(304, headersOf(service, request, kept, encoding))
    response.end()
    return
  }
  const known = encoding === 'identity' ? kept.parts : kept.encoded[encoding]
  if (known) return sendBody(service, request, response, kept, encoding, known)
  return encoded(kept, encoding).then(
    ([used, parts]) => sendBody(service, request, response, kept, used, parts),
    () => sendBody(service, request, response, kept, 'identity', kept.parts),
  )
}

function headersOf(
  service: Service,
  request: IncomingMessage,
  kept: Kept,
  encoding: Encoding,
): string[] {
  const list = kept.headers.slice()
  list.push('ETag', tagOf(kept, encoding), 'Vary', vary, 'X-Request-Id', requestId(request))
  if (kept.lastModified < service.now()) list.push('Last-Modified', httpDate(kept.lastModified))
  if (request.headers.origin !== undefined)
    for (const [name, value] of Object.entries(corsHeaders(request, service.origins)))
      if (name !== 'Vary') list.push(name, value)
  return list
}

function sendBody(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  kept: Kept,
  encoding: Encoding,
  parts: readonly Buffer[],
) {
  const list = headersOf(service, request, kept, encoding)
  if (encoding !== 'identity') list.push('Content-Encoding', encoding)
  const length = encoding === 'identity' ? kept.length : (parts[0] as Buffer).length
  list.push('Content-Length', String(length))
  response.writeHead(200, list)
  if (request.method === 'HEAD') return void response.end()
  const last = parts.length - 1
  for (let index = 0; index < last; index++) response.write(parts[index])
  response.end(parts[last])
}

let dated = { seconds: -1, text: '' }
/** One date is asked for again and again. */
export function httpDate(seconds: number): string {
  if (dated.seconds !== seconds) dated = { seconds, text: new Date(seconds * 1000).toUTCString() }
  return dated.text
}

/** Sends a text as it is, or as bytes. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
) {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  // What was not read of a body is not waited for.
  const isUnread =
    !request.complete &&
    (request.headers['content-length'] !== undefined ||
      request.headers['transfer-encoding'] !== undefined)
  const list: string[] = []
  for (const name in headers) list.push(name, headers[name] as string)
  list.push('X-Request-Id', requestId(request))
  // 204 has no body, not even one of no length (RFC 9110, 8.6).
  if (status !== 204 && status !== 304) list.push('Content-Length', String(bytes.length))
  const isHead = request.method === 'HEAD'
  if (!isUnread) {
    response.writeHead(status, list)
    return void response.end(isHead ? undefined : bytes)
  }
  list.push('Connection', 'close')
  response.writeHead(status, list)
  if (isHead) response.flushHeaders()
  else response.write(bytes)
  endUnread(request, response)
}
