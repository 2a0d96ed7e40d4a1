import { unknownId } from '../define/flaws.ts'
import type { Values } from '../define/param.ts'
import { livesIn, type Resource } from '../define/resource.ts'
import { fold } from '../define/text/fold.ts'
import { flawedBy, Problem } from '../problem.ts'
import { resources } from '../resources/index.ts'
import type { Cell, Row, StoredRecord, Transaction } from '../store/store.ts'
import { noLinks } from '../store/store.ts'
import { may, mayRead } from './access.ts'
import { refuseUnexpected } from './expected.ts'
import type { Caller, House } from './house.ts'
import { comparison } from './identical.ts'
import { discard, type ImageInWrite, prepareImage, settleImage } from './images.ts'
import { record } from './journal.ts'
import { inPages, pageSize } from './paged.ts'
import { publication } from './publication.ts'
import {
  mainAfter,
  searchParts,
  settleSlugs,
  textsAfter,
  textsWritten,
  trashRule,
} from './texts.ts'

export type LinkedKind = 'venue' | 'organizer'

/** Facts that a body gives by their own name; a cleared one is null. */
export function factsOf(room: Resource, draft: Values): Row {
  const row: Row = {}
  for (const [name, field] of Object.entries(room.fields)) {
    if (livesIn(field) !== 'fact' || !field.kind.column || !(name in draft) || steered.has(name))
      continue
    const value = draft[name]
    row[name] = typeof value === 'boolean' ? Number(value) : (value as Cell)
  }
  return row
}
const steered = new Set(['status', 'image', 'author', 'password', 'timezone', 'all_day'])

export const authorOf = (draft: Values, caller: Caller, stored?: StoredRecord) =>
  (draft.author as number | null | undefined) ?? (stored?.facts.author as number) ?? caller.actor.id

/** Creates a venue or organizer, or answers the stored one that is the same (L2). */
export async function createLinked(
  house: House,
  caller: Caller,
  kind: LinkedKind,
  draft: Values,
): Promise<StoredRecord> {
  const image = await prepareImage(house, caller, draft.image)
  try {
    return await house.store.write(async tx => {
      const [record, isNew] = await findOrMake(tx, house, caller, kind, draft, image)
      if (!isNew) await discard(house, [image])
      return record
    })
  } catch (error) {
    await discard(house, [image])
    throw error
  }
}

/** The record, and whether it was made now. */
export async function findOrMake(
  tx: Transaction,
  house: House,
  caller: Caller,
  kind: LinkedKind,
  draft: Values,
  image: ImageInWrite,
): Promise<[StoredRecord, boolean]> {
  const same = await identical(tx, house, caller, kind, draft, image)
  if (same) return [same, false]
  const room: Resource = resources[kind]
  const texts = textsAfter(textsWritten(room, draft, caller.language, undefined), undefined)
  const facts: Row = {
    ...factsOf(room, draft),
    ...publication(house, caller.actor, draft, undefined),
    author: authorOf(draft, caller),
    modified: house.now(),
    main: caller.language,
    image: await settleImage(tx, house, caller, image),
  }
  const id = await tx.insert(kind, facts, texts)
  const record: StoredRecord = { id, kind, version: 1, facts, texts, links: noLinks }
  return [await settle(tx, house, caller, room, record, undefined), true]
}

/**
 * A stored record whose name is the same but for case, and which has every field that was sent (L2). Only one that
 * the caller may read counts, and none from the trash.
 */
async function identical(
  tx: Transaction,
  house: House,
  caller: Caller,
  kind: LinkedKind,
  draft: Values,
  image: ImageInWrite,
) {
  const name = draft[kind]
  if (typeof name !== 'string' || (image && typeof image === 'object')) return undefined
  const isSame = comparison(tx, house, caller, resources[kind], draft, image)
  for (const candidate of await tx.getMany(kind, await tx.named(kind, fold(name)))) {
    if (candidate.facts.status === 'trash' || !mayRead(caller.actor, candidate)) continue
    if (await isSame(candidate)) return candidate
  }
  return undefined
}

export async function changeLinked(
  house: House,
  caller: Caller,
  kind: LinkedKind,
  id: number,
  draft: Values,
): Promise<StoredRecord> {
  const room: Resource = resources[kind]
  const image = await prepareImage(house, caller, draft.image)
  try {
    return await inPages(house, async tx => {
      const stored = await tx.get(kind, id)
      if (!stored) throw flawedBy('id', unknownId(kind, id))
      if (!may(caller.actor, 'change', kind, stored)) throw new Problem('rest_forbidden')
      refuseUnexpected(caller, stored)
      const change = textsWritten(room, draft, caller.language, stored)
      const published = publication(house, caller.actor, draft, stored)
      if (published.status === 'trash' && stored.facts.status !== 'trash')
        if (await unlinkSome(tx, house, caller, kind, id)) return undefined
      const facts: Row = {
        ...factsOf(room, draft),
        ...published,
        author: authorOf(draft, caller, stored),
        modified: house.now(),
        ...(image !== undefined && { image: await settleImage(tx, house, caller, image) }),
      }
      const main = mainAfter(change, stored)
      if (main) facts.main = main
      const version = await tx.update(kind, id, facts, change)
      const changed: StoredRecord = {
        ...stored,
        version,
        facts: { ...stored.facts, ...facts },
        texts: textsAfter(change, stored),
      }
      return settle(tx, house, caller, room, changed, stored)
    })
  } catch (error) {
    await discard(house, [image])
    throw error
  }
}

/** What follows from every change: slugs, search, the journal. */
async function settle(
  tx: Transaction,
  house: House,
  caller: Caller,
  room: Resource,
  written: StoredRecord,
  before: StoredRecord | undefined,
): Promise<StoredRecord> {
  const { id, version, facts, texts } = written
  const trash = trashRule(facts.status, before?.facts.status)
  await settleSlugs(tx, room, id, texts, { required: true, trash })
  await tx.setSearch(room.name, id, searchParts(room, written), !before)
  await record(tx, house, caller, before ? 'change' : 'create', room.name, id, version)
  return written
}

/** Moves a venue or organizer to the trash; it leaves every event, and only it (L4). However many they are: in pages. */
export async function removeLinked(
  house: House,
  caller: Caller,
  kind: LinkedKind,
  id: number,
): Promise<StoredRecord> {
  const room: Resource = resources[kind]
  return inPages(house, async tx => {
    const stored = await tx.get(kind, id)
    if (!stored) throw flawedBy('id', unknownId(kind, id))
    if (!may(caller.actor, 'remove', kind, stored)) throw new Problem('rest_forbidden')
    if (stored.facts.status === 'trash')
      throw new Problem(kind === 'venue' ? 'venue-is-in-trash' : 'organizer-is-in-trash')
    refuseUnexpected(caller, stored)
    if (await unlinkSome(tx, house, caller, kind, id)) return undefined
    const facts = { status: 'trash', modified: house.now() }
    const version = await tx.update(kind, id, facts)
    const trashed: StoredRecord = {
      ...stored,
      version,
      facts: { ...stored.facts, ...facts },
      texts: structuredClone(stored.texts),
    }
    return settle(tx, house, caller, room, trashed, stored)
  })
}

/** Takes a record out of some of its events, which have changed and say so in the journal. Answers whether more may have it. */
export async function unlinkSome(
  tx: Transaction,
  house: House,
  caller: Caller,
  kind: LinkedKind,
  id: number,
): Promise<boolean> {
  const events = await tx.eventsOf(kind, id, 0, pageSize)
  for (const event of events)
    await record(tx, house, caller, 'change', 'event', event, await tx.update('event', event, {}))
  await tx.unlink(kind, id, events.at(-1) ?? 0)
  return events.length === pageSize
}
