import type { Values } from '../../define/param.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import type { Transaction } from '../../store/index.ts'
import { mayWriteForOthers } from '../access/access.ts'
import type { Context, SharedWrite, WriteCaller } from '../base/context.ts'
import { recordOfSource } from '../read/of-source.ts'
import { refuseUnexpected } from '../read/record-for.ts'
import { forbidden } from './check.ts'
import { maxImages, tooManyImages } from './new-images.ts'
import type { WrittenName } from './write-types.ts'
import { changeRecord, createRecord, type Written } from './write-verbs.ts'

/** Milliseconds after a transaction in which work that follows it may begin: images of texts are left out after that. */
const laterWithin = 4000

/**
 * Does all that `work` writes in one transaction: all of it, or nothing. Its context has the same verbs, which read what the transaction has written.
 * The transaction may begin several times, so `work` changes nothing but the database.
 */
export async function inOneWrite<T>(
  context: Context,
  work: (context: Context & { shared: SharedWrite }) => Promise<T>,
): Promise<T> {
  const { shared } = context
  if (shared) return work({ ...context, shared })
  const outside: Outside = new Map()
  const since = performance.now()
  for (;;) {
    const later: Later = []
    try {
      const result = await context.store.write(tx => {
        later.length = 0
        return work(contextIn(context, tx, { since, outside, later }))
      })
      await follow(context, later)
      return result
    } catch (error) {
      if (!(error instanceof NotDoneYet)) throw error
      // each is a call to another server, and the transaction once more
      if (outside.size >= maxImages) throw fieldProblem('image', tooManyImages)
      outside.set(error.message, await settled(error.work(context)))
    }
  }
}

type Settled = { value: unknown } | { reason: unknown }
type Outside = Map<string, Settled>
type Later = ((context: Context) => Promise<void>)[]

/** Undoes the transaction: what it needs is done outside of it. */
class NotDoneYet extends Error {
  readonly work: (context: Context) => Promise<unknown>
  constructor(name: string, work: (context: Context) => Promise<unknown>) {
    super(name)
    this.work = work
  }
}

const settled = (work: Promise<unknown>): Promise<Settled> =>
  work.then(
    value => ({ value }),
    reason => ({ reason }),
  )

type Around = { since: number; outside: Outside; later: Later }

function contextIn(context: Context, tx: Transaction, { since, outside, later }: Around) {
  const counts = new Map<string, number>()
  const shared: SharedWrite = {
    since,
    attempt: tx.attempt,
    later: work => void later.push(work),
    async outside<T>(name: string, work: (context: Context) => Promise<T>) {
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      const key = `${name} ${count}`
      const done = outside.get(key)
      if (!done) throw new NotDoneYet(key, work)
      if ('reason' in done) throw done.reason
      // the name says which work it was, and with it the type of its result
      return done.value as T
    },
  }
  return {
    ...context,
    shared,
    store: {
      ...context.store,
      // never from memory: the transaction may have what others have written and not yet committed
      ...tx,
      write: <W>(inner: (of: Transaction) => Promise<W>) => inner(tx),
    },
    // Files without a record have a note by which they are removed: a transaction that is undone has to leave them where they are.
    imageStore: { ...context.imageStore, remove: async () => {} },
  }
}

async function follow(context: Context, later: Later) {
  const began = performance.now()
  for (const work of later) {
    if (performance.now() - began > laterWithin) return
    await work(context)
  }
}

/** Attempts of a write that conflicts with others. */
const attempts = 3

/** Creates the record with this source ID, or updates it; a change without a difference is not written (S1). */
export async function writeBySource(
  context: Context,
  kind: WrittenName,
  caller: WriteCaller,
  sent: Values & { source: string; source_id: string },
): Promise<Written & { isNew: boolean }> {
  if (!mayWriteForOthers(caller.actor) || caller.actor.scope === 'read') throw forbidden(caller)
  const by: WriteCaller = { ...caller, importing: {} }
  for (let attempt = 1; ; attempt++) {
    const stored = await recordOfSource(context.store, kind, sent)
    if (!stored) refuseUnexpected(by, undefined)
    try {
      const written = stored
        ? await changeRecord(context, kind, by, { id: stored.id }, sent)
        : await createRecord(context, kind, by, sent)
      return { ...written, isNew: !stored }
    } catch (error) {
      // another request has created it meanwhile
      const isTaken =
        error instanceof Problem && error.extra.fieldErrors?.source_id !== undefined && !stored
      if (!isTaken || attempt === attempts) throw error
    }
  }
}
