import { unknownId } from '../define/field-errors.ts'
import type { Values } from '../define/param.ts'
import { livesIn, type Resource } from '../define/resource.ts'
import { fold } from '../define/text/fold.ts'
import { fieldProblem, Problem } from '../problem.ts'
import { resources } from '../resources/index.ts'
import type { Cell, Row, StoredRecord, Transaction } from '../store/store.ts'
import { noLinks } from '../store/store.ts'
import { may, mayRead } from './access.ts'
import type { Caller, Context } from './context.ts'
import { refuseUnexpected } from './expectation.ts'
import { comparison } from './identical.ts'
import { discard, type ImageInWrite, prepareImage, settleImage } from './images.ts'
import { logChange } from './log-change.ts'
import { inPages, pageSize } from './pages.ts'
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
export function factsOf(resource: Resource, draft: Values): Row {
  const row: Row = {}
  for (const [name, field] of Object.entries(resource.fields)) {
    const { column, store } = field.type
    if (livesIn(field) !== 'fact' || !column || !(name in draft)) continue
    const value = draft[name]
    row[name] = store && value !== null ? store(value) : (value as Cell)
  }
  return row
}

export const authorOf = (draft: Values, caller: Caller, stored?: StoredRecord) =>
  (draft.author as number | null | undefined) ?? (stored?.facts.author as number) ?? caller.actor.id

/** Creates a venue or organizer, or answers the stored one that is the same (L2). */
export async function createLinked(
  context: Context,
  caller: Caller,
  kind: LinkedKind,
  draft: Values,
): Promise<StoredRecord> {
  const image = await prepareImage(context, caller, draft.image)
  try {
    return await context.store.write(async tx => {
      const [record, isNew] = await findOrMake(tx, context, caller, kind, draft, image)
      if (!isNew) await discard(context, [image])
      return record
    })
  } catch (error) {
    await discard(context, [image])
    throw error
  }
}

/** The record, and whether it was made now. */
export async function findOrMake(
  tx: Transaction,
  context: Context,
  caller: Caller,
  kind: LinkedKind,
  draft: Values,
  image: ImageInWrite,
): Promise<[StoredRecord, boolean]> {
  const same = await identical(tx, context, caller, kind, draft, image)
  if (same) return [same, false]
  const resource: Resource = resources[kind]
  const texts = textsAfter(textsWritten(resource, draft, caller.language, undefined), undefined)
  const facts: Row = {
    ...factsOf(resource, draft),
    ...publication(context, caller.actor, draft, undefined),
    author: authorOf(draft, caller),
    modified: context.now(),
    main: caller.language,
    image: await settleImage(tx, context, caller, image),
  }
  const id = await tx.insert(kind, facts, texts)
  const record: StoredRecord = { id, kind, version: 1, facts, texts, links: noLinks }
  return [await settle(tx, context, caller, resource, record, undefined), true]
}

/**
 * A stored record whose name is the same but for case, and which has every field that was sent (L2). Only one that
 * the caller may read counts, and none from the trash.
 */
async function identical(
  tx: Transaction,
  context: Context,
  caller: Caller,
  kind: LinkedKind,
  draft: Values,
  image: ImageInWrite,
) {
  const name = draft[kind]
  if (typeof name !== 'string' || (image && typeof image === 'object')) return undefined
  const isSame = comparison(tx, context, caller, resources[kind], draft, image)
  for (const candidate of await tx.getMany(kind, await tx.named(kind, fold(name)))) {
    if (candidate.facts.status === 'trash' || !mayRead(caller.actor, candidate)) continue
    if (await isSame(candidate)) return candidate
  }
  return undefined
}

export async function changeLinked(
  context: Context,
  caller: Caller,
  kind: LinkedKind,
  id: number,
  draft: Values,
): Promise<StoredRecord> {
  const resource: Resource = resources[kind]
  const image = await prepareImage(context, caller, draft.image)
  try {
    return await inPages(context, async tx => {
      const stored = await tx.get(kind, id)
      if (!stored) throw fieldProblem('id', unknownId(kind, id))
      if (!may(caller.actor, 'change', kind, stored)) throw new Problem('rest_forbidden')
      refuseUnexpected(caller, stored)
      const change = textsWritten(resource, draft, caller.language, stored)
      const published = publication(context, caller.actor, draft, stored)
      if (published.status === 'trash' && stored.facts.status !== 'trash')
        if (await unlinkSome(tx, context, caller, kind, id)) return undefined
      const facts: Row = {
        ...factsOf(resource, draft),
        ...published,
        author: authorOf(draft, caller, stored),
        modified: context.now(),
        ...(image !== undefined && { image: await settleImage(tx, context, caller, image) }),
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
      return settle(tx, context, caller, resource, changed, stored)
    })
  } catch (error) {
    await discard(context, [image])
    throw error
  }
}

/** What follows from every change: slugs, search, the journal. */
async function settle(
  tx: Transaction,
  context: Context,
  caller: Caller,
  resource: Resource,
  written: StoredRecord,
  before: StoredRecord | undefined,
): Promise<StoredRecord> {
  const { id, facts, texts } = written
  const trash = trashRule(facts.status, before?.facts.status)
  await settleSlugs(tx, resource, id, texts, { required: true, trash })
  await tx.setSearch(resource.name, id, searchParts(resource, written), !before)
  await logChange(tx, context, caller, before, written)
  return written
}

/** Moves a venue or organizer to the trash; it leaves every event, and only it (L4). However many they are: in pages. */
export async function removeLinked(
  context: Context,
  caller: Caller,
  kind: LinkedKind,
  id: number,
): Promise<StoredRecord> {
  const resource: Resource = resources[kind]
  return inPages(context, async tx => {
    const stored = await tx.get(kind, id)
    if (!stored) throw fieldProblem('id', unknownId(kind, id))
    if (!may(caller.actor, 'remove', kind, stored)) throw new Problem('rest_forbidden')
    if (stored.facts.status === 'trash')
      throw new Problem(kind === 'venue' ? 'venue-is-in-trash' : 'organizer-is-in-trash')
    refuseUnexpected(caller, stored)
    if (await unlinkSome(tx, context, caller, kind, id)) return undefined
    const facts = { status: 'trash', modified: context.now() }
    const version = await tx.update(kind, id, facts)
    const trashed: StoredRecord = {
      ...stored,
      version,
      facts: { ...stored.facts, ...facts },
      texts: structuredClone(stored.texts),
    }
    return settle(tx, context, caller, resource, trashed, stored)
  })
}

/** Takes a record out of some of its events, which have changed and say so in the journal. Answers whether more may have it. */
export async function unlinkSome(
  tx: Transaction,
  context: Context,
  caller: Caller,
  kind: LinkedKind,
  id: number,
): Promise<boolean> {
  const events = await tx.eventsOf(kind, id, 0, pageSize)
  for (const event of await tx.getMany('event', events)) {
    const version = await tx.update('event', event.id, {})
    const links = { ...event.links, [kind]: event.links[kind].filter(target => target !== id) }
    await logChange(tx, context, caller, event, { ...event, version, links })
  }
  await tx.unlink(kind, id, events.at(-1) ?? 0)
  return events.length === pageSize
}
