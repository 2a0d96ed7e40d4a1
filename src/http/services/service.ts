import type {
  Accounts,
  Activity,
  ActivityQuery,
  Actor,
  Authenticator,
  Calendar,
  ChangedByOther,
  Identity,
  NoteOpen,
  OwnCredentials,
  Reviewed,
  Reviews,
  SignIn,
  Site,
} from '../../calendar/index.ts'
import type { AddressQueue, CacheFigures } from '../../common/index.ts'
import type { Language } from '../../define/field-type.ts'
import type { MailName } from '../../define/mail-messages.ts'
import type { Changes } from '../../journal/index.ts'
import type { Route } from '../../operations/index.ts'
import type { Problem } from '../../problem/index.ts'
import { everyLanguage, type Submission } from '../../resources/index.ts'
import type { RecordCache } from '../cache/records.ts'
import type { ResponseCache } from '../cache/responses.ts'
import type { Show } from '../present/context.ts'
import {
  type Addresses,
  type Base,
  type Bases,
  homesOf,
  type Prefix,
  rootOf,
  rootsOf,
} from '../request/bases.ts'
import type { Followers, Turns } from '../request/followers.ts'
import type { AttemptLimit, RateLimit, SignInLimits } from '../request/limits.ts'
import type { Load } from '../request/load.ts'
import type { Places, RecordPaths } from '../request/match.ts'
import type { Pages } from '../request/page-types.ts'
import type { BodyLimits } from '../request/parse.ts'
import type {
  Backups,
  BulkChanges,
  Imports,
  ServiceStatus,
  SettingsService,
  Webhooks,
} from './admin-services.ts'

/** Everything that answering needs; wired in main. */
export type Service = {
  calendar: Calendar
  authenticator: Authenticator
  signIn: SignIn
  /** By whom people sign in besides by their password. */
  provider: Provider | undefined
  mail: Mail | undefined
  proposalMails: ProposalMails
  /** Accounts, as an actor may change them. */
  accountsAs(actor: Actor): Accounts
  /** The credentials of an actor. */
  credentialsOf(actor: Actor): OwnCredentials
  /** Actions, as far as an actor may see them. */
  activityAs(actor: Actor, of: ActivityQuery): Promise<Activity>
  /** Notes the records that users have open. */
  noteOpen: NoteOpen
  /** The settings, as an actor may see and change them. */
  settingsAs(actor: Actor): SettingsService
  /** The state of the service, for administrators. */
  statusAs(actor: Actor): Promise<ServiceStatus>
  /** Places by the geocoder of the settings; undefined: it does not respond. */
  geocode(search: string, language: Language): Promise<PlaceMatch[] | undefined>
  /** Imports, and what is done with them in the background. */
  imports: Imports
  /** Changes of many records. */
  bulk: BulkChanges
  webhooks: Webhooks
  /** This and what follows from other settings is another object once they have changed. */
  site: Site
  /** The presentation of the site. */
  about: {
    siteName: string
    accentColor: string
    geocoder: string
    defaultVenue: number
    defaultOrganizer: number
    defaultCategory: number
    defaultImage: number
    journalRetention: number
  }
  routes: readonly Route[]
  places: Places
  recordPaths: RecordPaths
  /** The main base URL. */
  address: Addresses
  bases: Bases
  /** Unix seconds. */
  now(): number
  origins: readonly string[]
  limits: BodyLimits
  load: Load
  /** Lists that are sent as a whole. */
  streams: AddressQueue
  attempts: AttemptLimit
  /** Sign-ins that fail: by network, by account, and codes by user; and what a user was sent. */
  signInAttempts: SignInLimits
  /** Only callers with credentials read (A12). */
  isPrivate: boolean
  rate: RateLimit | undefined
  trustedProxies: readonly string[]
  openApi(of: { language: Language; root: string; version: '3.0' | '3.1' }): Promise<object>
  uploads: Uploads
  backups: Backups
  /** The map in the data folder, where pages draw maps of it; `version`: that of its URL. */
  mapFile: Uploads
  /** The pages besides the API. */
  pages: Pages
  log: Log
  /** Receives every request if an access log is configured. */
  accessLog?: AccessLog | undefined
  /** The problem for an error of the disk or the database; undefined: it is another error. */
  faults(error: unknown): Problem | undefined
  turns: Turns
  /** Digests of the idempotency keys whose requests this process works on. */
  keysInWork: Set<string>
  /** Those who wait for changes. */
  followers: Followers
  changes: Changes
  records: RecordCache
  responses: ResponseCache
  /** The content of the caches, by name. */
  caches(): Record<string, CacheFigures>
}

/** A place that matches a search, with the values that the form of a venue fills in. */
export type PlaceMatch = Record<
  'label' | 'address' | 'city' | 'zip' | 'province' | 'country' | 'lat' | 'lng',
  string
>

/** Sends mail in the background; implemented in `src/outside/mail.ts`. */
export type Mail = {
  send(to: string, message: Message): void
  /** Sends those that were stored and not sent, by processes that have stopped too. In one process at a time. */
  resume(): Promise<void>
  /** Throws if the mail server does not take mail from us. */
  check(): Promise<void>
  /** Sends one at once; throws the code of the server, and nothing else that it says. */
  test(to: string, message: Message): Promise<void>
  stop(): Promise<void>
  figures(): Record<'sent' | 'delayed' | 'failed' | 'waiting', number>
}

/** The e-mails about proposals of visitors; `src/service/proposal-mails.ts` answers. Where no mail is sent, they are not either. */
export type ProposalMails = {
  isOn: boolean
  sample(name: MailName, language: Language): Message
  received(of: { submission: Submission; link: string }): void
  submitted: Reviews['submitted']
  daily: Reviews['daily']
  /** `addressIn`: the title of the event in a language, its page, and the URL where its author edits it. */
  reviewed(of: Reviewed, addressIn: (language: Language) => EventAddress): Promise<void>
  /** To the author of a published event that another has changed, cancelled or withdrawn. */
  changed(of: ChangedByOther, addressIn: (language: Language) => EventAddress): Promise<void>
}
export type EventAddress = { title: string; url: string; edit: string }
export type Message = {
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

/** The OpenID Connect provider, implemented by `src/outside/provider.ts`. */
export type Provider = {
  name: string
  /** The URL of the provider, from which the browser returns to `redirect`, and the values that are checked then. */
  begin(redirect: string): Promise<ProviderChecks & { url: string }>
  /** Why it cannot be used: the setting that would allow it, or a code. */
  check(): Promise<string | undefined>
  /** The person who returned from the provider to a URL. */
  identify(url: URL, checks: ProviderChecks): Promise<Identity>
  /** For what a browser keeps meanwhile; only processes of this calendar open it. */
  seal(text: string): string
  open(sealed: string): string | undefined
}
export type ProviderChecks = { state: string; nonce: string; verifier: string }

/** Serves stored images; `src/outside/images` answers. */
type Uploads = (
  request: { method: string; headers: Record<string, string | string[] | undefined> },
  path: string,
) => Promise<
  { status: number; headers: Record<string, string>; stream?: NodeJS.ReadableStream } | undefined
>

export type Log = {
  /** True if lines are wanted for requests of this kind. Reads are logged at the debug level only. */
  wantsRequests(isRead: boolean): boolean
  request(of: {
    id: string
    method: string
    url: string
    status: number
    ms: number
    address: string
    actor: string
    /** The record that a write created or changed: `event/130`. */
    record?: string | undefined
    bytes: number
  }): void
  failure(id: string, error: unknown): void
  warn(message: string, details: Record<string, unknown>): void
}

type AccessLog = {
  add(of: Parameters<Log['request']>[0] & { version: string; referer: string; agent: string }): void
}

type Shows = { site: Site; byName: Map<string, Show> }
const shows = new WeakMap<Base, Shows>()
/** Each has a character of its own, those of earlier settings too: pieces written for one are never taken for another. */
let lastKey = 64

/** The context that presents records for a base URL and a language; one for each prefix and language of each allowed host. */
export function showFor(
  service: Service,
  base: Base,
  prefix: Prefix,
  language: Language,
  isInEveryLanguage = false,
): Show {
  const { address, site } = service
  let cached = shows.get(base)
  if (cached?.site !== site) {
    cached = { site, byName: new Map() }
    shows.set(base, cached)
  }
  const name = `${prefix}${language}${isInEveryLanguage ? everyLanguage : ''}`
  const existing = cached.byName.get(name)
  if (existing) return existing
  const [vendor = ''] = address.namespace.split('/')
  const show: Show = {
    key: String.fromCharCode(++lastKey),
    language,
    isInEveryLanguage,
    locales: site.locales,
    root: rootOf(base, prefix),
    rootIn: rootsOf(base),
    homeIn: homesOf(base.publicUrl, site.language),
    uploads: `${base.publicUrl}/uploads`,
    // part of identifiers, which stay the same whatever the host of a request
    host: new URL(address.publicUrl).host,
    vendor,
    zone: site.zone,
    currency: site.currency,
    customFields: site.customFields,
  }
  cached.byName.set(name, show)
  return show
}
