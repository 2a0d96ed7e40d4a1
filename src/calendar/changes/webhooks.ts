import type { Row, StoredRecord } from '../../define/record.ts'
import { type Language, languages } from '../../define/text/language.ts'
import {
  type DeliveryError,
  deliveryErrors,
  type WebhookScope,
  type WebhookState,
  webhookScopes,
  webhookStates,
} from '../../define/webhooks.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import { type ChangeKind, changeKinds } from '../../resources/index.ts'
import type { Context } from '../base/context.ts'
import { type Terms, termsIn } from './read-changes.ts'

/** A message that was sent, whatever became of it. */
export type Delivery = {
  /** Its ID, which stays the same when it is sent again. */
  message: string
  type: string
  /** The record that it is about: `event/130`; empty: none. */
  record: string
  /** Unix seconds. */
  at: number
  milliseconds: number
  /** That of the response; 0: there was none. */
  status: number
  error: DeliveryError | ''
  /** The page of the change feed, and the place of the change on it; -1: it is none of these. */
  cursor: string
  place: number
}

/** A receiver of changes. Times are Unix seconds. */
export type Webhook = {
  id: number
  user: number
  url: string
  kinds: readonly ChangeKind[]
  scope: WebhookScope
  language: Language
  /** True if messages have the whole record. */
  records: boolean
  /** The IDs of the terms that events must have one of: those of its cursor. */
  terms: Terms
  state: WebhookState
  /** The page of the change feed that is sent next, and how many changes of it were sent. */
  cursor: string
  done: number
  /** The last messages, the newest first. */
  deliveries: readonly Delivery[]
  failures: number
  /** Since when no message has arrived; null: the last one did. */
  failing: number | null
  /** No message is sent before. */
  next: number
  error: DeliveryError | ''
  /** The keys that sign messages, the newest first. */
  secrets: readonly string[]
}

const kind = 'webhook'
/** Each is a follower that reads every change. */
const most = 20
/** Deliveries that are kept. */
const kept = 25
/** Seconds for which messages have the signature of the key before, too. */
const overlap = 86_400

type Place = Pick<Context, 'store' | 'now' | 'webhookSealing'>

function webhookOf(
  { now, webhookSealing }: Omit<Place, 'store'>,
  { id, facts }: StoredRecord,
): Webhook {
  const text = (name: string) => String(facts[name] ?? '')
  const isRotating = Number(facts.rotated ?? 0) + overlap > now()
  const sealed = [text('secret'), ...(isRotating ? [text('former')] : [])]
  return {
    id,
    user: Number(facts.user),
    url: text('url'),
    kinds: changeKinds.filter(each => text('kinds').split(',').includes(each)),
    scope: webhookScopes.find(each => each === facts.scope) ?? 'public',
    language: languages.find(each => each === facts.language) ?? 'en',
    records: facts.records === 1,
    state: webhookStates.find(each => each === facts.state) ?? 'paused',
    cursor: text('cursor'),
    terms: termsIn(text('cursor')),
    done: Number(facts.done ?? 0),
    // what this program has written
    deliveries: JSON.parse(text('deliveries') || '[]'),
    failures: Number(facts.failures ?? 0),
    failing: facts.failing == null ? null : Number(facts.failing),
    next: Number(facts.next ?? 0),
    error: deliveryErrors.find(each => each === facts.error) ?? '',
    secrets: sealed.flatMap(each => webhookSealing.open(each) ?? []),
  }
}

export async function listWebhooks(place: Place): Promise<Webhook[]> {
  const ids = await place.store.idsAfter(kind, 0, most)
  return (await place.store.getMany(kind, ids)).map(record => webhookOf(place, record))
}

export async function readWebhook(place: Place, id: number): Promise<Webhook> {
  const stored = await place.store.get(kind, id)
  if (!stored) throw new Problem('webhook_not_found')
  return webhookOf(place, stored)
}

type Change = Partial<Omit<Webhook, 'id' | 'secrets' | 'terms'>>

const rowOf = ({ kinds, records, deliveries, ...facts }: Change): Row => ({
  ...facts,
  ...(kinds && { kinds: kinds.join() }),
  ...(records !== undefined && { records: Number(records) }),
  ...(deliveries && { deliveries: JSON.stringify(deliveries.slice(0, kept)) }),
})

const tooMany = {
  sentence: {
    en: 'There are {most} webhooks already. Remove one first.',
    fr: 'Il y a déjà {most} webhooks. Supprimez-en un d’abord.',
  },
  params: { most },
}

type Beginning = Pick<
  Webhook,
  'user' | 'url' | 'kinds' | 'scope' | 'language' | 'records' | 'cursor'
>

/** Adds a receiver, which gets the changes after a cursor. */
export async function addWebhook(place: Place, given: Beginning, secret: string): Promise<Webhook> {
  const sealed = place.webhookSealing.seal(secret)
  const id = await place.store.write(async tx => {
    if ((await tx.idsAfter(kind, 0, most)).length === most) throw fieldProblem('url', tooMany)
    return tx.insert(kind, { ...rowOf({ ...given, state: 'active' }), secret: sealed }, {})
  })
  return readWebhook(place, id)
}

export async function changeWebhook(place: Place, id: number, to: Change): Promise<Webhook> {
  await update(place, id, () => rowOf(to))
  return readWebhook(place, id)
}

/** The new key signs from now on, and for a day the one before too. */
export async function rotateSecret(place: Place, id: number, secret: string): Promise<Webhook> {
  const sealed = place.webhookSealing.seal(secret)
  await update(place, id, ({ secret: former }) => ({
    secret: sealed,
    former: former ?? null,
    rotated: place.now(),
  }))
  return readWebhook(place, id)
}

const update = ({ store }: Pick<Context, 'store'>, id: number, change: (facts: Row) => Row) =>
  store.write(async tx => {
    const stored = await tx.get(kind, id)
    if (!stored) throw new Problem('webhook_not_found')
    await tx.update(kind, id, change(stored.facts))
  })

/**
 * Notes what was sent. False, and nothing is noted, where it was changed meanwhile: for a moment, two processes may both be the leader, and
 * an administrator may have paused it.
 */
export const noteSent = (
  { store }: Pick<Context, 'store'>,
  { id, cursor, done, state }: Webhook,
  to: Change,
): Promise<boolean> =>
  store.write(async tx => {
    const facts = (await tx.get(kind, id))?.facts
    const isSame =
      facts?.cursor === cursor && Number(facts.done ?? 0) === done && facts.state === state
    if (isSame) await tx.update(kind, id, rowOf(to))
    return isSame
  })

export const removeWebhook = ({ store }: Pick<Context, 'store'>, id: number) =>
  store.write(async tx => {
    if (!(await tx.get(kind, id))) throw new Problem('webhook_not_found')
    await tx.remove(kind, id)
  })
