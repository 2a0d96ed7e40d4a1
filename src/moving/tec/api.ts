import { isObject } from '../../define/objects.ts'
import { withoutSlashes } from '../../define/text/uri.ts'
import type { FetchPage } from '../item.ts'

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
  const get: Api['get'] = async (path, query = {}) => {
    const fetched = await fetch(urlOf(root, path, { ...always, ...query }), {
      accept: ['application/json'],
    })
    return 'refused' in fetched ? fetched : (jsonIn(fetched.bytes) ?? { refused: 'json' })
  }
  return {
    root,
    get,
    async page(name, number, query = {}) {
      const body = await get(name, { page: String(number), per_page: String(perPage), ...query })
      if (typeof body.refused === 'string') return { refused: body.refused }
      const records = body[name]
      if (!Array.isArray(records)) return { refused: 'json' }
      return {
        records: records.filter(isObject),
        total: Number(body.total ?? records.length),
        pages: Number(body.total_pages ?? 1),
      }
    },
  }
}

export function jsonIn(bytes: Uint8Array): Raw | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
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
