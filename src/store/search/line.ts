import { Problem } from '../../problem.ts'

const mostWaiting = 100
const seconds = 5

/** Lets others have their turn, after a piece of work that took so many milliseconds. */
export type Rest = (ms: number) => Promise<void>

/** Told to those who come when too many wait already. */
export const tooMany = () =>
  new Problem('too_many_requests', { retryAfter: seconds, params: { seconds } })

/** Work in credit goes on at once: an honest search never rests. */
const mostCredit = 2000

/**
 * Long work one after another, in pieces that let others have their turn. Strangers ask for it as often as they like:
 * after some seconds of it, it gets no more than a share of the time.
 */
export function openLine(share: number) {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  let credit = mostCredit
  let counted = performance.now()

  const rest: Rest = async ms => {
    const now = performance.now()
    credit = Math.min(mostCredit, credit + (now - counted) * share) - ms
    counted = now
    if (credit >= 0) await new Promise(setImmediate)
    else await new Promise(resolve => setTimeout(resolve, -credit / share))
  }

  return {
    async run<T>(work: (rest: Rest) => Promise<T>): Promise<T> {
      if (waiting >= mostWaiting) throw tooMany()
      waiting++
      const mine = last.then(
        () => work(rest),
        () => work(rest),
      )
      last = mine
      try {
        return await mine
      } finally {
        waiting--
      }
    },
  }
}
