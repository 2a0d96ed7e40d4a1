import type { Values } from '../../define/param.ts'
import { type Day, formatWall } from '../../define/time/clock.ts'
import type { EventView } from '../../resources/index.ts'
import type { PageRequest } from '../shell/page.ts'
import type { ListedViews } from '../shell/reading.ts'
import { type Filters, hasDates, isByDistance, isNear, isOfEachDate } from './filters.ts'
import { eventIn } from './items.ts'
import { nowOf, todayOf } from './now.ts'

/** Entries of a list, and how many there are; `countDates`: all dates of theirs that it has. */
export type ListedItems = {
  items: EventView[]
  total: number
  hasMore: boolean
  countDates(): Promise<number>
}

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

/** A page of a list in which a series stands once, on the first of its dates that match, unless each date is asked for. */
async function listItems(
  request: PageRequest,
  values: Values,
  page: number,
  per_page: number,
): Promise<ListedItems> {
  const sent = { occurrences: 'series', ...values }
  const listed = await listOrNone(request, { ...sent, per_page, page })
  const total = listed?.total ?? 0
  return {
    items: listed ? itemsOf(request, listed) : [],
    total,
    hasMore: total > page * per_page,
    countDates: () => countEntries(request, { ...sent, occurrences: 'each' }),
  }
}

const countEntries = async ({ reading }: PageRequest, sent: Values): Promise<number> =>
  (await reading.ids('event', { ...sent, per_page: 1 })).total

/** Events that are not over, the next first; or that go on after a moment. */
export const upcomingItems = (
  request: PageRequest,
  filters: Filters | Values,
  page = 1,
  per_page = perPage,
  after = nowOf(request),
): Promise<ListedItems> => listItems(request, upcomingOf(filters, after), page, per_page)

/** The number of the same. */
export const countUpcoming = (
  request: PageRequest,
  filters: Filters | Values,
  after = nowOf(request),
): Promise<number> =>
  countEntries(request, { occurrences: 'series', ...upcomingOf(filters, after) })

/** Near a place the next come first too, unless the nearest are to. */
const inOrder = (values: Values, sort: string): Values =>
  isByDistance(values) ? values : { ...values, sort }

/** Days in the query mean what they mean in the API; exact times are further conditions. */
function upcomingOf(filters: Filters | Values, after: string): Values {
  const values = isNear(filters) ? inOrder(filters, 'start_date') : filters
  return hasDates(values) && !('strict_dates' in values)
    ? values
    : { ...values, ends_after: values.ends_after ?? after, strict_dates: true }
}

/** Maximum number of running events that a page names. */
const maxRunning = 50

/**
 * The same in two parts: on the first page what began before a day, by default today, and what begins from then on. With twenty
 * exhibitions the first page would have nothing that begins. `all` has the numbers of both: a series that is on now is not
 * listed again.
 */
export async function splitItems(
  request: PageRequest,
  filters: Filters,
  page: number,
  day?: Day,
  per_page = perPage,
): Promise<{
  running: ListedItems
  listed: ListedItems
  all: Pick<ListedItems, 'total' | 'countDates'>
}> {
  const start = formatWall(day ?? todayOf(request))
  const after = day === undefined ? nowOf(request) : formatWall(day - 1)
  const strict = { ...filters, strict_dates: true }
  const before = { ...strict, starts_before: start }
  const running = await upcomingItems(request, before, 1, maxRunning, after)
  const from = { ...strict, start_date: start }
  const listed = await upcomingItems(request, from, page, per_page, after)
  const onNow = new Set(isOfEachDate(filters) ? [] : running.items.map(({ id }) => id))
  const total = await countUpcoming(request, strict, after)
  const each = { ...strict, occurrences: 'each' }
  return {
    running: page === 1 ? running : { ...running, items: [] },
    listed: { ...listed, items: listed.items.filter(({ id }) => !onNow.has(id)) },
    all: { total, countDates: () => countUpcoming(request, each, after) },
  }
}

/** Events that are over, or were before a moment, the latest first. */
export function pastItems(
  request: PageRequest,
  filters: Filters | Values,
  page = 1,
  per_page = perPage,
  before = nowOf(request),
): Promise<ListedItems> {
  if (hasDates(filters)) return Promise.resolve(noItems)
  const sent = {
    ...inOrder(filters, '-start_date'),
    ends_before: before,
    strict_dates: true,
  }
  return listItems(request, sent, page, per_page)
}

const noItems: ListedItems = {
  items: [],
  total: 0,
  hasMore: false,
  countDates: () => Promise.resolve(0),
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
export const isBeyondLast = ({ items, hasMore }: ListedItems, page: number) =>
  page > 1 && items.length === 0 && !hasMore
