import { createHash } from 'node:crypto'
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

/**
 * A record is merged into another: its ID, its slugs, and whatever led to it lead to that one. Asked while it has its slugs; returns these names.
 */
export async function leadToMerged(tx: Transaction, record: StoredRecord, into: number) {
  const { kind, id } = record
  const own = [idName(id), ...slugsOf(record)]
  const { moved } = await tx.namesOf(kind, id)
  await tx.leadOn(kind, id, into)
  for (const name of own) await tx.keepName(kind, name, into)
  return [...moved, ...own]
}

const statusIn = ({ facts: { status = 'publish' } }: StoredRecord) => status

/** Slugs that a public record had lead to it after it has others. Of an event in the trash it stays known that there was one. */
export async function redirectPreviousSlugs(
  tx: Transaction,
  before: StoredRecord,
  after: StoredRecord,
): Promise<void> {
  if (statusIn(before) !== 'publish') return
  if (statusIn(after) === 'trash') return keepRemoved(tx, after, slugsOf(before))
  if (statusIn(after) !== 'publish') return
  const now = slugsOf(after)
  for (const slug of slugsOf(before))
    if (!now.includes(slug)) await tx.keepName(after.kind, slug, after.id)
}

/** The name of a slug that nobody reads it from: nothing of an event that is deleted for good is left in the database. */
const removedName = (slug: string) =>
  `${removedPrefix}${createHash('sha256').update(slug).digest('base64url').slice(0, 22)}`
const removedPrefix = 'removed '

async function keepRemoved(tx: Transaction, { kind, id }: StoredRecord, slugs: readonly string[]) {
  if (!isDated(kind)) return
  for (const slug of slugs) await tx.keepName(kind, removedName(slug), id)
}

/** Removes a record for good. Of an event that was public it stays known that there was one. */
export async function removeRecord(tx: Transaction, stored: StoredRecord) {
  const { kind, id } = stored
  const { moved } = await tx.namesOf(kind, id)
  await tx.remove(kind, id)
  if (statusIn(stored) === 'publish') await keepRemoved(tx, stored, slugsOf(stored))
  if (isDated(kind))
    for (const name of moved) if (name.startsWith(removedPrefix)) await tx.keepName(kind, name, id)
}

/** True if a slug was that of a public event that is in the trash or deleted. */
export async function isRemoved({ store }: Context, kind: ResourceName, slug: string) {
  const name = slugKey(slug)
  const id = isDated(kind) && name ? await store.movedTo(kind, removedName(name)) : undefined
  if (id === undefined) return false
  const record = await store.get(kind, id)
  return !record || statusIn(record) === 'trash'
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
