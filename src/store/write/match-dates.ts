import { daySeconds } from '../../define/time/clock.ts'
import {
  type Dates,
  originalNow,
  ownColumns,
  type SeriesDate,
  type WantedDate,
} from '../form/series-date.ts'

/** The dates of a series that stay, change, come and go. */
type MatchedDates<D extends SeriesDate> = {
  /** The earlier dates with their new state, where it differs. */
  changed: { was: D; is: Dates }[]
  added: WantedDate[]
  dropped: D[]
}

/**
 * Finds the dates of a series among those that it is to have (R9): those of the same original start, then those of the same day, in
 * their order. A date that was gone comes back with its ID when its original start does. `step`: seconds by which all originals move.
 * `timesOf`: when a date is that has times of its own.
 */
export function matchDates<D extends SeriesDate>(
  had: readonly D[],
  wanted: readonly WantedDate[],
  step = 0,
  timesOf: (was: D, is: WantedDate) => WantedDate = (_, is) => is,
): MatchedDates<D> {
  const byOriginal = new Map<number, D>()
  for (const date of had) {
    const at = originalNow(date) + step
    if (!date.gone || !byOriginal.has(at)) byOriginal.set(at, date)
  }
  const matched = new Map<WantedDate, D>()
  const taken = new Set<D>()
  const take = (is: WantedDate, was: D | undefined) => {
    if (!was) return
    matched.set(is, was)
    taken.add(was)
  }
  for (const is of wanted) take(is, byOriginal.get(is.original))
  const free = Map.groupBy(
    had.filter(was => !was.gone && !taken.has(was)).sort((a, b) => a.original - b.original),
    was => dayOf(was.original + step),
  )
  for (const is of wanted) if (!matched.has(is)) take(is, free.get(dayOf(is.original))?.shift())
  const changed: MatchedDates<D>['changed'] = []
  for (const [is, was] of matched) {
    const date = { ...timesOf(was, is), id: was.id }
    if (was.gone || ownColumns.some(name => was[name] !== date[name]))
      changed.push({ was, is: date })
  }
  return {
    changed,
    added: wanted.filter(is => !matched.has(is)),
    dropped: had.filter(was => !was.gone && !taken.has(was)),
  }
}

const dayOf = (wall: number) => Math.floor(wall / daySeconds)
