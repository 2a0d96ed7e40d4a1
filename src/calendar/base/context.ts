import type { CustomField } from '../../define/custom-fields.ts'
import type { View } from '../../define/derived.ts'
import type { GeoPoint } from '../../define/distance.ts'
import type { FieldError, Language } from '../../define/field-type.ts'
import type { Requester } from '../../define/requester.ts'
import type { WriteValues } from '../../define/resource.ts'
import type { Locales } from '../../define/text/locales.ts'
import type { WeekStart } from '../../define/text/week-start.ts'
import type { Focus, image, Submission } from '../../resources/index.ts'
import type { Sorted, Store, StoredRecord } from '../../store/index.ts'
import type { Actor } from '../access/access.ts'

/** Settings of the site that the calendar needs. */
export type Site = {
  /** IANA name or offset. */
  zone: string
  language: Language
  /** The region of each language, for dates, prices and spelling in pages, feeds and mails. */
  locales: Locales
  weekStarts: Record<Language, WeekStart>
  /** Added to costs that are bare numbers (H3). */
  currency: { symbol: string; position: 'prefix' | 'postfix'; code: string }
  /** The fields of events that the site has defined. */
  customFields: readonly CustomField[]
  perPage: number
  maxPerPage: number
  /** Years from today for which dates of series are stored (R11). */
  recurrenceHorizon: number
  /** R12. */
  maxOccurrences: number
  /** X1. */
  geolocation: boolean
  /** True if missing texts fall back to the main language (M4). */
  fallback: boolean
  /** Number of previous versions that are stored of each record. */
  versions: number
}

/** Stores and fetches images; implemented in `src/outside/images`. */
type ImageStore = {
  /** Fetches an image. A refusal is returned by name, never with the content of the response. */
  fetch(
    address: string,
    /**
     * `since`: the start of a time limit that several fetches share (`performance.now()`). `signal`: aborts when the caller disconnects.
     */
    of?: { since?: number | undefined; signal?: AbortSignal | undefined },
  ): Promise<{ bytes: Uint8Array; name: string } | { refused: string }>
  /**
   * Stores an image: detects its type, re-encodes it and creates the sizes, some of them cropped at the focus. Calls `begin` with the names
   * of the files before it writes any. Without a name, the files are held back (`isHeld`).
   */
  keep(
    bytes: Uint8Array,
    name: string | undefined,
    at: Date,
    focus?: Focus,
    begin?: (files: StoredImageFiles) => Promise<void>,
  ): Promise<StoredImageFiles | { refused: string }>
  /** Creates the cropped sizes of an image again, as new files. Undefined if it has none, or no original. */
  crop(
    image: StoredImageFiles,
    at: Date,
    focus?: Focus,
    begin?: (files: StoredSizes) => Promise<void>,
  ): Promise<StoredSizes | { refused: string } | undefined>
  remove(image: StoredImageFiles | StoredSizes): Promise<void>
}

/** A page of a source, with the validators for a conditional request. */
export type Page = {
  /** The URL after redirects. */
  url: string
  status: number
  headers: Record<string, string>
  bytes: Uint8Array
}

/** The cache key of a page: its content may differ by credentials and type. */
export type PageKey = { url: string; authorization: string; accept: readonly string[] }

/** Pages that imports have fetched; implemented in `src/outside/fetch/source-pages`. */
export type SourcePages = {
  read(key: PageKey): Promise<Page | undefined>
  store(key: PageKey, page: Page): Promise<void>
  clear(): Promise<void>
}

/** Some sizes of an image. */
export type StoredSizes = Pick<StoredImageFiles, 'sizes'>

export type StoredImageFiles = {
  file: string
  mime: string
  width: number
  height: number
  filesize: number
  original_image?: string
  sizes: Record<
    string,
    { file: string; width: number; height: number; mime: string; filesize: number }
  >
}

/** An image whose files are stored, but which has no record yet. */
export type NewImage = {
  files: StoredImageFiles
  /** The note that removes these files if no record uses them in time. */
  unused: number
  source: string | null
  /** The focus of its cropped sizes. */
  focus: Focus | undefined
  /** Its texts and other values from the sender, with a title. */
  draft: WriteValues<typeof image>
}

/** Encrypts texts in the database with the key of the data folder. `open`: undefined for a text of another key. */
export type Sealing = { seal(text: string): string; open(sealed: string): string | undefined }

/** Several writes in one transaction (`write/one-write.ts`). */
export type SharedWrite = {
  /** A part that is undone by itself where it throws. */
  attempt<T>(work: () => Promise<T>): Promise<T>
  /**
   * Gives the result of work that no transaction waits for, as fetching an image. Where there is none yet, it throws: the transaction is undone, the
   * work done outside of it, and the transaction begun again. The name says which work it is.
   */
  outside<T>(name: string, work: (context: Context) => Promise<T>): Promise<T>
  /** When it began (`performance.now()`): its fetches share one time limit. */
  since: number
  /** Work that follows the transaction. */
  later(work: (context: Context) => Promise<void>): void
}

/** The services that verbs need; time, disk and network are passed in through it. */
export type Context = {
  store: Store
  /** Unix seconds. */
  now(): number
  site: Site
  imageStore: ImageStore
  sourcePages: SourcePages
  /** Seals whom an erasure is of: a copy of the database without its key does not say who was erased. */
  erasureSealing: Sealing
  /** Seals mails that wait: links in them open accounts. */
  mailSealing: Sealing
  /** Seals the keys that sign the messages of webhooks. */
  webhookSealing: Sealing
  /** Seals a secret so that it can be checked but not read back. */
  seal(secret: string): string
  /** Compares in constant time. */
  isSealed(secret: string, seal: string): boolean
  /** The write that this context is part of; undefined: each write is a transaction of its own. */
  shared?: SharedWrite
  /** Reports a record that a list named although it may not show it, so that the index can be checked. */
  doubt?(kind: string, id: number): void
}

/** Wrong passwords of an event, by its id. */
export type Guesses = {
  failed(event: number): void
  /** True after too many wrong passwords: the right one is refused too, until the guesses expire. */
  isExceeded(event: number): boolean
  /** Throws 429 with `Retry-After` if there have been too many. */
  refuse(event: number): void
}

/** Fields of dates of a series, by the ID of the date: those that an import has written, and those that were edited here. */
export type ImportedDates = ReadonlyMap<
  number,
  { imported: readonly string[]; edited: readonly string[] }
>

/** The caller: who they are, in which language, and what they may see (M2). */
export type Caller = {
  actor: Actor
  language: Language
  /** Their credential writes in no other language than this. */
  onlyLanguage?: Language | undefined
  /** True if missing texts fall back to the main language (M4). */
  fallback: boolean
  /** From the query: opens a protected event (X4). */
  password?: string | undefined
  /** Counts wrong passwords of events from where the request came (A12). */
  guesses?: Guesses
  /** `context=edit`: users who may edit see the texts behind a password. */
  editing?: boolean
  /** The client that waits for the response. */
  requester?: Requester
  /** Errors of names that mean nothing, for a caller who would rather be refused than misunderstood. */
  unknown?: Record<string, FieldError> | undefined
}

/** A caller who reads a list, and how they want it. */
export type ListCaller = Caller & {
  /** The longest page of a list, where it is not that of the API. */
  max?: number
  /** The order of lists, where it is not that of the API, and the records that the list has, where these are some. */
  sorted?: (Sorted & { among?: number[] }) | undefined
  /** For the screens of editors, which show all languages: searches look into the texts of each, and `ml_missing` lists all that is left to translate. */
  forEditors?: boolean
  /** Only records whose names begin with one of these, folded. */
  initials?: readonly string[] | undefined
  /** Lists have no pages for them, and end after so many records. */
  allUpTo?: number
  /** The point that the events of a list have their distance from. */
  from?: GeoPoint
}

/** A caller who writes a record, and what goes with it. */
export type WriteCaller = Caller & {
  /**
   * Records are identified by their source (S1): one that resembles another stays a record of its own, and one without a difference is not written.
   * `id`: that of a record that is created, if no other has it.
   */
  importing?: {
    mark?: string
    edited?: readonly string[]
    /** For a series: the values of the source for its dates. */
    dates?: ImportedDates | undefined
    /** A hash of each value of the source, by field. */
    digests?: ReadonlyMap<string, string> | undefined
    /** The start and recurrence of the source as JSON, where those here differ. */
    lines?: string | undefined
    /** A date on which nothing changes is not written. */
    onlyChanges?: boolean
    id?: number | undefined
  }
  /** The import or bulk change that notes its writes: they are undone together. */
  action?: number | undefined
  /** The submitter of a new event, with their note to the editors. */
  submission?: Submission
  /** The image of the record that is written, where it came with it as a file. */
  image?: NewImage
  /** The condition that the stored record must still meet for it to be changed or removed. */
  expects?: ((stored: StoredRecord | undefined) => boolean) | undefined
}

export type { View }
