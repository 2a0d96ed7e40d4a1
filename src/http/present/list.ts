import type { Listing } from '../../calendar/lists.ts'
import type { Resource } from '../../define/resource.ts'
import { formatWall } from '../../define/time/format.ts'
import type { Show } from './show.ts'

export type Sent = [name: string, value: string][]

/** Reference style for reading, form style for following (behaviour 3.11). */
const plainly = (of: Sent) => of.map(([name, value]) => `${name}=${value}`).join('&')
const encoded = (of: Sent) => new URLSearchParams(of).toString()

const without = (sent: Sent, name: string) => sent.filter(([each]) => each !== name)

/** Addresses of other pages: all that the caller sent, and the page, which page 1 does not need (P1). */
function pageLinks(collection: string, sent: Sent): (page: number) => string {
  const kept = encoded(without(sent, 'page'))
  const first = kept ? `${collection}/?${kept}` : `${collection}/`
  return page => (page > 1 ? `${first}${kept ? '&' : '?'}page=${page}` : first)
}

/** The list with the window it looked at: whole days are widened (behaviour 3.4). */
function ownLink(collection: string, sent: Sent, { page, perPage, window = [] }: Listing): string {
  const shown: Sent = [
    ['page', String(page)],
    ['per_page', String(perPage)],
    ...window.map(({ name, at, clock }): [string, string] => [
      name,
      formatWall(at) + (clock === 'instant' ? 'Z' : ''),
    ]),
  ]
  const names = new Set(shown.map(([name]) => name))
  return `${collection}/?${plainly([...shown, ...sent.filter(([name]) => !names.has(name))])}`
}

export type ListBody = { body: Record<string, unknown>; links: Record<string, string> }

/** The envelope of a list (behaviour 1.8), and its links for the `Link` header (RFC 8288). */
export function presentList(
  show: Show,
  room: Resource,
  listing: Listing,
  items: unknown,
  sent: Sent,
): ListBody {
  const { total, page, perPage } = listing
  const collection = `${show.root}/${room.path}`
  const pages = Math.ceil(total / perPage)
  const linkTo = pageLinks(collection, sent)
  const next = page < pages ? linkTo(page + 1) : undefined
  const previous = page > 1 ? linkTo(page - 1) : undefined
  const links = {
    ...(next && { next_rest_url: next }),
    ...(previous && { previous_rest_url: previous }),
  }
  const own = { rest_url: ownLink(collection, sent, listing) }
  const totals = { total, total_pages: pages }
  const list = { [room.path]: items }
  const body =
    room.family === 'term'
      ? { ...own, ...totals, ...list, ...links }
      : { ...list, ...own, ...links, ...totals }
  return {
    body,
    links: {
      ...(next && { next }),
      ...(previous && { prev: previous }),
      first: linkTo(1),
      last: linkTo(Math.max(pages, 1)),
    },
  }
}
