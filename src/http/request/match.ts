import type { Params, Values } from '../../define/param.ts'
import type { Resource } from '../../define/resource.ts'
import {
  isLanguage,
  type Language,
  languageOfPath,
  languagePattern,
  languages,
} from '../../define/text/language.ts'
import { withoutSlashes } from '../../define/text/uri.ts'
import { captures, nameIn, openPaths, type Route, segmentsOf } from '../../operations/index.ts'
import { isFile, type ResourceName, resources } from '../../resources/index.ts'
import { type Prefix, prefixes, prefixOf } from './bases.ts'
import { isWordPress, type Request } from './request.ts'

export type Matched = {
  route: Route
  captured: { [N in keyof typeof captures]?: string }
}

/** A path after its base URL: which language the base is of, and what follows the namespace. */
export type Located = {
  prefix: Prefix
  language: Language | undefined
  segments: string[]
  /** Above the namespace: the site, as clients of WordPress look for it (X7). */
  isSite?: true
}

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/**
 * Splits a path into base URL and segments: `/fr/wp-json/cal/events/v1/events/12/`. Undefined outside the namespace;
 * null when it cannot be decoded.
 */
function locate(pathname: string, basePath: string, namespace: string): Located | undefined | null {
  const language = languageOfPath(pathname)
  const prefix = prefixOf(language)
  const root = `${prefix}${basePath}/${namespace}`
  const rest = pathname.slice(root.length)
  if (
    pathname.slice(0, root.length).toLowerCase() !== root.toLowerCase() ||
    (rest && rest[0] !== '/')
  )
    return undefined
  const segments: string[] = []
  for (const raw of rest.split('/').slice(1)) {
    const segment = decoded(raw)
    if (segment === undefined) return null
    // Doubled slashes and one at the end mean nothing.
    if (segment !== '') segments.push(segment)
  }
  return { prefix, language, segments }
}

/** Where a request goes: the base of its path, and the route, where there is one. */
export type Place = { located: Located; matched: Matched | undefined }

export type Places = ReturnType<typeof openPlaces>

/** Finds where a path leads. Paths of lists are few: where these lead is found out once. */
export function openPlaces(
  routes: readonly Route[],
  { basePath, namespace }: { basePath: string; namespace: string },
) {
  const places = new Map<string, Place>()
  const match = openPaths(routes, captures)
  const find = (pathname: string): Place | undefined | null => {
    const inside = locate(pathname, basePath, namespace)
    const located = inside === undefined ? locateSite(pathname, basePath) : inside
    if (!located) return located
    return { located, matched: located.isSite ? undefined : match(located.segments) }
  }
  for (const route of routes)
    if (nameIn(route.path) === undefined)
      for (const prefix of prefixes)
        for (const end of ['', '/']) {
          const path = `${[`${prefix}${basePath}/${namespace}`, ...segmentsOf(route.path)].join('/')}${end}`
          const place = find(path)
          if (place) places.set(path, place)
        }
  /** Undefined outside of the API; null when the path cannot be decoded. */
  return (pathname: string) => places.get(pathname) ?? find(pathname)
}

const sitePattern = new RegExp(`^(?:/(?:${languagePattern}))?(?:/wp-json)?/*$`, 'i')

/** The paths that clients of WordPress try: the site itself, `/`, and the index of its APIs, `/wp-json/` (X7). */
function locateSite(pathname: string, basePath: string): Located | undefined {
  if (!isWordPress(basePath)) return undefined
  if (!sitePattern.test(pathname)) return undefined
  const language = languageOfPath(pathname)
  return { prefix: prefixOf(language), language, segments: [], isSite: true }
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The language before anything is checked, for the words of problems (M2, E4). */
export function languageOf(
  site: { language: Language },
  located: Pick<Located, 'language'>,
  query: Values,
  body?: Values,
): Language {
  const parameter = body?.ml_language ?? query.ml_language
  return isLanguage(parameter) ? parameter : (located.language ?? site.language)
}

/** The values with the language that clients of a site with a plugin of languages send under other names (X7). */
export function withPluginLanguage(values: Values, namespace: string): Values {
  if (namespace !== 'tribe/events/v1' || values.ml_language !== undefined) return values
  const language = [values.wpml_language, values.lang].find(isLanguage)
  if (language) values.ml_language = language
  return values
}

/** Query wins over header; either may come with any method. */
export const overriding = ({ headers }: Request, { _method }: Values) =>
  _method ?? headers['x-http-method-override']

/** HEAD is answered as GET. */
export function methodOf(request: Request, over: unknown): string {
  const method = String(over ?? request.method).toUpperCase()
  if (method === 'HEAD') return 'GET'
  return methods.includes(method) || method === 'OPTIONS' ? method : 'NONE'
}

/** The common beginning of the URLs of records, up to the ID or slug. */
type RecordPath = {
  kind: ResourceName
  prefix: Located['prefix']
  language: Located['language']
  by: 'id' | 'slug'
  /** True if a parameter of this name is defined there. */
  means: (name: string) => boolean
}
export type RecordPaths = ReadonlyMap<string, RecordPath>

/**
 * The paths of records that can be cached by themselves, in the one form that links have. The records that show an image decide who may see it (A9):
 * images are not among them.
 */
export function recordPaths(
  routes: readonly Route[],
  { basePath, namespace }: { basePath: string; namespace: string },
): RecordPaths {
  const paths = new Map<string, RecordPath>()
  for (const { endpoints } of routes)
    for (const { verb, kind, by, params } of endpoints) {
      if (verb !== 'read' || kind === undefined || by === undefined || isFile(kind)) continue
      const { path }: Resource = resources[kind]
      const below = by === 'id' ? path : `${path}/by-slug`
      for (const language of [undefined, ...languages]) {
        const prefix = prefixOf(language)
        paths.set(`${prefix}${basePath}/${namespace}/${below}/`, {
          kind,
          prefix,
          language,
          by,
          means: meaningIn(params),
        })
      }
    }
  return paths
}

// The names of every object have the meaning that forms give them. A response to a password is never shared, wherever it is sent.
const meaningIn = (params: Params) => (name: string) =>
  isCustomary(name) || name in params || name === 'password'

/** The record of a URL without effective parameters, and the ignored ones. */
export type NamedRecord = { path: RecordPath; name: string; ignored: readonly string[] }

const slash = 47

export function recordIn(paths: RecordPaths, url: string): NamedRecord | undefined {
  const mark = url.indexOf('?')
  let end = mark < 0 ? url.length : mark
  if (url.charCodeAt(end - 1) === slash) end--
  const start = url.lastIndexOf('/', end - 1) + 1
  const path = paths.get(url.slice(0, start))
  if (path === undefined) return undefined
  const ignored = mark < 0 ? nothing : ignorableNames(url, mark + 1, path.means)
  if (ignored === undefined) return undefined
  const name = url.slice(start, end)
  return (path.by === 'id' ? plainId : plainSlug).test(name) ? { path, name, ignored } : undefined
}
const nothing: readonly string[] = []
const plainId = /^[1-9]\d{0,14}$/
const plainSlug = /^[\w.~-]+$/

/** Parameters with a leading underscore, as WordPress names its own, that change the response. */
const steering: ReadonlySet<string> = new Set(['_envelope', '_fields', '_method'])

/** Names that clients of WordPress send with any request, and names that steer the response and not the record. */
const customary = new Set([
  'context',
  'force',
  'lang',
  'ml_fallback',
  'ml_language',
  'rest_route',
  'strict',
  'wpml_language',
])
/** Those that begin with an underscore (`_fields`, `_locale`, `_wpnonce` …) are WordPress’s own. */
export const isCustomary = (name: string) =>
  name.charCodeAt(0) === underscore || customary.has(name)

const plain = /^\w+$/
const underscore = 95

/** A name that changes nothing, such as the `_` by which jQuery asks past caches. */
const isIdle = (name: string) =>
  name.charCodeAt(0) === underscore && plain.test(name) && !steering.has(name)

/** Longer names, or more of them, go to the full parser. */
const max = { names: 20, letters: 60 }

/**
 * The names in a query that asks nothing, as they are to be reported: neither those that change nothing, nor names that mean something. Undefined
 * where it asks something, or may: with a name that comes in disguise (`p%61ge`, `page[]`), all steps are taken.
 */
function ignorableNames(
  url: string,
  from: number,
  means: (name: string) => boolean,
): readonly string[] | undefined {
  let names: string[] = none
  for (let at = from; at <= url.length; ) {
    const end = endOf(url, at)
    const name = nameAt(url, at, end)
    if (!isIdle(name)) {
      if (!plain.test(name) || name.length > max.letters || means(name)) return undefined
      if (names === none) names = [name]
      else if (!names.includes(name) && names.push(name) > max.names) return undefined
    }
    at = end + 1
  }
  return names
}
const none: string[] = []

/**
 * A URL in normal form: no slash at the end, parameters sorted, without those that change nothing. A URL that differs only in that is the same
 * request, unless a name comes twice (of `page=1&page=2` the last counts) or may be another one in disguise (`p%61ge`, `page[]`).
 */
export function normalForm(url: string): string {
  const mark = url.indexOf('?')
  if (mark < 0) return withoutSlashes(url)
  const path = withoutSlashes(url.slice(0, mark))
  const parts: string[] = []
  const names: string[] = []
  let isPlain = true
  for (let at = mark + 1; at <= url.length; ) {
    const end = endOf(url, at)
    const name = nameAt(url, at, end)
    if (!isIdle(name)) {
      isPlain &&= plain.test(name) && !names.includes(name) && names.length < max.names
      names.push(name)
      parts.push(url.slice(at, end))
    }
    at = end + 1
  }
  if (parts.length === 0) return path
  return `${path}?${(isPlain && parts.length > 1 ? parts.sort() : parts).join('&')}`
}

/** The end of the part of a query that begins here. */
function endOf(url: string, at: number): number {
  const end = url.indexOf('&', at)
  return end < 0 ? url.length : end
}

function nameAt(url: string, at: number, end: number): string {
  const equals = url.indexOf('=', at)
  return url.slice(at, equals < 0 || equals > end ? end : equals)
}
