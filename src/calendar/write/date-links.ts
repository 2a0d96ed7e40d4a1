import { isLink, type LinkKind, type StoredRecord } from '../../define/record.ts'
import { isSeries } from '../../resources/index.ts'
import type { DatePatch } from '../../store/index.ts'
import type { Write } from './write-types.ts'

/** A record or image that events lose; `into`: the one that takes its place. */
type Lost = { kind: LinkKind | 'image'; id: number; into?: number }

/** Takes a record or image out of the dates that differ from their series. */
export async function unlinkDates({ tx }: Pick<Write, 'tx'>, event: StoredRecord, lost: Lost) {
  if (!isSeries(event)) return
  for (const { id, patch } of await tx.overridesOf(event.id)) {
    const changed = without(patch, lost)
    if (changed) await tx.patchDate(id, changed)
  }
}

function without(patch: DatePatch, { kind, id, into }: Lost): DatePatch | undefined {
  if (!isLink(kind))
    return patch.facts?.image === id
      ? { ...patch, facts: { ...patch.facts, image: into ?? null } }
      : undefined
  const had = patch.links?.[kind]
  if (!had?.includes(id)) return undefined
  const has = had.flatMap(target => (target === id ? (into ?? []) : target))
  return { ...patch, links: { ...patch.links, [kind]: [...new Set(has)] } }
}
