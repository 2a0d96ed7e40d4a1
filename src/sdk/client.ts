import { type Call, caller, type Options, type Sending } from './call.ts'
import { lists } from './lists.ts'
import type { BatchOptions, Client, DocQuery, Images, ImageTexts, Posts, Series } from './parts.ts'
import { AlmanacError } from './problem.ts'
import type { BatchOperation, Changes, ChangesQuery, Language, ResourceName } from './types.ts'

export { allowedOn, type Condition, type Options, type Sending, tagOf } from './call.ts'
export type { Client, NamespaceIndex } from './parts.ts'
export { AlmanacError, type Detail } from './problem.ts'
export type { Query } from './query.ts'
export { endOf, plainText, srcset, startOf, venuesOf, whenOf } from './show.ts'
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
  const { list, all, read, change, remove } = posts<'image'>(call, 'images')
  return {
    list,
    all,
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
