import type { Language } from '../../define/field-type.ts'
import {
  isDated,
  isTree,
  linkKinds,
  type Row,
  type StoredRecord,
  type TextChange,
} from '../../define/record.ts'
import { languages } from '../../define/text/language.ts'
import { slugKey } from '../../define/text/slug.ts'
import type { LinkKind, Links, Reader } from '../../store/index.ts'
import { type Actor, mayRead } from '../access/access.ts'
import { seesImage } from '../read/list-images.ts'
import { linkField } from '../read/patch-fields.ts'
import { recordFor, refuseUnexpected } from '../read/record-for.ts'
import { isVisibleLink } from '../read/views.ts'
import { refuseFacts, refuseOtherLanguages } from '../write/check.ts'
import { whenNow } from '../write/event-rules.ts'
import { publicationAgain } from '../write/facts.ts'
import { importedAs } from '../write/imported.ts'
import { dated, textsAfter } from '../write/texts.ts'
import { rulesOf, settle } from '../write/write.ts'
import type { DraftOf, Write, WrittenName } from '../write/write-types.ts'
import { restoreDates, seriesAgain } from './restore-dates.ts'
import { type LeftOut, stepTo } from './versions.ts'

/**
 * Writes a record as it was in a version, in all languages, by the checks of any other change. Links to records that no longer exist are left out and
 * reported. Undefined: as of `change`.
 */
export async function restore<K extends WrittenName>(
  write: Write,
  kind: K,
  id: number,
  version: number,
): Promise<{ record: StoredRecord; leftOut: LeftOut[] } | undefined> {
  const { tx, context, caller } = write
  const rules = rulesOf(kind)
  const stored = await recordFor(write, 'change', kind, id)
  const { record: previous, dates } = await stepTo(tx, caller.actor, stored, version)
  const { record: again, leftOut } = await withoutRemoved(tx, caller.actor, stored, previous)
  refuseUnexpected(caller, stored)
  refuseFacts(caller, kind, { version })
  const texts = dated(textsAgain(again, stored), context.now(), stored)
  refuseOtherLanguages(
    { ...caller, language: caller.onlyLanguage ?? caller.language },
    { translations: Object.fromEntries(changedLanguages(texts, stored).map(one => [one, {}])) },
  )
  const { parent } = again.facts
  // a draft of a category that says no more than where it is to be
  await rules.refuse?.(write, { ...(parent && { parent }) } as DraftOf<K>, texts, stored)
  const facts = factsAgain(write, again, stored)
  if (isDated(kind)) Object.assign(facts, await seriesAgain(write, again, stored, leftOut))
  if (facts.status === 'trash' && stored.facts.status !== 'trash')
    if (await rules.leave?.(write, stored)) return undefined
  Object.assign(facts, importedAs(caller, stored.version + 1))
  const links = isDated(kind) ? again.links : {}
  const next = await tx.update(kind, id, facts, texts, links)
  const after: StoredRecord = {
    ...stored,
    version: next,
    links: again.links,
    facts: { ...stored.facts, ...facts },
    texts: textsAfter(texts, stored),
  }
  const record = await settle(write, stored, after, { restored: version }, () =>
    restoreDates(write, after, dates, (now, previous) =>
      withoutRemoved(tx, caller.actor, now, previous),
    ),
  )
  return { record, leftOut }
}

/** Facts that belong to the record in every version of it: where it came from, counts of other records, and splits of the series. */
const ownFacts = [
  'count',
  'creator',
  'submission',
  'source',
  'source_id',
  'imported',
  'continued_after',
] as const

function factsAgain({ context, caller }: Write, again: StoredRecord, stored: StoredRecord): Row {
  const facts: Row = { ...again.facts, modified: context.now() }
  for (const name of ownFacts) delete facts[name]
  if (again.facts.status !== undefined)
    Object.assign(facts, publicationAgain(context, caller.actor, again, stored))
  // wall time and zone are the truth: the data of zones may have changed since
  if (isDated(again.kind)) Object.assign(facts, whenNow(again))
  return facts
}

function textsAgain(again: StoredRecord, stored: StoredRecord): TextChange {
  const change: TextChange = {}
  for (const language of languages) {
    const { changed: _, ...row } = again.texts[language] ?? {}
    if (again.texts[language]) change[language] = row
    else if (stored.texts[language]) change[language] = null
  }
  return change
}

const changedLanguages = (change: TextChange, stored: StoredRecord) =>
  languages.filter(one =>
    change[one] === null ? stored.texts[one] : change[one]?.changed !== undefined,
  )

/** A version without what it cannot have any more, and what that is. */
export async function withoutRemoved(
  reader: Reader,
  actor: Actor,
  now: StoredRecord,
  previous: StoredRecord,
): Promise<{ record: StoredRecord; leftOut: LeftOut[] }> {
  const leftOut: LeftOut[] = []
  const removed = (field: string, id: number | null, language: Language | null = null) =>
    leftOut.push({ field, id, language })
  const facts: Row = { ...previous.facts }
  for (const [name, isThere] of Object.entries(references)) {
    const id = Number(facts[name] ?? 0)
    if (id === 0 || facts[name] === now.facts[name] || (await isThere(reader, actor, id, now)))
      continue
    removed(name, id)
    facts[name] = name === 'author' ? (now.facts.author ?? null) : null
  }
  const links: Partial<Links> = {}
  for (const kind of linkKinds) {
    const there = await linkedAgain(reader, actor, kind, now, previous)
    for (const id of previous.links[kind]) if (!there.has(id)) removed(linkField(kind), id)
    links[kind] = previous.links[kind].filter(id => there.has(id))
  }
  const texts = { ...previous.texts }
  for (const language of languages) {
    const row = texts[language]
    if (!row?.slug || row.slug === now.texts[language]?.slug) continue
    const owner = await reader.bySlug(now.kind, slugKey(String(row.slug)))
    if (owner === undefined || owner === now.id) continue
    removed('slug', owner, language)
    texts[language] = { ...row, slug: now.texts[language]?.slug ?? null }
  }
  return { record: { ...previous, facts, texts, links: { ...previous.links, ...links } }, leftOut }
}

type IsThere = (reader: Reader, actor: Actor, id: number, now: StoredRecord) => Promise<boolean>

/** Facts that name other records, and whether one may be named again. */
const references: Record<string, IsThere> = {
  author: async (reader, _, id) => (await reader.kindOf('user', id)) === 'user',
  image: (reader, actor, id) => seesImage(reader, actor, id),
  parent: async (reader, _, id) => isTree((await reader.kindOf('term', id)) ?? ''),
  async post_parent(reader, actor, id, now) {
    const record = id === now.id ? undefined : await reader.get('event', id)
    return record !== undefined && mayRead(actor, record)
  },
}

/** The links of a version that may be restored: those that the record has, and those to records that this actor sees. */
async function linkedAgain(
  reader: Reader,
  actor: Actor,
  kind: LinkKind,
  now: StoredRecord,
  previous: StoredRecord,
): Promise<ReadonlySet<number>> {
  const others = previous.links[kind].filter(id => !now.links[kind].includes(id))
  const visible = (await reader.getMany(kind, others)).filter(one => isVisibleLink(actor, one))
  return new Set([...now.links[kind], ...visible.map(({ id }) => id)])
}
