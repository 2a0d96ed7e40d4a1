import type { Params } from '../../define/param.ts'
import type { Resource } from '../../define/resource.ts'
import { languages } from '../../define/text/language.ts'
import type { Route } from '../../operations/routes.ts'
import { isFile, type ResourceName, resources } from '../../resources/index.ts'
import { ignorableNames, isCustomary } from '../cache/normal-form.ts'
import { prefixOf } from './bases.ts'
import type { Located } from './match.ts'

/** Where records are: what all their URLs begin with, up to the id or slug. */
type Shelf = {
  kind: ResourceName
  prefix: Located['prefix']
  language: Located['language']
  by: 'id' | 'slug'
  /** Does a parameter of this name mean anything there? */
  means: (name: string) => boolean
}
export type RecordPaths = ReadonlyMap<string, Shelf>

/**
 * The paths of records that can be cached by themselves, in the one form that links have. Who may see an image follows from
 * the records that show it (A9): images are not among them.
 */
export function recordPaths(
  routes: readonly Route[],
  { basePath, namespace }: { basePath: string; namespace: string },
): RecordPaths {
  const paths = new Map<string, Shelf>()
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

// Names of what every object has are left to the grammar of forms. What answers a password is never shared, wherever it is sent.
const meaningIn = (params: Params) => (name: string) =>
  isCustomary(name) || name in params || name === 'password'

/** A record that a URL names and asks nothing else of, and what it says in vain. */
export type NamedRecord = { shelf: Shelf; name: string; vain: readonly string[] }

const slash = 47

export function recordIn(paths: RecordPaths, url: string): NamedRecord | undefined {
  const mark = url.indexOf('?')
  let end = mark < 0 ? url.length : mark
  if (url.charCodeAt(end - 1) === slash) end--
  const start = url.lastIndexOf('/', end - 1) + 1
  const shelf = paths.get(url.slice(0, start))
  if (shelf === undefined) return undefined
  const vain = mark < 0 ? nothing : ignorableNames(url, mark + 1, shelf.means)
  if (vain === undefined) return undefined
  const name = url.slice(start, end)
  return (shelf.by === 'id' ? plainId : plainSlug).test(name) ? { shelf, name, vain } : undefined
}
const nothing: readonly string[] = []
const plainId = /^[1-9]\d{0,14}$/
const plainSlug = /^[\w.~-]+$/
