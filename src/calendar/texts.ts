import { nested, onlyWhitespace } from '../define/field-errors.ts'
import type { Values } from '../define/param.ts'
import { languageShown, languagesOf, main, shown } from '../define/record-texts.ts'
import {
  type Field,
  livesIn,
  type Resource,
  type TextDraft,
  textNames,
} from '../define/resource.ts'
import { fold } from '../define/text/fold.ts'
import { type Language, languages } from '../define/text/language.ts'
import { numbered, slugKey, slugOf } from '../define/text/slug.ts'
import { fieldProblem, Problem } from '../problem.ts'
import type { Cell, Row, StoredRecord, Texts, Transaction } from '../store/store.ts'

export { languageShown, languagesOf, main, shown }

export type TextChange = Partial<Record<Language, Row | null>>

/** What a write makes of the texts: the language of the request from the body, others from `translations` (M3, M9). */
export function textsWritten(
  resource: Resource,
  draft: Values,
  language: Language,
  stored: StoredRecord | undefined,
): TextChange {
  const change: TextChange = {}
  const inBody = Object.fromEntries(
    textNames(resource).flatMap(name => (name in draft ? [[name, draft[name]]] : [])),
  )
  const translations = (draft.translations ?? {}) as TextDraft
  const mainLanguage = stored ? main(stored) : language
  for (const each of languages) {
    const sent = each === language ? { ...translations[each], ...inBody } : translations[each]
    if (each !== language && sent === undefined) continue
    const isBare = each !== language || Object.keys(inBody).length === 0
    if (translations[each] === null && isBare) change[each] = null
    else if (Object.keys(sent as Values).length > 0 || !stored)
      change[each] = textRow(resource, sent as Values, each === mainLanguage)
  }
  refuseToLoseTheLast(change, stored)
  refuseBlankNames(resource, change, stored, language)
  return change
}

/** A cleared text is empty in the main language; elsewhere the main language shows again. */
function textRow(resource: Resource, sent: Values, isMain: boolean): Row {
  const row: Row = {}
  for (const [name, text] of Object.entries(sent)) {
    row[name] = text === null ? (isMain && name !== 'slug' ? '' : null) : (text as Cell)
    if (name === resource.titled) row.name_key = fold(String(text))
    if (name === 'slug') row.slug = text === null ? null : slugOf(String(text))
  }
  return row
}

function refuseToLoseTheLast(change: TextChange, stored: StoredRecord | undefined) {
  const left = languages.filter(
    each =>
      change[each] !== null && (change[each]?.name_key ?? stored?.texts[each]?.name_key) != null,
  )
  if (stored && left.length === 0) throw fieldProblem('translations', lastTranslation)
}
const lastTranslation = {
  sentence: {
    en: 'The last translation of a record cannot be deleted.',
    fr: 'La dernière traduction d’une fiche ne peut être supprimée.',
  },
}

/** What is nothing but blanks or markup names nothing (E1). */
function refuseBlankNames(
  resource: Resource,
  change: TextChange,
  stored: StoredRecord | undefined,
  language: Language,
) {
  for (const each of languages) {
    const row = change[each]
    if (row?.[resource.titled] === '')
      throw each === language ? blankName(resource) : blankTranslation(resource, each)
    if (row?.[resource.titled] === null) throw blankTranslation(resource, each)
  }
  if (!stored && !change[language]?.[resource.titled]) throw blankName(resource)
}

const blankTranslation = (resource: Resource, language: Language) =>
  fieldProblem('translations', nested([[`${language}.${resource.titled}`, onlyWhitespace]]))

function blankName(resource: Resource) {
  if (resource.family === 'term') return new Problem('empty_term_name')
  return resource.name === 'event'
    ? new Problem('empty_content')
    : fieldProblem(resource.titled, onlyWhitespace)
}

/** When the main language is deleted, the one that is left becomes the main one. */
export function mainAfter(change: TextChange, stored: StoredRecord): Language | undefined {
  if (change[main(stored)] !== null) return undefined
  return languages.find(
    each => change[each] !== null && (change[each] ?? stored.texts[each])?.name_key != null,
  )
}

/** The texts as they will be kept once the change is made. */
export function textsAfter(change: TextChange, stored: StoredRecord | undefined): Texts {
  const after: Texts = {}
  for (const each of languages) {
    if (change[each] === null) continue
    const row = { ...stored?.texts[each], ...change[each] }
    if (Object.keys(row).length > 0) after[each] = row
  }
  return after
}

/** Words of a record by language, folded: what is matched is what is shown (M4). */
export function searchParts(
  resource: Resource,
  record: StoredRecord,
): Partial<Record<Language, string[]>> {
  const parts: Partial<Record<Language, string[]>> = {}
  // What is shown in both languages is folded once.
  const folded = new Map<string, { text: unknown; words: string }>()
  for (const language of languages) {
    const texts: string[] = []
    for (const [name, field] of searchedFields(resource)) {
      const text = livesIn(field) === 'text' ? shown(record, name, language) : record.facts[name]
      if (!text) continue
      let known = folded.get(name)
      if (known?.text !== text) {
        const { searchText } = field.type
        const plain = searchText ? searchText(String(text)) : String(text)
        known = { text, words: withContractions(fold(plain)) }
        folded.set(name, known)
      }
      if (known.words) texts.push(known.words)
    }
    // An event is matched by all its words together, other records field by field (behaviour 3.9, 3.12).
    parts[language] = resource.name === 'event' ? [texts.join('\n')] : texts
  }
  return parts
}

/** `aujourd'hui` is looked for without its apostrophe too: such words stand behind the text once more, written together. */
function withContractions(words: string): string {
  if (!words.includes("'")) return words
  const contracted = words.match(/[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)+/gu) ?? []
  const together = new Set(contracted.map(word => word.replaceAll("'", '')))
  return together.size === 0 ? words : `${words}\n${[...together].join(' ')}`
}

const searchedOf = new WeakMap<Resource, [string, Field][]>()
function searchedFields(resource: Resource): [string, Field][] {
  const known = searchedOf.get(resource)
  if (known) return known
  const made = Object.entries(resource.fields).filter(([, field]) => field.searched)
  searchedOf.set(resource, made)
  return made
}

/** A slug that no other record of the kind has, in either language: `jazz`, `jazz-2` … (behaviour 4.6). */
export async function freeSlug(
  tx: Transaction,
  kind: string,
  wanted: string,
  id: number,
  own: readonly string[] = [],
): Promise<string> {
  const nth = (n: number) => (n === 1 ? wanted : numbered(wanted, n))
  const isFree = async (n: number) => {
    const key = slugKey(nth(n))
    if (own.includes(key)) return true
    const owner = await tx.bySlug(kind, key)
    return owner === undefined || owner === id
  }
  for (let n = 1; n <= fewTwins; n++) if (await isFree(n)) return nth(n)
  // a weekly class has hundreds of namesakes: they are asked by doubling, and back by halves
  let taken = fewTwins
  let free = 2 * fewTwins
  for (; !(await isFree(free)); free *= 2) taken = free
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2)
    if (await isFree(middle)) free = middle
    else taken = middle
  }
  return nth(free)
}
const fewTwins = 20

/** `trash`: whether this write moves the record to the trash, or it is or begins there, or it is elsewhere. */
type SlugRule = { required: boolean; trash: 'goes' | 'stays' | 'no' }

export const trashRule = (now: unknown, before: unknown): SlugRule['trash'] =>
  now !== 'trash' ? 'no' : before === undefined || before === 'trash' ? 'stays' : 'goes'

/**
 * Gives every language its slug, in `texts` too; answers what changed, and the keys by which the record is found. Records
 * that were never public may have none. A name without letters gives the id, so a record without one has no such slug yet.
 */
export async function chooseSlugs(
  tx: Transaction,
  resource: Resource,
  id: number | undefined,
  texts: Texts,
  { required, trash }: SlugRule,
) {
  const change: TextChange = {}
  const keys: string[] = []
  for (const language of languages) {
    const row = texts[language]
    if (!row) continue
    const last = String(row.slug ?? '')
    // what was made in the trash keeps its slug, as in the reference
    const kept = trash === 'stays' ? last : last.replace(/__trashed$/, '')
    const made =
      required && row[resource.titled]
        ? slugOf(String(row[resource.titled])) || String(id ?? '')
        : ''
    const wanted = (kept || made) && (kept || made) + (trash === 'goes' ? '__trashed' : '')
    const slug = wanted && (await freeSlug(tx, resource.name, wanted, id ?? 0, keys))
    if ((slug || null) !== (row.slug ?? null)) change[language] = { slug: slug || null }
    row.slug = slug || null
    if (slug) keys.push(slugKey(slug))
  }
  return { change, keys }
}

/** Chooses slugs for a stored record, keeps them and registers them. */
export async function settleSlugs(
  tx: Transaction,
  resource: Resource,
  id: number,
  texts: Texts,
  rule: SlugRule,
): Promise<void> {
  const { change, keys } = await chooseSlugs(tx, resource, id, texts, rule)
  await tx.setTexts(resource.name, id, change)
  await tx.setSlugs(resource.name, id, keys)
}
