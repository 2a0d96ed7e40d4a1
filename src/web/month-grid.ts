import { type Day, daySeconds } from './dates.ts'
import type { Item } from './items.ts'

/** What stands in one of the few places of a day: an event of that day, a part of a longer one, or nothing. */
export type Slot =
  | { kind: 'event'; item: Item }
  /** `days`: over so many days of the week its name may be written, where it is written; 0 elsewhere. */
  | { kind: 'bar'; item: Item; isFirst: boolean; isLast: boolean; days: number }
  | { kind: 'empty' }

export type GridDay = { day: Day; slots: Slot[]; more: number; total: number }

/** Events of several days come first in a week, each in one line of it; those of a day fill what they leave free. */
export function weekOf(
  first: Day,
  items: readonly Item[],
  { month, total, most }: { month: Day; total: (day: Day) => number; most: number },
): GridDay[] {
  const days = Array.from({ length: 7 }, (_, at) => first + at * daySeconds)
  const last = first + 6 * daySeconds
  // its name is written where it begins, and again in each week and month
  const isNamed = (item: Item, day: Day) => item.first === day || day === first || day === month
  const daysUntil = (item: Item, day: Day) => {
    const end = day < month && month <= last ? month - daySeconds : last
    return 1 + (Math.min(item.last, end) - day) / daySeconds
  }
  const lanes: Item[][] = []
  const long = items.filter(
    item => item.last > item.first && item.first <= last && item.last >= first,
  )
  for (const item of long.toSorted(longestFirst)) {
    const free = lanes.find(lane =>
      lane.every(other => other.last < item.first || other.first > item.last),
    )
    if (free) free.push(item)
    else lanes.push([item])
  }
  return days.map(day => {
    const bars = lanes
      .slice(0, most)
      .map(lane => lane.find(item => item.first <= day && item.last >= day))
    const single = items
      .filter(item => item.first === day && item.last === day)
      .toSorted(stickyFirst)
    const slots: Slot[] = []
    let shown = 0
    for (let at = 0; at < most; at++) {
      const bar = bars[at]
      const item = bar ?? single.shift()
      if (!item) {
        slots.push({ kind: 'empty' })
        continue
      }
      shown++
      slots.push(
        bar
          ? {
              ...{ kind: 'bar', item, isFirst: item.first === day, isLast: item.last === day },
              days: isNamed(item, day) ? daysUntil(item, day) : 0,
            }
          : { kind: 'event', item },
      )
    }
    while (slots.at(-1)?.kind === 'empty') slots.pop()
    const all = total(day)
    return { day, slots, more: Math.max(0, all - shown), total: all }
  })
}

const longestFirst = (a: Item, b: Item) =>
  a.first - b.first || b.last - a.last || a.starts - b.starts
const stickyFirst = (a: Item, b: Item) =>
  Number(b.isSticky) - Number(a.isSticky) || a.starts - b.starts
