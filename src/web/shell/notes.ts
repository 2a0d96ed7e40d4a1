import type { Validity } from '../../common/index.ts'
import { eachRecordIn, type View } from '../../define/derived.ts'
import type { StoredRecord } from '../../define/record.ts'
import type { Changes, ListDependency } from '../../journal/index.ts'

/** The sources of a page or feed, in the form that the cache of responses needs. */
export type Basis = {
  from: { validities: readonly Validity[] }[]
  list: ListDependency
  since: number
  until: number
}

/** Thousands of events have the same few venues and terms: of each record it is noted once. */
function noting(changes: Changes, handles: Set<Validity>) {
  const noted = new Map<string, Set<number>>()
  return (kind: string, id: unknown) => {
    if (!id) return
    const ids = noted.get(kind) ?? new Set()
    if (ids.size === 0) noted.set(kind, ids)
    if (ids.has(Number(id))) return
    ids.add(Number(id))
    handles.add(changes.validity(kind, Number(id)))
  }
}

/** Notes what a response depends on, while it is made. Opened before anything is read. */
export function openNotes(changes: Changes) {
  const since = changes.seq
  const handles = new Set<Validity>()
  const parts: { validities: readonly Validity[] }[] = []
  const lists: ListDependency[] = []
  let end = Number.POSITIVE_INFINITY
  let isCertain = true

  const record = noting(changes, handles)

  /** A read is certain if nothing changes in between: after a change its result is not cached. */
  async function steady<T>(read: () => Promise<T>): Promise<T> {
    const before = changes.seq
    const value = await read()
    if (changes.seq !== before) isCertain = false
    return value
  }

  return {
    record,
    list: (dependency: ListDependency) => void lists.push(dependency),
    /** A part that was read by itself; undefined: a change came in between. */
    part(basis: Basis | undefined) {
      if (!basis) {
        isCertain = false
        return
      }
      parts.push(...basis.from)
      lists.push(basis.list)
      end = Math.min(end, basis.until)
    },
    /** The response is another one from this Unix second on. */
    until(second: number) {
      end = Math.min(end, second)
    },
    async views<V extends readonly View[]>(read: () => Promise<V>): Promise<V> {
      return steady(async () => {
        const views = await read()
        for (const each of views) eachRecordIn(each, record)
        return views
      })
    },
    /** Records as they are stored, seen or not: one that is published changes too. */
    async records(read: () => Promise<StoredRecord[]>): Promise<StoredRecord[]> {
      return steady(async () => {
        const records = await read()
        for (const { kind, id } of records) record(kind, id)
        return records
      })
    },
    /** The sources of all reads; undefined: a change came in between. */
    basis(): Basis | undefined {
      if (!isCertain) return undefined
      const list: ListDependency = lists.length === 0 ? { of: 'none' } : { of: 'several', lists }
      return { from: [{ validities: [...handles] }, ...parts], list, since, until: end }
    },
  }
}
