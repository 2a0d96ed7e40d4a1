import type { Context, WriteCaller } from '../base/context.ts'
import { bulkFormat, carriedOut, claimRun, type ImportRun } from './runs.ts'
import { type Undoing, type UndoReport, undoBulk, undoImport } from './undo.ts'

/** Undoes an import that has ended, in whatever state. Another process finishes an interrupted undo. */
export async function undoRun(
  context: Context,
  caller: WriteCaller,
  id: number,
  how: Undoing,
): Promise<UndoReport> {
  const from = ['done', 'stopped', 'failed', 'running', 'undoing'] as const
  return undoClaimed(context, caller, await claimRun(context, id, from, 'undoing'), how)
}

/** Undoes an import or a bulk change that is claimed for it. */
export async function undoClaimed(
  context: Context,
  caller: WriteCaller,
  { id, format, undone: soFar }: Pick<ImportRun, 'id' | 'format' | 'undone'>,
  { signal, progress, ...how }: Undoing,
): Promise<UndoReport> {
  const undo = format === bulkFormat ? undoBulk : undoImport
  const { undone } = await carriedOut(context, id, { to: 'undone', signal }, async working => ({
    undone: await undo(context, caller, id, {
      ...how,
      soFar,
      signal: working.signal,
      progress(done, report) {
        working.progress(done, undefined, { undone: report })
        progress?.(done, report)
      },
    }),
  }))
  return undone
}
