/**
 * The state that a server must have reached to show every write of this process and every write announced to it: the journal up to a position, the
 * last transaction of this process, and the current timeline.
 */
export type Mark = ReturnType<typeof openMark>

export function openMark() {
  let seq = 0
  let transaction: string | null = null
  let history: string | undefined
  let version = 0
  const watchers = new Set<() => void>()
  const moved = () => {
    version++
    for (const watcher of watchers) watcher()
  }
  return {
    get now() {
      return { version, seq, transaction, history }
    },
    /** Grows with every change. */
    get version() {
      return version
    },
    /** Called when more is wanted than before. */
    watchers,
    /** The journal is known to have grown. */
    received(position: number) {
      if (position <= seq) return
      seq = position
      moved()
    },
    wrote(position: number, id: string) {
      seq = Math.max(seq, position)
      transaction = id
      moved()
    },
    /** The server for writes is reachable (again). One that took over may lack writes that were announced before. */
    started(position: number, of: string) {
      if (history !== of) transaction = null
      history = of
      seq = position
      moved()
    },
  }
}
