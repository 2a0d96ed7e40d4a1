import type { Row, StoredRecord } from '../../define/record.ts'
import { logChange } from './log-change.ts'
import type { Write } from './write-types.ts'

/** An import belongs to the original event, not to its later parts. */
const notImported: Row = { source: null, source_id: null, imported: null }

/** An event that is part of no split series. */
export const noParts: Row = {
  continues: null,
  continued_by: null,
  continued_after: null,
  split_at: null,
  ...notImported,
}

/** The facts of the second part of a series that is split before a date. The continuation of the series becomes that of this part. */
export const laterPart = ({ id, facts }: StoredRecord, original: number): Row => ({
  continues: id,
  continued_by: facts.continued_by ?? null,
  continued_after: sum(facts.continued_after, Number(facts.starts) - original),
  split_at: original,
  ...notImported,
})

/** The facts of the first part, once the second is there. */
export async function earlierPart(
  write: Write,
  { facts }: StoredRecord,
  later: number,
  original: number,
) {
  await relink(write, facts.continued_by, () => ({ continues: later }))
  return { continued_by: later, continued_after: original - Number(facts.starts) }
}

/** The parts before and after one that is deleted follow each other. */
export async function leaveParts(write: Write, { facts }: StoredRecord): Promise<void> {
  const { continues = null, continued_by = null, continued_after } = facts
  await relink(write, continues, before => ({
    continued_by,
    continued_after: sum(before.continued_after, continued_after),
  }))
  await relink(write, continued_by, () => ({ continues }))
}

/** Null for parts that were split before `continued_after` was stored. */
const sum = (seconds: unknown, more: unknown) =>
  typeof seconds === 'number' && typeof more === 'number' ? seconds + more : null

async function relink({ tx, context, caller }: Write, id: unknown, factsFor: (of: Row) => Row) {
  const part = typeof id === 'number' ? await tx.get('event', id) : undefined
  if (!part) return
  const facts = factsFor(part.facts)
  const version = await tx.update('event', part.id, facts)
  const after = { ...part, version, facts: { ...part.facts, ...facts } }
  await logChange(tx, context, caller, part, after)
}
