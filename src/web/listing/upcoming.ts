import type { Values } from '../../define/param.ts'
import { type Day, formatWall } from '../../define/time/clock.ts'
import type { EventView } from '../../resources/view.ts'
import type { PageRequest } from '../shell/page.ts'
import type { ListedViews } from '../shell/reading.ts'
import { type Filters, hasDates } from './filters.ts'
import { eventIn } from './items.ts'
import { nowOf, todayOf } from './now.ts'

export type ListedItems = { items: EventView[]; total: number; hasMore: boolean }

const perPage = 20
const lastPage = 10_000

/** The page of a list that an address asks for. */
export function pageOf(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1
}

/** The dates of events in a list; a date of a series leads to a page of its own. */
export const itemsOf = (request: PageRequest, { views }: ListedViews): EventView[] =>
  views.map(view => eventIn(request, view))

/** Events that are not over, the next first; or that go on after a moment. */
export async function upcomingItems(
  request: PageRequest,
  filters: Filters | Values,
  page = 1,
  per_page = perPage,
  after = nowOf(request),
): Promise<ListedItems> {
  const sent = { ...upcomingOf(filters, after), per_page, page }
  const listed = await listOrNone(request, sent)
  return {
    items: listed ? itemsOf(request, listed) : [],
    total: listed?.total ?? 0,
    hasMore: (listed?.total ?? 0) > page * per_page,
  }
}

/** The number of the same. */
export async function countUpcoming(
  request: PageRequest,
  filters: Filters | Values,
  after = nowOf(request),
): Promise<number> {
  const sent = { ...upcomingOf(filters, after), per_page: 1 }
  return (await request.reading.ids('event', sent)).total
}

/** Days in the query mean what they mean in the API; exact times are further conditions. */
const upcomingOf = (filters: Filters | Values, after: string): Values =>
  hasDates(filters) && !('strict_dates' in filters)
    ? filters
    : { ...filters, ends_after: after, strict_dates: true }

/** Maximum number of running events that a page names. */
const maxRunning = 50

/**
 * The same in two parts: on the first page what began before a day, by default today, and what begins from then on. With twenty
 * exhibitions the first page would have nothing that begins.
 */
export async function splitItems(
  request: PageRequest,
  filters: Filters,
  page: number,
  day?: Day,
  per_page = perPage,
): Promise<{ running: ListedItems; listed: ListedItems }> {
  const start = formatWall(day ?? todayOf(request))
  const after = day === undefined ? nowOf(request) : formatWall(day - 1)
  const strict = { ...filters, strict_dates: true }
  const before = { ...strict, starts_before: start }
  const running = await upcomingItems(request, before, 1, page === 1 ? maxRunning : 1, after)
  const from = { ...strict, start_date: start }
  const listed = await upcomingItems(request, from, page, per_page, after)
  return { running: page === 1 ? running : { ...running, items: [] }, listed }
}

/** Events that are over, or were before a moment, the latest first: lists are in the order of their starts, so they are read from their end. */
export async function pastItems(
  request: PageRequest,
  filters: Filters | Values,
  page = 1,
  per_page = perPage,
  before = nowOf(request),
): Promise<ListedItems> {
  if (hasDates(filters)) return { items: [], total: 0, hasMore: false }
  const isRanked = filters.q !== undefined && filters.geoloc_lat === undefined
  const sent = {
    ...filters,
    ends_before: before,
    strict_dates: true,
    per_page,
    // by rank the latest are not at the end
    ...(isRanked && { sort: 'start_date' }),
  }
  const { total } = await request.reading.ids('event', { ...sent, per_page: 1 })
  const last = Math.ceil(total / per_page)
  if (page > last) return { items: [], total, hasMore: false }
  const listed = await listOrNone(request, { ...sent, page: last - page + 1 })
  const items = listed ? itemsOf(request, listed).reverse() : []
  return { items, total, hasMore: page < last }
}

/** A page beyond the last has nothing on it. */
export async function listOrNone(
  request: PageRequest,
  sent: Values,
): Promise<ListedViews | undefined> {
  try {
    return await request.reading.list('event', sent)
  } catch (error) {
    if (isBeyond(error)) return undefined
    throw error
  }
}
const isBeyond = (error: unknown) =>
  error instanceof Error && error.message === 'event-archive-page-not-found'

/** A page beyond the last of a list is an old link: it leads to the first one. */
export const isBeyondLast = ({ items }: Pick<ListedItems, 'items'>, page: number) =>
  page > 1 && items.length === 0
