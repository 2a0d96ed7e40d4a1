// The only door to other people's servers. Node resolves a name again when it connects, so checking
// the name first proves nothing: here the addresses that were checked are the ones connected to.
import { lookup as systemLookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

export type FetchLimits = {
  /** The longest body that is read. */
  bytes: number
  /** For everything together: names, redirects, body. */
  milliseconds: number
  /** Aborts when the caller has disconnected. */
  signal?: AbortSignal | undefined
  /** Media types to accept: `image/*`, `application/json`. */
  accept: readonly string[]
  /** Further headers of the request, for the first host alone. With them, a refusal tells status and headers too. */
  headers?: Readonly<Record<string, string>> | undefined
  /**
   * Targets that may be called although they are not public: an origin (`http://127.0.0.1:1234`),
   * a host name, an address, or a range of addresses (`10.0.0.0/8`).
   */
  allow: readonly string[]
}

/**
 * The reason why nothing was fetched, as a word only: the response of a private address must stay private. `scheme` is an address that is no plain
 * http(s) URL, `status` a response other than 2xx.
 */
export type Refusal =
  | 'address'
  | 'scheme'
  | 'redirects'
  | 'status'
  | 'type'
  | 'size'
  | 'time'
  | 'network'

/** `url` is where the last redirect led. */
type Fetched =
  | {
      url: string
      bytes: Uint8Array
      status: number
      headers: Readonly<Record<string, string>>
    }
  | { refused: Refusal; status?: number; headers?: Readonly<Record<string, string>> }

type Resolved = { address: string; family: number }
type Resolve = (host: string) => Promise<Resolved[]>
const systemResolve: Resolve = host => systemLookup(host, { all: true })

/**
 * GETs a URL that a caller gave us. Redirects are followed by hand, three at most, and each target
 * is checked like the first. Never throws: a failure is a `refused` value.
 */
export async function guardedFetch(
  url: string,
  given: FetchLimits,
  resolve = systemResolve,
): Promise<Fetched> {
  const { milliseconds, signal: callerSignal } = given
  const timeout = AbortSignal.timeout(milliseconds)
  const signal = callerSignal ? AbortSignal.any([callerSignal, timeout]) : timeout
  try {
    let limits = given
    let target = parseTarget(url)
    for (let redirects = 0; target && redirects <= maxRedirects; redirects++) {
      const answer = await fetchOnce(target, limits, resolve, signal)
      if (!('location' in answer)) return answer
      const next = parseTarget(answer.location, target)
      if (next?.origin !== target.origin) limits = { ...limits, headers: undefined }
      target = next
    }
    return { refused: target ? 'redirects' : 'scheme' }
  } catch {
    return { refused: signal.aborted ? 'time' : 'network' }
  }
}

const maxRedirects = 3
const redirectStatuses = new Set([301, 302, 303, 307, 308])

function parseTarget(url: string, base?: URL): URL | undefined {
  // URL writes the decimal, octal and hexadecimal forms of an address the usual way
  const target = URL.canParse(url, base?.href) ? new URL(url, base?.href) : undefined
  if (target?.protocol !== 'http:' && target?.protocol !== 'https:') return undefined
  return target.username || target.password ? undefined : target
}

async function fetchOnce(
  target: URL,
  limits: FetchLimits,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<Fetched | { location: string }> {
  const addresses = await addressesOf(target, resolve, signal)
  if (!mayCall(target, addresses, limits.allow)) return { refused: 'address' }
  const response = await get(target, addresses, limits, signal)
  try {
    const { statusCode = 0, headers } = response
    const location = one(headers.location)
    if (redirectStatuses.has(statusCode) && location !== undefined) return { location }
    const responseHeaders = plainHeaders(headers)
    if (statusCode < 200 || statusCode > 299)
      return {
        refused: 'status',
        ...(limits.headers && { status: statusCode, headers: responseHeaders }),
      }
    const mime = mimeOf(headers['content-type'])
    const encoding = one(headers['content-encoding']) ?? 'identity'
    if (encoding !== 'identity' || !isAccepted(mime, limits.accept)) return { refused: 'type' }
    if (Number(one(headers['content-length']) ?? 0) > limits.bytes) return { refused: 'size' }
    const bytes = await readAll(response, limits.bytes)
    return bytes
      ? { url: target.href, bytes, status: statusCode, headers: responseHeaders }
      : { refused: 'size' }
  } finally {
    // a response that is no longer read must stop arriving
    response.destroy()
  }
}

const get = (
  target: URL,
  addresses: Resolved[],
  { accept, headers }: FetchLimits,
  signal: AbortSignal,
) => sent(target, addresses, { headers: { ...headers, accept: accept.join(', ') }, signal })

type Sent = {
  method?: string
  headers: Readonly<Record<string, string>>
  body?: string
  signal: AbortSignal
}

/** Resolves with the head of the response. It uses a new connection: nothing is shared, and no proxy is involved. */
function sent(
  target: URL,
  addresses: Resolved[],
  { method = 'GET', headers: own, body, signal }: Sent,
): Promise<IncomingMessage> {
  // without `import`, which would read all that they export
  const { request } = process.getBuiltinModule(
    target.protocol === 'https:' ? 'node:https' : 'node:http',
  )
  return new Promise((resolve, reject) => {
    // a small compressed body may be a large one
    const headers = { ...own, 'accept-encoding': 'identity', 'user-agent': 'Almanac' }
    request(target, { method, agent: false, lookup: pinned(addresses), signal, headers })
      .on('response', response => resolve(response.on('error', reject)))
      .on('error', reject)
      .end(body)
  })
}

export class PrivateAddress extends TypeError {}

/** The longest response of a program that a library speaks to, in bytes, and the time that it has, in milliseconds. */
const programLimits = { bytes: 1024 * 1024, milliseconds: 10_000 }

type ProgramRequest = {
  method: string
  headers: Readonly<Record<string, string>>
  body?: unknown
  signal?: AbortSignal | undefined
}

/**
 * `fetch` for a library that speaks to a server whose URL comes from a user: every target is checked as in `guardedFetch`, and no redirect is
 * followed. Rejects where `guardedFetch` would refuse. With no `bytes`, the body is not waited for.
 */
export const guardedRequests =
  (allow: readonly string[], limits = programLimits) =>
  async (
    url: string,
    { method, headers, body, signal: callerSignal }: ProgramRequest,
  ): Promise<Response> => {
    const target = parseTarget(url)
    if (!target) throw new TypeError('This is no plain URL of http or https.')
    const timeout = AbortSignal.timeout(limits.milliseconds)
    const signal = callerSignal ? AbortSignal.any([callerSignal, timeout]) : timeout
    const addresses = await addressesOf(target, systemResolve, signal)
    if (!mayCall(target, addresses, allow)) throw new PrivateAddress('This address is not public.')
    const written = body === undefined || body === null ? '' : String(body)
    const response = await sent(target, addresses, { method, headers, body: written, signal })
    try {
      const bytes = limits.bytes > 0 ? await readAll(response, limits.bytes) : Buffer.alloc(0)
      if (!bytes) throw new TypeError('The response is too long.')
      const { statusCode: status = 0 } = response
      const isEmpty = [101, 204, 205, 304].includes(status)
      return new Response(isEmpty ? null : bytes, {
        status,
        headers: plainHeaders(response.headers),
      })
    } finally {
      response.destroy()
    }
  }

async function addressesOf(target: URL, resolve: Resolve, signal: AbortSignal) {
  const host = hostOf(target)
  const family = isIP(host)
  if (family) return [{ address: host, family }]
  return orAborted(resolve(host), signal)
}

// every address must pass: a name with one good and one bad address is an attempt
function mayCall(target: URL, addresses: Resolved[], allow: readonly string[]) {
  if (addresses.length === 0) return false
  if (allow.some(entry => namesTarget(entry, target))) return true
  return addresses.every(({ address }) => isPublicAddress(address) || isListed(address, allow))
}

function namesTarget(entry: string, target: URL) {
  const name = entry.trim().toLowerCase()
  if (!name.includes('://')) return name === hostOf(target).replace(/\.$/, '')
  return URL.canParse(name) && new URL(name).origin === target.origin
}

const hostOf = (target: URL) => target.hostname.replace(/^\[|\]$/g, '')

function pinned(addresses: Resolved[]): LookupFunction {
  return (_host, options, done) => {
    const [first] = addresses
    if (options.all) done(null, addresses)
    else done(null, first?.address ?? '', first?.family)
  }
}

// a name server cannot be called off, but need not be waited for
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

async function readAll(body: AsyncIterable<Uint8Array>, limit: number) {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > limit) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const one = (header: string | string[] | undefined) =>
  typeof header === 'object' ? header[0] : header

const plainHeaders = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, one(value) ?? '']],
    ),
  )

const mimeOf = (header: string | string[] | undefined) =>
  (one(header) ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

function isAccepted(mime: string, accept: readonly string[]) {
  return accept.some(wanted =>
    wanted === '*/*'
      ? true
      : wanted.endsWith('/*')
        ? mime.startsWith(wanted.slice(0, -1))
        : mime === wanted,
  )
}

/**
 * True if an IP address may be called on behalf of a stranger: a global unicast address, not one of this machine, its networks, or a range with a
 * special purpose. An IPv6 address that carries an IPv4 one (mapped, NAT64) is judged by the one it carries. False for any other text.
 */
export function isPublicAddress(ip: string): boolean {
  const address = parse(ip)
  if (!address) return false
  if (address.kind() === 'ipv4') {
    return address.range() === 'unicast' && address.toString() !== azureWireServer
  }
  const bytes = address.toByteArray()
  // a network without IPv4 reaches every IPv4 host through this prefix, public ones too
  if (address.match(nat64)) return isPublicAddress(bytes.slice(12).join('.'))
  // 2000::/3 is all that is allocated; 6to4 and Teredo lie inside it and are ranges of their own
  return address.range() === 'unicast' && (bytes[0] ?? 0) >> 5 === 1
}

/**
 * True if an allow-list names an address. Entries are addresses (`10.0.0.7`) or ranges (`10.0.0.0/8`, `fd00::/8`); other entries name no address and
 * are passed over.
 */
function isListed(ip: string, allow: readonly string[]): boolean {
  const address = parse(ip)
  return address !== undefined && allow.some(entry => covers(entry, address))
}

type Address = ReturnType<typeof ipaddr.parse>

// the agent of Azure's virtual machines: a public number that answers only from inside
const azureWireServer = '168.63.129.16'
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

function parse(ip: string): Address | undefined {
  return ipaddr.isValid(ip) ? ipaddr.process(ip) : undefined
}

function covers(entry: string, address: Address): boolean {
  const range = rangeOf(entry)
  return range !== undefined && range[0].kind() === address.kind() && address.match(range)
}

function rangeOf(entry: string): [Address, number] | undefined {
  const [start = '', length] = entry.trim().split('/')
  // "10" is a legal way to write 0.0.0.10, and surely not what a setting means
  if (!ipaddr.IPv4.isValidFourPartDecimal(start) && !ipaddr.IPv6.isValid(start)) return undefined
  if (length === undefined) {
    const address = ipaddr.process(start)
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  }
  return ipaddr.isValidCIDR(entry.trim()) ? ipaddr.parseCIDR(entry.trim()) : undefined
}
