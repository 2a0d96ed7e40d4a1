import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Requester } from '../../define/requester.ts'
import { languagePattern } from '../../define/text/language.ts'
import { type Allowance, readAll, take } from './body.ts'

/** A request, from a socket or from this process. */
export type Request = Requester & {
  readonly method: string
  /** Path and query, as `plainTarget` writes them. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** The IP address at the other end of the connection: the caller's, or a proxy's. */
  readonly peer: string
  /** The caller's IP address, for the log and the list of sessions. Limits count by `address`, the network. */
  readonly ip: string
  /** For `X-Request-Id`: as the caller names it, else of this process's own series. */
  readonly id: string
  /** The whole body, unless it is longer than allowed. */
  readBody(allowance: Allowance): Promise<Buffer>
}

const series = randomUUID().slice(0, 8)
let count = 0

const requestId = ({ 'x-request-id': given }: IncomingHttpHeaders) =>
  typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given)
    ? given
    : `${series}-${(++count).toString(36)}`

/** A request over HTTP. Rare properties are computed when they are read: every request creates one of these. */
export class HttpRequest implements Request {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly #message: IncomingMessage
  readonly #response: ServerResponse
  readonly #trusted: readonly string[]
  #id: string | undefined
  #gone: AbortSignal | undefined
  #address: string | undefined

  constructor(
    message: IncomingMessage,
    response: ServerResponse,
    url: string,
    trusted: readonly string[],
  ) {
    this.method = message.method ?? 'GET'
    this.url = url
    this.headers = message.headers
    this.#message = message
    this.#response = response
    this.#trusted = trusted
  }

  get peer() {
    return this.#message.socket.remoteAddress ?? ''
  }

  get ip() {
    return callerAddress(this, this.#trusted)
  }

  get address() {
    this.#address ??= networkOf(this.ip)
    return this.#address
  }

  get signal() {
    this.#gone ??= abortedWith(this.#response)
    return this.#gone
  }

  get id() {
    this.#id ??= requestId(this.headers)
    return this.#id
  }

  readBody(allowance: Allowance) {
    return readAll(this.#message, allowance)
  }
}

/** A request from inside this process: not limited by address and never aborted. */
export const localRequest = (
  method: string,
  url: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Request => ({
  method,
  url,
  headers,
  peer: '127.0.0.1',
  ip: '127.0.0.1',
  address: '127.0.0.1',
  signal: new AbortController().signal,
  id: requestId(headers),
  readBody: async allowance => {
    take(body.length, allowance)
    return body
  },
})

/** The caller's address: the connection's, or the first one in front of the proxies that we trust. */
function callerAddress(
  { peer, headers }: Pick<Request, 'peer' | 'headers'>,
  trusted: readonly string[],
): string {
  if (trusted.length === 0) return peer
  const chain = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
  let address = peer
  for (const next of chain.toReversed()) {
    if (!isTrusted(address, trusted)) break
    address = next
  }
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

/** True for addresses of this machine or of a private network. */
export const isLocal = (address: string) =>
  ipaddr.isValid(address) &&
  ['loopback', 'private', 'uniqueLocal', 'linkLocal'].includes(ipaddr.process(address).range())

/** The owner of one IPv6 address has all of its /64 network. */
function networkOf(address: string): string {
  // most are: parsing each would cost as much as checking all parameters of a list
  if (isIPv4(address) || !ipaddr.isValid(address)) return address
  const at = ipaddr.process(address)
  return at instanceof ipaddr.IPv6 ? at.parts.slice(0, 4).join(':') : at.toString()
}

/** One for all: an error with a trace for each response that ends would cost as much as reading a record. */
const callerHasLeft = new DOMException('The caller has gone.', 'AbortError')

function abortedWith(response: ServerResponse): AbortSignal {
  const end = new AbortController()
  if (response.destroyed || response.closed) end.abort(callerHasLeft)
  else response.once('close', () => end.abort(callerHasLeft))
  return end.signal
}

/** True if it ended because its caller disconnected: there is no response and no error then. */
export const isForNobody = (error: unknown, { signal }: Requester) =>
  error instanceof Error && error.name === 'AbortError' && signal.aborted

/** By its own method, whatever it may override. */
export const isRead = ({ method }: Pick<Request, 'method'>) => method === 'GET' || method === 'HEAD'

/**
 * The target of a request as everything after it knows it: a path that begins with one slash (P12). Where WordPress is stood in
 * for (X7), `/?rest_route=/tribe/events/v1/events` and `/index.php/wp-json/…` are other doors to the same resource, and are written as the
 * plain path before anything is decided by it.
 */
export function plainTarget(url: string, basePath: string, host?: string): string {
  const target =
    url.charCodeAt(0) === slash && url.charCodeAt(1) !== slash ? url : oneSlash(url, host)
  return isWordPress(basePath) && door.test(target) ? opened(target, basePath) : target
}

/** Only under its usual base path are the addresses of a WordPress site looked for. */
export const isWordPress = (basePath: string) => basePath.toLowerCase() === '/wp-json'

const slash = 47

/** `http://host/path` is the path, when it names the host that `Host` does (RFC 9112, 3.2.2); other hosts are not ours. */
function oneSlash(url: string, host: string | undefined): string {
  const [start = '', named] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? []
  if (named !== undefined && named.toLowerCase() !== host?.toLowerCase()) return url
  const path = url.slice(start.length)
  return /^[/?]/.test(path) || path === '' ? `/${path.replace(/^\/+/, '')}` : url
}

const prefixPattern = `/(?:${languagePattern})(?=[/?])`
const door = new RegExp(
  `^(?:${prefixPattern})?(?:/index\\.php(?=[/?]|$)|/?\\?(?:.*&)?rest_route=)`,
  'i',
)
const inside = new RegExp(`^(${prefixPattern})?(?:/index\\.php)?(.*)$`, 'is')

function opened(target: string, basePath: string): string {
  const [, prefix = '', rest = ''] = inside.exec(target) ?? []
  const mark = rest.indexOf('?')
  const path = mark < 0 ? rest : rest.slice(0, mark)
  const parts = mark < 0 ? [] : rest.slice(mark + 1).split('&')
  const route = parts.findLast(part => part.startsWith('rest_route='))
  if (route === undefined || /[^/]/.test(path))
    return prefix + (rest.startsWith('/') ? rest : `/${rest}`)
  const query = parts.filter(part => !part.startsWith('rest_route=')).join('&')
  return `${prefix}${basePath}${routePath(route.slice('rest_route='.length))}${query && `?${query}`}`
}

/** A route as it stands in a parameter, encoded or not, as a path. */
function routePath(sent: string): string {
  const segments = sent.replace(/\+/g, '%20').replace(/%2f/gi, '/').replace(/\?/g, '%3F')
  return `/${segments.replace(/^\/+/, '')}`
}
