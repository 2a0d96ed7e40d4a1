import type { Context } from '../context.ts'
import { forgetNotes } from '../write/action-changes.ts'
import { dropRun, isBusy, runOf } from './runs.ts'
import { dropParts } from './source-file.ts'
import { listSubscriptions } from './subscriptions.ts'

const atOnce = 100

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
  for (let after = 0; ; ) {
    const ids = await store.idsAfter('import_run', after, atOnce)
    for (const run of (await store.getMany('import_run', ids)).map(runOf)) {
      // the younger ones have higher IDs
      if (isStopped() || run.started >= before) return forgotten
      if (stays.has(run.id) || !(await forgetRun(context, run.id))) continue
      forgotten += 1
    }
    const last = ids.at(-1)
    if (last === undefined) return forgotten
    after = last
  }
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
