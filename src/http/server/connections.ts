import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { endUnread } from '../request/body.ts'
import { localRequest, plainTarget } from '../request/request.ts'
import type { Service } from '../services/service.ts'
import { type OutgoingResponse, respond } from './respond.ts'

type Exchange = { request: IncomingMessage; response: ServerResponse }
type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** The state of a connection: the request in work, and those that came before it was answered. */
type Line = {
  current: Exchange
  ahead: Exchange[]
  /** The text behind the last response, before the connection is closed. */
  farewell?: string
  isWatched: boolean
}

/** Kept at the socket itself: a map of sockets costs every garbage collection. */
const lineOf = Symbol('line')
type Lined = Socket & { [lineOf]?: Line }

/** Maximum number of pipelined requests on one connection, and on all; a connection that exceeds it is closed. */
const max = { onOne: 100, onAll: 5000 }

type Connections = { handle: Handle; onAll: number }

/** When the request in work is done with, the next has its turn. */
function watch(all: Connections, socket: Socket, line: Line) {
  if (line.isWatched) return
  line.isWatched = true
  line.current.response.once('close', () => {
    line.isWatched = false
    next(all, socket, line)
  })
}

function next(all: Connections, socket: Socket, line: Line) {
  if (socket.destroyed) {
    all.onAll -= line.ahead.length
    line.ahead = []
    return
  }
  const exchange = line.ahead.shift()
  if (!exchange) {
    if (line.farewell !== undefined) socket.end(line.farewell)
    return
  }
  all.onAll--
  line.current = exchange
  if (line.ahead.length > 0 || line.farewell !== undefined) watch(all, socket, line)
  if (line.ahead.length === 0) socket.resume()
  all.handle(exchange.request, exchange.response)
}

/**
 * Requests that are sent ahead on a connection (pipelined) are worked on one after another, each when the response to the one
 * before has gone out. So a connection is never more than one request in work, and no further responses are made for a caller that reads none.
 */
export function openConnections(handle: Handle) {
  const all: Connections = { handle, onAll: 0 }
  return {
    take(request: IncomingMessage, response: ServerResponse) {
      const socket: Lined = request.socket
      const line = socket[lineOf]
      if (!line) socket[lineOf] = { current: { request, response }, ahead: [], isWatched: false }
      else if (line.ahead.length === 0 && isDone(line.current)) {
        line.current.request = request
        line.current.response = response
      } else {
        if (line.ahead.length >= max.onOne || all.onAll >= max.onAll) return void socket.destroy()
        line.ahead.push({ request, response })
        all.onAll++
        socket.pause()
        return watch(all, socket, line)
      }
      handle(request, response)
    },

    /** Answers once to text that is no HTTP, behind the responses to earlier requests. A request whose response has begun gets no second one. */
    refuse(socket: Lined, text: string) {
      const line = socket[lineOf]
      if (!line || (line.ahead.length === 0 && isDone(line.current) && isRead(line.current)))
        return void socket.end(text)
      const last = line.ahead.at(-1) ?? line.current
      if (!isRead(last)) {
        // the error is in its body: this is its answer
        if (last !== line.current) all.onAll -= line.ahead.splice(-1).length
        else if (last.response.headersSent) return socket.destroySoon()
        else return void socket.end(text)
      }
      line.farewell = text
      watch(all, socket, line)
    },
  }
}

const isDone = ({ response }: Exchange) => response.writableFinished || response.destroyed
const isRead = ({ request }: Exchange) => request.complete

/** Writes a response to its connection. */
export function send(
  message: IncomingMessage,
  response: ServerResponse,
  { status, headers, parts, stream }: OutgoingResponse,
) {
  if (isUnread(message)) return sendEarly(message, response, { status, headers, parts })
  response.writeHead(status, headers)
  // a caller that disconnects ends it; nothing is made for one that reads too slowly
  if (stream) {
    const body = stream instanceof Readable ? stream : Readable.from(stream)
    return pipeline(body, response, () => {})
  }
  const last = parts.length - 1
  for (let index = 0; index < last; index++) response.write(parts[index])
  response.end(parts[last])
  let length = 0
  for (const part of parts) length += part.length
  waiting.sent(response, length)
}

/** The unread rest of a body is not awaited. */
const isUnread = ({ complete, headers }: IncomingMessage) =>
  !complete &&
  (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)

function sendEarly(
  message: IncomingMessage,
  response: ServerResponse,
  { status, headers, parts }: OutgoingResponse,
) {
  response.writeHead(status, [...headers, 'Connection', 'close'])
  if (parts.length === 0) response.flushHeaders()
  for (const part of parts) response.write(part)
  endUnread(message, response)
}

/** Each connection holds more memory than a smaller body. */
const large = 256 * 1024

type OpenResponse = Pick<ServerResponse, 'writableFinished' | 'destroyed' | 'destroy'> & {
  once(name: 'close', done: () => void): unknown
}

/**
 * Large bodies that were not sent to their end. A reader who takes nothing holds a feed of megabytes in memory: where all of them
 * together would hold more than `max` bytes, the oldest one is cut.
 */
export function openWaiting(max: number) {
  const bodies = new Map<OpenResponse, number>()
  let bytes = 0
  const leave = (response: OpenResponse) => {
    bytes -= bodies.get(response) ?? 0
    bodies.delete(response)
  }
  return {
    /** A body has been handed to its connection. */
    sent(response: OpenResponse, length: number) {
      if (length < large || response.writableFinished || response.destroyed) return
      bodies.set(response, length)
      bytes += length
      response.once('close', () => leave(response))
      for (const [oldest] of bodies) {
        // one alone is sent, however large it is
        if (bytes <= max || oldest === response) return
        leave(oldest)
        oldest.destroy()
      }
    },
    get bytes() {
      return bytes
    },
  }
}

const mebibyte = 1024 * 1024
/** The responses that wait for slow readers in this process. */
export const waiting = openWaiting(128 * mebibyte)

export type PlainRequest = {
  method?: string
  /** Path and query: `/cal/events/v1/events?page=2`. */
  url: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

type PlainResponse = {
  status: number
  headers: Record<string, string>
  body: Buffer
  stream?: AsyncIterable<string | Buffer> | undefined
}

/** Calls the API from inside this process: the same checks and responses as over HTTP, without a connection. */
export async function call(
  service: Service,
  { method = 'GET', url, headers = {}, body = '' }: PlainRequest,
): Promise<PlainResponse> {
  const named = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const target = plainTarget(url, service.address.basePath, named.host)
  const request = localRequest(method.toUpperCase(), target, named, Buffer.from(body))
  return plain(await respond(service, request))
}

function plain({ status, headers, parts, stream }: OutgoingResponse): PlainResponse {
  const named: Record<string, string> = {}
  for (let at = 0; at < headers.length; at += 2) named[headers[at] ?? ''] = headers[at + 1] ?? ''
  return { status, headers: named, body: Buffer.concat(parts), stream }
}

async function* inBytes(stream: AsyncIterable<string | Buffer>): AsyncGenerator<Uint8Array> {
  for await (const part of stream) yield typeof part === 'string' ? Buffer.from(part) : part
}

/** `fetch` for the TypeScript client that calls this service in this process, whatever host a URL names. */
export const fetchFrom =
  (service: Service): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const { status, headers, body, stream } = await call(service, {
      method: request.method,
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      body: new Uint8Array(await request.arrayBuffer()),
    })
    if (stream) return new Response(ReadableStream.from(inBytes(stream)), { status, headers })
    return new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers })
  }
