import { type Day, oftenInWeek } from '../../define/time/clock.ts'
import { daySeconds } from '../shell/dates.ts'
import type { Chip } from './chips.ts'

/** The content of one of the few places of a day: an event of that day, a part of a longer one, or nothing. */
export type Slot =
  | { kind: 'event'; chip: Chip }
  /** `days`: over so many days of the week its name may be written, where it is written; 0 elsewhere. */
  | { kind: 'bar'; chip: Chip; isFirst: boolean; isLast: boolean; days: number }
  | { kind: 'empty' }

/**
 * `rest`: the events without a place, as far as they were read; there are more unless `isComplete`. `total` leaves out events of several weeks, which
 * stand above the grid.
 */
export type GridDay = {
  day: Day
  slots: readonly Slot[]
  rest: readonly Chip[]
  more: number
  total: number
  isComplete: boolean
}

/** The events of the month: those of several days, and for each day those that begin and end on it. */
type Grid = {
  month: Day
  /** The first day of the next month. */
  next: Day
  long: readonly Chip[]
  onDay(day: Day): { chips: readonly Chip[]; total: number }
}

/** A week has so many lines for events of several days; a day has so many places for its own events, whatever else goes on. */
const maxBars = 3
export const maxChips = 3

/** Events of several days come first in a week, each in one line of it; those of a day stand below, and in what lines are free. */
export function weekOf(first: Day, { month, next, long, onDay }: Grid): GridDay[] {
  const days = Array.from({ length: 7 }, (_, at) => first + at * daySeconds)
  const last = first + 6 * daySeconds
  // its name is written where it begins, and again in each week and month
  const isNamed = (chip: Chip, day: Day) => chip.first === day || [first, month, next].includes(day)
  const daysUntil = (chip: Chip, day: Day) => {
    const border = [month, next].find(start => day < start && start <= last)
    const end = border === undefined ? last : border - daySeconds
    return 1 + (Math.min(chip.last, end) - day) / daySeconds
  }
  const lanes = lanesOf(long.filter(chip => chip.first <= last && chip.last >= first))
  return days.map(day => {
    const isOn = (chip: Chip) => chip.first <= day && chip.last >= day
    const bars = lanes.slice(0, maxBars).map(lane => lane.find(isOn))
    const hidden = lanes.slice(maxBars).flatMap(lane => lane.find(isOn) ?? [])
    const { chips, total } = onDay(day)
    const visible = chips.slice(0, maxChips)
    const single = visible.values()
    const slots: Slot[] = bars.map(chip => {
      if (!chip) return slotOf(single.next().value)
      return {
        kind: 'bar',
        chip,
        isFirst: chip.first === day,
        isLast: chip.last === day,
        days: isNamed(chip, day) ? daysUntil(chip, day) : 0,
      }
    })
    for (const chip of single) slots.push(slotOf(chip))
    while (slots.at(-1)?.kind === 'empty') slots.pop()
    const going = bars.filter(Boolean).length
    return {
      day,
      slots,
      rest: [...hidden.filter(chip => isNamed(chip, day)), ...chips.slice(maxChips)],
      more: Math.max(0, total - going - visible.length),
      total,
      isComplete: going + hidden.length + chips.length >= total,
    }
  })
}

const slotOf = (chip: Chip | undefined): Slot =>
  chip ? { kind: 'event', chip } : { kind: 'empty' }

/** Each in the first line that is free while it lasts; what comes again and again in the week has the last lines. */
function lanesOf(inWeek: Chip[]): Chip[][] {
  const lanes: Chip[][] = []
  const times = Map.groupBy(inWeek, ({ event }) => event)
  const isOften = ({ event }: Chip) => Number((times.get(event)?.length ?? 0) >= oftenInWeek)
  for (const chip of inWeek.sort((a, b) => isOften(a) - isOften(b) || longestFirst(a, b))) {
    const free = lanes.find(lane =>
      lane.every(other => other.last < chip.first || other.first > chip.last),
    )
    if (free) free.push(chip)
    else lanes.push([chip])
  }
  return lanes
}

const longestFirst = (a: Chip, b: Chip) =>
  a.first - b.first || b.last - a.last || a.starts - b.starts
