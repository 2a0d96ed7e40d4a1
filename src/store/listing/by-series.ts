import { onNothing } from '../../common/index.ts'
import { existing } from '../../define/base/objects.ts'
import type { Listed, ListItem, Page } from '../contract/store.ts'
import { changedSince, compareEvents, type ListCalendar, seriesAt } from './event-order.ts'

/** The first date of each event in a list; and of each series, which that is and how many dates of it the list has. */
type Firsts = { version: number; ids: number[]; counts: Map<number, Count> }
type Count = { first: number; dates: number }

/** For a list in the order of its dates: those of an event that it has, in list order. */
type Order = { datesIn(event: number): readonly number[]; descending: boolean }

/** After more changes than these a list is made again. */
const maxChanged = 50

/** Walks all dates of a list. */
function firstsOf(calendar: ListCalendar, all: readonly number[]): Firsts {
  const ids: number[] = []
  const counts: Firsts['counts'] = new Map()
  for (const id of all) {
    const series = seriesAt(calendar, id)
    const count = series === undefined ? undefined : counts.get(series)
    if (count) {
      count.dates++
      continue
    }
    ids.push(id)
    if (series !== undefined) counts.set(series, { first: id, dates: 1 })
  }
  return { version: calendar.version, ids, counts }
}

/** Where a date belongs among others. */
function placeFor(
  calendar: ListCalendar,
  ids: readonly number[],
  id: number,
  { descending }: Order,
): number {
  let low = 0
  for (let high = ids.length; low < high; ) {
    const middle = (low + high) >>> 1
    const compared = compareEvents(calendar, existing(ids[middle]), id)
    if (descending ? compared > 0 : compared < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The list as it is now, from an earlier state of it; undefined: it is not known what has changed. */
function updated(calendar: ListCalendar, firsts: Firsts, order: Order): Firsts | undefined {
  const { ids, counts, version } = firsts
  const changed = changedSince(calendar, version)
  if (!changed || changed.size > maxChanged) return undefined
  // all of them leave before one is compared with others: these are where they were
  for (const event of changed) {
    const at = ids.indexOf(counts.get(event)?.first ?? event)
    if (at >= 0) ids.splice(at, 1)
    counts.delete(event)
  }
  for (const event of changed) {
    const dates = order.datesIn(event)
    const first = order.descending ? dates.at(-1) : dates[0]
    if (first === undefined) continue
    ids.splice(placeFor(calendar, ids, first, order), 0, first)
    if (first !== event) counts.set(event, { first, dates: dates.length })
  }
  return { ids, counts, version: calendar.version }
}

/**
 * Lists with one entry for each series: the first of its dates in the order of the list. Which dates are first follows from all of the
 * list, so it is walked once, and its pages share that. Of events that change later, the list gets their entries as they are then.
 */
export function openBySeries(calendar: ListCalendar) {
  const cache = calendar.lists.table<string, Firsts>({
    sizeOf: ({ ids, counts }, key) => key.length + 8 * ids.length + 80 * counts.size,
    // it has the version that it was made of
    dependsOn: onNothing,
  })

  return {
    /** A page of them. `name` identifies the query, `list` gives all IDs of the list in its order. */
    page(
      name: string,
      list: () => readonly number[],
      { limit, offset }: Page,
      order: Order | undefined,
    ): Listed & Pick<Firsts, 'counts'> {
      const cached = cache.get(name)
      const isCurrent = cached?.version === calendar.version
      const firsts = isCurrent
        ? cached
        : ((cached && order && updated(calendar, cached, order)) ?? firstsOf(calendar, list()))
      if (!isCurrent) cache.set(name, firsts)
      const { ids, counts } = firsts
      return { counts, ids: ids.slice(offset, offset + limit), total: ids.length }
    },
  }
}

/** With how many dates of its series the list has. */
export const withCount = (item: ListItem, counts: Firsts['counts']): ListItem => {
  const count = counts.get(item.event)
  return count === undefined ? item : { ...item, count: count.dates }
}
