import { daySeconds } from '../../define/time/clock.ts'
import { Problem } from '../../problem/index.ts'
import type { Context, WriteCaller } from '../base/context.ts'
import type { Write } from './write-types.ts'

/** Seconds for which a response is kept. */
const keptFor = daySeconds
const atOnce = 200

/** A response, and the request that it is to. */
type KeptResponse = { request: string; response: string }

/** The kept response of a key, until it is due. */
export async function keptResponse(
  { store, now }: Context,
  key: string,
): Promise<KeptResponse | undefined> {
  const [id] = await store.lookup('kept_response', 'key', key, 1)
  const kept = id === undefined ? undefined : await store.get('kept_response', id)
  if (!kept || Number(kept.facts.due) <= now()) return undefined
  return { request: String(kept.facts.request), response: String(kept.facts.response) }
}

/** Keeps the response of a key for a day, in place of one that was due. */
export const keepResponse = (
  { store, now }: Context,
  key: string,
  { request, response }: KeptResponse,
): Promise<void> =>
  store.write(async tx => {
    for (const id of await tx.lookup('kept_response', 'key', key, 1))
      await tx.remove('kept_response', id)
    await tx.insert('kept_response', { key, request, response, due: now() + keptFor }, {})
  })

/** Removes the responses that are due, the oldest first. */
export async function dropKeptResponses({ store, now }: Context, isStopped: () => boolean) {
  while (!isStopped()) {
    const ids = await store.idsAfter('kept_response', 0, atOnce)
    const kept = await store.getMany('kept_response', ids)
    const due = kept.filter(({ facts }) => Number(facts.due) <= now())
    if (due.length > 0)
      await store.write(async tx => {
        for (const { id } of due) await tx.remove('kept_response', id)
      })
    if (due.length < atOnce) return
    await new Promise(setImmediate)
  }
}

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
