import { isObject } from '../../define/base/objects.ts'
import { withoutSlashes } from '../../define/text/uri.ts'
import type { FetchPage } from '../base/item.ts'

/** A record as the site sends it. */
export type Raw = Record<string, unknown>

/** One API of a site: in one language, or in the language that a parameter names. */
export type Api = {
  root: string
  /** The answer to a GET as JSON; where there is none, `refused` says why. */
  get(path: string, query?: Query): Promise<Raw>
  /** A page of a list. */
  page(name: ListName, number: number, query?: Query): Promise<Page | { refused: string }>
}
export type ListName = 'events' | 'venues' | 'organizers' | 'categories' | 'tags'
export type Query = Readonly<Record<string, string>>
type Page = { records: Raw[]; total: number; pages: number }

/** More in a page is refused or lowered. */
const perPage = 50

/** The API at a root; `always`: parameters of every request. */
export function apiAt(root: string, fetch: FetchPage, always: Query = {}): Api {
  const read = async (path: string, query: Query) => {
    const fetched = await fetch(urlOf(root, path, { ...always, ...query }), {
      accept: ['application/json'],
    })
    return 'refused' in fetched
      ? { body: fetched, headers: {} }
      : { body: jsonIn(fetched.bytes) ?? { refused: 'json' }, headers: fetched.headers }
  }
  return {
    root,
    get: async (path, query = {}) => (await read(path, query)).body,
    async page(name, number, query = {}) {
      const paging = { page: String(number), per_page: String(perPage) }
      const { body, headers }: { body: Raw; headers: Record<string, string> } = await read(name, {
        ...paging,
        ...query,
      })
      if (typeof body.refused === 'string') return { refused: body.refused }
      const records = body[name]
      if (!Array.isArray(records)) return { refused: 'json' }
      // where no total is stated, the list ends with an empty page, or one that is not there
      const pages = body.total_pages ?? headers['x-tec-totalpages']
      const next = records.length === 0 ? number : number + 1
      return {
        records: records.filter(isObject),
        total: Number(body.total ?? headers['x-tec-total'] ?? records.length),
        pages: Number(pages ?? next),
      }
    },
  }
}

/** An object of JSON, also behind the warnings of a program. */
export function jsonIn(bytes: Uint8Array): Raw | undefined {
  const text = new TextDecoder().decode(bytes)
  for (const from of [0, text.search(/^\{"/m)])
    try {
      const value: unknown = JSON.parse(text.slice(Math.max(from, 0)))
      return isObject(value) ? value : undefined
    } catch {}
  return undefined
}

/** A URL of the API; a root may be in a parameter: `/?rest_route=/tribe/events/v1`. */
export function urlOf(root: string, path: string, query: Query): string {
  const url = new URL(root)
  const route = url.searchParams.get('rest_route')
  const join = (base: string) => `${withoutSlashes(base)}/${path}`
  if (route === null) url.pathname = join(url.pathname)
  else url.searchParams.set('rest_route', join(route))
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
