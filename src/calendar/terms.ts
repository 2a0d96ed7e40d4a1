import { ownParent, unknownId, unknownTerm } from '../define/field-errors.ts'
import type { Values } from '../define/param.ts'
import type { Resource } from '../define/resource.ts'
import { fold } from '../define/text/fold.ts'
import { plainLine } from '../define/text/plain-text.ts'
import { slugKey } from '../define/text/slug.ts'
import { fieldProblem, Problem } from '../problem.ts'
import { resources } from '../resources/index.ts'
import type { Row, StoredRecord, Transaction } from '../store/store.ts'
import { noLinks } from '../store/store.ts'
import { may } from './access.ts'
import type { Caller, Context } from './context.ts'
import { refuseUnexpected } from './expectation.ts'
import { logChange } from './log-change.ts'
import {
  freeSlug,
  mainAfter,
  searchParts,
  settleSlugs,
  shown,
  textsAfter,
  textsWritten,
} from './texts.ts'

type TermKind = 'category' | 'tag'

const longestName = 200

/** The term that a word of an event means: by id, slug or name, in either language; or a new one (L5). */
export async function termsOf(
  tx: Transaction,
  context: Context,
  caller: Caller,
  kind: TermKind,
  words: string[],
) {
  const parameter = resources[kind].path
  const ids: number[] = []
  for (const word of words) {
    const found = await findTerm(tx, kind, word)
    if (found !== undefined) ids.push(found)
    else if (/^\d+$/.test(word)) throw fieldProblem(parameter, unknownTerm(kind, word))
    else if (!may(caller.actor, 'create', kind)) throw new Problem('rest_forbidden')
    else ids.push((await createTerm(tx, context, caller, kind, { name: plainLine(word) })).id)
  }
  return [...new Set(ids)]
}

async function findTerm(
  tx: Transaction,
  kind: TermKind,
  word: string,
): Promise<number | undefined> {
  if (/^\d{1,15}$/.test(word) && (await tx.kindOf('term', Number(word))) === kind)
    return Number(word)
  const [byName] = await tx.named(kind, fold(plainLine(word)))
  if (byName !== undefined) return byName
  const key = /^\d+$/.test(word) ? '' : slugKey(word)
  return key ? tx.bySlug(kind, key) : undefined
}

function refuseLongNames(texts: Record<string, Row | null | undefined>) {
  for (const row of Object.values(texts))
    if (String(row?.name ?? '').length > longestName) throw new Problem('db_insert_error')
}

/**
 * New names are unique among the children of one parent, as they are shown in either language (behaviour 2.11); a term may be renamed
 * freely.
 */
async function refuseTwin(
  tx: Transaction,
  kind: TermKind,
  stored: StoredRecord,
  slugGiven: boolean,
) {
  if (slugGiven) return
  for (const row of Object.values(stored.texts)) {
    const key = row.name_key
    if (!key) continue
    for (const twin of await tx.getMany(kind, await tx.named(kind, String(key)))) {
      if ((twin.facts.parent ?? null) !== (stored.facts.parent ?? null)) continue
      const shown = Object.values(twin.texts).find(({ name_key }) => name_key === key)
      throw new Problem('term_exists', {
        params: { where: twinPlace[kind], name: String(shown?.name ?? ''), id: twin.id },
        data: { term_id: twin.id },
      })
    }
  }
}

const twinPlace = {
  category: { en: 'with this parent', fr: 'sous ce parent' },
  tag: { en: 'in this taxonomy', fr: 'dans cette taxonomie' },
}

export async function createTerm(
  tx: Transaction,
  context: Context,
  caller: Caller,
  kind: TermKind,
  draft: Values,
) {
  const resource: Resource = resources[kind]
  const change = textsWritten(resource, draft, caller.language, undefined)
  refuseLongNames(change)
  const texts = textsAfter(change, undefined)
  const parent = kind === 'category' ? (draft.parent as number | null) || null : undefined
  const facts: Row = {
    main: caller.language,
    count: 0,
    modified: context.now(),
    ...(parent !== undefined && { parent }),
  }
  await refuseTwin(
    tx,
    kind,
    { id: 0, kind, version: 1, facts, texts, links: noLinks },
    Boolean(draft.slug),
  )
  await slugsWithParent(tx, kind, texts, parent ?? null, caller)
  const id = await tx.insert(kind, facts, texts)
  const term: StoredRecord = { id, kind, version: 1, facts, texts, links: noLinks }
  return settle(tx, context, caller, term, undefined)
}

/** A name that another parent's child has gives `name-parentslug`, as in the reference (observed, section 8). */
async function slugsWithParent(
  tx: Transaction,
  kind: TermKind,
  texts: StoredRecord['texts'],
  parent: number | null,
  { language }: Caller,
) {
  const above = parent ? await tx.get(kind, parent) : undefined
  if (!above) return
  for (const row of Object.values(texts)) {
    if (row.slug || !row.name) continue
    const slug = slugKey(String(row.name))
    if (slug && (await tx.bySlug(kind, slug)) !== undefined)
      row.slug = await freeSlug(tx, kind, `${slug}-${shown(above, 'slug', language) ?? ''}`, 0)
  }
}

export async function changeTerm(
  context: Context,
  caller: Caller,
  kind: TermKind,
  id: number,
  draft: Values,
) {
  const resource: Resource = resources[kind]
  return context.store.write(async tx => {
    const stored = await tx.get(kind, id)
    if (!stored) throw fieldProblem('id', unknownId(kind, id))
    refuseUnexpected(caller, stored)
    const change = textsWritten(resource, draft, caller.language, stored)
    refuseLongNames(change)
    await refuseTakenSlugs(tx, kind, id, change)
    const facts: Row = { modified: context.now() }
    if (kind === 'category' && draft.parent !== undefined) {
      facts.parent = (draft.parent as number | null) || null
      await refuseCircle(tx, id, facts.parent)
    }
    const main = mainAfter(change, stored)
    if (main) facts.main = main
    const version = await tx.update(kind, id, facts, change)
    const term: StoredRecord = {
      ...stored,
      version,
      facts: { ...stored.facts, ...facts },
      texts: textsAfter(change, stored),
    }
    return settle(tx, context, caller, term, stored)
  })
}

async function refuseTakenSlugs(
  tx: Transaction,
  kind: TermKind,
  id: number,
  change: Record<string, Row | null | undefined>,
) {
  for (const row of Object.values(change)) {
    if (!row?.slug) continue
    const owner = await tx.bySlug(kind, slugKey(String(row.slug)))
    if (owner !== undefined && owner !== id)
      throw new Problem('duplicate_term_slug', { params: { slug: String(row.slug) } })
  }
}

/** A category is never its own ancestor (P5). */
async function refuseCircle(tx: Transaction, id: number, parent: number | null) {
  if (parent && (await tx.withDescendants('category', [id])).includes(parent))
    throw fieldProblem('parent', ownParent('category'))
}

/** What follows from every change: slugs, search, the journal. */
async function settle(
  tx: Transaction,
  context: Context,
  caller: Caller,
  term: StoredRecord,
  before: StoredRecord | undefined,
): Promise<StoredRecord> {
  const { id, kind, texts } = term
  const resource: Resource = resources[kind as TermKind]
  await settleSlugs(tx, resource, id, texts, { required: true, trash: 'no' })
  await tx.setSearch(kind, id, searchParts(resource, term), !before)
  await logChange(tx, context, caller, before, term)
  return term
}

/** Deletes a term for good: events lose it, its children move up (behaviour 2.12). Answers what it was. */
export async function removeTerm(
  context: Context,
  caller: Caller,
  kind: TermKind,
  id: number,
): Promise<StoredRecord> {
  return context.store.write(async tx => {
    const stored = await tx.get(kind, id)
    if (!stored) throw fieldProblem('id', unknownId(kind, id))
    refuseUnexpected(caller, stored)
    if (kind === 'category') {
      const children = await tx.lookup('category', 'parent', id, 100_000)
      const parent = stored.facts.parent ?? null
      for (const child of await tx.getMany('category', children)) {
        const version = await tx.update('category', child.id, { parent })
        const moved = { ...child, version, facts: { ...child.facts, parent } }
        await logChange(tx, context, caller, child, moved)
      }
    }
    await tx.unlink(kind, id)
    await tx.remove(kind, id)
    await logChange(tx, context, caller, stored, undefined)
    return stored
  })
}
