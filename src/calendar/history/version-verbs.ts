import type { StoredRecord } from '../../define/record.ts'
import type { Caller, Context, View } from '../base/context.ts'
import { viewOf } from '../read/views.ts'
import { inWrites } from '../write/kept-responses.ts'
import type { WrittenName } from '../write/write-types.ts'
import { restore, withoutRemoved } from './restore.ts'
import { type OtherDate, otherDates } from './restore-dates.ts'
import { type LeftOut, type Version, type VersionPage, versionOf, versionsOf } from './versions.ts'

/**
 * A record in a version as its editor sees it, what of it could not be written again, and the dates of a series on which something
 * is otherwise in it than now.
 */
export type PresentedVersion = {
  version: Version
  view: View
  leftOut: LeftOut[]
  dates: OtherDate[]
}

/** Earlier versions of records, for users who may edit them. */
export const openVersions = (context: Context) => ({
  list: (caller: Caller, kind: WrittenName, id: number, page: VersionPage) =>
    versionsOf(context.store, caller.actor, kind, id, page),

  async read(caller: Caller, kind: WrittenName, id: number, of: number): Promise<PresentedVersion> {
    const { store } = context
    const { record, dates, version, now } = await versionOf(store, caller.actor, kind, id, of)
    const { leftOut } = await withoutRemoved(store, caller.actor, now, record)
    const view = await editorView(context, caller, record)
    return { version, view, leftOut, dates: await otherDates(store, id, dates) }
  },

  /** Writes a record as it was in a version. */
  async restore(
    caller: Caller,
    kind: WrittenName,
    id: number,
    of: number,
  ): Promise<PresentedVersion> {
    const { record, leftOut } = await inWrites(context, caller, write =>
      restore(write, kind, id, of),
    )
    const { actor } = caller
    const { version } = await versionOf(context.store, actor, kind, id, record.version)
    return { version, view: await editorView(context, caller, record), leftOut, dates: [] }
  },
})

const editorView = async (
  context: Context,
  caller: Caller,
  record: StoredRecord,
): Promise<View> => ({
  ...(await viewOf(context, { ...caller, editing: true }, record, true)),
  isEdited: true,
})
