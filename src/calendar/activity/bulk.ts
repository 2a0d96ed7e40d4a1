import type { Scope } from '../../define/account-messages.ts'
import { type LinkKind, linkKinds } from '../../define/record.ts'
import type { Language } from '../../define/text/language.ts'
import { fieldProblem, Problem, reasonOf } from '../../problem/index.ts'
import { type FileName, isPost, isWritten } from '../../resources/index.ts'
import type { Store, StoredRecord } from '../../store/index.ts'
import { type Act, type Actor, may, mayErase, seesPeople, service } from '../access/access.ts'
import type { Caller, Context, WriteCaller } from '../base/context.ts'
import { stepTo } from '../history/versions.ts'
import {
  bulkFormat,
  carriedOut,
  type ImportRun,
  insertRun,
  isBusy,
  isUndoable,
  runOf,
  type Working,
  withWritten,
} from '../imports/runs.ts'
import { outcomeBefore, versionBefore } from '../write/action-changes.ts'
import { changeMany, eraseMany, type ManyChange, refuseMisnamed } from '../write/change-many.ts'
import { forbidden } from '../write/check.ts'
import { mergeRecords } from '../write/merge.ts'
import type { WrittenName } from '../write/write-types.ts'

/** What is done with many records: a change; `erase`, their permanent deletion; or `merge`, by which all become one that is not among them. */
export type BulkInput = ManyChange & {
  /** Images are deleted only. */
  kind: WrittenName | FileName
  records: readonly number[]
  erase: boolean
  merge?: { into: number; fill: boolean } | undefined
}

/** The account and the credential that a bulk change is carried out with. */
type Bearer = { user: number; scope: Scope; onlyLanguage?: Language | undefined }

type BulkReport = {
  through: number
  changed: number
  /** The first of those that stay as they are, and how many these are. */
  refused: { id: number; title: string; message: string }[]
  all_refused: number
}

/** A bulk change as it is stored: like an import, with its changes by record. */
export type Bulk = Omit<ImportRun, 'report'> & {
  input: BulkInput
  bearer: Bearer
  report: BulkReport
}

/** Records in one transaction, if none of them is refused. */
const pieceSize = 100
/** Bulk changes of a user that go on at once. */
const maxAtOnce = 10
const maxRefused = 500

const onlyErased = {
  sentence: {
    en: 'Images can only be deleted together.',
    fr: 'Les images ne peuvent être que supprimées ensemble.',
  },
}

const emptyReport: BulkReport = { through: 0, changed: 0, refused: [], all_refused: 0 }

export function bulkOf(stored: StoredRecord): Bulk {
  const run = runOf(stored)
  // what `beginBulk` and `carryOutBulk` have written
  const { bearer, ...input } = run.options as BulkInput & { bearer: Bearer }
  const report = run.report && isBulkReport(run.report) ? run.report : emptyReport
  return { ...run, input, bearer, report }
}

const isBulkReport = (of: object): of is BulkReport => 'all_refused' in of

export const isBulk = ({ facts }: Pick<StoredRecord, 'facts'>) => facts.format === bulkFormat

/** A bulk change, for the user who began it and for those who see the records of others. */
export async function readBulk(
  store: Pick<Store, 'get' | 'lookup'>,
  actor: Actor,
  id: number,
): Promise<Bulk> {
  const stored = await store.get('import_run', id)
  const bulk = stored && isBulk(stored) ? bulkOf(stored) : undefined
  if (!bulk || (bulk.user !== actor.id && !seesPeople(actor))) throw new Problem('bulk_not_found')
  return withWritten(store, bulk)
}

export const isBulkUndoable = (bulk: Bulk) => !bulk.input.erase && isUndoable(bulk)

/** True if the response need not wait for its end. */
export const isLong = ({ input }: Bulk) =>
  input.merge !== undefined || input.records.length > pieceSize

const bearerOf = ({ actor, onlyLanguage }: Caller): Bearer => ({
  user: actor.id,
  scope: actor.scope,
  onlyLanguage,
})

/** Stores a bulk change that is about to be carried out. Nothing of it is written where its names or values mean nothing. */
export async function beginBulk(
  { store, now }: Pick<Context, 'store' | 'now'>,
  caller: WriteCaller,
  input: BulkInput,
): Promise<number> {
  const { kind, erase } = input
  const acts: Act[] = erase ? ['remove'] : ['change', 'remove']
  const isAllowed = acts.some(act => may(caller.actor, act, kind))
  if (!isAllowed || (erase && isPost(kind) && !mayErase(caller.actor))) throw forbidden(caller)
  if (isWritten(kind)) refuseMisnamed(kind, input)
  else if (!erase) throw fieldProblem('kind', onlyErased)
  return store.write(async tx => {
    const running = await tx.getMany(
      'import_run',
      await tx.lookup('import_run', 'state', 'running'),
    )
    const own = running.filter(isBulk).map(bulkOf)
    const busy = own.filter(bulk => bulk.user === caller.actor.id && isBusy(bulk))
    if (busy.length >= maxAtOnce) throw new Problem('bulk_busy')
    const start = {
      user: caller.actor.id,
      format: bulkFormat,
      origin: kind,
      source: '',
      language: caller.language,
      options: { ...input, bearer: bearerOf(caller) },
    }
    return insertRun(tx, now(), start, 'running')
  })
}

/** From now on the work on it has the rights of this caller. */
export const takeOver = (
  { store }: Pick<Context, 'store'>,
  { id, input }: Bulk,
  caller: WriteCaller,
): Promise<unknown> =>
  store.write(tx =>
    tx.update('import_run', id, {
      options: JSON.stringify({ ...input, bearer: bearerOf(caller) }),
    }),
  )

/** Carries out a bulk change, or goes on with one where its process has ended. */
export const carryOutBulk = (
  context: Context,
  caller: WriteCaller,
  bulk: Bulk,
  { signal, isAgain, progress }: { signal: AbortSignal; isAgain: boolean; progress(): void },
): Promise<unknown> =>
  carriedOut(context, bulk.id, { to: 'done', signal }, async working => ({
    report: await (bulk.input.merge ? merged : inPieces)(
      context,
      { ...caller, action: bulk.id },
      bulk,
      {
        ...working,
        isAgain,
        progress(...reached) {
          working.progress(...reached)
          progress()
        },
      },
    ),
  }))

async function inPieces(
  context: Context,
  caller: WriteCaller,
  { id, input, report: before }: Bulk,
  { signal, isAgain, progress }: Working & { isAgain: boolean },
): Promise<BulkReport> {
  const { kind, records, erase, ...how } = input
  const report = { ...before, refused: [...before.refused] }
  while (report.through < records.length) {
    signal.throwIfAborted()
    const piece = records.slice(report.through, report.through + pieceSize)
    // the report of a process that was killed is a second old
    const left = isAgain ? await notYetWritten(context.store, id, kind, piece) : piece
    const { done, refused } =
      erase || !isWritten(kind)
        ? await eraseMany(context, caller, kind, left)
        : await changeMany(context, caller, kind, left, how)
    report.through += piece.length
    report.changed += piece.length - left.length + done.length
    report.all_refused += refused.length
    const named = refused.slice(0, maxRefused - report.refused.length)
    report.refused.push(
      ...named.map(({ id, title, problem }) => ({
        id,
        title,
        message: reasonOf(problem, caller.language),
      })),
    )
    progress(report.through, records.length, { report })
  }
  return report
}

/** Merges records, a few thousand links at a time. */
async function merged(
  context: Context,
  caller: WriteCaller,
  { input, report: before }: Bulk,
  { signal, progress }: Working,
): Promise<BulkReport> {
  const { kind, records: from, merge } = input
  if (!merge || !isLinkKind(kind)) throw new Problem('bulk_not_possible')
  const report = { ...before }
  for (;;) {
    signal.throwIfAborted()
    const { done, changed } = await mergeRecords(context, caller, { kind, from, ...merge })
    report.changed += changed
    if (done) return { ...report, through: from.length }
    progress(0, from.length, { report })
  }
}

const isLinkKind = (kind: string): kind is LinkKind => linkKinds.some(one => one === kind)

async function notYetWritten(
  store: Store,
  run: number,
  kind: BulkInput['kind'],
  ids: readonly number[],
): Promise<number[]> {
  const left: number[] = []
  for (const id of ids) {
    // of images there are no notes, as nothing brings them back
    const isWrittenYet = isWritten(kind)
      ? (await outcomeBefore(store, run, { kind, id })) || (await isDateWritten(store, run, id))
      : (await store.getMany(kind, [id])).length === 0
    if (!isWrittenYet) left.push(id)
  }
  return left
}

/** True if a change has written a date of a series: of this, the versions of the series know. */
async function isDateWritten(store: Store, run: number, id: number): Promise<boolean> {
  const date = await store.seriesDate(id)
  const series = date && (await store.get('event', date.series))
  const version = series && (await versionBefore(store, run, series))
  if (!version) return false
  return date.gone > 0 || id in (await stepTo(store, service, series, version)).dates
}
