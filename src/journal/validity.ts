/** Stands for one record as it is now; over once the record has changed. What was made from it holds on to it. */
export type Validity = { isOver: boolean }

const most = 400_000

/** One handle for each record that anything in memory was made from. */
export function openValidities() {
  const handles = new Map<string, Validity>()
  const endAll = () => {
    for (const handle of handles.values()) handle.isOver = true
    handles.clear()
  }
  return {
    of(kind: string, id: number): Validity {
      const key = `${kind} ${id}`
      const known = handles.get(key)
      if (known) return known
      if (handles.size >= most) endAll()
      const handle = { isOver: false }
      handles.set(key, handle)
      return handle
    },
    end(kind: string, id: number) {
      const key = `${kind} ${id}`
      const handle = handles.get(key)
      if (!handle) return
      handle.isOver = true
      handles.delete(key)
    },
    endAll,
  }
}
