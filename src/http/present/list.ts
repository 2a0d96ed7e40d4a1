import type { Listing } from '../../calendar/lists.ts'
import type { Resource } from '../../define/resource.ts'
import { formatWall } from '../../define/time/format.ts'
import type { Show } from './context.ts'

export type Sent = [name: string, value: string][]

/** An address that is followed asks what was asked: form style throughout (P1). */
export const encoded = (of: Sent) =>
  of.map(([name, value]) => `${inForm(name)}=${inForm(value)}`).join('&')

/** Most names and values are plain: they need not pass through `URLSearchParams`, which costs ten times as much. */
const inForm = (text: string) =>
  plain.test(text)
    ? text
    : dateAndTime.test(text)
      ? text.replace(' ', '+').replaceAll(':', '%3A')
      : new URLSearchParams([[text, '']]).toString().slice(0, -1)
const plain = /^[\w.*-]*$/
const dateAndTime = /^[\d-]+ [\d:]+$/

const without = (sent: Sent, name: string) => sent.filter(([each]) => each !== name)

/** Addresses of other pages: all that the caller sent, and the page, which page 1 does not need (P1). */
function pageLinks(collection: string, sent: Sent): (page: number) => string {
  const kept = encoded(without(sent, 'page'))
  const first = kept ? `${collection}/?${kept}` : `${collection}/`
  return page => (page > 1 ? `${first}${kept ? '&' : '?'}page=${page}` : first)
}

const boundOf = ({ name, at, clock }: NonNullable<Listing['window']>[number]): [string, string] => [
  name,
  formatWall(at) + (clock === 'instant' ? 'Z' : ''),
]

/** The bounds of the moment, for those who sent none: pages that are walked over midnight are of one list (P11). */
function pinned(sent: Sent, { window = [] }: Listing): Sent {
  const names = new Set(sent.map(([name]) => name))
  return window.filter(({ name }) => computed.has(name) && !names.has(name)).map(boundOf)
}
const computed = new Set(['start_date', 'end_date'])

/** The list with the window it looked at: whole days are widened (behaviour 3.4). */
function ownLink(collection: string, sent: Sent, { page, perPage, window = [] }: Listing): string {
  const shown: Sent = [
    ['page', String(page)],
    ['per_page', String(perPage)],
    ...window.map(boundOf),
  ]
  const names = new Set(shown.map(([name]) => name))
  return `${collection}/?${encoded([...shown, ...sent.filter(([name]) => !names.has(name))])}`
}

export type ListBody = { body: Record<string, unknown>; links: Record<string, string> }

/** The envelope of a list (behaviour 1.8), and its links for the `Link` header (RFC 8288). */
export function presentList(
  show: Show,
  resource: Resource,
  listing: Listing,
  items: unknown,
  sent: Sent,
): ListBody {
  const { total, page, perPage } = listing
  // A password that was sent is written in no link (A12).
  const repeated = sent.filter(([name]) => !/^password(\[|$)/i.test(name))
  const collection = `${show.root}/${resource.path}`
  const pages = Math.ceil(total / perPage)
  const linkTo = pageLinks(collection, [...repeated, ...pinned(sent, listing)])
  const next = page < pages ? linkTo(page + 1) : undefined
  const previous = page > 1 ? linkTo(page - 1) : undefined
  const links = {
    ...(next && { next_rest_url: next }),
    ...(previous && { previous_rest_url: previous }),
  }
  const own = { rest_url: ownLink(collection, repeated, listing) }
  const totals = { total, total_pages: pages }
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
      first: linkTo(1),
      last: linkTo(Math.max(pages, 1)),
    },
  }
}
