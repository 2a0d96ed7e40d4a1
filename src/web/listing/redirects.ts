import { entriesOf } from '../../define/base/objects.ts'
import { isTermLink, type LinkKind } from '../../define/record.ts'
import { languages } from '../../define/text/language.ts'
import { Problem } from '../../problem/index.ts'
import { type AnyView, linkFilters, viewIn } from '../../resources/index.ts'
import { type Content, type PageRequest, redirect } from '../shell/page.ts'
import type { Reading } from '../shell/reading.ts'
import { showContextOf } from '../shell/show-context.ts'
import { dateMovedTo, hadDateOn } from './event-dates.ts'
import { eventIn, isSame } from './items.ts'

/** Longer lists are not redirected. */
const max = 20

/** The same of a filter whose records have been merged into others, or have other slugs now: subscriptions go on. */
export async function redirectedFilters(
  request: PageRequest,
  reading: Reading,
): Promise<Content | undefined> {
  const { query, links, name, params } = request
  const now = new URLSearchParams(query)
  let isMoved = false
  for (const [kind, filter] of entriesOf(linkFilters)) {
    const words = query.get(filter)?.split(',') ?? []
    if (words.length > max) continue
    const currentNames = await Promise.all(
      words.map(word => nowCalled(request, reading, kind, word)),
    )
    if (currentNames.every(each => each === undefined)) continue
    isMoved = true
    now.set(filter, [...new Set(words.map((word, at) => currentNames[at] ?? word))].join(','))
  }
  if (!isMoved) return undefined
  return redirect(`${links.path(name, params)}?${now.toString().replaceAll('%2C', ',')}`)
}

/** Undefined: the record of a word is there, or never was. */
async function nowCalled(
  request: PageRequest,
  reading: Reading,
  kind: LinkKind,
  word: string,
): Promise<string | undefined> {
  const id = /^\s*\d{1,15}\s*$/.test(word) ? [{ id: Number(word) }] : []
  const addresses = isTermLink(kind) ? [{ slug: word }, ...id] : id
  const record = await reading.successor(kind, addresses)
  if (!record) return undefined
  return id.length > 0 ? String(record.id) : viewIn(kind, { record }, showContextOf(request)).slug
}

/** Where a record is now, if this slug is none of its own any more. */
export function redirectedRecord(
  { links, name, params, url }: PageRequest,
  view: Pick<AnyView, 'slug' | 'slugIn'>,
): Content | undefined {
  const isOwn = languages.some(one => isSame(view.slugIn(one), params.slug))
  if (isOwn) return undefined
  return redirect(links.path(name, { ...params, slug: view.slug }) + url.search)
}

/** Where the URL of a date leads that is gone, or an event of its own, or a date of another series; it may come back. */
export async function toSeries(
  of: Parameters<typeof hadDateOn>[0],
  page: 'event' | 'eventFile',
): Promise<Content> {
  const { request, view } = of
  const named = request.params.date ?? ''
  const moved = await dateMovedTo(of, named)
  if (moved) {
    const { slug, date, isDate } = moved
    const name = isDate ? onDate[page] : page
    return redirect(request.links.path(name, { slug, ...(isDate && { date }) }), 302)
  }
  if (!(await hadDateOn(of, named))) throw new Problem('rest_no_route')
  const { slug } = eventIn(request, view)
  return redirect(request.links.path(page, { slug }), 302)
}

/** The same of one date. */
const onDate = { event: 'eventOn', eventFile: 'eventOnFile' } as const
