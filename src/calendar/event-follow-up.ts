import { unpublished } from '../define/field-types.ts'
import type { Resource } from '../define/resource.ts'
import { resources } from '../resources/index.ts'
import type { LinkKind, Row, StoredRecord, Transaction } from '../store/store.ts'
import type { Caller, Context } from './context.ts'
import { logChange, occurrenceOf } from './log-change.ts'
import { searchParts, settleSlugs, trashRule } from './texts.ts'

const resource: Resource = resources.event

export const slugRule = ({ status }: Row, before?: Row) => ({
  required: !unpublished.has(String(status)),
  trash: trashRule(status, before?.status),
})

/** What follows from every change of an event: slugs, search, list index, counts of its terms, the journal. */
export async function settle(
  tx: Transaction,
  context: Context,
  caller: Caller,
  event: StoredRecord,
  before: StoredRecord,
): Promise<StoredRecord> {
  await settleSlugs(tx, resource, event.id, event.texts, slugRule(event.facts, before.facts))
  await tx.setSearch('event', event.id, searchParts(resource, event))
  return tell(tx, context, caller, event, before)
}

export async function tell(
  tx: Transaction,
  context: Context,
  caller: Caller,
  event: StoredRecord,
  before: StoredRecord | undefined,
) {
  await tx.setOccurrence(occurrenceOf(event), before === undefined)
  const counted = await recount(tx, before, event)
  await logChange(tx, context, caller, before, event, counted)
  return event
}

/** A term counts the published events that have it. Answers the counts that changed. */
async function recount(tx: Transaction, before: StoredRecord | undefined, after: StoredRecord) {
  const changed: [term: number, count: number][] = []
  const counted = (event: StoredRecord | undefined, kind: LinkKind) =>
    event?.facts.status === 'publish' ? event.links[kind] : []
  for (const kind of ['category', 'tag'] as const) {
    const had = counted(before, kind)
    const has = counted(after, kind)
    const gained = has.filter(id => !had.includes(id))
    const lost = had.filter(id => !has.includes(id))
    if (gained.length > 0) changed.push(...(await tx.add(kind, gained, 'count', 1)))
    if (lost.length > 0) changed.push(...(await tx.add(kind, lost, 'count', -1)))
  }
  return changed
}
