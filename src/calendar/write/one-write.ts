import type { Row } from '../../define/record.ts'
import { fieldProblem } from '../../problem/index.ts'
import type { Reader, StoredRecord, Transaction } from '../../store/index.ts'
import type { Context, SharedWrite } from '../base/context.ts'
import { maxImages, tooManyImages } from './new-images.ts'

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

function contextIn(context: Context, transaction: Transaction, { since, outside, later }: Around) {
  const { tx, reads } = seen(context, transaction)
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
      ...tx,
      ...reads,
      write: <W>(inner: (of: Transaction) => Promise<W>) => inner(tx),
    },
    // Files without a record have a note by which they are removed: a transaction that is undone has to leave them where they are.
    imageStore: { ...context.imageStore, remove: async () => {} },
  }
}

/**
 * The transaction, and reads of records for checks and responses. Of a kind that it has not written, these are those outside of it, mostly from memory:
 * reads of the transaction wait until all rows are written, so that each operation would write its own. Counts of terms are added.
 */
function seen({ store }: Context, transaction: Transaction) {
  const written = new Set<string>()
  const counted = new Map<string, { kind: string; facts: Row }>()
  const noting =
    <A extends unknown[], T>(write: (kind: string, ...rest: A) => Promise<T>) =>
    (kind: string, ...rest: A) => {
      written.add(kind)
      return write(kind, ...rest)
    }
  const withCount = (record: StoredRecord): StoredRecord => {
    const facts = counted.get(`${record.kind} ${record.id}`)?.facts
    return facts ? { ...record, facts: { ...record.facts, ...facts } } : record
  }
  const tx: Transaction = {
    ...transaction,
    insert: noting(transaction.insert),
    update: noting(transaction.update),
    amend: noting(transaction.amend),
    remove: noting(transaction.remove),
    async add(kind, ids, fact, delta) {
      const values = await transaction.add(kind, ids, fact, delta)
      for (const [id, value] of values)
        counted.set(`${kind} ${id}`, { kind, facts: { [fact]: value } })
      return values
    },
    attempt: work =>
      transaction.attempt(work).catch(error => {
        for (const { kind } of counted.values()) written.add(kind)
        throw error
      }),
  }
  const reads: Pick<Reader, 'get' | 'getMany'> = {
    async get(kind, id) {
      if (written.has(kind)) return transaction.get(kind, id)
      const record = await store.get(kind, id)
      return record && withCount(record)
    },
    async getMany(kind, ids) {
      if (written.has(kind)) return transaction.getMany(kind, ids)
      return (await store.getMany(kind, ids)).map(withCount)
    },
  }
  return { tx, reads }
}

async function follow(context: Context, later: Later) {
  const began = performance.now()
  for (const work of later) {
    if (performance.now() - began > laterWithin) return
    await work(context)
  }
}
