import type { Condition, Keyed, Sending } from './call.ts'
import type {
  BatchOperation,
  BatchResults,
  CalendarEvent,
  Changes,
  ChangesQuery,
  DraftOf,
  Image,
  Language,
  OccurrenceQuery,
  Opening,
  Page,
  PatchOf,
  Paths,
  QueryOf,
  RecordOf,
  RecurrenceDraft,
  RecurrencePreview,
  ResourceName,
  Scope,
  TermName,
} from './types.ts'

/** Filters, and with `_fields` the only fields that come back of each record. */
export type ListQuery<N extends ResourceName, F> = QueryOf<N> & {
  _fields?: readonly F[] | undefined
}
export type FieldOf<N extends ResourceName> = keyof RecordOf<N> & string

/** Reads records of a resource together. */
export type Lists<N extends ResourceName> = {
  /** One page. */
  list<const F extends FieldOf<N> = FieldOf<N>>(
    query?: ListQuery<N, F>,
    sending?: Sending,
  ): Promise<Page<Pick<RecordOf<N>, F>>>
  /** Every record, page after page. */
  all<const F extends FieldOf<N> = FieldOf<N>>(
    query?: ListQuery<N, F>,
    sending?: Sending,
  ): AsyncGenerator<Pick<RecordOf<N>, F>, void>
  /** The same in one response without pages, each record as it is when its line is read: for whole calendars. */
  stream<const F extends FieldOf<N> = FieldOf<N>>(
    query?: ListQuery<N, F>,
    sending?: Sending,
  ): AsyncGenerator<Pick<RecordOf<N>, F>, void>
}

type Creating = Keyed & Sending
type Writing = Condition & Creating
/** With `each`, an operation that is refused leaves the others; by default all are done, or none. */
export type BatchOptions = { mode?: 'all' | 'each' } & Creating
/** `scope`: of a date of a series, how many dates are removed. */
type Removing = { force?: boolean; scope?: Scope } & Writing

/** The operations on categories and tags. */
export type Terms<N extends ResourceName> = Lists<N> & {
  read(id: number, query?: Opening, sending?: Sending): Promise<RecordOf<N>>
  create(draft: DraftOf<N>, sending?: Creating): Promise<RecordOf<N>>
  /** Changes what is sent and leaves the rest. */
  change(id: number, patch: PatchOf<N>, writing?: Writing): Promise<RecordOf<N>>
  /** Moves events, venues and organizers to the trash, or with `force` deletes them permanently, as categories and tags always are. */
  remove(id: number, removing?: Removing): Promise<RecordOf<N>>
  /** Creates a record under its ID in a source, or changes it: for imports that run again. */
  putBySource(
    source: string,
    sourceId: string,
    patch: PatchOf<N>,
    writing?: Writing,
  ): Promise<RecordOf<N>>
}

/** The operations on events, venues and organizers. */
export type Posts<N extends ResourceName> = Terms<N> & {
  readBySlug(slug: string, query?: Opening, sending?: Sending): Promise<RecordOf<N>>
  changeBySlug(slug: string, patch: PatchOf<N>, writing?: Writing): Promise<RecordOf<N>>
  removeBySlug(slug: string, writing?: Writing): Promise<RecordOf<N>>
}

/** Further operations on events: the dates of series. */
export type Series = {
  /** The dates of an event, by the ID of the series or of one of them. */
  occurrences(id: number): Occurrences
  /** The dates that an event with this recurrence would have; writes nothing. */
  previewRecurrence(when: RecurrenceDraft, sending?: Sending): Promise<RecurrencePreview>
}

type Occurrences = {
  list(query?: OccurrenceQuery, sending?: Sending): Promise<Page<CalendarEvent>>
  all(query?: OccurrenceQuery, sending?: Sending): AsyncGenerator<CalendarEvent, void>
}

/** The texts of an image when it is uploaded. */
export type ImageTexts = PatchOf<'image'>

export type Images = Lists<'image'> & {
  read(id: number, query?: Opening, sending?: Sending): Promise<Image>
  /** Uploads an image; the name is that of its file. */
  upload(
    file: Uint8Array<ArrayBuffer> | Blob,
    name: string,
    texts?: ImageTexts,
    sending?: Creating,
  ): Promise<Image>
  /** Copies an image from a URL. */
  uploadFrom(url: string, texts?: ImageTexts, sending?: Creating): Promise<Image>
  /** Changes what is sent and leaves the rest: texts of the language, `translations` of the other, the focus. */
  change(id: number, patch: PatchOf<'image'>, writing?: Writing): Promise<Image>
  /** Puts another file in the place of the one that is there. The image keeps its ID, and whatever shows it shows the new file. */
  replace(
    id: number,
    file: Uint8Array<ArrayBuffer> | Blob,
    name: string,
    patch?: ImageTexts,
    writing?: Writing,
  ): Promise<Image>
  /** Deletes an image permanently; with `force` even while records show it. */
  remove(id: number, removing?: Removing): Promise<Image>
}

/** The resources by their paths, each with what can be done with its records. */
type ByPath = {
  [N in Exclude<ResourceName, 'image'> as Paths[N]]: N extends TermName
    ? Terms<N>
    : N extends 'event'
      ? Posts<N> & Series
      : Posts<N>
}

export type DocQuery = { version?: '3.0' | '3.1' }

export type Client = ByPath & {
  images: Images
  /** The same service in another language. */
  in(language: Language): Client
  /** Up to 500 operations in one transaction; `"$1.id"` stands for a value in the response to an earlier one. */
  batch(operations: readonly BatchOperation[], options?: BatchOptions): Promise<BatchResults>
  /** Changes as they happen; after the error 410 it begins again with all records. It never ends by itself. */
  changes(query?: ChangesQuery, sending?: Sending): AsyncGenerator<Changes, void>
  /** The routes of the API and their parameters. */
  index(sending?: Sending): Promise<NamespaceIndex>
  /** The documentation, as OpenAPI. */
  doc(query?: DocQuery, sending?: Sending): Promise<Record<string, unknown>>
}

export type NamespaceIndex = {
  namespace: string
  routes: Record<
    string,
    { namespace: string; methods: string[]; endpoints: { methods: string[]; args: unknown }[] }
  >
  _links: Record<string, { href: string }[]>
}
