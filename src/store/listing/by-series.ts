import { onNothing, openCache } from '../../common/cache.ts'
import type { Listed, ListItem, Page } from '../store.ts'
import { type ListCalendar, seriesAt } from './event-order.ts'

/** The first date of each event in a list, and how many dates of it the list has. */
type Firsts = { version: number; ids: readonly number[]; counts: ReadonlyMap<number, number> }

/** Bytes of all cached lists; an entry takes some 30. */
const memory = 8 * 1024 * 1024

/**
 * Lists with one entry for each series: the first of its dates in the order of the list. Which dates are first follows from all of the
 * list, so it is walked once for each state of the index, and its pages share that.
 */
export function openBySeries(calendar: ListCalendar) {
  const cache = openCache({ bytes: memory }).table<string, Firsts>({
    sizeOf: ({ ids, counts }, key) => key.length + 8 * ids.length + 40 * counts.size,
    // it has the version that it was made of
    dependsOn: onNothing,
  })

  function firstsOf(all: readonly number[]): Firsts {
    const ids: number[] = []
    const counts = new Map<number, number>()
    for (const id of all) {
      const series = seriesAt(calendar, id)
      if (series === undefined) {
        ids.push(id)
        continue
      }
      const count = counts.get(series) ?? 0
      if (count === 0) ids.push(id)
      counts.set(series, count + 1)
    }
    return { version: calendar.version, ids, counts }
  }

  return {
    /** A page of them. `name` identifies the query, `list` gives all IDs of the list in its order. */
    page(name: string, list: () => readonly number[], { limit, offset }: Page): Listed & Firsts {
      const cached = cache.get(name)
      const firsts = cached?.version === calendar.version ? cached : firstsOf(list())
      if (firsts !== cached) cache.set(name, firsts)
      const { ids } = firsts
      return { ...firsts, ids: ids.slice(offset, offset + limit), total: ids.length }
    },
  }
}

/** With how many dates of its series the list has. */
export const withCount = (item: ListItem, { counts }: Pick<Firsts, 'counts'>): ListItem => {
  const count = counts.get(item.event)
  return count === undefined ? item : { ...item, count }
}
