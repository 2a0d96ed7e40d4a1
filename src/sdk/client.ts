import type { ResourceName, TermName } from '../resources/index.ts'
import { type Call, type Condition, caller, type Options } from './call.ts'
import type { DraftOf, Image, Page, PatchOf, Query, RecordOf, Resources } from './types.ts'

export { type Condition, type Options, tagOf } from './call.ts'
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
    index: () => call('GET', '/'),
    doc: (query = {}) => call('GET', '/doc', { query }),
    // whoever awaits a client gets the client
    // biome-ignore lint/suspicious/noThenProperty: it is there to say that there is none
    then: undefined,
  }
  // the resources are known to the types alone: loading their definitions would load the checks of the server
  const get = (_: object, name: PropertyKey) =>
    name in own || typeof name !== 'string' ? own[name] : posts(call, name)
  return new Proxy(own, { get }) as Client
}

/** The resources by their paths, each with what can be done with its records. */
type ByPath = {
  [N in Exclude<ResourceName, 'image'> as Resources[N]['path']]: ReturnType<
    N extends TermName
      ? typeof records<RecordOf<N>, DraftOf<N>, PatchOf<N>>
      : typeof posts<RecordOf<N>, DraftOf<N>, PatchOf<N>>
  >
}

export type Client = ByPath & {
  images: ReturnType<typeof images>
  /** The routes of the API and their parameters. */
  index(): Promise<NamespaceIndex>
  /** The documentation, as OpenAPI. */
  doc(query?: { version?: '3.0' | '3.1' }): Promise<Record<string, unknown>>
}

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
    ...lists<Image>(call, 'images'),
    read: (id: number) => call<Image>('GET', `/images/${id}`),
    /** Keeps an image; the name is that of its file. */
    upload(picture: Uint8Array<ArrayBuffer> | Blob, name: string, texts: ImageTexts = {}) {
      const form = new FormData()
      // texts first: a service may read the form as it comes
      for (const [field, text] of Object.entries(texts))
        if (text !== undefined) form.append(field, text)
      form.append('file', picture instanceof Blob ? picture : new Blob([picture]), name)
      return call<Image>('POST', '/images', { form })
    },
    /** Copies an image from an address. */
    uploadFrom: (url: string, texts: ImageTexts = {}) =>
      call<Image>('POST', '/images', { json: { url, ...texts } }),
    /** Deletes for good; with `force` even while records show it. */
    remove: (id: number, query: { force?: boolean } = {}) =>
      call<Image>('DELETE', `/images/${id}`, { query }),
  }
}
