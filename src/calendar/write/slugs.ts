import type { Row, StoredRecord, TextChange, Texts } from '../../define/record.ts'
import type { Resource } from '../../define/resource.ts'
import { languages } from '../../define/text/language.ts'
import { numbered, slugAny, slugKey, slugOf } from '../../define/text/slug.ts'
import type { Transaction } from '../../store/index.ts'
import type { SlugRule } from './write-types.ts'

/** The numbering of the slugs of one write that are taken, and the key by which they are compared. */
type Naming = { nth(slug: string, n: number): string; keyOf(slug: string): string }

const publicNaming: Naming = {
  nth: (slug, n) => (n === 1 ? slug : numbered(slug, n)),
  keyOf: slugKey,
}

/** The ending of a slug while its record is in the trash, as in The Events Calendar; with a number where that is taken. */
export const trashEnding = '__trashed'
const withTrashEnding = new RegExp(`${trashEnding}(?:-\\d+)?$`)

/** A slug in the trash is not cut, however long: the one that the record had before stands in it whole. */
const trashNaming: Naming = {
  nth: (slug, n) => (n === 1 ? slug : `${slug}-${n}`),
  keyOf: slugAny,
}

/** True for a slug of a record in the trash. */
export const isTrashSlug = (slug: string) => withTrashEnding.test(slug)

/**
 * A slug that no other record of the kind has in any language: `jazz`, `jazz-2` … `owners`: the record that has the wanted slug, if it was
 * looked up.
 */
export async function freeSlug(
  tx: Transaction,
  kind: string,
  wanted: string,
  id: number,
  own: readonly string[] = [],
  owners?: ReadonlyMap<string, number>,
  { nth, keyOf }: Naming = publicNaming,
): Promise<string> {
  const isFree = async (n: number) => {
    const key = keyOf(nth(wanted, n))
    if (own.includes(key)) return true
    const owner = n === 1 && owners ? owners.get(key) : await tx.bySlug(kind, key)
    return owner === undefined || owner === id
  }
  for (let n = 1; n <= fewTwins; n++) if (await isFree(n)) return nth(wanted, n)
  // a weekly class has hundreds of namesakes: the free number is found by doubling, then by halving
  let taken = fewTwins
  let free = 2 * fewTwins
  for (; !(await isFree(free)); free *= 2) taken = free
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2)
    if (await isFree(middle)) free = middle
    else taken = middle
  }
  return nth(wanted, free)
}
const fewTwins = 20

export const trashRule = (now: unknown, before: unknown): SlugRule['trash'] =>
  now !== 'trash' ? 'no' : before === undefined || before === 'trash' ? 'stays' : 'goes'

/** For records that always have a slug. */
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
  const naming = trash === 'no' ? publicNaming : trashNaming
  const wanted = languages.flatMap(language => {
    const row = texts[language]
    if (!row) return []
    const last = String(row.slug ?? '')
    // what was made in the trash keeps its slug, as in The Events Calendar
    const own = trash === 'stays' ? last : last.replace(withTrashEnding, '')
    const name = row[resource.titled]
    const derived = required && name ? slugOf(String(name)) || String(id) : ''
    const slug = (own || derived) && (own || derived) + (trash === 'goes' ? trashEnding : '')
    return [{ language, row, slug }]
  })
  const keys = wanted.flatMap(({ slug }) => (slug ? [naming.keyOf(slug)] : []))
  const owners = await tx.bySlugs(resource.name, keys)
  const chosen: Slugs = { texts: {}, change: {}, keys: [] }
  for (const { language, row, slug: ideal } of wanted) {
    const slug =
      ideal && (await freeSlug(tx, resource.name, ideal, id, chosen.keys, owners, naming))
    if ((slug || null) !== (row.slug ?? null)) chosen.change[language] = { slug: slug || null }
    chosen.texts[language] = { ...row, slug: slug || null }
    if (slug) chosen.keys.push(naming.keyOf(slug))
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
