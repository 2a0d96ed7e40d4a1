import { Problem } from '../problem.ts'

const seconds = 5

/** Told to those who come when as much is in work already as this service takes on. */
export const tooBusy = () =>
  new Problem('service_too_busy', { retryAfter: seconds, params: { seconds } })

/** Whoever may not write is heard only as long as this leaves three quarters to those who may. */
const strangersShare = 1 / 4

/** What the body of one request takes of the memory for all of them. */
export type Held = {
  /** Takes so many bytes more. False: there is no place for them. */
  take(bytes: number): boolean
  release(): void
}

/**
 * What this process has taken on: requests in work, and bytes of bodies that are being read or worked on. Both are bounded,
 * so that memory and waiting times do not depend on how many callers there are.
 */
export function openLoad(most: { requests: number; bytes: number }) {
  let requests = 0
  const bytes = { all: 0, strangers: 0 }

  return {
    /** Works on a request, unless too many are in work. */
    async work<T>(work: () => Promise<T>): Promise<T> {
      if (requests >= most.requests) throw tooBusy()
      requests++
      try {
        return await work()
      } finally {
        requests--
      }
    },

    /** Memory for the body of one request. */
    hold(isStranger: boolean): Held {
      let held = 0
      return {
        take(more) {
          if (bytes.all + more > most.bytes) return false
          if (isStranger && bytes.strangers + more > most.bytes * strangersShare) return false
          held += more
          bytes.all += more
          if (isStranger) bytes.strangers += more
          return true
        },
        release() {
          bytes.all -= held
          if (isStranger) bytes.strangers -= held
          held = 0
        },
      }
    },

    get now() {
      return { requests, bytes: bytes.all }
    },
  }
}

export type Load = ReturnType<typeof openLoad>
