import type { JournalEntry } from '../contract/store.ts'

/** True if it is the very line. A restored database, or a standby with fewer lines that took over, may have given its number to another. */
export const isSameLine = (one: JournalEntry, other: JournalEntry) =>
  written(one) === written(other)

const written = ({
  seq,
  instant,
  actor,
  verb,
  kind,
  id,
  language,
  version,
  detail,
}: JournalEntry) => JSON.stringify([seq, instant, actor, verb, kind, id, language, version, detail])
