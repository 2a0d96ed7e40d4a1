/** Represents the current state of one record; stale once the record has changed. Values derived from the record hold it. */
export type Validity = { isStale: boolean }

const max = 400_000

/** One handle per record that a cached value depends on. */
export function openValidities() {
  const kinds = new Map<string, Map<number, Validity>>()
  let count = 0
  const endAll = () => {
    for (const handles of kinds.values())
      for (const handle of handles.values()) handle.isStale = true
    kinds.clear()
    count = 0
  }
  function handlesOf(kind: string): Map<number, Validity> {
    const existing = kinds.get(kind)
    if (existing) return existing
    const created = new Map<number, Validity>()
    kinds.set(kind, created)
    return created
  }
  return {
    of(kind: string, id: number): Validity {
      const existing = kinds.get(kind)?.get(id)
      if (existing) return existing
      if (count >= max) endAll()
      const handle = { isStale: false }
      handlesOf(kind).set(id, handle)
      count++
      return handle
    },
    end(kind: string, id: number) {
      const handles = kinds.get(kind)
      const handle = handles?.get(id)
      if (!handle) return
      handle.isStale = true
      handles?.delete(id)
      count--
    },
    endAll,
  }
}
