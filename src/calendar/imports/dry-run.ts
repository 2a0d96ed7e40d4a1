import { isObject } from '../../define/base/objects.ts'
import { isLink, type LinkKind, type StoredRecord } from '../../define/record.ts'
import { languages } from '../../define/text/language.ts'
import { resources } from '../../resources/index.ts'
import type { Transaction } from '../../store/index.ts'
import type { Context } from '../base/context.ts'

/** Carries what a write has done out of the transaction that it undoes. */
class Undone<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super('undone')
    this.result = result
  }
}

/** A venue, organizer or term that a write would create. */
export type NewLinked = { kind: LinkKind; id: number; name: string }

export type Rehearsal = {
  context: Context
  /** What the write of a record would have created, the record itself too. */
  createdWith(record: StoredRecord): readonly NewLinked[]
}

/** The same calendar, in which every write happens and is undone: a preview is what would be written, by the same checks. Nothing is fetched. */
export function rehearsed(context: Context): Rehearsal {
  const created = new WeakMap<object, readonly NewLinked[]>()
  return {
    createdWith: record => created.get(record) ?? [],
    context: {
      ...context,
      store: {
        ...context.store,
        async write(work) {
          let inserted: NewLinked[] = []
          try {
            return await context.store.write(async tx => {
              // it may run twice
              inserted = []
              throw new Undone(await work(noting(tx, inserted)))
            })
          } catch (error) {
            if (!(error instanceof Undone)) throw error
            if (isObject(error.result)) created.set(error.result, inserted)
            return error.result
          }
        },
      },
      imageStore: { ...context.imageStore, fetch: async () => ({ refused: 'network' }) },
    },
  }
}

const noting = (tx: Transaction, inserted: NewLinked[]): Transaction => ({
  ...tx,
  async insert(kind, facts, texts, ...more) {
    const id = await tx.insert(kind, facts, texts, ...more)
    if (isLink(kind)) {
      const names = languages.map(each => texts[each]?.[resources[kind].titled])
      inserted.push({ kind, id, name: String(names.find(Boolean) ?? '') })
    }
    return id
  },
})
