import { earliest, latest } from '../../define/time/clock.ts'

/** One edge of a window: `edge` of an event compared with a wall time, or with an instant. */
export type Bound = {
  edge: 'start' | 'end'
  is: '>=' | '>' | '<=' | '<'
  clock: 'wall' | 'instant'
  at: number
}

/** The column that a bound is compared with: SQL, list index and cache read the column of this name. */
const columns = {
  start: { wall: 'starts', instant: 'utc_starts' },
  end: { wall: 'ends', instant: 'utc_ends' },
} as const satisfies Record<Bound['edge'], Record<Bound['clock'], string>>

export type DateColumn = (typeof columns)[Bound['edge']][Bound['clock']]
export const dateColumns: readonly DateColumn[] = ['starts', 'ends', 'utc_starts', 'utc_ends']

/** True in SQL for times that can be shown. Of a sum the database knows nothing beforehand: it finds rows as it would without this. */
export const showableTimes = (columns: readonly string[], from = '') =>
  columns.map(name => `${from}${name} + 0 BETWEEN ${earliest} AND ${latest}`).join(' AND ')

export const columnOf = ({ edge, clock }: Bound): DateColumn => columns[edge][clock]

export function holds({ is, at }: Bound, value: number): boolean {
  switch (is) {
    case '>=':
      return value >= at
    case '>':
      return value > at
    case '<=':
      return value <= at
    case '<':
      return value < at
  }
}

/** The least and the most of each time among some events. */
type Extremes = {
  least: Readonly<Record<DateColumn, number>>
  most: Readonly<Record<DateColumn, number>>
}

/** Bounds that some of these events may fail; undefined when every event fails one. */
export function openBounds(
  { least: min, most: max }: Extremes,
  bounds: readonly Bound[],
): Bound[] | undefined {
  const open: Bound[] = []
  for (const bound of bounds) {
    const column = columnOf(bound)
    const wantsMore = bound.is === '>=' || bound.is === '>'
    const [hardest, easiest] = wantsMore ? [min, max] : [max, min]
    if (holds(bound, hardest[column])) continue
    if (!holds(bound, easiest[column])) return undefined
    open.push(bound)
  }
  return open
}
