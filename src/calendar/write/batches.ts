import { Problem } from '../../problem/index.ts'
import type { Context, WriteCaller } from '../base/context.ts'
import type { Write } from './write-types.ts'

/** Maximum number of records that one transaction changes because of another record. */
export const pageSize = 500

/** A write that is one of several in a transaction would need more than that one. */
export class SeveralTransactions extends Problem {
  constructor() {
    super('batch_failed', { status: 400, sentence: tooLarge, params: { count: pageSize } })
  }
}
const tooLarge = {
  en: 'This operation changes more than {count} records. Send it by itself, outside of a batch.',
  fr: 'Cette opération modifie plus de {count} fiches. Envoyez-la seule, hors d’un lot.',
}

/**
 * A write, which may touch any number of records: it is run again, each time in a transaction of its own, until it returns
 * something. So others have their turn, and an interrupted action can be repeated.
 */
export async function inWrites<T>(
  context: Context,
  caller: WriteCaller,
  work: (write: Write) => Promise<T | undefined>,
  {
    images = new Map(),
    isCreation = false,
  }: { images?: Write['images']; isCreation?: boolean } = {},
): Promise<T> {
  for (;;) {
    const done = await context.store.write(tx => work({ tx, context, caller, images }), isCreation)
    if (done !== undefined) return done
    // one transaction for all of it would keep every other writer waiting
    if (context.shared) throw new SeveralTransactions()
  }
}
