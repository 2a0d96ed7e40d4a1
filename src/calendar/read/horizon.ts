import type { Row, StoredRecord } from '../../define/record.ts'
import {
  addMonths,
  daySeconds,
  lastWall,
  startOfDay,
  type WallTime,
} from '../../define/time/clock.ts'
import { datesOf } from '../../define/time/recurrence/dates.ts'
import { wallOf } from '../../define/time/zone.ts'
import { allStored, derive, recurrenceIn } from '../../resources/index.ts'
import type { Bound } from '../../store/index.ts'
import type { Context } from '../base/context.ts'

/** The local time up to which dates of series are stored (R11). */
export const horizonOf = ({ now, site }: Pick<Context, 'now' | 'site'>, zone: string): WallTime =>
  Math.min(startOfDay(addMonths(wallOf(now(), zone), 12 * site.recurrenceHorizon)), lastWall)

/** Series are extended once a month, and local times differ by less than two days. */
const margin = 33 * daySeconds

/** The time up to which all dates of series are stored, if the range ends later; undefined if the range is covered (R11). */
export async function horizonWithin(
  context: Pick<Context, 'store' | 'now' | 'site'>,
  window: readonly Bound[],
): Promise<WallTime | undefined> {
  const { store, site } = context
  const ends = window.flatMap(({ is, at }) => (is.startsWith('<') ? [at] : []))
  const last = Math.min(allStored, ...ends)
  if (last < horizonOf(context, site.zone) - margin) return undefined
  const [id] = await store.seriesStoredUntil(last, 1)
  const first = id === undefined ? undefined : await store.get('event', id)
  return first && Number(first.facts.recurrence_until)
}

/** The span in seconds beyond the stored dates of a series for which further dates are computed. */
const furthest = 50 * 366 * daySeconds

type Unstored = { records: StoredRecord[]; until?: WallTime | undefined }

/**
 * The dates of a series after those that are stored, up to a wall time, at most so many: in order, without IDs of their own. `until`:
 * where they end, if there may be more.
 */
export function datesBeyond(
  series: StoredRecord,
  { from = 0, endsBy, limit }: { from?: number | undefined; endsBy: WallTime; limit: number },
): Unstored {
  const stored = Number(series.facts.recurrence_until)
  if (stored >= endsBy) return { records: [] }
  const until = Math.min(endsBy, stored + furthest)
  const { records, until: end } = unstored(series, { from: stored + 1, until, limit })
  return {
    records: records.filter(({ facts }) => isWithin(facts, from, endsBy)),
    until: end ?? (until < endsBy ? until : undefined),
  }
}

/** The same of the dates before those that are stored. */
export function datesBefore(
  series: StoredRecord,
  {
    from,
    before,
    endsBy = lastWall,
    limit,
  }: { from: WallTime; before: WallTime; endsBy: WallTime | undefined; limit: number },
): Unstored {
  const { records, until } = unstored(series, { from, until: before - 1, limit })
  return { records: records.filter(({ facts }) => isWithin(facts, from, endsBy)), until }
}

const isWithin = ({ starts, ends }: Row, from: WallTime, endsBy: WallTime) =>
  Number(starts) >= from && Number(ends) <= endsBy

function unstored(
  series: StoredRecord,
  { limit, ...window }: { from: WallTime; until: WallTime; limit: number },
): Unstored {
  const { facts } = series
  const recurrence = recurrenceIn(facts)
  if (!recurrence) return { records: [] }
  const dates = datesOf(recurrence, {
    starts: Number(facts.starts),
    ends: Number(facts.ends),
    timezone: String(facts.timezone),
    ...window,
    limit: limit + 1,
  })
  const records = dates.slice(0, limit).map(date => onUnstored(series, date))
  return { records, until: dates.length > limit ? dates[limit - 1]?.starts : undefined }
}

/** A series on a date that is not stored. */
function onUnstored(
  { facts, ...series }: StoredRecord,
  { original, starts, ends }: { original: WallTime; starts: WallTime; ends: WallTime },
): StoredRecord {
  const [timezone, all_day] = [String(facts.timezone), Number(facts.all_day)]
  return {
    ...series,
    facts: { ...facts, ...derive({ timezone, all_day, starts, ends }), original, unstored: 1 },
  }
}
