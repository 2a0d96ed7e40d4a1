import type { Caller, Context } from '../base/context.ts'
import type { Write } from './write-types.ts'

/** Maximum number of records that one transaction changes because of another record. */
export const pageSize = 500

/**
 * A write, which may touch any number of records: it is run again, each time in a transaction of its own, until it returns
 * something. So others have their turn, and an interrupted action can be repeated.
 */
export async function inWrites<T>(
  context: Context,
  caller: Caller,
  work: (write: Write) => Promise<T | undefined>,
  {
    images = new Map(),
    isCreation = false,
  }: { images?: Write['images']; isCreation?: boolean } = {},
): Promise<T> {
  for (;;) {
    const done = await context.store.write(tx => work({ tx, context, caller, images }), isCreation)
    if (done !== undefined) return done
  }
}
