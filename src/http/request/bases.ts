import { hostname, networkInterfaces } from 'node:os'
import { inEachLanguage, type Language, languages } from '../../define/text/language.ts'
import { isWordPress, type Request } from './request.ts'

export type Addresses = {
  /** Origin and path before everything, without a slash at the end. */
  publicUrl: string
  basePath: string
  namespace: string
}

/** The part before the base path: the language of a base URL, or nothing. */
export type Prefix = '' | `/${Language}`

export const prefixOf = (language: Language | undefined): Prefix => (language ? `/${language}` : '')

export const prefixes: readonly Prefix[] = ['', ...languages.map(prefixOf)]

/** The roots of the API by language. */
export const rootsOf = (base: Addresses): Record<Language, string> =>
  inEachLanguage(language => rootOf(base, prefixOf(language)))

/** The public pages by language, without a slash at the end: the main one has no prefix. */
export const homesOf = (publicUrl: string, main: Language): Record<Language, string> =>
  inEachLanguage(language => (language === main ? publicUrl : `${publicUrl}/${language}`))

/** Root of the API under one of its base URLs. */
export const rootOf = ({ publicUrl, basePath, namespace }: Addresses, prefix: Prefix) =>
  `${publicUrl}${prefix}${basePath}/${namespace}`

/** A base URL that responses are written for: URLs in them begin with it. */
export type Base = Addresses & {
  /** Names it in the keys of caches; empty for the main one. */
  mark: string
}

export type Bases = ReturnType<typeof openBases>

type BaseSettings = Addresses & {
  host: string
  allowedHosts: readonly string[]
  /** True if a connection from this IP address is that of a trusted proxy. Undefined where none is. */
  isProxy?: ((address: string) => boolean) | undefined
}

type Asking = Pick<Request, 'headers' | 'peer'>

/**
 * The base URLs of a service, prepared when it listens: `publicUrl` where it is set, else one for each allowed host. A
 * request never makes another one, so what is cached by base is bounded.
 */
export function openBases({ publicUrl, basePath, namespace, ...settings }: BaseSettings) {
  const { host, allowedHosts, isProxy } = settings
  const main: Base = { publicUrl, basePath, namespace, mark: '' }
  /** By `host`, or by `https host` where a proxy says so. */
  const byHost = new Map<string, Base>()

  function allow(key: string, origin: string) {
    if (byHost.has(key)) return
    const existing = [...byHost.values()].find(base => base.publicUrl === origin)
    const mark = `${new Set(byHost.values()).size + 1} `
    const isMain = origin === main.publicUrl
    byHost.set(key, isMain ? main : (existing ?? { ...main, publicUrl: origin, mark }))
  }

  function forwarded({ headers }: Asking): Base {
    const first = (name: string) =>
      String(headers[name] ?? '')
        .split(',', 1)[0]
        ?.trim()
        .toLowerCase()
    const host = first('x-forwarded-host') || (headers.host ?? '').toLowerCase()
    return byHost.get(first('x-forwarded-proto') === 'https' ? `https ${host}` : host) ?? main
  }

  return {
    main,

    /** Fixes the base URLs, now that the port is known. */
    listensOn(port: number) {
      if (main.publicUrl) return
      const [hostname = ''] = ownHosts(host)
      main.publicUrl = new URL(`http://${hostname}:${port}`).origin
      const hosts = [...ownHosts(host), ...allowedHosts]
      for (const each of hosts.flatMap(name => [`${name}:${port}`, name])) {
        if (!URL.canParse(`http://${each}`)) continue
        allow(each, new URL(`http://${each}`).origin)
        if (isProxy) allow(`https ${each}`, new URL(`https://${each}`).origin)
      }
    },

    /** The base URL for the links of a response: that of the request's host where it is allowed, else the main one. */
    of(request: Asking): Base {
      if (byHost.size === 0) return main
      const { headers } = request
      if (
        isProxy !== undefined &&
        (headers['x-forwarded-host'] ?? headers['x-forwarded-proto']) !== undefined &&
        isProxy(request.peer)
      )
        return forwarded(request)
      const host = headers.host ?? ''
      return byHost.get(host) ?? byHost.get(host.toLowerCase()) ?? main
    },
  }
}

const loopback = ['127.0.0.1', 'localhost', '[::1]']

export const isLoopback = (host: string) =>
  loopback.includes(bracketed(host.toLowerCase())) || /^127(\.\d+){3}$/.test(host)

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** The names under which this machine is reached where it listens; the first is shown. */
function ownHosts(host: string): string[] {
  const listening = bracketed(host.toLowerCase())
  if (isLoopback(host)) return [listening, ...loopback]
  if (host !== '0.0.0.0' && host !== '::') return [listening, hostname().toLowerCase()]
  const addresses = Object.values(networkInterfaces()).flatMap(of => of ?? [])
  return [
    'localhost',
    ...loopback,
    hostname().toLowerCase(),
    // an address that holds on one link only cannot stand in a URL
    ...addresses.flatMap(({ address, scopeid }) => (scopeid ? [] : [bracketed(address)])),
  ]
}

/** `Link` to the index of APIs, by which clients recognize a site of WordPress. `root` is that of the namespace. */
export const siteLink = (
  root: string,
  { basePath, namespace }: { basePath: string; namespace: string },
) =>
  isWordPress(basePath)
    ? `<${root.slice(0, -namespace.length)}>; rel="https://api.w.org/"`
    : undefined
