import { daySeconds, type Instant, lastWall, startOfDay, type WallTime } from '../clock.ts'
import { instantsOf, wallOf } from '../zone.ts'
import { expand } from './expand.ts'
import type { Recurrence } from './rule.ts'

/**
 * One date of a series. `original` is the wall time that the rule gives; it identifies the date. `starts` differs from it where
 * clocks skip that time: 02:30 is 03:30 (R1).
 */
export type SeriesDate = {
  original: WallTime
  starts: WallTime
  ends: WallTime
  utcStarts: Instant
  utcEnds: Instant
}

/** The first date of a series, and which of its dates are wanted: by original start, both ends included, and at most `limit`. */
export type SeriesTimes = {
  starts: WallTime
  ends: WallTime
  timezone: string
  from?: WallTime | undefined
  until?: WallTime | undefined
  limit?: number | undefined
}

/** The dates of a series, in order. Without a rule, the start is the first of them (R6). */
export function datesOf(recurrence: Recurrence, times: SeriesTimes): SeriesDate[] {
  const length = times.ends - times.starts
  return originalsOf(recurrence, times).map(({ at, ends }) =>
    dateAt(at, ends ?? at + length, times.timezone),
  )
}

/** Lengths are nominal: an event from 22:00 to 06:00 has these hours in every night (R7). */
function dateAt(original: WallTime, ends: WallTime, zone: string): SeriesDate {
  const [utcStarts, utcEnds] = instantsOf(original, ends, zone)
  return {
    original,
    starts: wallOf(utcStarts, zone),
    ends: wallOf(utcEnds, zone),
    utcStarts,
    utcEnds,
  }
}

/** The dates of a series up to a local time, and whether others follow. */
export type DatesUntil = {
  /** More than `limit` only where there are more: then any of them. */
  dates: SeriesDate[]
  hasLater: boolean
  /** The number of dates of the rule, where it has a COUNT. */
  counted: number
}

/** All of that from one expansion of the rule, which costs more than the rest. */
export function datesUntil(
  recurrence: Recurrence,
  times: Pick<SeriesTimes, 'starts' | 'ends' | 'timezone'> & { until: WallTime; limit: number },
): DatesUntil {
  const { rule } = recurrence
  const { starts, ends, timezone, until, limit } = times
  const isRemoved = removalsOf(recurrence.removed)
  const added = addedTo(recurrence, starts, at => !isRemoved(at))
  const originals = [...added.values()].filter(({ at }) => at <= until)
  let hasLater = originals.length < added.size
  let counted = 0
  for (const at of rule ? expand(rule, starts, lastWall) : []) {
    counted += 1
    const isOver = at > until || originals.length > limit
    if (!isRemoved(at) && !added.has(at)) {
      if (at > until) hasLater = true
      else if (!isOver) originals.push({ at })
    }
    if (isOver && rule?.count === undefined && (hasLater || at <= until)) break
  }
  const length = ends - starts
  const dates = originals
    .sort((a, b) => a.at - b.at)
    .slice(0, limit + 1)
    .map(({ at, ends }) => dateAt(at, ends ?? at + length, timezone))
  return { dates, hasLater, counted }
}

/** The last dates of a series up to a local time, as many whole days of them as fit, and the first of these days (R12). */
export function latestDates(
  recurrence: Recurrence,
  times: Pick<SeriesTimes, 'starts' | 'ends' | 'timezone'> & { until: WallTime; limit: number },
): { from: WallTime; dates: SeriesDate[] } {
  const { starts, ends, timezone, until, limit } = times
  const originals = originalsOf(recurrence, { starts, ends, timezone, until })
  const latest = originals.slice(-limit)
  const day = startOfDay(latest[0]?.at ?? starts)
  const left = originals.at(-limit - 1)
  const from = left && startOfDay(left.at) === day ? day + daySeconds : day
  const length = ends - starts
  const dates = latest
    .filter(({ at }) => at >= from)
    .map(({ at, ends }) => dateAt(at, ends ?? at + length, timezone))
  return { from, dates }
}

type Original = { at: WallTime; ends?: WallTime | undefined }

/** The RDATEs of a series, by their start; without a rule, its start too. */
function addedTo(
  { rule, further }: Recurrence,
  starts: WallTime,
  isWanted: (at: WallTime) => boolean,
): Map<WallTime, Original> {
  const timeOfDay = starts - startOfDay(starts)
  const added = new Map<WallTime, Original>()
  if (!rule && isWanted(starts)) added.set(starts, { at: starts })
  for (const { at, isDay, ends } of further) {
    const start = isDay ? at + timeOfDay : at
    if (isWanted(start)) added.set(start, { at: start, ends })
  }
  return added
}

function originalsOf(recurrence: Recurrence, times: SeriesTimes): Original[] {
  const { rule, removed } = recurrence
  const { starts, from = Number.NEGATIVE_INFINITY, until = lastWall } = times
  const { limit = Number.POSITIVE_INFINITY } = times
  const isRemoved = removalsOf(removed)
  const isWanted = (at: WallTime) => at >= from && at <= until && !isRemoved(at)
  const added = addedTo(recurrence, starts, isWanted)
  const all: Original[] = [...added.values()]
  let count = 0
  for (const at of rule && limit > 0 ? expand(rule, starts, until) : []) {
    if (!isWanted(at) || added.has(at)) continue
    all.push({ at })
    count += 1
    if (count >= limit) break
  }
  return all.sort((a, b) => a.at - b.at).slice(0, limit)
}

/** Returns a check whether a date is removed: itself, or its whole day (R5). */
function removalsOf(removed: Recurrence['removed']): (at: WallTime) => boolean {
  const times = new Set(removed.filter(({ isDay }) => !isDay).map(({ at }) => at))
  const days = new Set(removed.filter(({ isDay }) => isDay).map(({ at }) => at / daySeconds))
  return at => times.has(at) || (days.size > 0 && days.has(Math.floor(at / daySeconds)))
}
