import { unknownId } from '../define/field-errors.ts'
import { fieldProblem, Problem } from '../problem.ts'
import type { LinkKind, StoredRecord, Transaction } from '../store/store.ts'
import { may } from './access.ts'
import type { Caller, Context } from './context.ts'
import { tell } from './event-follow-up.ts'
import { refuseUnexpected } from './expectation.ts'
import { logChange } from './log-change.ts'
import { inPages, pageSize } from './pages.ts'
import { noSuchEvent } from './write-event.ts'
import { unlinkSome } from './write-linked.ts'

/** What moves to the trash, and can be erased for good. */
export type ErasableKind = 'event' | 'venue' | 'organizer'
export const isErasable = (kind: string): kind is ErasableKind =>
  kind === 'event' || kind === 'venue' || kind === 'organizer'

/**
 * Erases an event, a venue or an organizer for good, from the trash or not: texts, links, slugs, searched words. The change log keeps
 * only that it went. Events that were part of an event are part of none then. Answers what it was.
 */
export const erase = (
  context: Context,
  caller: Caller,
  kind: ErasableKind,
  id: number,
): Promise<StoredRecord> =>
  inPages(context, async tx => {
    const stored = await tx.get(kind, id)
    if (!stored)
      throw kind === 'event' ? await noSuchEvent(tx, id) : fieldProblem('id', unknownId(kind, id))
    if (!may(caller.actor, 'remove', kind, stored)) throw new Problem('rest_forbidden')
    refuseUnexpected(caller, stored)
    return erasePage(tx, context, caller, stored)
  })

/** The same of a record that is in the trash, and was not changed after an instant; answers whether it was. */
export const eraseTrashed = (
  context: Context,
  caller: Caller,
  kind: ErasableKind,
  id: number,
  until: number,
): Promise<boolean> =>
  inPages(context, async tx => {
    const stored = await tx.get(kind, id)
    if (stored?.facts.status !== 'trash' || Number(stored.facts.modified) > until) return false
    return (await erasePage(tx, context, caller, stored)) && true
  })

/** What there is to do in one transaction; undefined while there is more. */
async function erasePage(
  tx: Transaction,
  context: Context,
  caller: Caller,
  stored: StoredRecord,
): Promise<StoredRecord | undefined> {
  const { id } = stored
  const kind = stored.kind as ErasableKind
  if (kind === 'event') {
    if (await releaseSome(tx, context, caller, id)) return undefined
    await eraseEvent(tx, context, caller, stored)
  } else {
    if (await unlinkSome(tx, context, caller, kind, id)) return undefined
    await tx.remove(kind, id)
    await logChange(tx, context, caller, stored, undefined)
  }
  return stored
}

async function eraseEvent(tx: Transaction, context: Context, caller: Caller, stored: StoredRecord) {
  const { id, facts, links } = stored
  const counted: [term: number, count: number][] = []
  if (facts.status === 'publish')
    for (const term of ['category', 'tag'] as LinkKind[])
      if (links[term].length > 0) counted.push(...(await tx.add(term, links[term], 'count', -1)))
  await tx.remove('event', id)
  await logChange(tx, context, caller, stored, undefined, counted)
}

/** Some of the events that were part of one are part of none. Answers whether more may be. */
async function releaseSome(tx: Transaction, context: Context, caller: Caller, parent: number) {
  const children = await tx.getMany('event', await tx.childrenOf(parent, pageSize))
  for (const child of children) {
    const version = await tx.update('event', child.id, { post_parent: null })
    const released = { ...child, version, facts: { ...child.facts, post_parent: null } }
    await tell(tx, context, caller, released, child)
  }
  return children.length === pageSize
}
