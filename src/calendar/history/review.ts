import { Problem } from '../../problem/index.ts'
import type { StoredRecord } from '../../store/index.ts'
import { mayPublish } from '../access/access.ts'
import type { Caller, Context } from '../base/context.ts'
import { recordFor, refuseUnexpected } from '../read/record-for.ts'
import { inWrites } from '../write/kept-responses.ts'
import { settle } from '../write/write.ts'

/** The note of an editor to the author of a returned event. Stored with the event until it is submitted again. */
export type Returned = { note: string; by: number; at: number }

/** Gives an event that waits for review back to its author, as a draft and with a note. For users who may publish it. */
export const returnToAuthor = (
  context: Context,
  caller: Caller,
  id: number,
  note: string,
): Promise<StoredRecord> =>
  inWrites(context, caller, async write => {
    if (!mayPublish(caller.actor)) throw new Problem('rest_forbidden')
    const stored = await recordFor(write, 'change', 'event', id)
    refuseUnexpected(caller, stored)
    if (stored.facts.status !== 'pending') throw new Problem('event_not_pending')
    const at = context.now()
    const returned: Returned = { note, by: caller.actor.id, at }
    const facts = { status: 'draft', modified: at, returned: JSON.stringify(returned) }
    const version = await write.tx.update('event', id, facts)
    const after = { ...stored, version, facts: { ...stored.facts, ...facts } }
    return settle(write, stored, after, { returned: true })
  })
