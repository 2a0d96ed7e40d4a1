import { ownParent } from '../../define/field-errors.ts'
import {
  isTermLink,
  type StoredRecord,
  type TermLinkKind,
  type TextChange,
} from '../../define/record.ts'
import { localized, main } from '../../define/record-texts.ts'
import { languages } from '../../define/text/language.ts'
import { slugKey } from '../../define/text/slug.ts'
import { appendLeaving } from '../../journal/index.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import { pageSize } from './batches.ts'
import { unlinkDates } from './date-links.ts'
import { withoutLink } from './links.ts'
import { lineBy, logChange } from './log-change.ts'
import { freeSlug } from './slugs.ts'
import type { Rules, Write } from './write-types.ts'

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
