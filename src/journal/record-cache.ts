import type { Cache, Validity } from '../common/index.ts'
import { tableOf } from '../define/base/objects.ts'
import { termLinkKinds } from '../define/record.ts'
import type { Family, Reader, StoredRecord } from '../store/index.ts'
import type { Changes } from './follower.ts'
import type { ListDependency } from './list-dependency.ts'

/** Kinds with few records that are read often: every event shows some of them. */
const cachedKinds: Record<string, Family> = {
  venue: 'post',
  organizer: 'post',
  image: 'post',
  category: 'term',
  tag: 'term',
}

type Cached = { kind: string; record: StoredRecord | undefined; validities: readonly [Validity] }

/** Reads of linked records, from memory while the journal reports no change. */
export function cacheRecords(
  reader: Pick<Reader, 'get' | 'getMany' | 'kindOf'>,
  { validity: validityOf, countOf }: Pick<Changes, 'validity' | 'countOf'>,
  cache: Cache<ListDependency>,
): Pick<Reader, 'get' | 'getMany' | 'kindOf'> {
  const table = cache.table<number, Cached>({
    sizeOf,
    dependsOn: ({ validities }) => ({ validities }),
  })
  /** IDs are unique within a family only. */
  const keyOf = (kind: string, id: number) => (cachedKinds[kind] === 'term' ? -id : id)

  function fresh(kind: string, id: number): Cached | undefined {
    const cached = table.get(keyOf(kind, id))
    return cached?.kind === kind ? cached : undefined
  }

  async function read(kind: string, ids: readonly number[]): Promise<Map<number, StoredRecord>> {
    // taken before the read: a concurrent change invalidates the record
    const handles = ids.map(id => ({ id, validities: [validityOf(kind, id)] as const }))
    const records = new Map<number, StoredRecord>()
    for (const record of await reader.getMany(kind, ids)) records.set(record.id, record)
    for (const { id, validities } of handles)
      table.set(keyOf(kind, id), { kind, record: records.get(id), validities })
    return records
  }

  async function getMany(kind: string, ids: readonly number[]): Promise<StoredRecord[]> {
    if (!(kind in cachedKinds)) return reader.getMany(kind, ids)
    const cached = ids.map(id => fresh(kind, id))
    const missing = ids.filter((_, index) => !cached[index])
    const others = missing.length > 0 ? await read(kind, missing) : undefined
    const isTerm = cachedKinds[kind] === 'term'
    const records: StoredRecord[] = []
    for (const [index, id] of ids.entries()) {
      const record = cached[index] ? cached[index].record : others?.get(id)
      if (record) records.push(isTerm ? counted(record) : record)
    }
    return records
  }

  /** Adds the current count, which the journal follows: counts change with every event, the rest of a term stays cached. */
  function counted(term: StoredRecord): StoredRecord {
    const count = countOf(term.id)
    if (count === undefined || count === term.facts.count) return term
    return { ...term, facts: { ...term.facts, count } }
  }

  return {
    getMany,
    async get(kind, id) {
      if (!(kind in cachedKinds)) return reader.get(kind, id)
      return (await getMany(kind, [id]))[0]
    },
    async kindOf(family, id) {
      for (const kind in cachedKinds)
        if (cachedKinds[kind] === family && fresh(kind, id)?.record) return kind
      return reader.kindOf(family, id)
    },
  }
}

/** The approximate size of a record in memory. */
function sizeOf({ record }: Cached): number {
  if (!record) return 0
  let size = 1000
  for (const row of [record.facts, ...Object.values(record.texts)])
    for (const cell of Object.values(row)) if (typeof cell === 'string') size += 2 * cell.length
  return size
}

type Lookups = Pick<Reader, 'bySlug' | 'movedTo' | 'withDescendants' | 'kindOf'>
type LookupResult = number | string | readonly number[] | undefined
type CachedLookup = { result: LookupResult; list: ListDependency; since: number }

/** Filters name the same few terms again and again; longer values are no terms of the site. */
const maxLength = 100
const sizeOfLookup = ({ result }: CachedLookup) =>
  150 + (typeof result === 'object' ? 8 * result.length : 0)

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
  const table = cache.table<string, CachedLookup>({
    sizeOf: sizeOfLookup,
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
