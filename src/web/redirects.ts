import { entriesOf } from '../define/objects.ts'
import { isTermLink, type LinkKind, type StoredRecord } from '../define/record.ts'
import { type Language, languages } from '../define/text/language.ts'
import { linkFilters } from '../resources/event/filters.ts'
import { isSame, slugIn } from './listing/items.ts'
import type { Reading } from './reading.ts'
import { type Content, type PageRequest, redirect } from './shell/page.ts'

/** Longer lists are nobody's link. */
const most = 20

/** The same of a filter whose records have been merged into others, or have other slugs now: whoever subscribed stays subscribed. */
export async function redirectedFilters(
  asked: PageRequest,
  reading: Reading,
): Promise<Content | undefined> {
  const { query, links, name, params, language } = asked
  const now = new URLSearchParams(query)
  let isMoved = false
  for (const [kind, filter] of entriesOf(linkFilters)) {
    const words = query.get(filter)?.split(',') ?? []
    if (words.length > most) continue
    const found = await Promise.all(words.map(word => nowCalled(reading, kind, word, language)))
    if (found.every(each => each === undefined)) continue
    isMoved = true
    now.set(filter, [...new Set(words.map((word, at) => found[at] ?? word))].join(','))
  }
  if (!isMoved) return undefined
  return redirect(`${links.path(name, params)}?${now.toString().replaceAll('%2C', ',')}`)
}

/** Undefined: the record of a word is there, or never was. */
async function nowCalled(
  reading: Reading,
  kind: LinkKind,
  word: string,
  language: Language,
): Promise<string | undefined> {
  const id = /^\s*\d{1,15}\s*$/.test(word) ? [{ id: Number(word) }] : []
  const addresses = isTermLink(kind) ? [{ slug: word }, ...id] : id
  const record = await reading.successor(kind, addresses)
  if (!record) return undefined
  return id.length > 0 ? String(record.id) : slugIn(record, language).slug
}

/** Where a record is now, if this slug is none of its own any more. */
export function redirectedRecord(
  { links, name, params, language, url }: PageRequest,
  record: StoredRecord,
): Content | undefined {
  const isOwn = languages.some(one => isSame(slugIn(record, one).slug, params.slug))
  if (isOwn) return undefined
  return redirect(links.path(name, { ...params, ...slugIn(record, language) }) + url.search)
}
