import { isPostLink, type StoredRecord } from '../../define/record.ts'
import { localized } from '../../define/record-texts.ts'
import { type Language, textIn } from '../../define/text/language.ts'
import { Problem, reasonOf } from '../../problem/index.ts'
import { isTerm, resources, type WrittenName } from '../../resources/index.ts'
import type { LinkKind } from '../../store/index.ts'
import { may, service } from '../access/access.ts'
import type { Context, WriteCaller } from '../base/context.ts'
import { restore } from '../history/restore.ts'
import { stepTo } from '../history/versions.ts'
import { changesOf, forgetChange, type ImportChange } from '../write/action-changes.ts'
import { importedIn } from '../write/imported.ts'
import { inWrites } from '../write/kept-responses.ts'
import { insertCopy } from '../write/write.ts'
import { changeRecord, removeRecord } from '../write/write-verbs.ts'
import { removed, undone } from './marks.ts'
import { sourceLines } from './merge-lines.ts'

/** A record that an action has written and that stays as it is. */
type Left = { kind: WrittenName; id: number; title: string; reason: string }

/** The result of undoing an import or a bulk change. */
export type UndoReport = {
  /** Records that it created: they are in the trash, terms are deleted. */
  removed: number
  /** Records that it changed: they are as before. */
  restored: number
  /** The first of those that stay as they are, and how many these are. */
  left: Left[]
  all_left: number
}

export type Undoing = {
  /** The language of the report. */
  language: Language
  signal?: AbortSignal | undefined
  progress?: (done: number, soFar: UndoReport) => void
  /** The report of the process that began to undo it. */
  soFar?: UndoReport | undefined
  /** Counts only, and writes nothing. */
  isTrial?: boolean
}

type Work = {
  context: Context
  caller: WriteCaller
  run: number
  how: Undoing
  report: UndoReport
  /** The caller who restores a record as it was in a version. */
  callerFor(record: StoredRecord, change: ImportChange): Promise<WriteCaller>
}
/** Undoes a change of a record; answers why it cannot, or how the record is now. */
type Step = (work: Work, record: StoredRecord, change: ImportChange) => Promise<string | number>

/** Maximum number of remaining records that the report names. */
const maxNamed = 500

/** Records that are read in one batch. */
const atOnce = 500
/** Records that one transaction restores. */
const together = 100

/**
 * Undoes what an import has written: records that it changed are as in the version before, records that it created go to the trash. A
 * record that was edited since stays as it is and is named. It may end at any time and begin again.
 */
export async function undoImport(
  context: Context,
  caller: WriteCaller,
  run: number,
  how: Undoing,
): Promise<UndoReport> {
  const work = openWork(context, caller, run, how)
  work.callerFor = (record, change) => importingAgain(work, record, change)
  const created = await undoChanges(work)
  const linked = created.filter(({ kind }) => isLinkKind(kind))
  const others = created.filter(({ kind }) => !isLinkKind(kind))
  // A venue in the trash leaves its events, which go there after it: as the import would write them they come back.
  const going = await unedited(context, others)
  const takeAway: Step = (of, record, change) => takeAwayLinked(of, record, change, going)
  for (const change of linked) await undo(work, change, takeAway)
  for (const change of others) await undo(work, change, putInTrash)
  return work.report
}

/** Restores the records of a bulk change or a merge with the rights of this caller, except those that have changed since. */
export async function undoBulk(
  context: Context,
  caller: WriteCaller,
  run: number,
  how: Undoing,
): Promise<UndoReport> {
  const work = openWork(context, caller, run, how)
  const merged: ImportChange[] = []
  for await (const change of changesOf(context.store, run)) if (change.merged) merged.push(change)
  // what was linked to them finds them again
  for (const change of merged) await insertAgain(work, change)
  await undoChanges(work)
  for (const change of merged) await leadBack(context, change)
  return work.report
}

/** Stores a term again that a merge has deleted. It counts the events that are linked to it afterwards. */
async function insertAgain({ context, caller, report }: Work, change: ImportChange) {
  const term = change.merged?.term
  if (!term || !may(caller.actor, 'create', change.kind)) return
  const { id, kind } = change
  const like = { ...term, facts: { ...term.facts, count: 0 } }
  await context.store.write(async tx => {
    if (!(await tx.kindOf('term', term.id))) {
      await tx.giveId(kind, term.id)
      await insertCopy({ tx, context, caller, images: new Map() }, like, term.id)
    }
    await tx.remove('import_change', id)
  })
  report.restored += 1
}

/** The earlier names of a record lead to it again, if it is back. */
const leadBack = ({ store }: Context, { kind, record: id, merged }: ImportChange) =>
  store.write(async tx => {
    const record = await tx.get(kind, id)
    if (!record || record.facts.status === 'trash') return
    for (const name of merged?.names ?? []) await tx.keepName(kind, name, id)
  })

const openWork = (context: Context, caller: WriteCaller, run: number, how: Undoing): Work => ({
  context,
  caller,
  run,
  how,
  report: { removed: 0, restored: 0, ...how.soFar, left: [], all_left: 0 },
  callerFor: async () => ({ ...caller, action: run }),
})

/** Restores the records that were changed, latest first; returns the changes that created one. */
async function undoChanges(work: Work): Promise<ImportChange[]> {
  const created: ImportChange[] = []
  let piece: ImportChange[] = []
  const undoPiece = async () => {
    if (!(await restoredTogether(work, piece)))
      for (const change of piece) await undo(work, change, takeBack)
    piece = []
  }
  for await (const change of changesOf(work.context.store, work.run)) {
    if (change.before === 0) created.push(change)
    else piece.push(change)
    if (piece.length === together) await undoPiece()
  }
  await undoPiece()
  return created
}

/** Restores records in one transaction; false: not all of them can be, and none is. */
async function restoredTogether(work: Work, changes: readonly ImportChange[]): Promise<boolean> {
  const { context, how, report } = work
  if (how.isTrial || changes.length < 2) return false
  how.signal?.throwIfAborted()
  const isDone = await orRefused(async () => {
    const steps: [ImportChange, StoredRecord, WriteCaller][] = []
    for (const change of changes) {
      const record = await context.store.get(change.kind, change.record)
      if (record?.version !== change.after) return false
      steps.push([change, record, await work.callerFor(record, change)])
    }
    return context.store.write(async tx => {
      for (const [change, { version }, caller] of steps) {
        const { kind, record: id, before } = change
        const noted = await tx.get('import_change', change.id)
        const isAsNoted = noted?.facts.after === version
        if (!isAsNoted || (await tx.get(kind, id))?.version !== version) throw meanwhile()
        const done = await restore({ tx, context, caller, images: new Map() }, kind, id, before)
        // it takes several transactions
        if (!done) throw meanwhile()
        await forgetChange(tx, change, done.record.version)
      }
      return true
    })
  })
  if (isDone !== true) return false
  report.restored += changes.length
  say(work)
  return true
}

const meanwhile = () => new Problem('rest_precondition_failed')

const isRefusal = (error: unknown): error is Problem =>
  error instanceof Problem && error.status < 500

async function orRefused<T>(work: () => Promise<T>): Promise<T | Problem> {
  try {
    return await work()
  } catch (error) {
    if (isRefusal(error)) return error
    throw error
  }
}

const say = ({ how, report }: Work) =>
  how.progress?.(report.removed + report.restored + report.all_left, report)

const isLinkKind = (kind: WrittenName): kind is LinkKind => isTerm(kind) || isPostLink(kind)

/** The keys of records without edits since the import. */
async function unedited({ store }: Context, changes: readonly ImportChange[]) {
  const keys = new Set<string>()
  for (const [kind, group] of Map.groupBy(changes, each => each.kind))
    for (let at = 0; at < group.length; at += atOnce) {
      const part = group.slice(at, at + atOnce)
      const after = new Map(part.map(each => [each.record, each.after]))
      for (const { id, version } of await store.getMany(kind, [...after.keys()]))
        if (after.get(id) === version) keys.add(`${kind} ${id}`)
    }
  return keys
}

/** Undoes one change, unless the record was edited since. */
async function undo(work: Work, change: ImportChange, step: Step) {
  const { context, how, report } = work
  const { store } = context
  how.signal?.throwIfAborted()
  const record = await store.get(change.kind, change.record)
  // what else was undone may have changed it too
  const noted = await store.get('import_change', change.id)
  const isRemoved = !record || (change.before === 0 && record.facts.status === 'trash')
  const done = isRemoved
    ? undefined
    : noted?.facts.after === record.version
      ? how.isTrial
        ? 0
        : await step(work, record, change)
      : textIn(editedSince, how.language)
  if (typeof done === 'string') {
    report.all_left += 1
    if (record && report.left.length < maxNamed)
      report.left.push(leftAs(work, record, change.kind, done))
  } else {
    if (done !== undefined) report[change.before === 0 ? 'removed' : 'restored'] += 1
    if (!how.isTrial)
      await store.write(tx => forgetChange(tx, change, done === 0 ? undefined : done))
  }
  say(work)
}

/** With its title for callers who may change it. */
function leftAs(
  { caller: { actor }, how: { language } }: Work,
  record: StoredRecord,
  kind: WrittenName,
  reason: string,
): Left {
  const isSeen = may(actor, 'change', kind, record)
  const title = isSeen ? localized(record, resources[kind].titled, language) : undefined
  return { kind, id: record.id, title: title ?? '', reason }
}

/** The record as in the version before. */
const takeBack: Step = async (work, record, change) => {
  const { context, how } = work
  const done = await orRefused(async () =>
    inWrites(context, await work.callerFor(record, change), write =>
      restore(write, change.kind, record.id, change.before),
    ),
  )
  if (!(done instanceof Problem)) return done.record.version
  return done.code === 'version_not_found'
    ? textIn(versionLost, how.language)
    : reasonOf(done, how.language)
}

/** The import before notes the record again as it had written it. */
async function importingAgain(
  { context, caller, run }: Work,
  record: StoredRecord,
  { before: version, imported }: ImportChange,
): Promise<WriteCaller> {
  const { record: previous } = await stepTo(context.store, service, record, version)
  const noted = { ...previous, facts: { ...previous.facts, imported } }
  const before = importedIn(noted.facts)
  const importing = {
    ...importedIn(record.facts),
    // what the source had taken away, the next import brings back again
    mark: before?.mark === removed ? removed : undone,
    digests: before?.digests,
    lines: await sourceLines(context, noted),
  }
  return { ...caller, importing, action: run }
}

/** A record that only this import needs. */
async function takeAwayLinked(
  work: Work,
  record: StoredRecord,
  change: ImportChange,
  going: ReadonlySet<string>,
): ReturnType<Step> {
  const { context, caller, run, how } = work
  const { kind, id } = { kind: change.kind, id: record.id }
  if (isLinkKind(kind) && (await isUsed(context, kind, id, going)))
    return textIn(inUse, how.language)
  if (!isTerm(kind)) return putInTrash(work, record, change)
  const by = { ...caller, importing: {}, action: run }
  await removeRecord(context, kind, by, { id }, {})
  return 0
}

async function isUsed(
  { store }: Context,
  kind: LinkKind,
  id: number,
  going: ReadonlySet<string>,
): Promise<boolean> {
  for (let after = 0; ; ) {
    const ids = await store.eventsOf(kind, id, after, atOnce)
    for (const event of await store.getMany('event', ids))
      if (event.facts.status !== 'trash' && !going.has(`${event.kind} ${event.id}`)) return true
    const last = ids.at(-1)
    if (last === undefined) return false
    after = last
  }
}

const putInTrash: Step = async ({ context, caller, run, how }, { id, facts }, { kind }) => {
  const by = { ...caller, importing: { ...importedIn(facts), mark: removed }, action: run }
  const done = await orRefused(() => changeRecord(context, kind, by, { id }, { status: 'trash' }))
  return done instanceof Problem ? reasonOf(done, how.language) : done.record.version
}

const editedSince = {
  en: 'It has changed since and was left alone.',
  fr: 'Modifiée depuis, elle reste telle quelle.',
}
const inUse = {
  en: 'Events that stay use it.',
  fr: 'Des évènements conservés l’utilisent.',
}
const versionLost = {
  en: 'Its previous version is no longer stored.',
  fr: 'Sa version précédente n’est plus conservée.',
}
