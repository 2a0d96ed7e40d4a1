import { isDated, type StoredRecord } from '../../define/record.ts'
import { slugKey } from '../../define/text/slug.ts'
import type { ResourceName } from '../../resources/index.ts'
import { idName, type Transaction } from '../../store/index.ts'
import type { Context } from '../base/context.ts'
import { occurrenceOf } from './dates.ts'
import type { Address } from './record-for.ts'

const slugsOf = ({ texts }: StoredRecord) => [
  ...new Set(Object.values(texts).flatMap(({ slug }) => (slug ? [slugKey(String(slug))] : []))),
]

/** A record is merged into another: its ID, its slugs, and whatever led to it lead to that one. Asked while it has its slugs. */
export async function leadToMerged(tx: Transaction, record: StoredRecord, into: number) {
  const { kind, id } = record
  await tx.leadOn(kind, id, into)
  for (const name of [idName(id), ...slugsOf(record)]) await tx.keepName(kind, name, into)
}

/** Slugs that a public record had lead to it after it has others. */
export async function redirectPreviousSlugs(
  tx: Transaction,
  before: StoredRecord,
  after: StoredRecord,
): Promise<void> {
  if (![before, after].every(({ facts: { status = 'publish' } }) => status === 'publish')) return
  const now = slugsOf(after)
  for (const slug of slugsOf(before))
    if (!now.includes(slug)) await tx.keepName(after.kind, slug, after.id)
}

/**
 * The record that an outdated address led to, or the one that it was merged into; for a date, on that date. Read only if nothing has this
 * address.
 */
export async function successorOf(
  { store }: Context,
  kind: ResourceName,
  address: Address,
): Promise<StoredRecord | undefined> {
  const name = 'id' in address ? idName(address.id) : slugKey(address.slug)
  const id = name ? await store.movedTo(kind, name) : undefined
  if (id === undefined) return undefined
  return (await store.get(kind, id)) ?? (isDated(kind) ? occurrenceOf({ store }, id) : undefined)
}
