import type { Cache, Validity } from '../common/index.ts'
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
