import type { Language } from '../define/field-type.ts'
import type { Route } from './routes.ts'

export type Matched = {
  route: Route
  captured: { id?: string; slug?: string }
}

/** A path after its base address: which language the base is of, and what follows the namespace. */
export type Located = {
  prefix: '' | '/en' | '/fr'
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
export function locate(
  pathname: string,
  basePath: string,
  namespace: string,
): Located | undefined | null {
  const prefix = prefixOf(pathname)
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
  return { prefix, language: languageIn(pathname), segments }
}

/** The language that a path begins with, in any case, as words in paths are. */
export const prefixOf = (pathname: string) =>
  (/^\/(?:en|fr)(?=\/|$)/i.exec(pathname)?.[0].toLowerCase() ?? '') as Located['prefix']

/** The language of a base URL, also where nothing else of the path is known (E7). */
export const languageIn = (pathname: string): Language | undefined =>
  (prefixOf(pathname).slice(1) || undefined) as Language | undefined

/** The route of these segments; words match in any case, as in the reference. */
export function match(routes: readonly Route[], segments: readonly string[]): Matched | undefined {
  next: for (const route of routes) {
    if (route.segments.length !== segments.length) continue
    const captured: Matched['captured'] = {}
    for (const [index, expected] of route.segments.entries()) {
      const segment = segments[index] as string
      if (typeof expected === 'string') {
        if (segment.toLowerCase() !== expected) continue next
      } else if (expected.pattern.test(segment)) captured[expected.name] = segment
      else continue next
    }
    return { route, captured }
  }
  return undefined
}
