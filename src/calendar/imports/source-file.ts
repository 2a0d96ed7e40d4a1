import { daySeconds } from '../../define/time/clock.ts'
import { Problem } from '../../problem/index.ts'
import type { Store } from '../../store/index.ts'
import type { Context } from '../base/context.ts'
import { everyRecord } from '../read/every-event.ts'
import { forgetNotes } from '../write/action-changes.ts'
import { dropRun, isBusy, runOf } from './runs.ts'
import { listSubscriptions } from './subscriptions.ts'

/** Maximum number of stored parts of a file; a part has at most one mebibyte. */
const maxParts = 64
const part = 'import_part'

/** Stores the next bytes of a file. */
export const addPart = ({ store }: Pick<Context, 'store'>, id: number, bytes: Buffer) =>
  store.write(async tx => {
    const stored = await tx.get('import_run', id)
    if (!stored) throw new Problem('import_not_found')
    if (stored.facts.state !== 'new') throw new Problem('import_not_possible')
    const parts = await tx.lookup(part, 'run', id)
    if (parts.length >= maxParts) throw new Problem('import_too_large')
    await tx.insert(part, { run: id, bytes: bytes.toString('base64') }, {})
  })

/** The bytes of a file that was uploaded. */
export async function* bytesOf(store: Pick<Store, 'lookup' | 'get'>, id: number) {
  for (const one of await store.lookup(part, 'run', id))
    yield Buffer.from(String((await store.get(part, one))?.facts.bytes ?? ''), 'base64')
}

/** True if its uploaded file is still stored. */
export const hasFile = async (store: Pick<Store, 'lookup'>, id: number) =>
  (await store.lookup(part, 'run', id, 1)).length > 0

/** The file is needed no more. */
export async function dropParts({ store }: Pick<Context, 'store'>, id: number) {
  for (const one of await store.lookup(part, 'run', id))
    await store.write(tx => tx.remove(part, one))
}

/** Uploaded files of previews that were not carried out are removed after this time, in seconds. */
const waitsFor = 7 * daySeconds

/** Removes files that were uploaded, and imported or forgotten. */
export async function dropOldParts(context: Pick<Context, 'store' | 'now'>) {
  const runs = new Set<number>()
  for (let after = 0; ; ) {
    const ids = await context.store.idsAfter(part, after, 64)
    for (const { facts } of await context.store.getMany(part, ids)) runs.add(Number(facts.run))
    const last = ids.at(-1)
    if (last === undefined) break
    after = last
  }
  for (const id of runs) {
    const stored = await context.store.get('import_run', id)
    const run = stored && runOf(stored)
    const isOver = run && ['done', 'undone', 'undoing'].includes(run.state)
    if (!run || isOver || (!isBusy(run) && run.started < context.now() - waitsFor))
      await dropParts(context, id)
  }
}

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
