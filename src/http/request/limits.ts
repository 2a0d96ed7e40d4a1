import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Guesses } from '../../calendar/index.ts'
import { Problem } from '../../problem/index.ts'

/** Milliseconds on a clock that never goes back. */
type Ticks = () => number

/**
 * Sends the counts of a limit to the other processes of the calendar, and calls the listener with theirs. Undefined: this process counts alone.
 */
export type ShareCounts = (
  name: string,
  onCount: (key: string, by: number) => void,
) => (key: string, by: number) => void

export type AttemptLimit = {
  /** Throws 429 with `Retry-After` when too many attempts have failed. */
  refuse(key: string): void
  /** True if too many attempts have failed. */
  isExceeded(key: string): boolean
  failed(key: string): void
  /** Takes one back: an attempt that was counted before it was tried has succeeded. */
  forgive(key: string): void
}

type Count = { count: number; since: number }
/**
 * No cache: a count that is forgotten is lost, so the exact order of use decides. `max` instead of `maxSize` would make the room for all
 * at once: fifteen milliseconds of the start, and memory that most processes never fill.
 */
const openCounts = () => new LRUCache<string, Count>({ maxSize: 50_000, sizeCalculation: () => 1 })

type Attempts = {
  /** Read whenever it is needed: a setting may change. */
  max: number | (() => number)
  /** Seconds. */
  window: number | (() => number)
  /** The name of the limit for other processes, if they share it. */
  name?: string
  share?: ShareCounts | undefined
}

/** The key that processes share, also stored here: nothing of an address or a login can be read from it. */
const digestOf = (key: string) => hash('sha256', key, 'base64url').slice(0, 22)

/** Failed credentials within a window, by network and login. Bounded: the oldest keys are forgotten first. */
export function attemptLimit(
  { max, window, name = '', share }: Attempts,
  ticks: Ticks = () => performance.now(),
): AttemptLimit {
  const failures = openCounts()
  const maxNow = typeof max === 'number' ? () => max : max
  const windowNow = typeof window === 'number' ? () => window : window
  const keyOf = share ? digestOf : (key: string) => key
  const at = (key: string) => {
    const entry = failures.get(key)
    return entry && ticks() - entry.since < windowNow() * 1000 ? entry : undefined
  }
  const current = (key: string) => at(keyOf(key))
  function count(key: string, by: number) {
    const entry = at(key)
    if (entry) entry.count = Math.max(0, entry.count + by)
    else if (by > 0) failures.set(key, { count: by, since: ticks() })
  }
  const broadcast = share?.(name, count)
  function counted(written: string, by: number) {
    const key = keyOf(written)
    count(key, by)
    broadcast?.(key, by)
  }
  return {
    isExceeded: key => (current(key)?.count ?? 0) >= maxNow(),
    refuse(key) {
      const entry = current(key)
      if (!entry || entry.count < maxNow()) return
      const seconds = Math.max(1, Math.ceil(windowNow() - (ticks() - entry.since) / 1000))
      throw new Problem('too_many_attempts', { retryAfter: seconds, params: { seconds } })
    },
    failed: key => counted(key, 1),
    forgive: key => counted(key, -1),
  }
}

/** From one address, so many times what is allowed for one login: whole offices share one. */
const spread = 5
const hour = 3600
const day = 86_400

/**
 * A code of six digits has a million values, of which three are right: few may be tried, and fewer again within an hour and a day.
 * 20 a day find one in 0.2 % of all months, 5 in five minutes did in 12 %.
 */
const maxCodes = 5
const codesWithin = [
  { window: day, max: 20, name: 'codes-of-day' },
  { window: hour, max: 10, name: 'codes-of-hour' },
]
/** Recovery codes are generated and cannot be guessed: the right one opens whatever was tried before. */
const maxRecovery = 20
/** Links for a forgotten password that are sent to one account within an hour, whatever the address of the request. */
const maxMails = 3
/** Once this many times what one network may try has failed for an account within an hour, each network may try that often. */
const accountSpread = 5
const slowly = 3

/** The limits of sign-ins besides that of the login. */
export function signInLimits(
  settings: () => { attemptLimit: number; attemptWindow: number },
  share?: ShareCounts,
  ticks?: Ticks,
) {
  const limit = (name: string, of: Pick<Attempts, 'max' | 'window'>) =>
    attemptLimit({ ...of, name, share }, ticks)
  const max = () => settings().attemptLimit
  const window = () => settings().attemptWindow
  return {
    ofAddress: limit('address', { max: () => spread * max(), window }),
    /** By account, from wherever. */
    ofAccount: limit('account', { max: () => accountSpread * max(), window: hour }),
    /** By account and network; counts always, and refuses while the account has too many. */
    ofAccountHere: limit('account-here', { max: () => Math.min(slowly, max()), window: hour }),
    /** The longest wait first. */
    ofCodes: [
      ...codesWithin.map(({ name, ...of }) => limit(name, of)),
      limit('code', { max: () => Math.min(maxCodes, max()), window }),
    ],
    ofRecovery: limit('recovery', { max: maxRecovery, window: hour }),
    ofMails: limit('mail', { max: maxMails, window: hour }),
    /** The notices to the owner of an account: once a day each. */
    ofNotices: limit('notice', { max: 1, window: day }),
    /** Answers of a provider, and sign-ins by one, each of which leads in once; older ones have expired. */
    ofFlows: limit('flow', { max: 1, window: hour }),
  }
}

export type SignInLimits = ReturnType<typeof signInLimits>

/**
 * Maximum submissions of a group of networks, as a multiple of one network: the neighbourhood of an address, which may have one owner, and all
 * networks together. One neighbourhood cannot close the form for the others.
 */
const max = { around: 4, all: 20 }

/** The 48 bits of IPv6 that a provider gives one customer, the 24 bits of IPv4 that are routed together. */
const neighbourhoodOf = (network: string) =>
  network.includes(':')
    ? network.split(':').slice(0, 3).join(':')
    : network.split('.').slice(0, 3).join('.')

/** Proposals of events by the public form within an hour. `submissions`: the maximum of one network. */
export function proposalLimit(submissions: () => number, share?: ShareCounts) {
  const limitOf = (name: string, times: number) =>
    attemptLimit({ max: () => times * submissions(), window: hour, name, share })
  const byNetwork = limitOf('proposal', 1)
  const around = limitOf('proposals-around', max.around)
  const all = limitOf('proposals', max.all)
  return {
    /** Counts one before it is looked at, and returns what takes it back; undefined: there have been too many. */
    begin(network: string): (() => void) | undefined {
      const counters = [
        [byNetwork, network],
        [around, neighbourhoodOf(network)],
        [all, ''],
      ] as const
      if (counters.some(([limit, key]) => limit.isExceeded(key))) return undefined
      for (const [limit, key] of counters) limit.failed(key)
      return () => {
        for (const [limit, key] of counters) limit.forgive(key)
      }
    },
  }
}

/** Wrong passwords of events are counted like wrong credentials, by network and event (A12). */
export function guessesFrom(address: string, attempts: AttemptLimit): Guesses {
  const key = (event: number) => `${address} event ${event}`
  return {
    failed: event => attempts.failed(key(event)),
    isExceeded: event => attempts.isExceeded(key(event)),
    refuse: event => attempts.refuse(key(event)),
  }
}

/** Counts requests of an address: one, or as many as a batch has operations. */
export type RateLimit = (address: string, count?: number) => Record<string, string>

/** Limits requests per minute and network: reports in `RateLimit-*` headers and refuses with 429. Zero means no limit. */
export function rateLimit(
  max: number,
  ticks: Ticks = () => performance.now(),
): RateLimit | undefined {
  if (max <= 0) return undefined
  const windows = openCounts()
  return (address, count = 1) => {
    let entry = windows.get(address)
    if (!entry || ticks() - entry.since >= 60_000) {
      entry = { count: 0, since: ticks() }
      windows.set(address, entry)
    }
    entry.count += count
    const seconds = Math.max(1, Math.ceil(60 - (ticks() - entry.since) / 1000))
    const headers = {
      'RateLimit-Limit': String(max),
      'RateLimit-Remaining': String(Math.max(0, max - entry.count)),
      'RateLimit-Reset': String(seconds),
    }
    if (entry.count > max)
      throw new Problem('too_many_requests', { headers, retryAfter: seconds, params: { seconds } })
    return headers
  }
}
