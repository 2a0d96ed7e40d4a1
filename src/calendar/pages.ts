import type { Transaction } from '../store/store.ts'
import type { Caller, Context } from './context.ts'
import type { Write } from './write-types.ts'

/** So many records change in one transaction because of another; what has more goes in pages. */
export const pageSize = 500

/**
 * A write that touches any number of records: it is run again, each time in a transaction of its own, until it answers
 * something. So others have their turn, and what was interrupted can be asked for again.
 */
export async function inPages<T>(
  { store }: Context,
  work: (tx: Transaction) => Promise<T | undefined>,
): Promise<T> {
  for (;;) {
    const done = await store.write(work)
    if (done !== undefined) return done
  }
}

/** The same with what a write needs besides its transaction. */
export const inWrites = <T>(
  context: Context,
  caller: Caller,
  work: (write: Write) => Promise<T | undefined>,
  images: Write['images'] = new Map(),
): Promise<T> => inPages(context, tx => work({ tx, context, caller, images }))
