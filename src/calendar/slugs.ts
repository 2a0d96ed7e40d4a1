import type { Row, StoredRecord, TextChange, Texts } from '../define/record.ts'
import type { Resource } from '../define/resource.ts'
import { languages } from '../define/text/language.ts'
import { numbered, slugKey, slugOf } from '../define/text/slug.ts'
import type { Transaction } from '../store/store.ts'
import type { SlugRule } from './write-types.ts'

/**
 * A slug that no other record of the kind has, in either language: `jazz`, `jazz-2` … `known`: who has the one that is wanted,
 * where that has been asked.
 */
export async function freeSlug(
  tx: Transaction,
  kind: string,
  wanted: string,
  id: number,
  own: readonly string[] = [],
  known?: ReadonlyMap<string, number>,
): Promise<string> {
  const nth = (n: number) => (n === 1 ? wanted : numbered(wanted, n))
  const isFree = async (n: number) => {
    const key = slugKey(nth(n))
    if (own.includes(key)) return true
    const owner = n === 1 && known ? known.get(key) : await tx.bySlug(kind, key)
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

export const trashRule = (now: unknown, before: unknown): SlugRule['trash'] =>
  now !== 'trash' ? 'no' : before === undefined || before === 'trash' ? 'stays' : 'goes'

/** Of records that always have a slug. */
export const publicSlugs = ({ status }: Row, before: Row | undefined): SlugRule => ({
  required: true,
  trash: trashRule(status, before?.status),
})

/** Texts with their slugs, which of them changed, and the keys by which the record is found. */
type Slugs = { texts: Texts; change: TextChange; keys: string[] }

/**
 * A slug for every language. Records that were never public may have none. A name without letters gives the id.
 */
export async function chooseSlugs(
  tx: Transaction,
  resource: Resource,
  id: number,
  texts: Texts,
  { required, trash }: SlugRule,
): Promise<Slugs> {
  const wanted = languages.flatMap(language => {
    const row = texts[language]
    if (!row) return []
    const last = String(row.slug ?? '')
    // what was made in the trash keeps its slug, as in The Events Calendar
    const own = trash === 'stays' ? last : last.replace(/__trashed$/, '')
    const name = row[resource.titled]
    const made = required && name ? slugOf(String(name)) || String(id) : ''
    const slug = (own || made) && (own || made) + (trash === 'goes' ? '__trashed' : '')
    return [{ language, row, slug }]
  })
  const asked = wanted.flatMap(({ slug }) => (slug ? [slugKey(slug)] : []))
  const owners = await tx.bySlugs(resource.name, asked)
  const chosen: Slugs = { texts: {}, change: {}, keys: [] }
  for (const { language, row, slug: ideal } of wanted) {
    const slug = ideal && (await freeSlug(tx, resource.name, ideal, id, chosen.keys, owners))
    if ((slug || null) !== (row.slug ?? null)) chosen.change[language] = { slug: slug || null }
    chosen.texts[language] = { ...row, slug: slug || null }
    if (slug) chosen.keys.push(slugKey(slug))
  }
  return chosen
}

/** Chooses the slugs of a stored record and stores them; gives the record with them. */
export async function settleSlugs(
  tx: Transaction,
  resource: Resource,
  record: StoredRecord,
  rule: SlugRule,
): Promise<StoredRecord> {
  const { texts, change, keys } = await chooseSlugs(tx, resource, record.id, record.texts, rule)
  await tx.amend(resource.name, record.id, change)
  await tx.setSlugs(resource.name, record.id, keys)
  return { ...record, texts }
}
