import type { Requester } from '../../define/requester.ts'
import { Problem } from '../../problem/index.ts'

const seconds = 5

/** The error when the service already works on as many requests as it takes. */
export const tooBusy = () =>
  new Problem('service_too_busy', { retryAfter: seconds, params: { seconds } })

/** Callers who may not write have at most a quarter of the places. */
const strangersShare = 1 / 4

type Budget = Record<
  'maxConcurrentRequests' | 'bodyMemory' | 'uploadLimit' | 'bodyLimit' | 'workers',
  number
>

/** The share of one worker in the limits of the service, but enough for the largest image. */
export const shareOf = ({
  maxConcurrentRequests,
  bodyMemory,
  uploadLimit,
  bodyLimit,
  workers,
}: Budget) => ({
  requests: Math.ceil(maxConcurrentRequests / workers),
  bytes: Math.max(Math.floor(bodyMemory / workers), uploadLimit + bodyLimit),
})

/** The part of the requests in work that one address may have. */
const addressShare = 1 / 2

/** The share of one request’s body in the memory for all of them. */
export type Held = {
  /** Takes so many bytes more. False: there is no place for them. */
  take(bytes: number): boolean
  release(): void
}

/**
 * The load of this process: requests in work, and bytes of bodies that are being read or worked on. Both are bounded, so that memory and waiting
 * times do not depend on the number of callers.
 */
export function openLoad(max: { requests: number; bytes: number }) {
  let requests = 0
  const byAddress = new Map<string, number>()
  const maxOfAddress = Math.ceil(max.requests * addressShare)
  const bytes = { all: 0, strangers: 0 }
  const count = (address: string, by: 1 | -1) => {
    requests += by
    const own = (byAddress.get(address) ?? 0) + by
    if (own === 0) byAddress.delete(address)
    else byAddress.set(address, own)
  }

  return {
    /** Works on a request, unless too many are in work, or too many of its address. */
    async work<T>({ address }: Pick<Requester, 'address'>, work: () => Promise<T>): Promise<T> {
      if (requests >= max.requests || (byAddress.get(address) ?? 0) >= maxOfAddress) throw tooBusy()
      count(address, 1)
      try {
        return await work()
      } finally {
        count(address, -1)
      }
    },

    /** Lets a request in work wait: meanwhile it is none. */
    async pause<T>({ address }: Pick<Requester, 'address'>, wait: () => Promise<T>): Promise<T> {
      count(address, -1)
      try {
        return await wait()
      } finally {
        count(address, 1)
      }
    },

    /** Memory for the body of one request. */
    hold(isStranger: boolean): Held {
      let held = 0
      return {
        take(more) {
          if (bytes.all + more > max.bytes) return false
          if (isStranger && bytes.strangers + more > max.bytes * strangersShare) return false
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
