import { isObject } from '../../define/base/objects.ts'
import type { FieldError } from '../../define/field-type.ts'
import {
  type ImportFormat,
  importFormats,
  type SubscriptionState,
  subscriptionStates,
} from '../../define/import-messages.ts'
import type { Row, StoredRecord } from '../../define/record.ts'
import type { Sentence } from '../../define/text/language.ts'
import { daySeconds } from '../../define/time/clock.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import type { Store } from '../../store/index.ts'
import type { Context } from '../base/context.ts'
import { maxAttempts } from './runs.ts'

/** A feed that is imported again and again, in the name of its owner. Times are Unix seconds. */
export type Subscription = {
  id: number
  user: number
  format: ImportFormat
  url: string
  source: string
  options: Record<string, unknown>
  /** Seconds between two looks. */
  every: number
  state: SubscriptionState
  next: number
  checked: number | null
  failures: number
  /** Looks in a row that have ended their process, and the one in progress. */
  attempts: number
  error: Sentence | undefined
  /** Identifies the last download: the validators of the site, and a hash of the bytes. */
  tag: string
  modified: string
  hash: string
  /** The last import that wrote something; 0: none. */
  run: number
  /** True while a process reads it. */
  isRead: boolean
}

type SubscriptionContext = Pick<Context, 'store' | 'now'>

const kind = 'subscription'

function subscriptionOf({ id, facts }: StoredRecord): Subscription {
  const options: unknown = JSON.parse(String(facts.options))
  const text = (name: string) => String(facts[name] ?? '')
  return {
    id,
    user: Number(facts.user),
    format: importFormats.find(each => each === facts.format) ?? 'ics',
    url: text('url'),
    source: text('source'),
    options: isObject(options) ? options : {},
    every: Number(facts.every),
    state: subscriptionStates.find(each => each === facts.state) ?? 'paused',
    next: Number(facts.next),
    checked: facts.checked == null ? null : Number(facts.checked),
    failures: Number(facts.failures ?? 0),
    attempts: Number(facts.attempts ?? 0),
    // what this program has written
    error: typeof facts.error === 'string' ? JSON.parse(facts.error) : undefined,
    tag: text('tag'),
    modified: text('modified'),
    hash: text('hash'),
    run: Number(facts.run ?? 0),
    isRead: isClaimed(facts),
  }
}

/** However many there are. */
const all = 10_000

export async function listSubscriptions(
  store: Pick<Store, 'idsAfter' | 'getMany'>,
): Promise<Subscription[]> {
  const ids = await store.idsAfter(kind, 0, all)
  return (await store.getMany(kind, ids)).map(subscriptionOf)
}

export async function readSubscription(store: Pick<Store, 'get'>, id: number) {
  const stored = await store.get(kind, id)
  if (!stored) throw new Problem('subscription_not_found')
  return subscriptionOf(stored)
}

const taken: FieldError = {
  sentence: {
    en: '{name} is that of another subscription. Expected a name of its own.',
    fr: '{name} est celle d’un autre abonnement. Attendu\u00a0: un nom qui lui est propre.',
  },
}

type NewSubscription = Pick<
  Subscription,
  'user' | 'format' | 'url' | 'source' | 'options' | 'every'
>

/** Subscribes to a feed, in place of a disabled subscription of this source; it is read at the next look. */
export async function subscribe(
  context: SubscriptionContext,
  given: NewSubscription,
): Promise<Subscription> {
  const active = { ...given, state: 'active' as const }
  const id = await insertSubscription(context, active, { replacesDisabled: true })
  if (id === undefined) throw fieldProblem('source', taken)
  return readSubscription(context.store, id)
}

/** Of a subscription that was never looked at, or begins again at another URL. */
const unread: Row = { failures: 0, attempts: 0, error: null, tag: null, modified: null, hash: null }

/** Stores a subscription; undefined: another one has its source. */
export const insertSubscription = (
  { store, now }: SubscriptionContext,
  { options, ...given }: NewSubscription & Pick<Subscription, 'state'>,
  { replacesDisabled = false } = {},
): Promise<number | undefined> =>
  store.write(async tx => {
    const others = await tx.getMany(kind, await tx.idsAfter(kind, 0, all))
    const facts: Row = { ...given, options: JSON.stringify(options), next: now() }
    const other = others.find(each => each.facts.source === given.source)
    if (!other) return tx.insert(kind, facts, {})
    if (!replacesDisabled || other.facts.state !== 'disabled') return undefined
    await tx.update(kind, other.id, { ...facts, ...unread })
    return other.id
  })

type Change = Partial<
  Pick<
    Subscription,
    | 'state'
    | 'every'
    | 'next'
    | 'checked'
    | 'failures'
    | 'attempts'
    | 'tag'
    | 'modified'
    | 'hash'
    | 'run'
  >
> & { error?: Sentence | null }

export async function changeSubscription(
  { store }: Pick<Context, 'store'>,
  id: number,
  to: Change & { claimed?: null },
) {
  const { error, ...facts } = to
  await store.write(async tx => {
    if (!(await tx.get(kind, id))) throw new Problem('subscription_not_found')
    const errorFact = error === undefined ? {} : { error: error && JSON.stringify(error) }
    await tx.update(kind, id, { ...facts, ...errorFact })
  })
  return readSubscription(store, id)
}

/** Ends a subscription; the imported records stay. */
export const unsubscribe = ({ store }: Pick<Context, 'store'>, id: number) =>
  store.write(async tx => {
    if (!(await tx.get(kind, id))) throw new Problem('subscription_not_found')
    await tx.remove(kind, id)
  })

/** Those that are due. */
export async function dueSubscriptions({
  store,
  now,
}: SubscriptionContext): Promise<Subscription[]> {
  const ids = await store.lookup(kind, 'state', 'active', all)
  const records = await store.getMany(kind, ids)
  return records.map(subscriptionOf).filter(({ next }) => next <= now())
}

/** A process that has read a feed for so many seconds has ended. */
const claimLasts = 900

/** By the clock of the machine: that of the calendar may stand still. */
const seconds = () => Math.floor(Date.now() / 1000)

/** True if a process has taken it and may still read it. */
const isClaimed = ({ claimed }: Row) => claimed != null && Number(claimed) >= seconds() - claimLasts

/**
 * Takes a due feed for this process, and counts the attempt: where it ends the process, nobody could count it afterwards. False where another reads it or has read it meanwhile: for a moment, two processes may both be the
 * leader.
 */
export const claimSubscription = (
  { store }: Pick<Context, 'store'>,
  { id, next }: Pick<Subscription, 'id' | 'next'>,
): Promise<boolean> =>
  store.write(async tx => {
    const stored = await tx.get(kind, id)
    const { state, next: now, attempts } = stored?.facts ?? {}
    if (!stored || state !== 'active' || now !== next || isClaimed(stored.facts)) return false
    await tx.update(kind, id, { claimed: seconds(), attempts: Number(attempts ?? 0) + 1 })
    return true
  })

/** Lets others read the feed: this look counts for nothing. */
export const releaseSubscription = ({ store }: Pick<Context, 'store'>, id: number) =>
  store.write(async tx => {
    const stored = await tx.get(kind, id)
    const attempts = Math.max(0, Number(stored?.facts.attempts ?? 0) - 1)
    if (stored) await tx.update(kind, id, { claimed: null, attempts })
  })

/** Consecutive failures that end a subscription: about a week, with the pauses between them. */
const maxFailures = 10
/** The longest wait after failures, in seconds, where the feed is not read more seldom. */
const maxWait = daySeconds

/** A look that went well; it releases the feed. */
export const lookedAt = (
  context: SubscriptionContext,
  { id, every }: Subscription,
  result: Pick<Change, 'tag' | 'modified' | 'hash' | 'run'>,
) =>
  changeSubscription(context, id, {
    ...result,
    claimed: null,
    checked: context.now(),
    next: context.now() + every,
    failures: 0,
    attempts: 0,
    error: null,
  })

/**
 * A look that failed: the next one waits longer each time, and the last one disables the subscription. It releases the feed. `isLost`: it
 * took more memory or time than a source may have.
 */
export async function lookFailed(
  context: SubscriptionContext,
  of: Subscription,
  error: Sentence,
  isLost: boolean,
) {
  const failures = of.failures + 1
  const attempts = isLost ? of.attempts + 1 : 0
  const isLast = failures >= maxFailures || attempts >= maxAttempts
  const wait = Math.min(of.every * 2 ** (failures - 1), Math.max(maxWait, of.every))
  return changeSubscription(context, of.id, {
    failures,
    attempts,
    error,
    claimed: null,
    checked: context.now(),
    next: context.now() + wait,
    ...(isLast && { state: 'disabled' }),
  })
}
