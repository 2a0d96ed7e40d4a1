import { seenIn } from '../../journal/entry.ts'
import type { JournalEntry } from '../../store/store.ts'
import type { Seen } from '../../store/write/journal-detail.ts'
import { type Actor, mayAdminister, mayEdit, mayRead } from './access.ts'

export type VisibleChange = JournalEntry['verb']

/**
 * What a line of the journal is to this actor: a creation, a change, a removal, or nothing that they may hear of. Who can see a
 * record after a change and could not before hears of a creation; who could and no longer can, of a removal. So a draft appears
 * when it is published and is gone once it is in the trash, for those who see neither drafts nor the trash.
 *
 * A line without a word on who may see the record is an old one: administrators hear of it.
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

/** Kinds that administrators alone hear of. */
const ofAccounts = new Set(['user', 'credential', 'one_time_link', 'setting'])

function sees(actor: Actor, kind: string, { status, author, hidden }: Seen): boolean {
  const record = { facts: { author: author ?? 0, ...(status !== undefined && { status }) } }
  // Others come to an image by the records that show it, and hear of those (A9); nobody is led to what lists hide.
  if (kind === 'image' || hidden) return mayEdit(actor, record)
  return mayRead(actor, record)
}
