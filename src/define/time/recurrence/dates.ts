import { daySeconds, type Instant, lastWall, type WallTime } from '../clock.ts'
import { dayIn } from '../days.ts'
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

/** Lengths are nominal: what goes from 22:00 to 06:00 does so in every night (R7). */
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

type Original = { at: WallTime; ends?: WallTime | undefined }

function originalsOf({ rule, further, removed }: Recurrence, times: SeriesTimes): Original[] {
  const { starts, from = Number.NEGATIVE_INFINITY, until = lastWall } = times
  const { limit = Number.POSITIVE_INFINITY } = times
  const isRemoved = removalsOf(removed)
  const isWanted = (at: WallTime) => at >= from && at <= until && !isRemoved(at)
  const timeOfDay = starts - dayIn(starts)
  const added = new Map<WallTime, Original>()
  if (!rule && isWanted(starts)) added.set(starts, { at: starts })
  for (const { at, isDay, ends } of further) {
    const start = isDay ? at + timeOfDay : at
    if (isWanted(start)) added.set(start, { at: start, ends })
  }
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

/** Whether a date is removed: itself, or its whole day (R5). */
function removalsOf(removed: Recurrence['removed']): (at: WallTime) => boolean {
  const times = new Set(removed.filter(({ isDay }) => !isDay).map(({ at }) => at))
  const days = new Set(removed.filter(({ isDay }) => isDay).map(({ at }) => at / daySeconds))
  return at => times.has(at) || (days.size > 0 && days.has(Math.floor(at / daySeconds)))
}
