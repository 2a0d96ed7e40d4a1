import { LRUCache } from 'lru-cache'
import { tableOf } from '../define/objects.ts'
import { termLinkKinds } from '../define/record.ts'
import type { Reader } from '../store/store.ts'
import type { ListDependency } from './list-dependency.ts'

type Journal = {
  readonly seq: number
  hasTouched(dependency: ListDependency, since: number): boolean
}
type Lookups = Pick<Reader, 'bySlug' | 'movedTo' | 'withDescendants' | 'kindOf'>
type Found = number | string | readonly number[] | undefined
/** What was found, and since when nothing was heard that could change it. */
type Kept = { found: Found; since: number }

/** Filters name the same few terms again and again; a word that nobody would click is not remembered. */
const [most, longest] = [100_000, 100]
const sizeOf = ({ found }: Kept) => 20 + (typeof found === 'object' ? found.length : 0)

const ofKind = (kind: string): ListDependency => ({
  of: 'kind',
  kind,
  events: false,
  counts: false,
})
const dependencies: Partial<Record<string, ListDependency>> = tableOf(termLinkKinds, ofKind)
const terms: ListDependency = { of: 'several', lists: termLinkKinds.map(ofKind) }

/** Which term a word means and what is below it, from memory while the journal tells of no change of such a term. */
export function keepLookups(reader: Lookups, journal: Journal): Lookups {
  const kept = new LRUCache<string, Kept>({ maxSize: most, sizeCalculation: sizeOf })

  async function look<T extends Found>(
    dependency: ListDependency | undefined,
    key: string,
    read: () => Promise<T>,
  ): Promise<T> {
    if (!dependency || key.length > longest) return read()
    const known = kept.get(key)
    if (known && !journal.hasTouched(dependency, known.since)) {
      known.since = journal.seq
      // under this key lies what the same reading found
      return known.found as T
    }
    // Taken before the reading: what changes meanwhile ends what was read.
    const since = journal.seq
    const found = await read()
    kept.set(key, { found, since })
    return found
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
