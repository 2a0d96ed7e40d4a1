import type { EventsByTitle, ListItem, Page, Reader, TitlePlace } from '../contract/store.ts'
import type { SplitQuery } from './condition.ts'
import { eventsIn, itemOf, type ListCalendar } from './event-order.ts'
import { among } from './selected-events.ts'

/** At most so many dates are sorted by the database. More of them are met on a walk through all titles. */
export const maxSortedByTitle = 2000
/** Titles that are read at first, and then, at a time. */
const [firstSlice, slice] = [64, 500]

/** True if sorting so many dates looks at fewer titles than a walk, on which they are as rare as they are among all. */
export const isQuickerSorted = (calendar: ListCalendar, { limit, offset }: Page, total: number) =>
  total * total <= (limit + Math.min(offset, Math.max(0, total - offset))) * eventsIn(calendar)

type Order = Pick<EventsByTitle, 'language' | 'descending'>
type Titles = { calendar: ListCalendar; reader: Pick<Reader, 'eventsByTitle'> }

/** The dates of an event: all of them in their order, or the first with their number. */
type Shown = (items: ListItem[]) => ListItem[]

/** A few dates by the title of their event. Other dates of the calendar may change meanwhile. */
export async function fewByTitle(
  { calendar, reader }: Titles,
  ids: readonly number[],
  order: Order,
  shown: Shown,
): Promise<ListItem[]> {
  const items = Map.groupBy(
    ids.map(id => itemOf(calendar, id)),
    ({ event }) => event,
  )
  const events = [...items.keys()]
  const sorted = await reader.eventsByTitle({ ...order, ids: events, limit: events.length })
  return sorted.flatMap(({ id }) => shown(items.get(id) ?? []))
}

/** A page of a long list: titles are walked from the nearer end until it is full, and each event is looked up in memory. */
export async function walkByTitle(
  { calendar, reader }: Titles,
  query: SplitQuery,
  order: Order,
  shown: Shown,
  { limit, offset }: Page,
  total: number,
): Promise<ListItem[]> {
  const end = Math.min(total, offset + limit)
  if (offset >= end) return []
  const isBack = offset > total - end
  const first = isBack ? total - end : offset
  const wanted = first + end - offset
  const descending = order.descending !== isBack
  const found: ListItem[] = []
  let met = 0
  for (let after: TitlePlace | undefined; met < wanted; ) {
    const size: number = after ? slice : firstSlice
    const titles = await reader.eventsByTitle({ ...order, descending, after, limit: size })
    for (const { id } of titles) {
      const items = shown(among(calendar, [id], query).map(date => itemOf(calendar, date)))
      for (const item of isBack ? items.reverse() : items)
        if (met++ >= first && met <= wanted) found.push(item)
    }
    if (titles.length < size) break
    after = titles.at(-1)
  }
  return isBack ? found.reverse() : found
}

/** One entry for each series: the first of its dates. */
export const firstWithCount: Shown = ([first, ...others]) =>
  first ? [first.event === first.occurrence ? first : { ...first, count: others.length + 1 }] : []
