import {
  AccountProblem,
  type Actor,
  addPart,
  beginRun,
  type Caller,
  type Context,
  carriedOut,
  changeSubscription,
  claimRun,
  dropOldParts,
  dropParts,
  dueSubscriptions,
  endedTooOften,
  giveUp,
  hasFile,
  type ImportRun,
  interruptedRuns,
  isUndoable,
  listedPage,
  listedPerPage,
  listRuns,
  listSubscriptions,
  matchedNames,
  maxAttempts,
  mayImport,
  readRun,
  readSubscription,
  refuseUnknownMatches,
  runOf,
  Stopped,
  type Subscription,
  setRun,
  storeListed,
  subscribe,
  unsubscribe,
  userOf,
  writing,
} from '../calendar/index.ts'
import { notAUrl } from '../define/field-errors.ts'
import { intervals } from '../define/import-messages.ts'
import { feedSourceFor, isUrl, urlOf } from '../define/source-url.ts'
import type { Language } from '../define/text/language.ts'
import type { Imports, ImportsService, Log } from '../http/index.ts'
import { refusedTable } from '../moving/csv/write-csv.ts'
import { ReadError } from '../moving/index.ts'
import { fieldProblem, Problem } from '../problem/index.ts'
import { imported, type Opened } from './imported.ts'
import { readDueFeeds } from './subscriptions.ts'

/** The refused rows of a table as a file: imported under its name, they have the same source. */
async function refusedFile(
  store: Context['store'],
  { id, source, report }: ImportRun,
  language: Language,
): Promise<{ name: string; content: string }> {
  const rows: { cells: readonly string[]; reason: string }[] = []
  for (let page = 1; ; page++) {
    const records = await listedPage(store, id, { outcome: 'refused', page })
    for (const { cells, reason = '' } of records) if (cells) rows.push({ cells, reason })
    if (records.length < listedPerPage) break
  }
  const headings = (report?.columns ?? []).map(({ name }) => name)
  const sign = report?.read.delimiter
  return {
    name: `${source.replace(/[^\p{L}\p{N} ._-]+/gu, '-')}.csv`,
    content: refusedTable(headings, rows, { language, delimiter: sign }),
  }
}

/** The work on an import in the background, and its state meanwhile. */
const works = { preview: 'previewing', run: 'running', undo: 'undoing' } as const
type Work = keyof typeof works

type ImportLog = Pick<Log, 'failure' | 'warn'>

/** Hears of a subscription that was disabled. */
type Disabled = (subscription: Subscription) => void

export function openImports(opened: Opened, log: ImportLog, disabled: Disabled): Imports {
  const failed = (error: unknown) => log.failure('import', error)
  const { context } = opened
  const tasks = new Set<Promise<void>>()
  const end = new AbortController()

  /** Runs a claimed import in the background. */
  function begin(run: ImportRun, work: Work, actor: Actor, resumes = false) {
    const caller = { actor, language: context.site.language, fallback: true }
    const task = carryOut(opened, caller, { run, work, resumes, signal: end.signal })
      .catch(error => {
        const isExpected =
          error instanceof ReadError || error instanceof Stopped || end.signal.aborted
        if (!isExpected) failed(error)
      })
      .finally(() => tasks.delete(task))
    tasks.add(task)
  }

  async function claimed(id: number, work: Work, actor: Actor): Promise<ImportRun> {
    const before = await readRun(context.store, id)
    const isAgain = before.state === 'running' || before.state === 'stopping'
    const run = await claimRun(context, id, from[work], works[work])
    begin(run, work, actor, work === 'run' && isAgain)
    return run
  }

  const reader = feedReader(opened, { log, disabled }, end.signal)

  return {
    as: actor => importsFor(opened, actor, claimed),
    allows: actor => allows(opened, actor),
    async look() {
      const interrupted = await interruptedRuns(context.store)
      const users = interrupted.length > 0 ? await opened.accounts.list() : []
      for (const run of interrupted) {
        const user = users.find(({ id }) => id === run.user)
        const mayGoOn = user && !user.disabled && allows(opened, { ...user, scope: 'admin' })
        const work = run.state === 'undoing' ? 'undo' : 'run'
        const isOwn = run.state === 'running' || run.state === 'undoing'
        const hasSource = isUrl(run.origin) || (await hasFile(context.store, run.id))
        // an import of the command line is not ours to go on with, and a preview is made again when a person asks for it
        if (!mayGoOn || !isOwn || run.options.isOfService !== true) continue
        if (work === 'run' && !hasSource) continue
        if (run.attempts >= maxAttempts) {
          await giveUp(context, run)
          await reader.disable(run.source)
          continue
        }
        const { id, login, role } = user
        const actor: Actor = { id, login, role, scope: 'admin' }
        const claim = await claimRun(context, run.id, [run.state], works[work]).catch(
          () => undefined,
        )
        if (claim) begin(claim, work, actor, true)
      }
      await dropOldParts(context)
      await reader.look()
    },
    async stop() {
      end.abort()
      await Promise.all([...tasks, reader.ended()])
    },
  }
}

/** Reads the feeds that are due in the background. */
function feedReader(
  opened: Opened,
  { log, disabled }: { log: ImportLog; disabled: Disabled },
  signal: AbortSignal,
) {
  const { context } = opened
  const rounds = new Set<Promise<void>>()
  const failed = (error: unknown) => log.failure('import', error)
  const notify = (subscription: Subscription) => {
    const { source, failures } = subscription
    log.warn('a subscription was disabled', { source, failures })
    disabled(subscription)
  }
  const how = {
    signal,
    failed,
    disabled: notify,
    unreleased: new Set<number>(),
    inHand: new Set<number>(),
  }
  return {
    async look() {
      if ((await dueSubscriptions(context)).length === 0) return
      const round = readDueFeeds(opened, how)
        .catch(failed)
        .finally(() => rounds.delete(round))
      rounds.add(round)
    },
    /** Disables the subscription whose import has ended its processes. */
    async disable(source: string) {
      const own = (await listSubscriptions(context.store)).find(each => each.source === source)
      if (own?.state !== 'active') return
      const to = { state: 'disabled', error: endedTooOften, claimed: null } as const
      notify(await changeSubscription(context, own.id, to))
    },
    ended: () => Promise.all(rounds),
  }
}

/** The states in which something may be begun. */
const from = {
  preview: ['new', 'previewing', 'ready', 'failed', 'stopped'],
  run: ['ready', 'running', 'stopping', 'stopped', 'failed'],
  undo: ['done', 'stopped', 'failed', 'running', 'stopping', 'undoing'],
} as const satisfies Record<Work, readonly ImportRun['state'][]>

/** The states in which the source has been sent. */
const readBefore = ['previewing', 'ready', 'failed', 'stopped'] as const

type Claimed = (id: number, work: Work, actor: Actor) => Promise<ImportRun>

function importsFor(opened: Opened, actor: Actor, claimed: Claimed): ImportsService {
  const { context } = opened
  const { store } = context
  const assertAllowed = () => refuseOthers(opened, actor)
  /** Only while the source can still be read. */
  async function readable(id: number, work: Work) {
    const run = await readRun(store, id)
    if (!isUrl(run.origin) && !(await hasFile(store, id))) throw new Problem('import_not_possible')
    return claimed(id, work, actor)
  }
  return {
    async list(page) {
      assertAllowed()
      return listRuns(store, page)
    },
    async read(id) {
      assertAllowed()
      return readRun(store, id)
    },
    ...listsFor(opened, actor),
    async create({ format, url, file, source, language, how }) {
      assertAllowed()
      await refuseUnknownMatches(store, how.matches)
      if (url !== undefined && !isUrl(url)) throw fieldProblem('url', notAUrl)
      const origin = url ?? file ?? format
      const run = await beginRun(context, {
        user: actor.id,
        format,
        origin: url ?? withoutScheme(origin),
        source: source ?? sourceFor(origin),
        language,
        options: { ...how, isOfService: true },
      })
      return url === undefined ? run : claimed(run.id, 'preview', actor)
    },
    async send(id, bytes, isLast) {
      assertAllowed()
      await addPart(context, id, bytes)
      return isLast ? claimed(id, 'preview', actor) : readRun(store, id)
    },
    async preview(id, how) {
      assertAllowed()
      await refuseUnknownMatches(store, how.matches)
      await setRun(context, id, { options: { ...how, isOfService: true } }, readBefore)
      return readable(id, 'preview')
    },
    async run(id) {
      assertAllowed()
      return readable(id, 'run')
    },
    async stop(id) {
      assertAllowed()
      await setRun(context, id, { state: 'stopping' }, ['previewing', 'running'])
      return readRun(store, id)
    },
    async undo(id) {
      assertAllowed()
      if (!isUndoable(await readRun(store, id))) throw new Problem('import_not_possible')
      return claimed(id, 'undo', actor)
    },
    ...feedsFor(opened, actor),
    async namesOf(ids) {
      const users = await store.getMany('user', [...new Set(ids)])
      return new Map(users.map(userOf).map(({ id, name, login }) => [id, name || login]))
    },
  }
}

/** The lists of an import, as an actor may see them. */
function listsFor(opened: Opened, actor: Actor) {
  const { store } = opened.context
  return {
    async countsOf(id) {
      refuseOthers(opened, actor)
      const stored = await store.get('import_run', id)
      return stored && runOf(stored).report?.counts.event
    },
    async listed(id, of) {
      refuseOthers(opened, actor)
      await readRun(store, id)
      return listedPage(store, id, of)
    },
    async refusedRows(id, language) {
      refuseOthers(opened, actor)
      return refusedFile(store, await readRun(store, id), language)
    },
    matchedNames: matches => matchedNames(store, matches),
  } satisfies Partial<ImportsService>
}

const allows = ({ live }: Opened, actor: Actor) => mayImport(actor, live.current.importRole)

function refuseOthers(opened: Opened, actor: Actor) {
  if (!allows(opened, actor)) throw new AccountProblem('forbidden')
}

type Feeds = Pick<
  ImportsService,
  'subscriptions' | 'subscribe' | 'changeSubscription' | 'unsubscribe'
>

/** Subscriptions, as an actor may see and change them. */
function feedsFor(opened: Opened, actor: Actor): Feeds {
  const { context } = opened
  const { store } = context
  const assertAllowed = () => refuseOthers(opened, actor)
  return {
    async subscriptions() {
      assertAllowed()
      return listSubscriptions(store)
    },
    async subscribe({ format, url, source = feedSourceFor(url), every, how }) {
      assertAllowed()
      if (!isUrl(url)) throw fieldProblem('url', notAUrl)
      await refuseUnknownMatches(store, how.matches)
      const options = { ...how }
      return subscribe(context, {
        user: actor.id,
        format,
        url,
        source,
        options,
        every: intervals[every],
      })
    },
    async changeSubscription(id, { state, every, isDue }) {
      assertAllowed()
      return changeSubscription(context, id, {
        ...(every && { every: intervals[every] }),
        ...(state && { state, failures: 0, attempts: 0, error: null }),
        ...((isDue || state === 'active') && { next: context.now() }),
      })
    },
    async unsubscribe(id) {
      assertAllowed()
      const before = await readSubscription(store, id)
      await unsubscribe(context, id)
      return before
    },
  }
}

/** A name of a file never counts as a URL. */
const withoutScheme = (name: string) => name.replace(/^\w+:\/*/, '') || 'file'

/** The host of a URL, or the name of a file without its ending: two tables are two sources. */
function sourceFor(origin: string): string {
  if (isUrl(origin)) return new URL(urlOf(origin)).host
  return withoutScheme(origin)
    .replace(/(?<=.)\.\w{1,5}$/, '')
    .slice(0, 100)
}

type Carried = { run: ImportRun; work: Work; resumes: boolean; signal: AbortSignal }

async function carryOut(opened: Opened, caller: Caller, { run, work, resumes, signal }: Carried) {
  const { context } = opened
  const { id, language } = run
  if (work === 'undo') {
    const { undoClaimed } = await writing()
    await undoClaimed(context, caller, run, { language, signal })
    return
  }
  const isDry = work === 'preview'
  await carriedOut(context, id, { to: isDry ? 'ready' : 'done', signal }, async working => {
    const report = await imported(opened, caller, run, {
      isDry,
      ...(!isDry && { run: id, resumes, previewed: resumes ? undefined : run.report?.digest }),
      ...working,
    })
    return { report: await storeListed(context, id, report) }
  })
  if (!isDry) await dropParts(context, id)
}
