import type { JournalEntry, Transaction } from '../store/store.ts'
import type { Caller, House } from './house.ts'

/** Appends one line to the change log; every write does, in its own transaction. */
export const record = (
  tx: Transaction,
  { now }: House,
  { actor, language }: Caller,
  verb: JournalEntry['verb'],
  kind: string,
  id: number,
  version: number,
) => tx.log({ instant: now(), actor: actor.id, verb, kind, id, language, version })
