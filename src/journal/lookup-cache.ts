import type { Cache } from '../common/index.ts'
import { tableOf } from '../define/base/objects.ts'
import { termLinkKinds } from '../define/record.ts'
import type { Reader } from '../store/index.ts'
import type { ListDependency } from './list-dependency.ts'

type Lookups = Pick<Reader, 'bySlug' | 'movedTo' | 'withDescendants' | 'kindOf'>
type LookupResult = number | string | readonly number[] | undefined
type Cached = { result: LookupResult; list: ListDependency; since: number }

/** Filters name the same few terms again and again; longer values are no terms of the site. */
const maxLength = 100
const sizeOf = ({ result }: Cached) => 150 + (typeof result === 'object' ? 8 * result.length : 0)

const ofKind = (kind: string): ListDependency => ({
  of: 'kind',
  kind,
  events: false,
  counts: false,
})
const dependencies: Partial<Record<string, ListDependency>> = tableOf(termLinkKinds, ofKind)
const terms: ListDependency = { of: 'several', lists: termLinkKinds.map(ofKind) }

/** Resolves names of terms and their descendants, from memory while the journal reports no change of such a term. */
export function cacheLookups(
  reader: Lookups,
  journal: { readonly seq: number },
  cache: Cache<ListDependency>,
): Lookups {
  const table = cache.table<string, Cached>({
    sizeOf,
    dependsOn: ({ list, since }) => ({ list, since }),
  })

  async function look<T extends LookupResult>(
    list: ListDependency | undefined,
    key: string,
    read: () => Promise<T>,
  ): Promise<T> {
    if (!list || key.length > maxLength) return read()
    const cached = table.get(key)
    // the key identifies the lookup, so the cached result has its type
    if (cached) return cached.result as T
    // taken before the read: a concurrent change invalidates the result
    const { seq: since } = journal
    const result = await read()
    table.set(key, { result, list, since })
    return result
  }

  return {
    bySlug: (kind, slug) =>
      look(dependencies[kind], `slug ${kind} ${slug}`, () => reader.bySlug(kind, slug)),
    movedTo: (kind, name) =>
      look(dependencies[kind], `moved ${kind} ${name}`, () => reader.movedTo(kind, name)),
    withDescendants: (kind, ids) =>
      look(dependencies[kind], `below ${kind} ${ids}`, () => reader.withDescendants(kind, ids)),
    kindOf: (family, id) =>
      look(family === 'term' ? terms : undefined, `kind ${id}`, () => reader.kindOf(family, id)),
  }
}
