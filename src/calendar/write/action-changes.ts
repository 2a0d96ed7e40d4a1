import type { Cell, StoredRecord } from '../../define/record.ts'
import { isWritten, type WrittenName } from '../../resources/index.ts'
import type { Reader, Store, Transaction } from '../../store/index.ts'

/** A change that an import made to a record: the versions before, 0 for none, and after it. `id` is that of the note. */
export type ImportChange = {
  id: number
  kind: WrittenName
  record: number
  before: number
  after: number
  /** The note of the import before, about the record as it was then. */
  imported: Cell
  merged: MergedRecord | undefined
}

/** What is lost of a record that was merged: the names that led to it and, as it is deleted, a term as it was. */
type MergedRecord = { names: readonly string[]; term?: StoredRecord }

type Noted = Pick<StoredRecord, 'kind' | 'id'>

const keyOf = ({ kind, id }: Noted) => `${kind} ${id}`

/** However many there are. */
const all = 2 ** 31

/** Notes in a write that an import changes a record. Several changes of one record are one. */
export async function noteChange(
  tx: Transaction,
  run: number,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
) {
  const record = after ?? before
  if (!record || !isWritten(record.kind)) return
  const version = after?.version ?? 0
  const noted = before && (await notesOf(tx, record)).find(({ facts }) => facts.run === run)
  if (noted) await tx.update('import_change', noted.id, { after: version })
  else
    await tx.insert(
      'import_change',
      {
        run,
        record: keyOf(record),
        before: before?.version ?? 0,
        after: version,
        imported: before?.facts.imported ?? null,
      },
      {},
    )
}

/** Notes what the undo of a merge needs besides the removed record. */
export async function noteMerged(tx: Transaction, run: number, of: Noted, merged: MergedRecord) {
  const noted = (await notesOf(tx, of)).find(({ facts }) => facts.run === run)
  if (noted) await tx.update('import_change', noted.id, { merged: JSON.stringify(merged) })
}

const notesOf = async (reader: Pick<Reader, 'lookup' | 'getMany'>, record: Noted) =>
  reader.getMany(
    'import_change',
    await reader.lookup('import_change', 'record', keyOf(record), all),
  )

const atOnce = 500

/** The changes of an import, latest first. */
export async function* changesOf(
  reader: Pick<Reader, 'lookup' | 'getMany'>,
  run: number,
): AsyncGenerator<ImportChange> {
  const ids = (await reader.lookup('import_change', 'run', run, all)).toReversed()
  for (let at = 0; at < ids.length; at += atOnce)
    for (const { id, facts } of await reader.getMany('import_change', ids.slice(at, at + atOnce))) {
      const [kind = '', record] = String(facts.record).split(' ')
      if (!isWritten(kind)) continue
      const [before, after] = [Number(facts.before), Number(facts.after)]
      // what `noteMerged` has written
      const merged: MergedRecord | undefined = facts.merged && JSON.parse(String(facts.merged))
      const imported = facts.imported ?? null
      yield { id, kind, record: Number(record), before, after, imported, merged }
    }
}

/** Forgets what an import has written, some notes at a time: it cannot be undone any more. */
export async function forgetNotes(store: Pick<Store, 'lookup' | 'write'>, run: number) {
  for (;;) {
    const ids = await store.lookup('import_change', 'run', run, atOnce)
    if (ids.length === 0) return
    await store.write(async tx => {
      for (const id of ids) await tx.remove('import_change', id)
    })
  }
}

/** The outcome for a record in the earlier part of a resumed import; undefined if that part did not write it. */
export async function outcomeBefore(
  reader: Pick<Reader, 'lookup' | 'getMany'>,
  run: number,
  record: Noted,
): Promise<'created' | 'updated' | undefined> {
  const version = await versionBefore(reader, run, record)
  return version === undefined ? undefined : version === 0 ? 'created' : 'updated'
}

/** The version of a record before an import changed it, 0 for none; undefined if it did not. */
export async function versionBefore(
  reader: Pick<Reader, 'lookup' | 'getMany'>,
  run: number,
  record: Noted,
): Promise<number | undefined> {
  const noted = (await notesOf(reader, record)).find(({ facts }) => facts.run === run)
  return noted && Number(noted.facts.before)
}

/** A change is undone: `version` is as the record was before it, for the imports before this one too. */
export async function forgetChange(tx: Transaction, change: ImportChange, version?: number) {
  const record = { kind: change.kind, id: change.record }
  if (version !== undefined)
    for (const { id, facts } of await notesOf(tx, record))
      if (id !== change.id && facts.after === change.before)
        await tx.update('import_change', id, { after: version })
  await tx.remove('import_change', change.id)
}
