import type { ListFacets, Listing } from '../../calendar/index.ts'
import { localized } from '../../define/record-texts.ts'
import type { Resource } from '../../define/resource.ts'
import { formatWall } from '../../define/time/clock.ts'
import { type FacetCounts, isResource, resources } from '../../resources/index.ts'
import type { Show } from './context.ts'

/** Facets with the names of their records as lists of these show them. */
function presentFacets(show: Show, facets: ListFacets): FacetCounts {
  const presented = Object.entries(facets).map(([param, values]) => [
    param,
    values.map(({ record, name, count }) => {
      if (!record || !isResource(record.kind)) return { name, count }
      const { fields, titled }: Resource = resources[record.kind]
      return {
        id: record.id,
        slug: localized(record, 'slug', show.language) ?? '',
        name: fields[titled]?.type.show?.(localized(record, titled, show.language), show) ?? '',
        count,
      }
    }),
  ])
  return Object.fromEntries(presented)
}

type QueryPairs = [name: string, value: string][]

/** A parameter as it stands in a link that is followed: form style throughout (P1). */
type Written = { name: string; text: string }
const written = ([name, value]: QueryPairs[number]): Written => ({
  name,
  text: `${inForm(name)}=${inForm(value)}`,
})

const joined = (parameters: readonly Written[]) => parameters.map(({ text }) => text).join('&')

export const encoded = (of: QueryPairs) => joined(of.map(written))

/** Most names and values are plain: they need not pass through `URLSearchParams`, which costs ten times as much. */
const inForm = (text: string) =>
  plain.test(text)
    ? text
    : dateAndTime.test(text)
      ? text.replace(' ', '+').replaceAll(':', '%3A')
      : new URLSearchParams([[text, '']]).toString().slice(0, -1)
const plain = /^[\w.*-]*$/
const dateAndTime = /^[\d-]+ [\d:]+$/

const boundOf = ({ name, at, clock }: NonNullable<Listing['window']>[number]) =>
  written([name, formatWall(at) + (clock === 'instant' ? 'Z' : '')])

const named = (among: readonly Written[], name: string) => among.some(each => each.name === name)

/**
 * URLs of other pages: all that the caller sent, and the page, which page 1 does not need (P1); for those who sent no dates the
 * bounds of the moment, so that pages that are walked over midnight are of one list (P11).
 */
function pageLinks(collection: string, sent: Written[], bounds: Written[]) {
  const pinned = bounds.filter(({ name }) => computed.has(name) && !named(sent, name))
  const query = joined([...sent.filter(({ name }) => name !== paging.page), ...pinned])
  const first = query ? `${collection}/?${query}` : `${collection}/`
  return (page: number) => (page > 1 ? `${first}${query ? '&' : '?'}page=${page}` : first)
}
const computed = new Set(['start_date', 'end_date'])
/** The names of the parameters of paging. */
const paging = { page: 'page', perPage: 'per_page' }

/** The list with the window it looked at: whole days are widened. */
function ownLink(
  collection: string,
  sent: Written[],
  bounds: Written[],
  { page, perPage }: Listing,
): string {
  const others = sent.filter(
    ({ name }) =>
      name !== paging.page &&
      name !== paging.perPage &&
      !name.startsWith('_') &&
      !named(bounds, name),
  )
  const query = joined([...bounds, ...others])
  return `${collection}/?page=${page}&per_page=${perPage}${query && `&${query}`}`
}

const withCursor = (sent: readonly Written[], cursor: string) =>
  sent.map(each => (each.name === 'cursor' ? written([each.name, cursor]) : each))

type ListBody = { body: Record<string, unknown>; links: Record<string, string> }

/** The envelope of a list, and its links for the `Link` header (RFC 8288). `path`: where it is. */
export function presentList(
  show: Show,
  resource: Resource,
  listing: Listing,
  items: unknown,
  sent: QueryPairs,
  path = resource.path,
): ListBody {
  const { total, page, perPage, facets, cursors } = listing
  // A password that was sent is written in no link (A12).
  const repeated = sent.filter(([name]) => !/^password(\[|$)/i.test(name)).map(written)
  // both bounds of a day are written as it was sent
  const bounds = (listing.window ?? []).filter(({ name }) => name !== 'on').map(boundOf)
  const collection = `${show.root}/${path}`
  const pages = Math.ceil(total / perPage)
  const linkTo = pageLinks(collection, repeated, bounds)
  const linkAfter = (cursor: string) =>
    pageLinks(collection, withCursor(repeated, cursor), bounds)(1)
  const nextPage = page < pages ? linkTo(page + 1) : undefined
  const next = cursors ? cursors.next && linkAfter(cursors.next) : nextPage
  const previous = page > 1 ? linkTo(page - 1) : undefined
  const links = {
    ...(next && { next_rest_url: next }),
    ...(previous && { previous_rest_url: previous }),
  }
  const own = { rest_url: ownLink(collection, repeated, bounds, listing) }
  const totals = {
    total,
    total_pages: pages,
    ...(cursors?.next && { next_cursor: cursors.next }),
    ...(facets && { facets: presentFacets(show, facets) }),
  }
  const list = { [resource.path]: items }
  const body =
    resource.family === 'term'
      ? { ...own, ...totals, ...list, ...links }
      : { ...list, ...own, ...links, ...totals }
  return {
    body,
    links: {
      ...(next && { next }),
      ...(previous && { prev: previous }),
      ...(!cursors && { first: linkTo(1), last: linkTo(Math.max(pages, 1)) }),
    },
  }
}
