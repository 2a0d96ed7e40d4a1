/**
 * The state that a server must have reached to show everything that this process has written or heard of: the journal up to a position, the last
 * transaction of this process, and the current timeline.
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
    /** The server that is written is there (again). One that took over may have less than was heard before. */
    started(position: number, of: string) {
      if (history !== of) transaction = null
      history = of
      seq = position
      moved()
    },
  }
}
