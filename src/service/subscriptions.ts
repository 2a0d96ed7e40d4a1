import { hash } from 'node:crypto'
import type { Actor } from '../calendar/access/access.ts'
import type { Caller } from '../calendar/context.ts'
import { beginRun, carriedOut, dropRun, readRun, reasonIn } from '../calendar/imports/runs.ts'
import {
  changeSubscription,
  claimSubscription,
  dueSubscriptions,
  lookedAt,
  lookFailed,
  releaseSubscription,
  type Subscription,
} from '../calendar/imports/subscriptions.ts'
import { ReadError } from '../moving/item.ts'
import { Problem } from '../problem/problem.ts'
import { fetchedFrom, fetchPage } from './import-source.ts'
import { imported, type Opened } from './imported.ts'

type How = {
  signal: AbortSignal
  failed(error: unknown): void
  /** Called when a subscription is disabled. */
  disabled(subscription: Subscription): void
  /** The feeds that this process has claimed and could not release yet. */
  unreleased: Set<number>
}

/** Reads the feeds that are due, one after the other. A feed that fails is tried again later, and disabled in the end. */
export async function readDueFeeds(opened: Opened, how: How) {
  const { context } = opened
  for (const id of how.unreleased) {
    await releaseSubscription(context, id)
    how.unreleased.delete(id)
  }
  const due = await dueSubscriptions(context)
  const users = due.length > 0 ? await opened.accounts.list() : []
  for (const subscription of due) {
    if (how.signal.aborted) return
    const user = users.find(({ id }) => id === subscription.user)
    try {
      await readDue(opened, user, subscription, how)
    } catch (error) {
      // its outcome could not be stored, as while the database is locked: the next round releases it, and the other feeds are read now
      how.unreleased.add(subscription.id)
      how.failed(error)
    }
  }
}

async function readDue(
  opened: Opened,
  user: Awaited<ReturnType<Opened['accounts']['list']>>[number] | undefined,
  subscription: Subscription,
  how: How,
) {
  const { context } = opened
  if (!user || user.disabled || user.role !== 'administrator') {
    const change = { state: 'disabled', error: noOwner } as const
    how.disabled(await changeSubscription(context, subscription.id, change))
    return
  }
  if (!(await claimSubscription(context, subscription))) return
  const actor: Actor = { id: user.id, login: user.login, role: user.role, scope: 'admin' }
  try {
    await readFeed(opened, actor, subscription, how.signal)
  } catch (error) {
    // another import of the source runs, or the subscription was ended meanwhile
    const isOver =
      error instanceof Problem &&
      (error.code === 'import_busy' || error.code === 'subscription_not_found')
    if (how.signal.aborted || isOver) return releaseSubscription(context, subscription.id)
    if (!(error instanceof ReadError)) how.failed(error)
    const after = await lookFailed(context, subscription, reasonIn(error))
    if (after.state === 'disabled') how.disabled(after)
  }
}

const noOwner = {
  en: 'Its owner is no longer an administrator.',
  fr: 'Son propriétaire n’est plus administrateur.',
}

/** Reads a feed, unless it is as it was. */
async function readFeed(
  opened: Opened,
  actor: Actor,
  subscription: Subscription,
  signal: AbortSignal,
) {
  const { context, live } = opened
  const { url, tag, modified, format } = subscription
  // a site is read page by page: none of them says whether another has changed
  if (format === 'tec' || format === 'jsonld')
    return importFeed(opened, actor, subscription, signal, undefined, {})
  const headers = {
    ...(tag && { 'if-none-match': tag }),
    ...(modified && { 'if-modified-since': modified }),
  }
  const fetched = await fetchedFrom(url, fetchPage(live.current, signal), { headers })
  if (fetched.status === 304) return lookedAt(context, subscription, {})
  const validators = {
    tag: (fetched.headers.etag ?? '').slice(0, 200),
    modified: (fetched.headers['last-modified'] ?? '').slice(0, 100),
    hash: hash('sha256', fetched.bytes, 'base64url'),
  }
  if (validators.hash === subscription.hash) return lookedAt(context, subscription, validators)
  return importFeed(opened, actor, subscription, signal, fetched.bytes, validators)
}

async function importFeed(
  opened: Opened,
  actor: Actor,
  subscription: Subscription,
  signal: AbortSignal,
  bytes: Uint8Array | undefined,
  validators: Partial<Pick<Subscription, 'tag' | 'modified' | 'hash'>>,
) {
  const { context } = opened
  const { language } = context.site
  const { user, format, url: origin, source, options } = subscription
  const caller: Caller = { actor, language, fallback: true }
  const started = {
    user,
    format,
    origin,
    source,
    language,
    options: { ...options, isOfService: true },
  }
  const run = await beginRun(context, started, 'running', { isAlone: true })
  await carriedOut(context, run.id, { to: 'done', signal }, async working => ({
    report: await imported(opened, caller, run, { isDry: false, run: run.id, ...working }, bytes),
  }))
  const { hasWritten } = await readRun(context.store, run.id)
  // the history has what changed something
  if (!hasWritten) await dropRun(context, run.id)
  return lookedAt(context, subscription, { ...validators, ...(hasWritten && { run: run.id }) })
}
