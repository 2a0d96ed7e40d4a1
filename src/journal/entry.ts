import type { StoredRecord } from '../define/record.ts'
import type { Detail, JournalEntry, ListedEvent, Seen, Transaction } from '../store/index.ts'

/**
 * Appends a line to the change log; every write does so in its own transaction. A created record has no `before`, a removed one no `after`.
 * The journal stores no texts of records, so erased texts leave no trace in it.
 */
export async function append(
  tx: Transaction,
  by: Pick<JournalEntry, 'instant' | 'actor' | 'language'>,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
  detail: Pick<Detail, 'was' | 'is' | 'left' | 'counted' | 'restored' | 'returned' | 'action'> = {},
) {
  const record = after ?? before
  if (!record) return
  const { kind, id } = record
  const isListed = detail.was !== undefined || detail.is !== undefined
  await tx.log({
    ...by,
    verb: !before ? 'create' : after ? 'change' : 'remove',
    kind,
    id,
    version: after?.version ?? record.version + 1,
    detail: isListed ? detail : { seen: [seenAs(before), seenAs(after)], ...detail },
  })
}

function seenAs(record: StoredRecord | undefined): Seen | null {
  if (!record) return null
  const { status, author, hide_from_listings: hidden } = record.facts
  return {
    ...(typeof status === 'string' && { status }),
    ...(typeof author === 'number' && { author }),
    ...(Boolean(hidden) && { hidden: true }),
  }
}

/** Appends a line for a term that is removed from its events in several writes. Only list indexes read it. */
export const appendLeaving = (
  tx: Pick<Transaction, 'log'>,
  by: Pick<JournalEntry, 'instant' | 'actor' | 'language'>,
  { kind, id, version }: StoredRecord,
) =>
  tx.log({
    ...by,
    verb: 'change',
    kind,
    id,
    version,
    detail: { seen: [null, null], isLeaving: true },
  })

/** Appends a line for changed settings. They have no ID: there is one set. */
export const appendSettings = (
  tx: Pick<Transaction, 'log'>,
  by: Pick<JournalEntry, 'instant' | 'actor'>,
  settings: readonly string[],
) => tx.log({ ...by, verb: 'change', kind: 'setting', ...ofSettings, detail: { settings } })

const ofSettings = { id: 1, language: '', version: 0 }

export const detailOf = ({ detail }: Pick<JournalEntry, 'detail'>): Detail => detail ?? {}

/** The visibility of the record before and after a change; undefined in lines that do not state it. */
export function seenIn(entry: Pick<JournalEntry, 'detail'>): Detail['seen'] {
  const { was, is, seen } = detailOf(entry)
  return was || is ? [seenInLists(was), seenInLists(is)] : seen
}

const seenInLists = (event: ListedEvent | undefined): Seen | null =>
  event
    ? {
        status: event.facts.status,
        author: event.facts.author,
        hidden: Boolean(event.facts.hidden),
      }
    : null
