import type { View } from '../../define/derived.ts'
import type { StoredRecord } from '../../define/record.ts'
import type { Store } from '../../store/index.ts'
import type { Caller, Context } from '../base/context.ts'
import { viewsOf } from './views.ts'

const atOnce = 200

/**
 * All events but those in the trash, hidden ones too, which lists leave out; some at a time, lowest ID first. `isEditor`: those that are
 * not public as well.
 */
export async function* everyEvent(
  store: Pick<Store, 'idsAfter' | 'getMany'>,
  isEditor: boolean,
): AsyncGenerator<StoredRecord[]> {
  for await (const records of everyRecord(store, 'event'))
    yield records.filter(({ facts: { status } }) =>
      isEditor ? status !== 'trash' : status === 'publish',
    )
}

/** Every record of a kind, in batches, lowest ID first. */
export async function* everyRecord(
  store: Pick<Store, 'idsAfter' | 'getMany'>,
  kind: string,
): AsyncGenerator<StoredRecord[]> {
  for (let after = 0; ; ) {
    const ids = await store.idsAfter(kind, after, atOnce)
    const last = ids.at(-1)
    if (last === undefined) return
    yield await store.getMany(kind, ids)
    after = last
  }
}

/** The same as an editor sees them: series on their first dates. */
export async function* everyEventView(context: Context, caller: Caller): AsyncGenerator<View> {
  for await (const records of everyEvent(context.store, true))
    yield* await viewsOf(context, { ...caller, editing: true }, 'event', records)
}
