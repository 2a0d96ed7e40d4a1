import type { StoredRecord } from '../define/record.ts'
import type { JournalEntry, ListEntry, Occurrence, Transaction } from '../store/store.ts'

/** What a line of the journal tells besides who changed what: enough to know which lists a change can touch. */
export type Detail = {
  /** The event in the list index before and after. */
  was?: ListEntry
  is?: ListEntry
  /** Terms whose count changed with it, and what it is now. */
  counted?: [term: number, count: number][]
}

/** Appends one line to the change log; every write does, in its own transaction. */
export const record = (
  tx: Transaction,
  { now }: { now(): number },
  { actor, language }: { actor: { id: number }; language: string },
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

export const entryOf = (event: StoredRecord, at: Occurrence): ListEntry => ({
  at,
  links: event.links,
})
