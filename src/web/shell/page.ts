import type { IncomingHttpHeaders } from 'node:http'
import type {
  Actor,
  Authenticated,
  Calendar,
  Caller,
  Context,
  Guesses,
  Site,
} from '../../calendar/index.ts'
import type { Cache, Queues } from '../../common/index.ts'
import type { MapSource } from '../../define/map-sources.ts'
import type { Values } from '../../define/param.ts'
import type { Requester } from '../../define/requester.ts'
import type { SiteFile } from '../../define/site-file.ts'
import type { Language, Locale } from '../../define/text/language.ts'
import type { LocalText } from '../../define/text/local-text.ts'
import { themeFiles } from '../../define/theme.ts'
import type { Changes, ListDependency } from '../../journal/index.ts'
import type { Submission } from '../../resources/index.ts'
import type { AddressName, AddressParams } from './addresses.ts'
import type { Reading } from './reading.ts'
import type { ThemeInUse } from './theme.ts'

/** The settings that pages follow. */
type WebSettings = ThemeInUse & {
  /** Only callers with credentials read (A12): pages are for anyone, so there are none but files. */
  private: boolean
  /** The folder of the data; the app for editors is built there if nowhere else. */
  dataFolder: string
  maxFeedEvents: number
  namespace: string
  basePath: string
  siteName: LocalText
  tagline: LocalText
  logoName: boolean
  /** In pixels. */
  /** One on each line (`frontBlocks`). */
  frontBlocks: LocalText
  headerLinks: LocalText
  footerLinks: LocalText
  footerText: LocalText
  socialLinks: LocalText
  /** True if the footer links to the API documentation and the page about embedding. */
  apiLinks: boolean
  robots: 'all' | 'none'
  analytics: string
  /** A URL; empty: none. */
  /** A URL; empty: none. */
  securityContact: string
  /** Proposals of one IP address in an hour; 0: there is no form. */
  submissions: number
  /** True if new events show a map. */
  /** The view at `/`. */
  homePage: 'front' | 'month' | 'week' | 'list' | 'map'
  mapSource: string
  /** The address of map tiles, `{z}`, `{x}` and `{y}` in it; empty: there is none. */
  mapAttribution: string
}

/** The settings that are files. */
export const siteFileNames = [
  'logo',
  'darkLogo',
  'favicon',
  'shareImage',
  ...themeFiles,
  'stylesheet',
] as const
export type SiteFileName = (typeof siteFileNames)[number]

/** A map in the data folder. */
type MapFile = Pick<MapSource, 'isRaster' | 'maxZoom'> & {
  version: string
  center: MapSource['view']
}

/** The services that all pages need; passed in at the start. */
export type World = {
  calendar: Calendar
  changes: Changes
  /** Unix seconds. */
  now(): number
  site: Site
  settings: WebSettings
  /** The settings with others of their theme, as far as these are valid. */
  settingsWith(sent: Readonly<Record<string, unknown>>): WebSettings
  /** The file of a setting, where it has one. */
  siteFile(name: SiteFileName): SiteFile | undefined
  /** The content of a file; undefined: it was replaced. */
  readSiteFile(name: SiteFileName): Promise<Buffer | undefined>
  /** A square PNG of an image, with a margin; rejects what cannot be painted. */
  paintIcon(image: Buffer, side: number, margin: number): Promise<Buffer>
  /** The map in the data folder, if there is one. */
  mapFile(): Promise<MapFile | undefined>
  /** In identifiers, which stay the same whatever the host of a request. */
  host(): string
  /** A query as the API reads that of its list of events. */
  listQuery(search: string): Values
  /** The user of a feed token; throws the problem of an invalid one. */
  enterFeed(token: string, address: string): Promise<Authenticated>
  proposals: Proposals
  queues: Queues
  /** Parts of pages and events of feeds, until they change. */
  cache: Cache<ListDependency>
  /** Counts wrong passwords of events from an IP address, with those of the API. */
  guesses(address: string): Guesses
  /** With the key that all processes of the calendar have. */
  seals: Pick<Context, 'seal' | 'isSealed'>
}

type Proposals = {
  /** Counts one by its network before it is looked at, and returns what takes it back; undefined: too many. */
  begin(address: string): (() => void) | undefined
  /** A token for the link by which a proposal is corrected. */
  newToken(): string
  /** Tells the sender that one is there, where mail is sent. `link`: where it is corrected. */
  received(of: { submission: Submission; link: string }): void
}

/** A form that was sent to a page. */
export type SentForm = {
  values: Values
  address: string
  file?: { bytes: Uint8Array; name: string }
}

/** One request for a page, a feed or a file. */
export type PageRequest = {
  world: World
  method: string
  /** As received: the path not decoded, and the query with its question mark, or nothing. */
  url: { path: string; search: string }
  name: AddressName
  language: Language
  /** The locale of the site for it. */
  locale: Locale
  /** The values in the path: slug, day, month. */
  params: AddressParams
  query: URLSearchParams
  /** A page that depends on a header must not be cached: `isPersonal` in the response. */
  headers: IncomingHttpHeaders
  requester: Requester
  /** On the few pages that take one. */
  form?: SentForm | 'from elsewhere' | undefined
  /** The signed-in user of this browser: a page that depends on it is `isPersonal`. */
  signedIn(): Promise<Actor | undefined>
  links: Links
  /** Reads as anyone. The response depends on all that is read by it, and is cached until that changes. */
  reading: Reading
  /** Reads as another user, or otherwise; where that is not for anyone, nothing of it is cached (`isPersonal`). */
  readingAs(caller: Caller): Reading
}

/** URLs under the base URL of the request. */
export type Links = {
  /** For `href`: begins with a slash. */
  path(name: AddressName, params?: AddressParams, language?: Language): string
  /** With scheme and host, for feeds, canonical links and what leaves the page. */
  url(name: AddressName, params?: AddressParams, language?: Language): string
  /** Base URL of the pages in each language, as the `url` of records begins. */
  homeIn: Record<Language, string>
  publicUrl: string
}

/** The result of a handler; the headers of pages and its basis are added. */
export type Content = {
  /** 200 where it is not given; only that is cached. */
  status?: number
  /** `text/html; charset=utf-8` where it is not given. */
  type?: string
  headers?: Record<string, string>
  body: string | Buffer
  encoded?: Partial<Record<'gzip' | 'br' | 'zstd', Buffer[]>>
  /** For its caller alone: not cached here nor on the way. */
  isPersonal?: true
  /** The headers of the request on which it depends: it is compressed and has a tag, and is cached by its caller alone. */
  varies?: string
  /** The reading that made it, if it is not that of the request. */
  reading?: Reading
}

export type Handler = (request: PageRequest) => Content | Promise<Content>

/** Another address: for good, or for now. */
export const redirect = (to: string, status: 301 | 302 = 301): Content => ({
  status,
  headers: { Location: to },
  body: '',
})
