import { clockIn, dateRowOf, polished } from '../define/text/written-dates.ts'
import {
  type Call,
  type Condition,
  caller,
  type Keyed,
  type Lines,
  type Options,
  type Query,
  queryOf,
  type Sending,
} from './call.ts'
import { AlmanacError } from './problem.ts'
import type {
  BatchOperation,
  BatchResults,
  CalendarEvent,
  Changes,
  ChangesQuery,
  DraftOf,
  FacetCounts,
  Image,
  ImageView,
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
  Venue,
} from './types.ts'

/** The start of an event. */
export const startOf = (event: Pick<CalendarEvent, 'utc_start_date'>): Date =>
  instant(event.utc_start_date)

/** The end of an event. */
export const endOf = (event: Pick<CalendarEvent, 'utc_end_date'>): Date =>
  instant(event.utc_end_date)

type Sized = Pick<ImageView, 'url' | 'width' | 'height' | 'sizes'>

/** The `srcset` of an image: its sizes that show all of it, by width. Empty where there is no image. */
export function srcset(image: Sized | false | undefined): string {
  if (!image) return ''
  const showsAll = ({ width, height }: Pick<Sized, 'width' | 'height'>) =>
    Math.abs(height - (width * image.height) / image.width) <= 1
  const byWidth = new Map<number, string>()
  for (const size of [...Object.values(image.sizes), image])
    if (showsAll(size)) byWidth.set(size.width, size.url)
  return [...byWidth]
    .sort(([a], [b]) => a - b)
    .map(([width, url]) => `${url} ${width}w`)
    .join(', ')
}

/** The venues of an event as a list, which responses show as one object, none or several. */
export const venuesOf = ({ venue }: Pick<CalendarEvent, 'venue'>): Venue[] =>
  Array.isArray(venue) ? venue : [venue]

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

/** A title or name without markup: `Jazz &#038; blues` is “Jazz & blues”. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (entity, decimal, hex, name) => {
      if (name) return entities[name] ?? entity
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : entity
    })

/** A date of a response, which is in UTC there. */
const instant = (utc: string) => new Date(`${utc.replace(' ', 'T')}Z`)

type When = Pick<CalendarEvent, 'start_date' | 'end_date' | 'all_day'>
type Style = Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>

/**
 * The dates of an event as people write them, on the clock of the event. In the languages of the calendar as its pages have them: “Saturday 5 December 2026, 8 pm – 10:30 pm”. Any other language, and `timeStyle`, is that of `Intl.DateTimeFormat`.
 */
export function whenOf(
  { start_date, end_date, all_day }: When,
  language: Language | (string & {}),
  { dateStyle = 'full', timeStyle = 'short' }: Style = {},
): string {
  const row = dateRowOf(language)
  const ownClock = timeStyle === 'short' && !all_day ? row : undefined
  const format = new Intl.DateTimeFormat(row?.locale ?? language, {
    dateStyle,
    ...(!all_day && !ownClock && { timeStyle }),
    // the clock of the event is written out in its dates, whatever its zone is called
    timeZone: 'UTC',
  })
  const days = (from: string, to: string) => {
    const parts = format.formatRangeToParts(instant(from), instant(to))
    if (!row) return parts.map(({ value }) => value).join('')
    const { firstOfMonth = '1' } = row
    return polished(
      parts
        .map(({ type, value }) => (type === 'day' && value === '1' ? firstOfMonth : value))
        .join(''),
      row,
    )
  }
  if (!ownClock) return days(start_date, end_date)
  const hour = (date: string) =>
    clockIn(ownClock, Number(date.slice(11, 13)), Number(date.slice(14, 16)))
  const from = `${days(start_date, start_date)}, ${hour(start_date)}`
  if (start_date === end_date) return from
  const isOneDay = start_date.slice(0, 10) === end_date.slice(0, 10)
  return `${from} – ${isOneDay ? '' : `${days(end_date, end_date)}, `}${hour(end_date)}`
}

/** Lists of the records of a resource, which a response has under the name `path`; `at`: the URL, where that is another. */
function lists<N extends ResourceName>(call: Call, path: string, at = `/${path}`): Lists<N> {
  const pageOf = async <F extends FieldOf<N>>(query: Query, sending: Sending) => {
    const body = await call<ListBody>('GET', at, { query, ...sending })
    const page: Page<Pick<RecordOf<N>, F>> = {
      items: body[path] as Pick<RecordOf<N>, F>[],
      total: body.total,
      totalPages: body.total_pages,
      ...(body.facets && { facets: body.facets }),
      ...(body.next_rest_url && { next: body.next_rest_url }),
      ...(body.previous_rest_url && { previous: body.previous_rest_url }),
    }
    return page
  }

  async function* all<const F extends FieldOf<N> = FieldOf<N>>(
    query?: ListQuery<N, F>,
    sending: Sending = {},
  ) {
    for (let search = written(path, query); ; ) {
      const { items, next } = await pageOf<F>(search, sending)
      yield* items
      if (!next) return
      // of the URL only the query: credentials go to the service we were given, wherever it says it is
      search = queryOf(new URL(next).searchParams)
    }
  }
  async function* stream<const F extends FieldOf<N> = FieldOf<N>>(
    { _fields: fields, ...filters }: Written = {},
    sending: Sending = {},
  ) {
    const query: Query = fields ? { ...filters, _fields: fields.join(',') } : filters
    const { lines } = await call<Lines>('GET', at, { query, lines: true, ...sending })
    yield* lines as AsyncGenerator<Pick<RecordOf<N>, F>, void>
  }
  return { list: (query, sending = {}) => pageOf(written(path, query), sending), all, stream }
}

type ListBody = {
  total: number
  total_pages: number
  next_rest_url?: string
  previous_rest_url?: string
  facets?: FacetCounts
  [items: string]: unknown
}

const envelope = ['total', 'total_pages', 'next_rest_url', 'previous_rest_url', 'facets']

type Written = Query & { _fields?: readonly string[] | undefined }

/** The fields of records are those of members of the list, which needs its totals and URLs too. */
function written(path: string, query: Written = {}): Query {
  const { _fields: fields, ...filters } = query
  if (!fields) return filters
  return { ...filters, _fields: [...fields.map(name => `${path}.${name}`), ...envelope].join(',') }
}

export { allowedOn, type Condition, type Options, type Query, type Sending, tagOf } from './call.ts'
export { AlmanacError, type Detail } from './problem.ts'
export type * from './types.ts'

/**
 * A client of one service. `root` is the API root: `https://example.org/cal/events/v1`, or `…/fr/cal/events/v1` for French.
 * Each resource is there by its path: `client.events.list()`.
 */
export function connect(root: string, options: Options = {}): Client {
  const call = caller(root.replace(/\/+$/, ''), options)
  const own: Record<PropertyKey, unknown> = {
    images: images(call),
    in: (language: Language) => connect(root, { ...options, language }),
    batch: (operations: readonly BatchOperation[], { mode, ...sending }: BatchOptions = {}) =>
      call('POST', '/batch', { json: { operations, mode }, ...sending }),
    changes: changesOf(call),
    index: (sending = {}) => call('GET', '/', sending),
    doc: (query: DocQuery = {}, sending = {}) => call('GET', '/doc', { query, ...sending }),
    // `await client` gives the client
    // biome-ignore lint/suspicious/noThenProperty: it is there to say that there is none
    then: undefined,
  }
  // the resources are known to the types alone: loading their definitions would load the checks of the server
  const get = (_: object, name: PropertyKey) =>
    name in own || typeof name !== 'string' ? own[name] : posts(call, name)
  return new Proxy(own, { get }) as Client
}

/** All that can be done with records; the types leave out what a resource does not have. */
function posts<N extends ResourceName>(call: Call, path: string): Posts<N> & Series {
  const by = (id: number) => `/${path}/${encodeURIComponent(id)}`
  const at = (slug: string) => `/${path}/by-slug/${encodeURIComponent(slug)}`
  return {
    ...lists<N>(call, path),
    read: (id, query = {}, sending = {}) => call('GET', by(id), { query, ...sending }),
    create: (draft, sending = {}) => call('POST', `/${path}`, { json: draft, ...sending }),
    change: (id, patch, writing = {}) => call('PATCH', by(id), { json: patch, ...writing }),
    remove: (id, { ifMatch, idempotencyKey, signal, ...query } = {}) =>
      call('DELETE', by(id), { query, ifMatch, idempotencyKey, signal }),
    readBySlug: (slug, query = {}, sending = {}) => call('GET', at(slug), { query, ...sending }),
    changeBySlug: (slug, patch, writing = {}) =>
      call('PATCH', at(slug), { json: patch, ...writing }),
    removeBySlug: (slug, writing = {}) => call('DELETE', at(slug), writing),
    putBySource: (source, sourceId, patch, writing = {}) =>
      call('PUT', `/${path}/by-source/${[source, sourceId].map(encodeURIComponent).join('/')}`, {
        json: patch,
        ...writing,
      }),
    occurrences: id => lists<'event'>(call, path, `${by(id)}/occurrences`),
    previewRecurrence: (when, sending = {}) =>
      call('POST', `/${path}/recurrence/preview`, { json: when, ...sending }),
  }
}

function images(call: Call): Images {
  const { list, all, stream, read, change, remove } = posts<'image'>(call, 'images')
  return {
    list,
    all,
    stream,
    read,
    change,
    remove,
    upload: (file, name, texts = {}, sending = {}) =>
      call('POST', '/images', { form: formOf(file, name, texts), ...sending }),
    uploadFrom: (url, texts = {}, sending = {}) =>
      call('POST', '/images', { json: { url, ...texts }, ...sending }),
    replace: (id, file, name, patch = {}, writing = {}) =>
      call('PATCH', `/images/${id}`, { form: formOf(file, name, patch), ...writing }),
  }
}

function formOf(file: Uint8Array<ArrayBuffer> | Blob, name: string, texts: ImageTexts) {
  const form = new FormData()
  // texts first: a service may read the form as it comes
  for (const [field, text] of Object.entries(texts))
    if (text !== undefined) appendTo(form, field, text)
  form.append('file', file instanceof Blob ? file : new Blob([file]), name)
  return form
}

/** An object goes as `focus[x]`. */
function appendTo(form: FormData, name: string, value: unknown) {
  if (typeof value === 'object' && value !== null)
    for (const [inner, of] of Object.entries(value)) appendTo(form, `${name}[${inner}]`, of)
  else form.append(name, value === null ? '' : String(value))
}

const start = 'start'

/** Reads changes on and on, each time from where the response before has ended. */
const changesOf = (call: Call) =>
  async function* changes(
    { wait = 30, ...query }: ChangesQuery = {},
    sending: Sending = {},
  ): AsyncGenerator<Changes, void> {
    for (let { cursor } = query; ; ) {
      const content = { query: { ...query, wait, cursor }, ...sending }
      const page = await call<Changes>('GET', '/changes', content).catch((error: unknown) => {
        const isGone = error instanceof AlmanacError && error.status === 410
        if (!isGone || cursor === start) throw error
      })
      if (page) yield { ...page, begins: cursor === start }
      cursor = page?.cursor ?? start
    }
  }

/** Filters, and with `_fields` the only fields that come back of each record. */
type ListQuery<N extends ResourceName, F> = QueryOf<N> & {
  _fields?: readonly F[] | undefined
}
type FieldOf<N extends ResourceName> = keyof RecordOf<N> & string

/** Reads records of a resource together. */
type Lists<N extends ResourceName> = {
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
type BatchOptions = { mode?: 'all' | 'each' } & Creating
/** `scope`: of a date of a series, how many dates are removed. */
type Removing = { force?: boolean; scope?: Scope } & Writing

/** The operations on categories and tags. */
type Terms<N extends ResourceName> = Lists<N> & {
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
type Posts<N extends ResourceName> = Terms<N> & {
  readBySlug(slug: string, query?: Opening, sending?: Sending): Promise<RecordOf<N>>
  changeBySlug(slug: string, patch: PatchOf<N>, writing?: Writing): Promise<RecordOf<N>>
  removeBySlug(slug: string, writing?: Writing): Promise<RecordOf<N>>
}

/** Further operations on events: the dates of series. */
type Series = {
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
type ImageTexts = PatchOf<'image'>

type Images = Lists<'image'> & {
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

type DocQuery = { version?: '3.0' | '3.1' }

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
