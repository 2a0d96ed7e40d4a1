import type { Caller, Context } from '../calendar/context.ts'
import type { JournalEntry, Links, Occurrence, StoredRecord, Transaction } from '../store/store.ts'

/** What a list index knows of an event: when it is, what it is linked to, and who may see it. */
export type Entry = { at: Occurrence; links: Links }

/** What a line of the journal tells besides who changed what: enough to know which lists a change can touch. */
export type Detail = {
  /** The event in the list index before and after. */
  was?: Entry
  is?: Entry
  /** Terms whose count changed with it, and what it is now. */
  counted?: [term: number, count: number][]
}

/** Appends one line to the change log; every write does, in its own transaction. */
export const record = (
  tx: Transaction,
  { now }: Context,
  { actor, language }: Caller,
  verb: JournalEntry['verb'],
  kind: string,
  id: number,
  version: number,
  detail: Detail | null = null,
) =>
  tx.log({
    instant: now(),
    actor: actor.id,
    verb,
    kind,
    id,
    language,
    version,
    detail,
  })

export const detailOf = ({ detail }: Pick<JournalEntry, 'detail'>): Detail =>
  (detail ?? {}) as Detail

export const entryOf = (event: StoredRecord, at: Occurrence): Entry => ({ at, links: event.links })
