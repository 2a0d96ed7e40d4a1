import { Problem } from '../../problem/index.ts'

const maxWaiting = 100
const seconds = 5

/** Lets others have their turn, after a piece of work that took so many milliseconds. */
export type Rest = (ms: number) => Promise<void>

/** The error when the queue is full. */
export const tooMany = () =>
  new Problem('too_many_requests', { retryAfter: seconds, params: { seconds } })

/** Work in credit goes on at once: an honest search never rests. */
const maxCredit = 2000

/** Waits for some milliseconds, or until it is stopped. */
const passed = (ms: number, stop?: AbortSignal) =>
  new Promise<void>(resolve => {
    const end = () => {
      clearTimeout(timer)
      stop?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    stop?.addEventListener('abort', end, { once: true })
  })

/**
 * Long work one after another, in pieces that let others have their turn. Strangers ask for it as often as they like:
 * after some seconds of it, it gets no more than a share of the time.
 */
export function openLine(share: number) {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  let credit = maxCredit
  let counted = performance.now()

  async function rest(ms: number, stop?: AbortSignal) {
    const now = performance.now()
    credit = Math.min(maxCredit, credit + (now - counted) * share) - ms
    counted = now
    if (credit >= 0) await new Promise(setImmediate)
    else await passed(-credit / share, stop)
    stop?.throwIfAborted()
  }

  return {
    /** Work that is stopped ends with its next rest, and gives up its place at once. */
    async run<T>(work: (rest: Rest) => Promise<T>, stop?: AbortSignal): Promise<T> {
      stop?.throwIfAborted()
      if (waiting >= maxWaiting) throw tooMany()
      waiting++
      let isInLine = true
      const leave = () => {
        if (isInLine) waiting--
        isInLine = false
      }
      const begin = () => {
        stop?.throwIfAborted()
        return work(ms => rest(ms, stop))
      }
      const mine = last.then(begin, begin)
      last = mine
      stop?.addEventListener('abort', leave, { once: true })
      try {
        return await mine
      } finally {
        stop?.removeEventListener('abort', leave)
        leave()
      }
    },
  }
}
