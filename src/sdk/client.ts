import { type Call, type Condition, caller, type Options } from './call.ts'
import type * as Shapes from './types.ts'
import type { Page, Query } from './types.ts'

export { type Condition, type Options, tagOf } from './call.ts'
export { AlmanacError, type Detail } from './problem.ts'
export type * from './types.ts'

/**
 * A client of one service. `root` is the root of the interface: `https://example.org/cal/events/v1`, or
 * `…/fr/cal/events/v1` for French.
 */
export function connect(root: string, options: Options = {}) {
  const call = caller(root.replace(/\/+$/, ''), options)
  return {
    events: posts<Shapes.CalendarEvent, Shapes.EventDraft, Shapes.EventPatch>(call, 'events'),
    venues: posts<Shapes.Venue, Shapes.VenueDraft, Shapes.VenuePatch>(call, 'venues'),
    organizers: posts<Shapes.Organizer, Shapes.OrganizerDraft, Shapes.OrganizerPatch>(
      call,
      'organizers',
    ),
    categories: records<Shapes.Category, Shapes.CategoryDraft, Shapes.CategoryPatch>(
      call,
      'categories',
    ),
    tags: records<Shapes.Tag, Shapes.TagDraft, Shapes.TagPatch>(call, 'tags'),
    images: images(call),
    /** The routes of the interface and their parameters. */
    index: () => call<NamespaceIndex>('GET', '/'),
    /** The documentation, as OpenAPI. */
    doc: (query: { version?: '3.0' | '3.1' } = {}) =>
      call<Record<string, unknown>>('GET', '/doc', { query }),
  }
}

export type Client = ReturnType<typeof connect>

export type NamespaceIndex = {
  namespace: string
  routes: Record<
    string,
    { namespace: string; methods: string[]; endpoints: { methods: string[]; args: unknown }[] }
  >
  _links: Record<string, { href: string }[]>
}

/** Opens a protected event. */
type Opening = { password?: string; context?: 'view' | 'edit' }

function lists<T>(call: Call, path: string) {
  const list = async (query?: Query): Promise<Page<T>> => {
    const body = await call<ListBody>('GET', `/${path}`, { query })
    return {
      items: body[path] as T[],
      total: body.total,
      totalPages: body.total_pages,
      ...(body.next_rest_url && { next: body.next_rest_url }),
      ...(body.previous_rest_url && { previous: body.previous_rest_url }),
    }
  }
  /** Every record, page after page. */
  async function* all(query?: Query): AsyncGenerator<T, void> {
    for (let asked = query; ; ) {
      const { items, next } = await list(asked)
      yield* items
      if (!next) return
      // of the address only what is asked: credentials go to the service we were given, wherever it says it is
      asked = queryOf(new URL(next).searchParams)
    }
  }
  return { list, all }
}

type ListBody = {
  total: number
  total_pages: number
  next_rest_url?: string
  previous_rest_url?: string
  [items: string]: unknown
}

function queryOf(search: URLSearchParams): Query {
  const query: Record<string, string | string[]> = {}
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name)
    if (name.endsWith('[]')) query[name.slice(0, -2)] = values
    else query[name] = values.at(-1) ?? ''
  }
  return query
}

function records<T, Draft extends object, Patch extends object>(call: Call, path: string) {
  return {
    ...lists<T>(call, path),
    read: (id: number, query: Opening = {}) => call<T>('GET', `/${path}/${id}`, { query }),
    create: (draft: Draft) => call<T>('POST', `/${path}`, { json: draft }),
    /** Changes what is sent and leaves the rest. */
    change: (id: number, patch: Patch, condition: Condition = {}) =>
      call<T>('PATCH', `/${path}/${id}`, { json: patch, ...condition }),
    /** Moves events, venues and organizers to the trash, or with `force` deletes them permanently, as categories and tags always are. */
    remove: (id: number, { ifMatch, ...query }: { force?: boolean } & Condition = {}) =>
      call<T>('DELETE', `/${path}/${id}`, { query, ifMatch }),
  }
}

function posts<T, Draft extends object, Patch extends object>(call: Call, path: string) {
  const at = (slug: string) => `/${path}/by-slug/${encodeURIComponent(slug)}`
  return {
    ...records<T, Draft, Patch>(call, path),
    readBySlug: (slug: string, query: Opening = {}) => call<T>('GET', at(slug), { query }),
    changeBySlug: (slug: string, patch: Patch, condition: Condition = {}) =>
      call<T>('PATCH', at(slug), { json: patch, ...condition }),
    removeBySlug: (slug: string, condition: Condition = {}) =>
      call<T>('DELETE', at(slug), condition),
  }
}

type ImageTexts = { title?: string; alt?: string }

function images(call: Call) {
  return {
    ...lists<Shapes.Image>(call, 'images'),
    read: (id: number) => call<Shapes.Image>('GET', `/images/${id}`),
    /** Keeps a picture; the name is that of its file. */
    upload(picture: Uint8Array<ArrayBuffer> | Blob, name: string, texts: ImageTexts = {}) {
      const form = new FormData()
      // texts first: a service may read the form as it comes
      for (const [field, text] of Object.entries(texts))
        if (text !== undefined) form.append(field, text)
      form.append('file', picture instanceof Blob ? picture : new Blob([picture]), name)
      return call<Shapes.Image>('POST', '/images', { form })
    },
    /** Copies a picture from an address. */
    uploadFrom: (url: string, texts: ImageTexts = {}) =>
      call<Shapes.Image>('POST', '/images', { json: { url, ...texts } }),
    /** Deletes for good; with `force` even while records show it. */
    remove: (id: number, query: { force?: boolean } = {}) =>
      call<Shapes.Image>('DELETE', `/images/${id}`, { query }),
  }
}
