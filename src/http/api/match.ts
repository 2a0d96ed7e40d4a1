import { isLanguage, type Language, languagePattern } from '../../define/text/language.ts'
import { nameIn, openPaths, segmentsOf } from '../../operations/paths.ts'
import { captures, type Route } from '../../operations/routes.ts'
import { isWordPress } from '../server/target.ts'
import { type Prefix, prefixes, prefixOf } from './bases.ts'

export type Matched = {
  route: Route
  captured: { [N in keyof typeof captures]?: string }
}

/** A path after its base address: which language the base is of, and what follows the namespace. */
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
 * Splits a path into base address and segments: `/fr/wp-json/cal/events/v1/events/12/`. Undefined outside the namespace;
 * null when it cannot be decoded.
 */
function locate(pathname: string, basePath: string, namespace: string): Located | undefined | null {
  const language = languageIn(pathname)
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

/**
 * The language that a path begins with, in any case, as words in paths are: that of a base URL, also where nothing else of the path
 * is known (E7).
 */
const prefixPattern = new RegExp(`^/(${languagePattern})(?=/|$)`, 'i')
export function languageIn(pathname: string): Language | undefined {
  const word = prefixPattern.exec(pathname)?.[1]?.toLowerCase()
  return isLanguage(word) ? word : undefined
}

/** Where a request goes: the base of its path, and the route, where there is one. */
export type Place = { located: Located; matched: Matched | undefined }

export type Places = ReturnType<typeof openPlaces>

/** Finds where a path leads. Paths of lists are few: where these lead is found out once. */
export function openPlaces(
  routes: readonly Route[],
  { basePath, namespace }: { basePath: string; namespace: string },
) {
  const known = new Map<string, Place>()
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
          if (place) known.set(path, place)
        }
  /** Undefined outside of the API; null when the path cannot be decoded. */
  return (pathname: string) => known.get(pathname) ?? find(pathname)
}

const sitePattern = new RegExp(`^(?:/(?:${languagePattern}))?(?:/wp-json)?/*$`, 'i')

/** What clients of WordPress look for: the site itself, `/`, and the index of its interfaces, `/wp-json/` (X7). */
function locateSite(pathname: string, basePath: string): Located | undefined {
  if (!isWordPress(basePath)) return undefined
  if (!sitePattern.test(pathname)) return undefined
  const language = languageIn(pathname)
  return { prefix: prefixOf(language), language, segments: [], isSite: true }
}
