import type { FieldError, Language } from '../define/field-type.ts'
import type { Requester } from '../define/requester.ts'
import type { WriteValues } from '../define/resource.ts'
import type { Locales } from '../define/text/locales.ts'
import type { WeekStart } from '../define/time/week-start.ts'
import type { View } from '../define/view.ts'
import type { Submission } from '../resources/event/submission.ts'
import type { Focus } from '../resources/image/focus.ts'
import type { image } from '../resources/image/image.ts'
import type { Sorted, Store, StoredRecord } from '../store/store.ts'
import type { Actor } from './access/access.ts'

/** What is true of the whole calendar (settings). */
export type Site = {
  /** IANA name or offset. */
  zone: string
  language: Language
  /** The regions whose dates, prices and spelling pages, feeds and mails follow. */
  locales: Locales
  weekStarts: Record<Language, WeekStart>
  /** Shown with costs that are bare numbers (H3). */
  currency: { symbol: string; position: 'prefix' | 'postfix'; code: string }
  perPage: number
  maxPerPage: number
  /** Years from today for which dates of series are stored (R11). */
  recurrenceHorizon: number
  /** R12. */
  maxOccurrences: number
  /** X1. */
  geolocation: boolean
  /** M4: do texts fall back to the main language? */
  fallback: boolean
  /** So many earlier versions are kept of each record. */
  versions: number
}

/** Where images are kept and fetched; `src/outside/images` answers. */
type ImageStore = {
  /** Fetches an image from an address; what is refused comes back by name, never what was found there. */
  fetch(
    address: string,
    /** `since`: start of a time limit that several fetches share (`performance.now()`). `gone`: aborts when the caller disconnects. */
    of?: { since?: number | undefined; signal?: AbortSignal | undefined },
  ): Promise<{ bytes: Uint8Array; name: string } | { refused: string }>
  /**
   * Keeps an image: sniffs, re-encodes, makes the sizes, some of which are cropped at the focus. `begin` hears which files it will
   * have before any is written. Without a name its files are held back (`isHeld`).
   */
  keep(
    bytes: Uint8Array,
    name: string | undefined,
    at: Date,
    focus?: Focus,
    begin?: (files: StoredImageFiles) => Promise<void>,
  ): Promise<StoredImageFiles | { refused: string }>
  /** Makes the cropped sizes of an image again, as new files. Undefined: it has none, or no file to make them from. */
  crop(
    image: StoredImageFiles,
    at: Date,
    focus?: Focus,
    begin?: (files: StoredSizes) => Promise<void>,
  ): Promise<StoredSizes | { refused: string } | undefined>
  remove(image: StoredImageFiles | StoredSizes): Promise<void>
}

/** A page of a source, by which an import asks for it again only if it has changed. */
export type Page = {
  /** Where redirects led. */
  url: string
  status: number
  headers: Record<string, string>
  bytes: Uint8Array
}

/** What a page depends on: others may see other things under its URL. */
export type PageKey = { url: string; authorization: string; accept: readonly string[] }

/** The pages that imports have read; `src/outside/fetch/source-pages` answers. */
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

/** An image on its way into the calendar: kept on disk, not yet in the database. */
export type NewImage = {
  files: StoredImageFiles
  /** What notes that these files are removed if no record names them in time. */
  unused: number
  source: string | null
  /** Where its small sizes were cropped. */
  focus: Focus | undefined
  /** Its texts and what else its sender says of it; the title is there. */
  draft: WriteValues<typeof image>
}

/** Everything the verbs work with; time, disk and network come in through it. */
export type Context = {
  store: Store
  /** Unix seconds. */
  now(): number
  site: Site
  imageStore: ImageStore
  sourcePages: SourcePages
  /** Seals a secret so that it can be checked but not read back. */
  seal(secret: string): string
  /** Compares in constant time. */
  isSealed(secret: string, seal: string): boolean
  /** A list named a record that it may not show: what the list was made from is to be checked. */
  doubt?(kind: string, id: number): void
}

/** Wrong passwords of an event, by its id. */
export type Guesses = {
  failed(event: number): void
  /** Have there been too many? Then the right one does not open it either, until they are forgotten. */
  isExceeded(event: number): boolean
  /** Throws 429 with `Retry-After` if there have been too many. */
  refuse(event: number): void
}

/** Fields of dates of a series, by the ID of the date: those that an import has written, and those that were edited here. */
export type ImportedDates = ReadonlyMap<
  number,
  { imported: readonly string[]; edited: readonly string[] }
>

/** Who asks, and in which language (M2). */
export type Caller = {
  actor: Actor
  language: Language
  /** Their credential writes in no other language than this. */
  onlyLanguage?: Language | undefined
  /** Errors of names that mean nothing, for a caller who would rather be refused than misunderstood. */
  unknown?: Record<string, FieldError> | undefined
  /** Show the main language where a text is missing (M4)? */
  fallback: boolean
  /** From the query: opens a protected event (X4). */
  password?: string | undefined
  /** Counts wrong passwords of events from where the request came (A12). */
  guesses?: Guesses
  /**
   * Records come by what their source calls them (S1): what another record is like is a record of its own then, and what changes nothing
   * is not written. `run`: the import that notes what it writes. `id`: that of a record that is created, if no other has it.
   */
  importing?: {
    mark?: string
    edited?: readonly string[]
    /** Of a series: what the source has on its dates. */
    dates?: ImportedDates | undefined
    /** A date on which nothing changes is not written. */
    onlyChanges?: boolean
    run?: number | undefined
    id?: number | undefined
  }
  /** Who proposes the event that is created, and what they say to the editors. */
  submission?: Submission
  /** The image of the record that is written, where it came with it as a file. */
  image?: NewImage
  /** `context=edit`: those who may edit see what a password hides. */
  editing?: boolean
  /** What the record must still be for a change or removal of it to happen. */
  expects?: ((stored: StoredRecord | undefined) => boolean) | undefined
  /** The longest page of a list, where it is not that of the API. */
  max?: number
  /** The order of lists, where it is not that of the API, and the records that the list has, where these are some. */
  sorted?: (Sorted & { among?: number[] }) | undefined
  /** Only records whose names begin with one of these, folded. */
  initials?: readonly string[] | undefined
  /** Lists have no pages for them, and end after so many records. */
  allUpTo?: number
  /** Who waits for the response. */
  requester?: Requester
}

export type { View }
