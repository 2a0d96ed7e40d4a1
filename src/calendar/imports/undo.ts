import { isPostLink, type StoredRecord } from '../../define/record.ts'
import { localized } from '../../define/record-texts.ts'
import { type Language, type Sentence, textIn } from '../../define/text/language.ts'
import { Problem } from '../../problem/problem.ts'
import { isTerm, resources, type WrittenName } from '../../resources/index.ts'
import type { LinkKind } from '../../store/store.ts'
import { service } from '../access/access.ts'
import type { Caller, Context } from '../context.ts'
import { restore } from '../history/restore.ts'
import { stepTo } from '../history/versions.ts'
import { inWrites } from '../write/batches.ts'
import { importedIn } from '../write/imported.ts'
import { changeRecord, removeRecord } from '../write/write-verbs.ts'
import { changesOf, forgetChange, type ImportChange } from './changes.ts'
import { removed, undone } from './marks.ts'
import { sourceLines } from './merge-lines.ts'

/** A record that an import has written and that stays as it is. */
export type Left = { kind: WrittenName; id: number; title: string; reason: string }

/** The result of undoing an import. */
export type UndoReport = {
  /** Records that the import created: they are in the trash, terms are deleted. */
  removed: number
  /** Records that the import changed: they are as before. */
  restored: number
  /** The first of those that stay as they are, and how many these are. */
  left: Left[]
  all_left: number
}

export type Undoing = {
  /** The language of the report. */
  language: Language
  signal?: AbortSignal | undefined
  progress?: (done: number) => void
  /** Counts only, and writes nothing. */
  isTrial?: boolean
}

type Work = { context: Context; caller: Caller; run: number; how: Undoing; report: UndoReport }
/** Undoes a change of a record; answers why it cannot, or how the record is now. */
type Step = (work: Work, record: StoredRecord, change: ImportChange) => Promise<Sentence | number>

/** Maximum number of remaining records that the report names. */
const maxNamed = 500

/** Records that are read in one batch. */
const atOnce = 500

/**
 * Undoes what an import has written: records that it changed are as in the version before, records that it created go to the trash. A
 * record that was edited since stays as it is and is named. It may end at any time and begin again.
 */
export async function undoImport(
  context: Context,
  caller: Caller,
  run: number,
  how: Undoing,
): Promise<UndoReport> {
  const report: UndoReport = { removed: 0, restored: 0, left: [], all_left: 0 }
  const work: Work = { context, caller, run, how, report }
  const created: ImportChange[] = []
  for await (const change of changesOf(context.store, run)) {
    if (change.before === 0) created.push(change)
    else await undo(work, change, takeBack)
  }
  const linked = created.filter(({ kind }) => isLinkKind(kind))
  const others = created.filter(({ kind }) => !isLinkKind(kind))
  // A venue in the trash leaves its events, which go there after it: as the import would write them they come back.
  const going = await unedited(context, others)
  const takeAway: Step = (of, record, change) => takeAwayLinked(of, record, change, going)
  for (const change of linked) await undo(work, change, takeAway)
  for (const change of others) await undo(work, change, putInTrash)
  return report
}

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
      : editedSince
  if (typeof done === 'object') {
    report.all_left += 1
    if (record && report.left.length < maxNamed)
      report.left.push(leftAs(record, change.kind, textIn(done, how.language), how.language))
  } else {
    if (done !== undefined) report[change.before === 0 ? 'removed' : 'restored'] += 1
    if (!how.isTrial)
      await store.write(tx => forgetChange(tx, change, done === 0 ? undefined : done))
  }
  how.progress?.(report.removed + report.restored + report.all_left)
}

const leftAs = (
  record: StoredRecord,
  kind: WrittenName,
  reason: string,
  language: Language,
): Left => ({
  kind,
  id: record.id,
  title: localized(record, resources[kind].titled, language) ?? '',
  reason,
})

/** The record as in the version before. */
const takeBack: Step = async ({ context, caller }, record, { kind, before, imported }) => {
  try {
    const { record: previous } = await stepTo(context.store, service, record, before)
    // imports write records in the trash only where the source had taken them away: the next one brings them back again
    const mark = previous.facts.status === 'trash' ? removed : undone
    const noted = { ...previous, facts: { ...previous.facts, imported } }
    const importing = {
      ...importedIn(record.facts),
      mark,
      digests: importedIn(noted.facts)?.digests,
      lines: await sourceLines(context, noted),
    }
    const done = await inWrites(context, { ...caller, importing }, write =>
      restore(write, kind, record.id, before),
    )
    return done.record.version
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return error.code === 'version_not_found' ? versionLost : notPossible
  }
}

/** A record that only this import needs. */
async function takeAwayLinked(
  work: Work,
  record: StoredRecord,
  change: ImportChange,
  going: ReadonlySet<string>,
): ReturnType<Step> {
  const { context, caller, run } = work
  const { kind, id } = { kind: change.kind, id: record.id }
  if (isLinkKind(kind) && (await isUsed(context, kind, id, going))) return inUse
  if (!isTerm(kind)) return putInTrash(work, record, change)
  const by = { ...caller, importing: { run } }
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

const putInTrash: Step = async ({ context, caller, run }, { id, facts }, { kind }) => {
  const by = { ...caller, importing: { ...importedIn(facts), mark: removed, run } }
  try {
    const { record } = await changeRecord(context, kind, by, { id }, { status: 'trash' })
    return record.version
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return notPossible
  }
}

const editedSince = {
  en: 'It was edited since the import.',
  fr: 'La fiche a été modifiée depuis l’importation.',
}
const inUse = {
  en: 'Events that stay use it.',
  fr: 'Des évènements conservés l’utilisent.',
}
const versionLost = {
  en: 'Its version from before the import is no longer stored.',
  fr: 'Sa version d’avant l’importation n’est plus conservée.',
}
const notPossible = {
  en: 'Its version from before the import can no longer be written.',
  fr: 'Sa version d’avant l’importation ne peut plus être rétablie.',
}
