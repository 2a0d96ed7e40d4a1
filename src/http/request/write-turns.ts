/** The number of writes that begin between two rounds of the event loop. */
const atOnce = 8

/**
 * Writes take turns, a few in each round of the event loop: a burst of them never makes a reader wait for more than those
 * few. `take` resolves when the caller's turn has come.
 */
export function openTurns() {
  const waiting: (() => void)[] = []
  let isScheduled = false

  function next() {
    for (const begin of waiting.splice(0, atOnce)) begin()
    isScheduled = waiting.length > 0
    if (isScheduled) setImmediate(next)
  }

  return {
    take: () =>
      new Promise<void>(resolve => {
        waiting.push(resolve)
        if (isScheduled) return
        isScheduled = true
        setImmediate(next)
      }),
    /** True if another writer is waiting. */
    get areWaiting() {
      return waiting.length > 0
    },
  }
}

export type Turns = ReturnType<typeof openTurns>
