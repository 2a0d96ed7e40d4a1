import { postLinkKinds, type StoredRecord } from '../../define/record.ts'
import { may } from '../access/access.ts'
import { publication } from './facts.ts'
import { logChange } from './log-change.ts'
import type { Write } from './write-types.ts'

const isPublic = (record: StoredRecord | undefined) =>
  record?.facts.status === 'publish' || record?.facts.status === 'future'

/**
 * Publishes the venues and organizers that were made with an event, once someone other than its creator publishes it: they were judged together,
 * and the event would have no place. Drafts of others, and those of an editor who publishes their own event, stay drafts.
 */
export async function publishLinked(
  { tx, context, caller }: Write,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
) {
  if (!before || !after || isPublic(before) || !isPublic(after)) return
  const { creator } = after.facts
  if (creator == null || creator === caller.actor.id) return
  for (const kind of postLinkKinds)
    for (const linked of await tx.getMany(kind, after.links[kind])) {
      const { facts } = linked
      const isNew = facts.creator === creator && waits.has(String(facts.status))
      if (!isNew || !may(caller.actor, 'change', kind, linked)) continue
      const written = {
        ...publication(context, caller.actor, { status: 'publish' }, linked),
        modified: context.now(),
      }
      const version = await tx.update(kind, linked.id, written)
      const published = { ...linked, version, facts: { ...facts, ...written } }
      await tx.derive(published, linked)
      await logChange(tx, context, caller, linked, published)
    }
}

/** Neither in the trash nor private. */
const waits: ReadonlySet<string> = new Set(['draft', 'pending'])
