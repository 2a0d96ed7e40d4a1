import {
  type Actor,
  beginRun,
  type Caller,
  carriedOut,
  changeSubscription,
  claimSubscription,
  dropRun,
  dueSubscriptions,
  endedTooOften,
  lookedAt,
  lookFailed,
  maxAttempts,
  mayImport,
  readRun,
  reasonIn,
  releaseSubscription,
  type Subscription,
  storeListed,
} from '../calendar/index.ts'
import type { Sentence } from '../define/text/language.ts'
import { ReadError } from '../moving/index.ts'
import { Problem } from '../problem/index.ts'
import { imported, type Opened, taskOf } from './imported.ts'
import {
  LostSource,
  readSeparately,
  type SeparateSource,
  type SourceLimits,
  usualLimits,
} from './separate-source.ts'

type How = {
  signal: AbortSignal
  failed(error: unknown): void
  /** Called when a subscription is disabled. */
  disabled(subscription: Subscription): void
  /** The feeds that this process has claimed and could not release yet. */
  unreleased: Set<number>
  /** The feeds that this process reads, in this round and in others. */
  inHand: Set<number>
  limits?: SourceLimits
}

/** Feeds that are read at once: a slow one does not hold up the others. */
const atOnce = 2

/** Reads the feeds that are due. A feed that fails is tried again later, and disabled in the end. */
export async function readDueFeeds(opened: Opened, how: How) {
  const { context } = opened
  for (const id of how.unreleased) {
    await releaseSubscription(context, id)
    how.unreleased.delete(id)
  }
  const met = new Set<number>()
  const nextDue = async () => {
    const due = await dueSubscriptions(context)
    const next = due.find(({ id }) => !met.has(id) && !how.inHand.has(id))
    if (!next || how.signal.aborted || how.inHand.size >= atOnce) return undefined
    met.add(next.id)
    how.inHand.add(next.id)
    return next
  }
  const lane = async () => {
    for (let next = await nextDue(); next; next = await nextDue())
      try {
        await readDue(opened, next, how)
      } catch (error) {
        // its outcome could not be stored, as while the database is locked: the next round releases it, and the other feeds are read now
        how.unreleased.add(next.id)
        how.failed(error)
      } finally {
        how.inHand.delete(next.id)
      }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

async function readDue(opened: Opened, subscription: Subscription, how: How) {
  const { context } = opened
  const { id, attempts, isRead } = subscription
  const disable = async (error: Sentence) =>
    how.disabled(await changeSubscription(context, id, { state: 'disabled', error }))
  const user = (await opened.accounts.list()).find(({ id }) => id === subscription.user)
  const actor: Actor | undefined = user && {
    id: user.id,
    login: user.login,
    role: user.role,
    scope: 'admin',
  }
  const { importRole } = opened.live.current
  if (!actor || user?.disabled || !mayImport(actor, importRole)) return disable(noOwner)
  if (attempts >= maxAttempts && !isRead) return disable(endedTooOften) // a replaced worker may still make the last attempt
  if (!(await claimSubscription(context, subscription))) return
  try {
    await readFeed(opened, actor, subscription, how)
  } catch (error) {
    // another import of the source runs, or the subscription was ended meanwhile
    const isOver =
      error instanceof Problem &&
      (error.code === 'import_busy' || error.code === 'subscription_not_found')
    if (how.signal.aborted || isOver) return releaseSubscription(context, id)
    if (!(error instanceof ReadError)) how.failed(error)
    const isLost = error instanceof LostSource
    const after = await lookFailed(context, subscription, reasonIn(error), isLost)
    if (after.state === 'disabled') how.disabled(after)
  }
}

const noOwner = {
  en: 'Its owner may no longer import.',
  fr: 'Son propriétaire n’a plus le droit d’importer.',
}

/** Reads a feed, unless it is as it was. */
async function readFeed(
  opened: Opened,
  actor: Actor,
  subscription: Subscription,
  { signal, limits = usualLimits }: How,
) {
  const { context } = opened
  const { url: origin, tag, modified, hash, format, options } = subscription
  const end = new AbortController()
  const stop = () => end.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  // a site is read page by page: none of them says whether another has changed
  const last = format === 'tec' || format === 'jsonld' ? undefined : { tag, modified, hash }
  const task = { ...(await taskOf(opened, { origin, format, options })), last }
  const source = readSeparately(task, { signal: end.signal, ...limits })
  try {
    const { isSame, validators } = last ? await source.looked() : { isSame: false, validators: {} }
    if (isSame) return await lookedAt(context, subscription, validators)
    const run = await importFeed(opened, actor, subscription, { source, signal, end })
    return await lookedAt(context, subscription, { ...validators, ...run })
  } finally {
    signal.removeEventListener('abort', stop)
    source.stop()
  }
}

type FeedSource = { source: SeparateSource; signal: AbortSignal; end: AbortController }

/** Imports a feed; resolves with the import, if it has changed something. */
async function importFeed(
  opened: Opened,
  actor: Actor,
  { user, format, url: origin, source: name, options }: Subscription,
  { source, signal, end }: FeedSource,
) {
  const { context } = opened
  const { language } = context.site
  const caller: Caller = { actor, language, fallback: true }
  const started = {
    user,
    format,
    origin,
    source: name,
    language,
    options: { ...options, isOfService: true },
  }
  const { id, ...run } = await beginRun(context, started, 'running', { isAlone: true })
  await carriedOut(context, id, { to: 'done', signal }, async working => {
    working.signal.addEventListener('abort', () => end.abort(working.signal.reason))
    const given = { isDry: false, run: id, ...working }
    const report = await imported(opened, caller, { id, ...run }, given, source)
    // the history has what changed something
    const { hasWritten } = await readRun(context.store, id)
    return {
      report: hasWritten ? await storeListed(context, id, report) : { ...report, records: [] },
    }
  })
  if ((await readRun(context.store, id)).hasWritten) return { run: id }
  // the history has what changed something
  await dropRun(context, id)
  return {}
}
