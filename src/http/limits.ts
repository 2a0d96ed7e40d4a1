import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Guesses } from '../calendar/context.ts'
import { Problem } from '../problem.ts'
import { atMost } from './cache/valid-cache.ts'

/** Milliseconds on a clock that never goes back. */
type Ticks = () => number

/**
 * Tells the other processes of the calendar what a limit has counted here, and calls the listener with what others have counted of
 * theirs. Nothing: this process counts alone.
 */
export type ShareCounts = (
  name: string,
  heard: (key: string, by: number) => void,
) => (key: string, by: number) => void

export type AttemptLimit = {
  /** Throws 429 with `Retry-After` when too many attempts have failed. */
  refuse(key: string): void
  /** Have too many attempts failed? */
  isOver(key: string): boolean
  failed(key: string): void
  /** Takes one back: what was counted before it was tried has succeeded. */
  forgive(key: string): void
}

const mostKeys = 50_000

type Attempts = {
  most: number
  /** Seconds. */
  window: number
  /** What other processes know the limit by, where they share it. */
  name?: string
  share?: ShareCounts | undefined
}

/** What is told to others, and stored here by the same name: nothing of an address or a login can be read from it. */
const digestOf = (key: string) => hash('sha256', key, 'base64url').slice(0, 22)

/** Failed credentials within a window, by address and login. Bounded: the oldest keys are forgotten first. */
export function attemptLimit(
  { most, window, name = '', share }: Attempts,
  ticks: Ticks = () => performance.now(),
): AttemptLimit {
  const failures = new LRUCache<string, { count: number; since: number }>(atMost(mostKeys))
  const keyOf = share ? digestOf : (key: string) => key
  const at = (key: string) => {
    const found = failures.get(key)
    return found && ticks() - found.since < window * 1000 ? found : undefined
  }
  const current = (key: string) => at(keyOf(key))
  function count(key: string, by: number) {
    const found = at(key)
    if (found) found.count = Math.max(0, found.count + by)
    else if (by > 0) failures.set(key, { count: by, since: ticks() })
  }
  const tell = share?.(name, count)
  function counted(written: string, by: number) {
    const key = keyOf(written)
    count(key, by)
    tell?.(key, by)
  }
  return {
    isOver: key => (current(key)?.count ?? 0) >= most,
    refuse(key) {
      const found = current(key)
      if (!found || found.count < most) return
      const seconds = Math.max(1, Math.ceil(window - (ticks() - found.since) / 1000))
      throw new Problem('too_many_attempts', { retryAfter: seconds, params: { seconds } })
    },
    failed: key => counted(key, 1),
    forgive: key => counted(key, -1),
  }
}

/** From one address, so many times what is allowed for one login: whole offices share one. */
const spread = 5
/** A code of six digits has a million values, of which three are right: few may be tried. */
const mostCodes = 5

const hour = 3600
/** Links for a forgotten password that one account is sent within an hour, whoever asks for them. */
const mostMails = 3

/** What a sign-in is limited by besides its login. */
export const signInLimits = (
  of: { attemptLimit: number; attemptWindow: number },
  share?: ShareCounts,
) => ({
  ofAddress: attemptLimit({
    ...{ most: spread * of.attemptLimit, window: of.attemptWindow },
    ...{ name: 'address', share },
  }),
  ofCodes: attemptLimit({
    ...{ most: Math.min(mostCodes, of.attemptLimit), window: of.attemptWindow },
    ...{ name: 'code', share },
  }),
  ofMails: attemptLimit({ most: mostMails, window: hour, name: 'mail', share }),
  /** Answers of a provider, and sign-ins by one, each of which leads in once; older ones have expired. */
  ofFlows: attemptLimit({ most: 1, window: hour, name: 'flow', share }),
})

/** All addresses together propose so many times what one may. */
const crowd = 20

/** Proposals of events by the public form within an hour: by address, and by all together. */
export function proposalLimit(most: number, share?: ShareCounts) {
  const byAddress = attemptLimit({ most, window: hour, name: 'proposal', share })
  const all = attemptLimit({ most: most * crowd, window: hour, name: 'proposals', share })
  return {
    isOver: (ip: string) => byAddress.isOver(ip) || all.isOver(''),
    count(ip: string) {
      byAddress.failed(ip)
      all.failed('')
    },
  }
}

/** Wrong passwords of events are counted like wrong credentials, by IP address and event (A12). */
export function guessesFrom(address: string, attempts: AttemptLimit): Guesses {
  const key = (event: number) => `${address} event ${event}`
  return {
    failed: event => attempts.failed(key(event)),
    isOver: event => attempts.isOver(key(event)),
    refuse: event => attempts.refuse(key(event)),
  }
}

export type RateLimit = (address: string) => Record<string, string>

/** Requests per minute and address; tells in `RateLimit-*` headers, refuses with 429. Zero is no limit. */
export function rateLimit(
  most: number,
  ticks: Ticks = () => performance.now(),
): RateLimit | undefined {
  if (most <= 0) return undefined
  const windows = new LRUCache<string, { count: number; since: number }>(atMost(mostKeys))
  return address => {
    let found = windows.get(address)
    if (!found || ticks() - found.since >= 60_000) {
      found = { count: 0, since: ticks() }
      windows.set(address, found)
    }
    found.count++
    const seconds = Math.max(1, Math.ceil(60 - (ticks() - found.since) / 1000))
    const headers = {
      'RateLimit-Limit': String(most),
      'RateLimit-Remaining': String(Math.max(0, most - found.count)),
      'RateLimit-Reset': String(seconds),
    }
    if (found.count > most)
      throw new Problem('too_many_requests', { headers, retryAfter: seconds, params: { seconds } })
    return headers
  }
}
