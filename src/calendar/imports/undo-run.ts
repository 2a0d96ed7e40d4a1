import type { Caller, Context } from '../context.ts'
import { carriedOut, claimRun } from './runs.ts'
import { type Undoing, type UndoReport, undoImport } from './undo.ts'

/** Undoes an import that has ended, in whatever state. Another process finishes an interrupted undo. */
export async function undoRun(
  context: Context,
  caller: Caller,
  id: number,
  { signal, progress, ...how }: Undoing,
): Promise<UndoReport> {
  await claimRun(context, id, ['done', 'stopped', 'failed', 'running', 'undoing'], 'undoing')
  const { undone } = await carriedOut(context, id, { to: 'undone', signal }, async working => ({
    undone: await undoImport(context, caller, id, {
      ...how,
      signal: working.signal,
      progress(done) {
        working.progress(done)
        progress?.(done)
      },
    }),
  }))
  return undone
}
