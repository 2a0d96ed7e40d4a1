import type { Shape } from '../contract/shape.ts'
import type { Reader, Transaction } from '../contract/store.ts'
import type { Kinds } from './kind-lookup.ts'
import type { NewIds } from './new-ids.ts'
import type { Sums } from './sums.ts'

type Rehearsing = {
  /** Reads what is in the database, without what the group has still to write. */
  records: Reader
  shapes: ReadonlyMap<string, Shape>
  kinds: Pick<Kinds, 'of'>
  ids: Pick<NewIds, 'expect'>
  sums: Pick<Sums, 'read'>
}

const nothing = async () => {}

/**
 * A transaction that reads and writes nothing. Writes that create records run in it all at once, before they run one after another: their reads share
 * one round trip then. Its ids are never those of records.
 */
export function openRehearsal({ records, shapes, kinds, ids, sums }: Rehearsing): Transaction {
  let last = 0
  const newId = async (kind: string) => {
    const family = shapes.get(kind)?.family
    if (family) ids.expect(family)
    return --last
  }
  return {
    ...records,
    kindOf: kinds.of,
    newId,
    giveId: nothing,
    putBack: nothing,
    raiseIds: async () => 0,
    insert: async (kind, _facts, _texts, _links, id) => id ?? newId(kind),
    update: async () => 0,
    amend: nothing,
    remove: nothing,
    setSlugs: nothing,
    keepName: nothing,
    leadOn: nothing,
    setDates: nothing,
    moveDates: nothing,
    detachDate: nothing,
    patchDate: nothing,
    takeDatesChange: () => undefined,
    derive: nothing,
    add: async (kind, of, fact, delta) => {
      const read = await Promise.all(of.map(id => sums.read(kind, id, fact)))
      return read.map(([id, value]) => [id, value + delta])
    },
    log: nothing,
    keepReplaced: nothing,
    forgetReplaced: nothing,
    dropJournal: nothing,
    setNote: nothing,
    attempt: work => work(),
  }
}
