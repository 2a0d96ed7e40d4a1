import type { JournalEntry } from '../store.ts'

/** Is it the very line? A database that was put back, or one that took over and had less, may have given its number to another. */
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
