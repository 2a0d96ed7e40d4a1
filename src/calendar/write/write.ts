import type { FieldError } from '../../define/field-type.ts'
import type { Row, StoredRecord, TextChange } from '../../define/record.ts'
import type { Resource } from '../../define/resource.ts'
import { fieldProblem, Problem, refuseAsReference } from '../../problem/index.ts'
import { type PostName, resources } from '../../resources/index.ts'
import { noLinks } from '../../store/index.ts'
import { mayWriteForOthers } from '../access/access.ts'
import { recordOfSource } from '../read/of-source.ts'
import { recordFor, refuseUnexpected } from '../read/record-for.ts'
import { redirectPreviousSlugs, removeRecord } from '../read/redirects.ts'
import { eventRules } from './event-rules.ts'
import { authorOf, blanksOf, factsOf, publication } from './facts.ts'
import { isAsStored } from './images.ts'
import { importedAs, isRenamedThere } from './imported.ts'
import { categoryRules, organizerRules, tagRules, venueRules } from './linked-rules.ts'
import { logChange, type More } from './log-change.ts'
import { imageOf, settleImage } from './new-images.ts'
import { refuseRemoved } from './removed-references.ts'
import { chooseSlugs, publicSlugs, settleSlugs } from './slugs.ts'
import { dated, mainAfter, textsAfter, textsWritten } from './texts.ts'
import {
  type AnyDraft,
  type DraftOf,
  type PostDraft,
  type Rules,
  type Write,
  type WrittenName,
  writtenKind,
} from './write-types.ts'

const names = ['source', 'source_id'] as const

const taken: FieldError = {
  sentence: {
    en: '{name} is that of another record of this source. Expected one of its own.',
    fr: '{name} est celui d’une autre fiche de cette source. Attendu : un ID qui lui est propre.',
  },
}

const forEditors = {
  en: 'Sorry, you are not allowed to do that: source and source_id are for editors.',
  fr: 'Désolé, vous n’avez pas le droit de faire cela : source et source_id sont réservés aux éditeurs.',
}

/** Refuses a source that its writer may not set, or that of another record (S1). A source sent back unchanged is no change. */
async function refuseSource(
  { tx, caller: { actor } }: Write,
  kind: WrittenName,
  draft: AnyDraft,
  stored: StoredRecord | undefined,
) {
  if (draft.source === undefined && draft.source_id === undefined) return
  const before: Row = stored?.facts ?? {}
  const after = names.map(name => (draft[name] === undefined ? before[name] : draft[name]) ?? null)
  if (after.every((value, at) => value === (before[names[at] ?? ''] ?? null))) return
  if (!mayWriteForOthers(actor)) throw new Problem('rest_forbidden', { sentence: forEditors })
  const [source, source_id] = after
  if (source == null || source_id == null) return
  const key = { source: String(source), source_id: String(source_id) }
  const other = await recordOfSource(tx, kind, key)
  if (other && other.id !== stored?.id) throw fieldProblem('source_id', taken)
}

const special: { [K in WrittenName]?: Rules<K> } = {
  event: eventRules,
  venue: venueRules,
  organizer: organizerRules,
  category: categoryRules,
  tag: tagRules,
}

/** Rules of the kinds that have none of their own. */
const plainRules = { slugs: publicSlugs }

export const rulesOf = <K extends WrittenName>(kind: K): Rules<K> => special[kind] ?? plainRules

/** Creates a record; or gives the stored one that is the same. */
export async function create<K extends WrittenName>(
  write: Write,
  kind: K,
  draft: DraftOf<K>,
): Promise<StoredRecord> {
  const { tx, context, caller } = write
  const rules: Rules<K> = rulesOf(kind)
  const resource: Resource = resources[kind]
  const isOwn = caller.importing && 'source_id' in draft && draft.source_id != null
  const same = isOwn ? undefined : await rules.same?.(write, draft)
  if (same) return same
  await refuseRemoved(write, resource, draft)
  await refuseSource(write, kind, draft, undefined)
  const own = rules.facts?.(write, draft, undefined)
  const change = textsWritten(resource, draft, caller.language, undefined)
  await rules.refuse?.(write, draft, change, undefined)
  const facts: Row = {
    ...blanksOf(resource),
    ...factsOf(resource, draft),
    ...own,
    ...(resource.family === 'post' && {
      ...postFacts(write, draft, undefined),
      image: await settleImage(write, imageOf(write, draft)),
    }),
    modified: context.now(),
    main: caller.language,
    creator: caller.actor.id,
    ...(isOwn && importedAs(caller, 1)),
  }
  const named = await withSlugs(write, rules, draft, change)
  const rule = rules.slugs(facts, undefined)
  // Before the ids of linked records, where these are created with it.
  const id = (isOwn && (await givenId(write, kind))) || (await tx.newId(kind))
  const after = textsAfter(dated(named, context.now()), undefined)
  const { texts, keys } = await chooseSlugs(tx, resource, id, after, rule)
  const links = { ...noLinks, ...(await rules.links?.(write, draft, create)) }
  await tx.insert(kind, facts, texts, links, id)
  await tx.setSlugs(kind, id, keys)
  return log(write, undefined, { id, kind, version: 1, facts, texts, links })
}

/** The ID that an import asks for; undefined: another record has it. */
async function givenId({ tx, caller }: Write, kind: WrittenName): Promise<number | undefined> {
  const id = caller.importing?.id
  if (id === undefined || (await tx.kindOf(resources[kind].family, id))) return undefined
  await tx.giveId(kind, id)
  return id
}

/** Stores a copy of a record, with slugs of its own. `begin`: runs before rows are derived from the record. */
export async function insertCopy(
  write: Write,
  { facts: its, links, ...like }: StoredRecord,
  id: number,
  begin?: () => Promise<void>,
): Promise<StoredRecord> {
  const { tx } = write
  // a record alone has its source (S1)
  const facts: Row = { ...its, source: null, source_id: null }
  const kind = writtenKind(like)
  const rule = rulesOf(kind).slugs(facts, undefined)
  const { texts, keys } = await chooseSlugs(tx, resources[kind], id, like.texts, rule)
  await tx.insert(kind, facts, texts, links, id)
  await tx.setSlugs(kind, id, keys)
  await begin?.()
  return log(write, undefined, { id, kind, version: 1, facts, texts, links })
}

/** The texts of a new record, each with the slug that its rules make of its name. */
async function withSlugs<K extends WrittenName>(
  write: Write,
  { slugFor }: Rules<K>,
  draft: DraftOf<K>,
  change: TextChange,
): Promise<TextChange> {
  if (!slugFor) return change
  const named: TextChange = {}
  for (const [language, row] of Object.entries(change)) {
    const slug = row && !row.slug && row.name && (await slugFor(write, draft, String(row.name)))
    Object.assign(named, { [language]: slug ? { ...row, slug } : row })
  }
  return named
}

/** Status, publication and author of a record that has them. */
export const postFacts = (
  { context, caller }: Write,
  draft: PostDraft,
  stored: StoredRecord | undefined,
) => {
  const published = publication(context, caller.actor, draft, stored)
  return {
    ...published,
    author: authorOf(draft, caller, stored),
    // the note to the author is cleared on resubmission
    ...(stored?.facts.returned && !isWithAuthor(published.status) && { returned: null }),
  }
}

const isWithAuthor = (status: string) => status === 'draft' || status === 'trash'

/** Changes what is sent of a record. Returns undefined when the batch limit is reached: call again. */
export async function change<K extends WrittenName>(
  write: Write,
  kind: K,
  id: number,
  draft: DraftOf<K>,
): Promise<StoredRecord | undefined> {
  const { tx, context, caller } = write
  const rules: Rules<K> = rulesOf(kind)
  const resource: Resource = resources[kind]
  const stored = await recordFor(write, 'change', kind, id)
  refuseUnexpected(caller, stored)
  rules.begin?.(draft, stored)
  await refuseRemoved(write, resource, draft)
  await refuseSource(write, kind, draft, stored)
  const written = textsWritten(resource, draft, caller.language, stored)
  const texts = dated(rules.texts?.(draft, written, stored) ?? written, context.now(), stored)
  await rules.refuse?.(write, draft, texts, stored)
  const facts: Row = { ...factsOf(resource, draft), ...rules.facts?.(write, draft, stored) }
  if (resource.family === 'post') Object.assign(facts, postFacts(write, draft, stored))
  if (facts.status === 'trash' && stored.facts.status !== 'trash')
    if (await rules.leave?.(write, stored)) return undefined
  const image = imageOf(write, draft)
  if (image !== undefined) facts.image = await settleImage(write, image)
  facts.modified = context.now()
  Object.assign(facts, importedAs(caller, stored.version + 1))
  const main = mainAfter(texts, stored)
  if (main) facts.main = main
  const links = (await rules.links?.(write, draft, create)) ?? {}
  const isSame = isAsStored(stored, { facts, texts, links }, caller)
  if (isSame && !isRenamedThere(stored.facts, facts)) return stored
  const version = await tx.update(kind, id, facts, texts, links)
  return settle(write, stored, {
    ...stored,
    version,
    facts: { ...stored.facts, ...facts },
    texts: textsAfter(texts, stored),
    links: { ...stored.links, ...links },
  })
}

/** Moves a record to the trash; the links of an event stay. Undefined: as of `change`. */
export async function trash(
  write: Write,
  kind: PostName,
  id: number,
): Promise<StoredRecord | undefined> {
  const { tx, context, caller } = write
  const stored = await recordFor(write, 'remove', kind, id)
  if (stored.facts.status === 'trash') {
    refuseAsReference(`${kind}-is-in-trash`)
    return stored
  }
  refuseUnexpected(caller, stored)
  if (await rulesOf(kind).leave?.(write, stored)) return undefined
  const facts = { status: 'trash', modified: context.now() }
  const version = await tx.update(kind, id, facts)
  return settle(write, stored, { ...stored, version, facts: { ...stored.facts, ...facts } })
}

/** Deletes a record permanently, from the trash or not; the change log keeps only that it went. Undefined: as of `change`. */
export async function remove(
  write: Write,
  kind: WrittenName,
  id: number,
): Promise<StoredRecord | undefined> {
  const stored = await recordFor(write, 'remove', kind, id)
  refuseUnexpected(write.caller, stored)
  return erase(write, kind, stored)
}

/** Deletes a record permanently; events lose a term or venue, and terms below it move up. Undefined: as of `change`. */
export async function erase(
  write: Write,
  kind: WrittenName,
  stored: StoredRecord,
): Promise<StoredRecord | undefined> {
  const { release, follow } = rulesOf(kind)
  if (await release?.(write, stored)) return undefined
  const counted = await follow?.(write, stored, undefined)
  await removeRecord(write.tx, stored)
  await logChange(write.tx, write.context, write.caller, stored, undefined, { counted })
  return stored
}

/**
 * Writes the consequences of a change: slugs, search, lists, counts of terms, the journal. `more`: further details for the journal. `also`: facts
 * that are stored before rows are derived.
 */
export async function settle(
  write: Write,
  before: StoredRecord,
  after: StoredRecord,
  more: More = {},
  also?: () => Promise<void>,
): Promise<StoredRecord> {
  const kind = writtenKind(after)
  const resource: Resource = resources[kind]
  // a version in the trash has its slugs as they were there
  const named = more.restored === undefined ? before : after
  const rule = rulesOf(kind).slugs(after.facts, named.facts)
  const isNamedAlike = after.texts === before.texts && after.facts.status === before.facts.status
  const settled = isNamedAlike ? after : await settleSlugs(write.tx, resource, after, rule)
  if (!isNamedAlike) await redirectPreviousSlugs(write.tx, before, settled)
  return log(write, before, settled, more, also)
}

async function log(
  write: Write,
  before: StoredRecord | undefined,
  after: StoredRecord,
  more: More = {},
  also?: () => Promise<void>,
) {
  const { follow, store } = rulesOf(writtenKind(after))
  await store?.(write, before, after)
  await also?.()
  await write.tx.derive(after, before)
  const counted = await follow?.(write, before, after)
  await logChange(write.tx, write.context, write.caller, before, after, { ...more, counted })
  return after
}
