import type { Accounts } from '../calendar/accounts.ts'
import type { Calendar } from '../calendar/calendar.ts'
import type { Site } from '../calendar/house.ts'
import type { Language } from '../define/kind.ts'
import type { Cache } from './cache.ts'
import type { Changes } from './changes.ts'
import type { Route } from './endpoints.ts'
import type { AttemptLimit, RateLimit } from './limits.ts'
import type { BodyLimits } from './parse.ts'
import type { Show } from './present/show.ts'
import type { ReadyStore } from './ready.ts'
import type { Turns } from './turns.ts'

/** Everything that answering needs; wired in main. */
export type Service = {
  calendar: Calendar
  accounts: Accounts
  site: Site
  routes: readonly Route[]
  address: Addresses
  currency: Show['currency']
  /** Unix seconds. */
  now(): number
  origins: readonly string[]
  limits: BodyLimits
  attempts: AttemptLimit
  rate: RateLimit | undefined
  trustedProxies: readonly string[]
  openApi(of: { language: Language; root: string; version: '3.0' | '3.1' }): Promise<object>
  uploads: Uploads
  log: Log
  turns: Turns
  changes: Changes
  ready: ReadyStore
  cache: Cache
}

/** Serves stored pictures; `src/media` answers. */
export type Uploads = (
  request: { method: string; headers: Record<string, string | string[] | undefined> },
  path: string,
) => Promise<
  { status: number; headers: Record<string, string>; stream?: NodeJS.ReadableStream } | undefined
>

export type Log = {
  /** Are lines wanted for requests of this kind? Reads are told of only when one looks closely. */
  wantsRequests(isRead: boolean): boolean
  request(of: {
    id: string
    method: string
    url: string
    status: number
    ms: number
    address: string
    actor: string
    bytes: number
  }): void
  failure(id: string, error: unknown): void
}

export type Addresses = {
  /** Origin and path before everything, without a slash at the end. */
  publicUrl: string
  basePath: string
  namespace: string
}

/** Root of the interface under one of its base addresses. */
export const rootOf = ({ publicUrl, basePath, namespace }: Addresses, prefix: '' | '/en' | '/fr') =>
  `${publicUrl}${prefix}${basePath}/${namespace}`

const shows = new WeakMap<Service, Map<string, Show>>()

/** How records are written out for a base address and a language; one of six. */
export function showFor(service: Service, prefix: '' | '/en' | '/fr', language: Language): Show {
  const known = shows.get(service) ?? new Map<string, Show>()
  shows.set(service, known)
  const key = prefix + language
  const found = known.get(key)
  if (found) return found
  const { address, site, currency } = service
  const home = (of: Language) =>
    of === site.language ? address.publicUrl : `${address.publicUrl}/${of}`
  const show: Show = {
    key: String.fromCharCode(65 + known.size),
    language,
    root: rootOf(address, prefix),
    rootIn: { en: rootOf(address, '/en'), fr: rootOf(address, '/fr') },
    homeIn: { en: home('en'), fr: home('fr') },
    uploads: `${address.publicUrl}/uploads`,
    host: new URL(address.publicUrl).host,
    vendor: address.namespace.split('/')[0] as string,
    zone: site.zone,
    currency,
  }
  known.set(key, show)
  return show
}
