import { unknownTerm } from '../../define/field-errors.ts'
import type { Linked } from '../../define/links.ts'
import {
  isLink,
  type LinkKind,
  type Links,
  type PostLinkKind,
  type StoredRecord,
  type TermLinkKind,
} from '../../define/record.ts'
import { fold } from '../../define/text/fold.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { normalizeLine } from '../../define/text/markup.ts'
import { slugKey } from '../../define/text/slug.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import { isSeries, resources } from '../../resources/index.ts'
import type { DatePatch } from '../../store/index.ts'
import { may } from '../access/access.ts'
import type { DraftOf, Make, Write } from './write-types.ts'

/** The links that a draft of an event names; records that it names by their data are found or made (L1, L2, L5). */
export async function linksOf(
  write: Write,
  draft: DraftOf<'event'>,
  make: Make,
): Promise<Partial<Links>> {
  const { venue, organizer, categories, tags } = draft
  const links: Partial<Links> = {}
  if (venue !== undefined) links.venue = await linkedIds(write, 'venue', venue ?? [], make)
  if (organizer !== undefined)
    links.organizer = await linkedIds(write, 'organizer', organizer ?? [], make)
  if (categories !== undefined)
    links.category = await termIds(write, 'category', categories ?? [], make)
  if (tags !== undefined) links.tag = await termIds(write, 'tag', tags ?? [], make)
  return links
}

/** The links of an event once it has lost one. */
export const withoutLink = ({ links }: StoredRecord, kind: LinkKind, id: number) => ({
  [kind]: links[kind].filter(target => target !== id),
})

async function linkedIds<K extends PostLinkKind>(
  write: Write,
  kind: K,
  list: readonly Linked<DraftOf<K>>[],
  make: Make,
): Promise<number[]> {
  const ids: number[] = []
  for (const one of list) {
    if ('draft' in one) ids.push((await make(write, kind, one.draft)).id)
    else ids.push(one.id)
  }
  return [...new Set(ids)]
}

/** The term that each word means, by id, slug or name, in either language; or a new one (L5). */
async function termIds(
  write: Write,
  kind: TermLinkKind,
  words: readonly string[],
  make: Make,
): Promise<number[]> {
  const ids: number[] = []
  for (const word of words) {
    const id = await findTerm(write, kind, word)
    if (id !== undefined) ids.push(id)
    else if (/^\d+$/.test(word)) throw fieldProblem(resources[kind].path, unknownTerm(kind, word))
    else if (!may(write.caller.actor, 'create', kind)) throw new Problem('rest_forbidden')
    else ids.push((await make(write, kind, { name: normalizeLine(word) })).id)
  }
  return [...new Set(ids)]
}

async function findTerm(
  { tx, caller }: Write,
  kind: TermLinkKind,
  word: string,
): Promise<number | undefined> {
  if (/^\d{1,15}$/.test(word) && (await tx.kindOf('term', Number(word))) === kind)
    return Number(word)
  const name = normalizeLine(word)
  const named = await tx.named(kind, fold(name))
  if (named.length === 1) return named[0]
  if (named.length > 1) return bestNamed(await tx.getMany(kind, named), name, caller.language)
  const key = /^\d+$/.test(word) ? '' : slugKey(word)
  return key ? tx.bySlug(kind, key) : undefined
}

/** Of terms with much the same name, that with the very name: in the language of the request, then in another, then whatever the case. */
function bestNamed(
  terms: readonly StoredRecord[],
  name: string,
  language: Language,
): number | undefined {
  const inOrder = [language, ...languages.filter(each => each !== language)]
  const plain = name.toLowerCase()
  const ways = [(own: string) => own === name, (own: string) => own.toLowerCase() === plain]
  for (const isSame of ways)
    for (const each of inOrder) {
      const term = terms.find(({ texts }) => isSame(String(texts[each]?.name ?? '')))
      if (term) return term.id
    }
  const key = fold(name)
  const own = terms.find(({ texts }) => texts[language]?.name_key === key)
  return (own ?? terms[0])?.id
}

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
