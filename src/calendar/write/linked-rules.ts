import { ownParent } from '../../define/field-errors.ts'
import {
  isTermLink,
  type PostLinkKind,
  type Row,
  type StoredRecord,
  type TermLinkKind,
  type TextChange,
} from '../../define/record.ts'
import { localized, main } from '../../define/record-texts.ts'
import { livesIn, type Resource, type TextValues } from '../../define/resource.ts'
import { fold } from '../../define/text/fold.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { slugKey } from '../../define/text/slug.ts'
import { appendLeaving } from '../../journal/index.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import { resources, sourceFields } from '../../resources/index.ts'
import { mayRead } from '../access/access.ts'
import { publication } from './facts.ts'
import { pageSize } from './kept-responses.ts'
import { unlinkDates, withoutLink } from './links.ts'
import { lineBy, logChange } from './log-change.ts'
import { imageOf } from './new-images.ts'
import { freeSlug, publicSlugs } from './slugs.ts'
import type { AnyDraft, DraftOf, Rules, Write } from './write-types.ts'

/**
 * The stored venue or organizer that a draft describes: its name is the same but for case, and it has every field that was sent (L2,
 * L2b). Only one that the caller may read counts, and none from the trash.
 */
async function identical<K extends PostLinkKind>(
  write: Write,
  kind: K,
  draft: DraftOf<K>,
  name: string | null | undefined,
): Promise<StoredRecord | undefined> {
  const { tx, context, caller } = write
  const image = imageOf(write, draft) ?? null
  if (!name || (image && typeof image === 'object')) return undefined
  const resource: Resource = resources[kind]
  // As they would be stored: a contributor's "publish" is stored as "pending".
  const facts: Row = { ...publication(context, caller.actor, draft, undefined), image }
  const named = await tx.named(kind, fold(name))
  const isRenamed = named.length === 0 && caller.importing !== undefined
  const ids = isRenamed ? await formerlyNamed(write, kind, name) : named
  const { [resource.titled]: _, ...others }: AnyDraft = draft
  for (const stored of await tx.getMany(kind, ids)) {
    if (stored.facts.status === 'trash' || !mayRead(caller.actor, stored)) continue
    if (!hasFields(resource, stored, isRenamed ? others : draft, facts, caller.language)) continue
    if (await hasTranslations(write, resource, stored, draft)) return stored
  }
  return undefined
}

/** Earlier versions in which a name is looked for. */
const maxVersions = 50

/** The record that a source knows by the name that it had before it was renamed here. */
async function formerlyNamed({ tx }: Write, kind: PostLinkKind, name: string): Promise<number[]> {
  const key = slugKey(name)
  const id = key ? ((await tx.bySlug(kind, key)) ?? (await tx.movedTo(kind, key))) : undefined
  if (id === undefined) return []
  const { titled } = resources[kind]
  const versions = await tx.replaced(kind, id, Number.MAX_SAFE_INTEGER, maxVersions)
  const names = versions.flatMap(({ before }) =>
    Object.values(before.texts ?? {}).map(row => row?.[titled]),
  )
  return names.some(each => fold(String(each ?? '')) === fold(name)) ? [id] : []
}

/** The sent values have been cleaned like the stored ones, so that fields are compared as they are. */
function hasFields(
  resource: Resource,
  stored: StoredRecord,
  draft: AnyDraft,
  facts: Row,
  language: Language,
): boolean {
  return Object.entries(draft).every(([name, sent]) => {
    const field = resource.fields[name]
    if (name === 'translations' || name in sourceFields) return true
    if (!field) return false
    const { store, blank = '' } = field.type
    if (name in facts)
      return (!field.type.isImage && sent === null) || facts[name] === (stored.facts[name] ?? null)
    const wanted = store && sent !== null ? store(sent) : sent
    const present =
      livesIn(field) === 'text'
        ? comparedTexts(stored, name, language)
        : [stored.facts[name] ?? blank]
    return present.some(one => isEqual(resource, name, one, wanted ?? blank))
  })
}

async function hasTranslations(
  write: Write,
  resource: Resource,
  stored: StoredRecord,
  draft: AnyDraft & { readonly translations?: Partial<Record<Language, TextValues | null>> | null },
): Promise<boolean> {
  for (const language of languages) {
    const texts = draft.translations?.[language]
    const own = stored.texts[language]
    if (texts === null && own) return false
    for (const [name, text] of Object.entries(texts ?? {})) {
      // The fields outside of `translations` are written.
      if (language === write.caller.language && name in draft) continue
      const isSame =
        name === 'slug' && text !== null
          ? await hasSlug(write, stored, String(own?.slug ?? ''), slugKey(text))
          : isEqual(resource, name, own?.[name], text)
      if (!isSame) return false
    }
  }
  return true
}

/** A slug that another record has was given a number when it was stored. */
async function hasSlug({ tx }: Write, { id, kind }: StoredRecord, stored: string, wanted: string) {
  if (stored === wanted) return true
  if (stored.replace(/-\d+$/, '') !== wanted) return false
  const owner = await tx.bySlug(kind, wanted)
  return owner !== undefined && owner !== id
}

const isEqual = (resource: Resource, name: string, stored: unknown, sent: unknown) => {
  const [a, b] = [String(stored ?? ''), String(sent ?? '')]
  return a === b || (name === resource.titled && fold(a) === fold(b))
}

const comparedTexts = (stored: StoredRecord, name: string, language: Language) => {
  const own = stored.texts[language]?.[name]
  return own != null ? [own] : Object.values(stored.texts).map(row => row[name] ?? '')
}

/** The rules of venues and organizers in writes: identical ones are reused, and trashing one removes it from its events. */
const linkedRules = <K extends PostLinkKind>(
  kind: K,
  nameOf: (draft: DraftOf<K>) => string | null | undefined,
): Rules<K> => ({
  slugs: publicSlugs,
  same: (write, draft) => identical(write, kind, draft, nameOf(draft)),
  leave: (write, stored) => unlinkSome(write, kind, stored),
  release: (write, stored) => unlinkSome(write, kind, stored),
})

export const venueRules = linkedRules('venue', ({ venue }) => venue)
export const organizerRules = linkedRules('organizer', ({ organizer }) => organizer)

/** Takes a record out of some of its events, which have changed and say so in the journal. Says whether more may have it. */
async function unlinkSome(
  { tx, context, caller }: Write,
  kind: PostLinkKind,
  { id }: StoredRecord,
): Promise<boolean> {
  const events = await tx.eventsOf(kind, id, 0, pageSize)
  for (const event of await tx.getMany('event', events)) {
    await unlinkDates({ tx }, event, { kind, id })
    const links = withoutLink(event, kind, id)
    const version = await tx.update('event', event.id, {}, {}, links)
    const after = { ...event, version, links: { ...event.links, ...links } }
    await tx.derive(after, event)
    await logChange(tx, context, caller, event, after)
  }
  return events.length === pageSize
}

const maxName = 200

const slugs: Rules<'tag'>['slugs'] = () => ({ required: true, trash: 'no' })

/** The rules of tags in writes: names are unique. */
export const tagRules: Rules<'tag'> = {
  slugs,
  async refuse(write, { slug }, change, stored) {
    refuseLongNames(change)
    if (stored) return refuseTakenSlugs(write, stored, change)
    if (!slug) await refuseTwin(write, 'tag', change, null, inThisTaxonomy)
  },
  release: leaveSome,
}
const inThisTaxonomy = { en: 'in this taxonomy', fr: 'dans cette taxonomie' }

/** The rules of categories in writes: names are unique under their parent. */
export const categoryRules: Rules<'category'> = {
  slugs,
  async refuse(write, { slug, parent }, change, stored) {
    refuseLongNames(change)
    if (!stored) {
      if (!slug) await refuseTwin(write, 'category', change, parent ?? null, withThisParent)
      return
    }
    await refuseTakenSlugs(write, stored, change)
    if (parent) await refuseCircle(write, stored.id, parent)
  },
  slugFor,
  async release(write, stored) {
    if (await moveChildrenUp(write, stored)) return true
    return leaveSome(write, stored)
  },
}
const withThisParent = { en: 'with this parent', fr: 'sous ce parent' }

function refuseLongNames(change: TextChange) {
  for (const row of Object.values(change))
    if (String(row?.name ?? '').length > maxName) throw new Problem('db_insert_error')
}

/** New names are unique in their language; a term may be renamed freely. */
async function refuseTwin(
  { tx }: Write,
  kind: TermLinkKind,
  change: TextChange,
  parent: number | null,
  where: { en: string; fr: string },
) {
  for (const language of languages) {
    const key = change[language]?.name_key
    if (!key) continue
    for (const twin of await tx.getMany(kind, await tx.named(kind, String(key)))) {
      if ((twin.facts.parent ?? null) !== parent) continue
      const text = twin.texts[language] ?? twin.texts[main(twin)]
      if (text?.name_key !== key) continue
      throw new Problem('term_exists', {
        params: { where, name: String(text?.name ?? ''), id: twin.id },
        data: { term_id: twin.id },
      })
    }
  }
}

async function refuseTakenSlugs(
  { tx, caller }: Write,
  { kind, id, texts }: StoredRecord,
  change: TextChange,
) {
  for (const language of languages) {
    const row = change[language]
    if (!row?.slug) continue
    const owner = await tx.bySlug(kind, slugKey(String(row.slug)))
    if (owner === undefined || owner === id) continue
    if (!caller.importing)
      throw new Problem('duplicate_term_slug', { params: { slug: String(row.slug) } })
    // its first import gave it another slug for the same reason
    const { slug: _, ...rest } = row
    const slug = texts[language]?.slug
    change[language] = slug === undefined ? rest : { ...rest, slug }
  }
}

/** A category is never its own ancestor (P5). */
async function refuseCircle({ tx }: Write, id: number, parent: number) {
  if ((await tx.withDescendants('category', [id])).includes(parent))
    throw fieldProblem('parent', ownParent('category'))
}

/** A name that another parent's child has gives `name-parentslug`, as in The Events Calendar. */
async function slugFor(
  { tx, caller }: Write,
  { parent }: { readonly parent?: number | null },
  name: string,
) {
  const above = parent ? await tx.get('category', parent) : undefined
  const slug = above && slugKey(name)
  if (!slug || (await tx.bySlug('category', slug)) === undefined) return undefined
  return freeSlug(tx, 'category', `${slug}-${localized(above, 'slug', caller.language) ?? ''}`, 0)
}

/**
 * Removes a term from a batch of its events without counting it as their change. Returns whether more events may have it; then a line of
 * the journal announces to list indexes that they will lose it.
 */
async function leaveSome({ tx, context, caller }: Write, stored: StoredRecord): Promise<boolean> {
  const { id, kind } = stored
  if (!isTermLink(kind)) return false
  const events = await tx.eventsOf(kind, id, 0, pageSize)
  for (const event of await tx.getMany('event', events)) {
    await unlinkDates({ tx }, event, { kind, id })
    const links = withoutLink(event, kind, id)
    await tx.amend('event', event.id, {}, links)
    await tx.derive({ ...event, links: { ...event.links, ...links } }, event)
  }
  const isMore = events.length === pageSize
  if (isMore) await appendLeaving(tx, lineBy(context, caller), stored)
  return isMore
}

/** Some of the categories below one move up; says whether more are left. */
async function moveChildrenUp({ tx, context, caller }: Write, { id, facts }: StoredRecord) {
  const parent = facts.parent ?? null
  const children = await tx.lookup('category', 'parent', id, pageSize)
  for (const child of await tx.getMany('category', children)) {
    const version = await tx.update('category', child.id, { parent })
    const moved = { ...child, version, facts: { ...child.facts, parent } }
    await logChange(tx, context, caller, child, moved)
  }
  return children.length === pageSize
}
