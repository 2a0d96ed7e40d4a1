import type { Context } from '../base/context.ts'
import { everyRecord } from '../read/every-event.ts'
import { forgetNotes } from '../write/action-changes.ts'
import { dropRun, isBusy, runOf } from './runs.ts'
import { dropParts } from './source-file.ts'
import { listSubscriptions } from './subscriptions.ts'

/**
 * Forgets the imports that were begun before an instant, with the notes that undo them, so that the history does not grow without end. The last import of a subscription stays. Returns their number.
 */
export async function forgetRuns(
  context: Pick<Context, 'store' | 'now'>,
  before: number,
  isStopped = () => false,
): Promise<number> {
  const { store } = context
  const stays = new Set((await listSubscriptions(store)).map(({ run }) => run))
  let forgotten = 0
  for await (const records of everyRecord(store, 'import_run'))
    for (const run of records.map(runOf)) {
      // the younger ones have higher IDs
      if (isStopped() || run.started >= before) return forgotten
      if (stays.has(run.id) || !(await forgetRun(context, run.id))) continue
      forgotten += 1
    }
  return forgotten
}

/** Forgets an import with the notes that undo it; false while a process works on it. */
export async function forgetRun(context: Pick<Context, 'store'>, id: number): Promise<boolean> {
  const { store } = context
  const stored = await store.get('import_run', id)
  if (!stored || isBusy(runOf(stored))) return false
  await forgetNotes(store, id)
  await dropParts(context, id)
  await dropRun(context, id)
  return true
}
