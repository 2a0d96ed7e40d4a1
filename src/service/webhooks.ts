import { createHmac, hash, randomBytes } from 'node:crypto'
import {
  AccountProblem,
  type Actor,
  addWebhook,
  anonymous,
  type Context,
  changeWebhook,
  type Delivery,
  listWebhooks,
  mayAdminister,
  noteSent,
  readWebhook,
  removeWebhook,
  rotateSecret,
  userOf,
  type Webhook,
} from '../calendar/index.ts'
import type { ChangesBody, Webhooks } from '../http/index.ts'
import { Problem } from '../problem/index.ts'

type Answer = { status: number; headers: Headers }
type Posted = { method: string; headers: Record<string, string>; body: string; signal: AbortSignal }

/** What a webhook follows, as parameters of the change feed. */
type Followed = Pick<Webhook, 'kinds' | 'records'> & {
  categories: string[]
  tags: string[]
}
const followedBy = ({ kinds, records, terms }: Pick<Webhook, 'kinds' | 'records' | 'terms'>) => ({
  kinds,
  records,
  categories: terms.category.map(String),
  tags: terms.tag.map(String),
})

type Given = {
  context: Context
  /** A page of the change feed, as its reader gets it. */
  read(
    reader: { actor: Actor; language: Webhook['language'] },
    of: Followed & { cursor?: string; per_page: number },
  ): Promise<ChangesBody>
  /** Rejects with a `PrivateAddress` for a receiver that may not be called. */
  post(url: string, request: Posted): Promise<Answer>
  isPrivate(error: unknown): boolean
  isLeader(): Promise<boolean>
  /** Calls `wake` when something was written. */
  subscribe(wake: () => void): () => void
  failed(error: unknown): void
  /** Called when a webhook is disabled. */
  disabled(webhook: Webhook): void
}

/** Milliseconds that a receiver has, as Standard Webhooks advises. */
const patience = 15_000
/** Seconds until the next attempt, by the failures in a row; each is up to a fifth longer or shorter. */
const waits = [5, 30, 120, 600, 3600, 3 * 3600, 6 * 3600, 12 * 3600]
/** Seconds of failures after which a webhook is disabled. */
const givenUpAfter = 5 * 86_400
/** The longest wait that a receiver may ask for, in seconds. */
const longestWait = 86_400
/** Changes that are read at once: so many messages may come twice where a process ends between them. */
const perPage = 20
/** Milliseconds between a write and the message of it: those that come together are read together. */
const gatherFor = 200

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`

/** The signatures of a message, one for each key (Standard Webhooks 1.0). */
const signaturesOf = (
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
) =>
  secrets
    .map(secret => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')

type Message = Pick<Delivery, 'message' | 'type' | 'record' | 'cursor' | 'place'> & {
  at: number
  data: object
}

/** The message of a change. It has the cursor from which the feed has this change and all after it. */
function messageOf(
  webhook: Webhook,
  cursor: string,
  change: ChangesBody['changes'][number],
  place: number,
): Message {
  const { kind, id, change: verb } = change
  return {
    message: `msg_${hash('sha256', `${webhook.id} ${cursor} ${place}`, 'base64url').slice(0, 24)}`,
    type: `${kind}.${verb}`,
    record: `${kind}/${id}`,
    cursor,
    place,
    at: Date.now() / 1000,
    data: { ...change, cursor },
  }
}

/** A message that is about no change. */
const plainMessage = (type: 'test' | 'reset', data: object): Message => ({
  message: `msg_${randomBytes(18).toString('base64url')}`,
  type,
  record: '',
  cursor: '',
  place: -1,
  at: Date.now() / 1000,
  data,
})

type Outcome = Delivery & { isGone: boolean; wait: number }

/** Sends a message once. */
async function send(
  { post, isPrivate }: Pick<Given, 'post' | 'isPrivate'>,
  { url, secrets }: Webhook,
  { at, data, ...message }: Message,
  end: AbortSignal,
): Promise<Outcome> {
  const body = JSON.stringify({
    type: message.type,
    timestamp: new Date(at * 1000).toISOString(),
    data,
  })
  const timestamp = Math.floor(Date.now() / 1000)
  const signed = { id: message.message, timestamp, body }
  const began = performance.now()
  const late = AbortSignal.timeout(patience)
  const outcome = (of: Pick<Outcome, 'status' | 'error'> & Partial<Outcome>): Outcome => ({
    ...message,
    at: timestamp,
    milliseconds: Math.round(performance.now() - began),
    isGone: false,
    wait: 0,
    ...of,
  })
  try {
    const { status, headers } = await post(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Almanac',
        'webhook-id': signed.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signaturesOf(secrets, signed),
      },
      body,
      signal: AbortSignal.any([late, end]),
    })
    const isTaken = status >= 200 && status < 300
    return outcome({
      status,
      error: isTaken ? '' : 'refused',
      isGone: status === 410,
      wait: waitOf(headers.get('retry-after')),
    })
  } catch (error) {
    return outcome({
      status: 0,
      error: isPrivate(error) ? 'address' : late.aborted ? 'time' : 'network',
    })
  }
}

/** `Retry-After` in seconds: a number or a date. */
function waitOf(header: string | null): number {
  if (!header) return 0
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(longestWait, Math.max(0, Math.ceil(seconds))) : 0
}

const deliveryIn = ({ isGone: _, wait: __, ...delivery }: Outcome): Delivery => delivery

/** What follows from a message that did not arrive. */
function afterFailure(webhook: Webhook, { error, isGone, wait }: Outcome, now: number) {
  const failing = webhook.failing ?? now
  const failures = webhook.failures + 1
  const own = waits[Math.min(failures, waits.length) - 1] ?? 0
  const isOver = isGone || now - failing >= givenUpAfter
  return {
    failures,
    failing,
    error,
    next: now + Math.max(wait, Math.round(own * (0.8 + Math.random() * 0.4))),
    ...(isOver && { state: 'disabled' as const }),
  }
}

export function openWebhooks(given: Given): Webhooks {
  const { context, isLeader, failed } = given
  const end = new AbortController()
  const inHand = new Map<number, Promise<void>>()
  /** Undefined: it is not known whether there are any. */
  let hasAny: boolean | undefined
  let timer: NodeJS.Timeout | undefined

  async function look() {
    if (end.signal.aborted) return
    if (!(await isLeader())) {
      // another process sends; this one does not ask again after each write
      hasAny = false
      return
    }
    const all = await listWebhooks(context)
    hasAny = all.length > 0
    for (const webhook of all) {
      const isDue = webhook.state === 'active' && webhook.next <= context.now()
      if (!isDue || inHand.has(webhook.id)) continue
      const work = deliver(given, webhook, end.signal)
        // it may have been removed meanwhile
        .catch(error => {
          if (!(error instanceof Problem && error.code === 'webhook_not_found')) failed(error)
        })
        .finally(() => inHand.delete(webhook.id))
      inHand.set(webhook.id, work)
    }
  }

  const wake = (after = gatherFor) => {
    if (hasAny === false || timer) return
    timer = setTimeout(() => {
      timer = undefined
      look().catch(failed)
    }, after).unref()
  }
  let unsubscribe: (() => void) | undefined

  return {
    begin() {
      unsubscribe ??= given.subscribe(() => wake())
    },
    as(actor) {
      if (!mayAdminister(actor)) throw new AccountProblem('forbidden')
      const changed = () => {
        hasAny = undefined
        wake(0)
      }
      return administered(given, actor, changed, end.signal)
    },
    look,
    async stop() {
      unsubscribe?.()
      clearTimeout(timer)
      end.abort()
      await Promise.all(inHand.values())
    },
  }
}

/** The account whose rights a webhook has; undefined: it may not have one any more. */
async function readerOf(
  { context }: Given,
  { user, scope, language }: Pick<Webhook, 'user' | 'scope' | 'language'>,
) {
  const record = await context.store.get('user', user)
  const owner = record && userOf(record)
  if (!owner || owner.disabled) return undefined
  const { id, login, role } = owner
  const own: Actor = { id, login, role, scope: 'read' }
  if (role !== 'administrator') return undefined
  return { actor: scope === 'own' ? own : anonymous, language }
}

/** Sends the changes since the last message, one after the other, up to the first that does not arrive. */
async function deliver(given: Given, first: Webhook, end: AbortSignal) {
  const { context, read, disabled } = given
  let webhook = first
  const note = async (to: Parameters<typeof noteSent>[2]) => {
    if (!(await noteSent(context, webhook, to))) return false
    webhook = await readWebhook(context, webhook.id)
    if (webhook.state === 'disabled') disabled(webhook)
    return true
  }
  for (;;) {
    const reader = await readerOf(given, webhook)
    if (!reader) return void (await note({ state: 'disabled', error: 'owner' }))
    const { cursor } = webhook
    const of = { ...followedBy(webhook), per_page: perPage }
    const page = await read(reader, { ...of, cursor }).catch(async error => {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      return undefined
    })
    // the cursor is too old, or of other rights: its receiver has to begin again
    const messages = page
      ? page.changes
          .map((change, place) => messageOf(webhook, cursor, change, place))
          .slice(webhook.done)
      : [plainMessage('reset', {})]
    const next = page ?? (await read(reader, of))
    const sent: Delivery[] = []
    for (const message of messages) {
      const outcome = await send(given, webhook, message, end)
      // an end of this process is no failure of the receiver
      if (outcome.error !== '' && end.aborted) {
        if (sent.length > 0) await note({ done: webhook.done + sent.length })
        return
      }
      sent.unshift(deliveryIn(outcome))
      if (outcome.error === '') continue
      const arrived = sent.length - 1
      const before = arrived > 0 ? { ...webhook, failures: 0, failing: null } : webhook
      await note({
        ...afterFailure(before, outcome, context.now()),
        done: webhook.done + arrived,
        deliveries: [...sent, ...webhook.deliveries],
      })
      return
    }
    if (next.cursor !== cursor || sent.length > 0) {
      const isNoted = await note({
        cursor: next.cursor,
        done: 0,
        ...(sent.length > 0 && {
          deliveries: [...sent, ...webhook.deliveries],
          failures: 0,
          failing: null,
          next: 0,
          error: '',
        }),
      })
      if (!isNoted) return
    }
    if (!next.has_more || end.aborted) return
  }
}

type Changed = () => void

/** What administrators do with webhooks. */
const administered = (
  given: Given,
  actor: Actor,
  changed: Changed,
  end: AbortSignal,
): ReturnType<Webhooks['as']> => ({
  list: () => listWebhooks(given.context),
  async create({ scope, language, terms, ...chosen }) {
    const { context, read } = given
    const { id, login, role } = actor
    const reader = scope === 'own' ? ({ id, login, role, scope: 'read' } as const) : anonymous
    const of = { ...followedBy({ ...chosen, terms }), per_page: 1 }
    const { cursor } = await read({ actor: reader, language }, of)
    const secret = newSecret()
    const all = { ...chosen, scope, language, user: id, cursor }
    const webhook = await addWebhook(context, all, secret)
    changed()
    return { webhook, secret }
  },
  async change(id, state) {
    const isAgain =
      state === 'active' && ({ failures: 0, failing: null, next: 0, error: '' } as const)
    const webhook = await changeWebhook(given.context, id, { state, ...isAgain })
    changed()
    return webhook
  },
  async rotate(id) {
    const secret = newSecret()
    return { webhook: await rotateSecret(given.context, id, secret), secret }
  },
  async remove(id) {
    const webhook = await readWebhook(given.context, id)
    await removeWebhook(given.context, id)
    return webhook
  },
  async test(id) {
    const webhook = await readWebhook(given.context, id)
    return sendNow(given, webhook, plainMessage('test', {}), end)
  },
  async sendAgain(id, message) {
    const webhook = await readWebhook(given.context, id)
    return sendNow(given, webhook, await sentBefore(given, webhook, message), end)
  },
})

/** Sends a message besides those that are due, and notes it. */
async function sendNow(given: Given, webhook: Webhook, message: Message, end: AbortSignal) {
  const { context } = given
  const sent = deliveryIn(await send(given, webhook, message, end))
  const { deliveries } = await readWebhook(context, webhook.id)
  await changeWebhook(context, webhook.id, { deliveries: [sent, ...deliveries] })
  return sent
}

/** A message of the last ones, with its record as it is now. */
async function sentBefore(given: Given, webhook: Webhook, message: string): Promise<Message> {
  const before = webhook.deliveries.find(each => each.message === message && each.place >= 0)
  const reader = before && (await readerOf(given, webhook))
  if (!before || !reader) throw new Problem('delivery_not_found')
  const { cursor, place } = before
  const page = await given.read(reader, { ...followedBy(webhook), per_page: perPage, cursor })
  const change = page.changes[place]
  if (!change) throw new Problem('delivery_not_found')
  return messageOf(webhook, cursor, change, place)
}
