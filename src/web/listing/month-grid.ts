import type { Day } from '../../define/time/days.ts'
import { daySeconds } from '../shell/dates.ts'
import type { Chip } from './chips.ts'

/** What stands in one of the few places of a day: an event of that day, a part of a longer one, or nothing. */
export type Slot =
  | { kind: 'event'; chip: Chip }
  /** `days`: over so many days of the week its name may be written, where it is written; 0 elsewhere. */
  | { kind: 'bar'; chip: Chip; isFirst: boolean; isLast: boolean; days: number }
  | { kind: 'empty' }

export type GridDay = { day: Day; slots: readonly Slot[]; more: number; total: number }

/** What goes on in the month: what lasts several days, and of each day what begins and ends on it. */
type Grid = {
  month: Day
  /** The first day of the next month. */
  next: Day
  long: readonly Chip[]
  onDay(day: Day): { chips: readonly Chip[]; total: number }
  most: number
}

/** Events of several days come first in a week, each in one line of it; those of a day fill what they leave free. */
export function weekOf(first: Day, { month, next, long, onDay, most }: Grid): GridDay[] {
  const days = Array.from({ length: 7 }, (_, at) => first + at * daySeconds)
  const last = first + 6 * daySeconds
  // its name is written where it begins, and again in each week and month
  const isNamed = (chip: Chip, day: Day) => chip.first === day || [first, month, next].includes(day)
  const daysUntil = (chip: Chip, day: Day) => {
    const border = [month, next].find(start => day < start && start <= last)
    const end = border === undefined ? last : border - daySeconds
    return 1 + (Math.min(chip.last, end) - day) / daySeconds
  }
  const lanes: Chip[][] = []
  const inWeek = long.filter(chip => chip.first <= last && chip.last >= first)
  for (const chip of inWeek.sort(longestFirst)) {
    const free = lanes.find(lane =>
      lane.every(other => other.last < chip.first || other.first > chip.last),
    )
    if (free) free.push(chip)
    else lanes.push([chip])
  }
  return days.map(day => {
    const bars = lanes
      .slice(0, most)
      .map(lane => lane.find(chip => chip.first <= day && chip.last >= day))
    const { chips, total } = onDay(day)
    const single = chips.values()
    const slots: Slot[] = []
    let shown = 0
    for (let at = 0; at < most; at++) {
      const bar = bars[at]
      const chip = bar ?? single.next().value
      if (!chip) {
        slots.push({ kind: 'empty' })
        continue
      }
      shown++
      slots.push(
        bar
          ? {
              kind: 'bar',
              chip,
              isFirst: chip.first === day,
              isLast: chip.last === day,
              days: isNamed(chip, day) ? daysUntil(chip, day) : 0,
            }
          : { kind: 'event', chip },
      )
    }
    while (slots.at(-1)?.kind === 'empty') slots.pop()
    return { day, slots, more: Math.max(0, total - shown), total }
  })
}

const longestFirst = (a: Chip, b: Chip) =>
  a.first - b.first || b.last - a.last || a.starts - b.starts
