import { seenIn } from '../../journal/index.ts'
import type { ChangeVerb } from '../../resources/index.ts'
import type { JournalEntry, Seen } from '../../store/index.ts'
import { mayShow, type Showing } from '../read/showing.ts'

/**
 * What a line of the change log means for callers whose lists show this: a record that appears there was created, one that disappears
 * deleted. Undefined: they saw it neither before nor after. Null: the line, of an earlier version, does not say who saw the record.
 */
export function changeFor(showing: Showing, entry: JournalEntry): ChangeVerb | undefined | null {
  const seen = seenIn(entry)
  if (!seen) return null
  const [was, is] = seen.map(state => state !== null && isShown(showing, entry.kind, state))
  if (is) return was ? 'updated' : 'created'
  return was ? 'deleted' : undefined
}

const isShown = (showing: Showing, kind: string, { status, author, hidden }: Seen) =>
  mayShow(showing, {
    kind,
    facts: { status: status ?? null, author: author ?? 0, hide_from_listings: Number(hidden) },
  })
