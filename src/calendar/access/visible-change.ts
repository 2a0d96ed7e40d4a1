import { seenIn } from '../../journal/index.ts'
import { isFile } from '../../resources/index.ts'
import type { JournalEntry, Seen } from '../../store/index.ts'
import { type Actor, mayAdminister, mayEdit, mayRead } from './access.ts'

type VisibleChange = JournalEntry['verb']

/**
 * Maps a line of the change log to what this actor may see of it. A record that becomes visible to the actor counts as created, one
 * that stops being visible as removed: for visitors a draft is created when it is published, and removed when it goes to the trash.
 *
 * Old lines do not say who may see the record: only administrators see them.
 */
export function visibleChange(actor: Actor, entry: JournalEntry): VisibleChange | undefined {
  if (ofAccounts.has(entry.kind)) return mayAdminister(actor) ? entry.verb : undefined
  const seen = seenIn(entry)
  if (!seen) return actor.role === 'administrator' ? entry.verb : undefined
  const [before, after] = seen.map(state => state !== null && sees(actor, entry.kind, state))
  if (before && after) return 'change'
  if (after) return 'create'
  return before ? 'remove' : undefined
}

/** Kinds whose changes only administrators see. */
const ofAccounts = new Set(['user', 'credential', 'one_time_link', 'setting'])

function sees(actor: Actor, kind: string, { status, author, hidden }: Seen): boolean {
  const record = { facts: { author: author ?? 0, ...(status !== undefined && { status }) } }
  // Others see images through the records that use them, and changes of those records (A9). Changes of hidden records are not reported.
  if (isFile(kind) || hidden) return mayEdit(actor, record)
  return mayRead(actor, record)
}
