import type { StoredRecord } from '../../define/record.ts'
import {
  addMonths,
  daySeconds,
  lastWall,
  startOfDay,
  type WallTime,
} from '../../define/time/clock.ts'
import { datesOf } from '../../define/time/recurrence/dates.ts'
import { wallOf } from '../../define/time/zone.ts'
import { allStored, recurrenceIn } from '../../resources/event/recurrence.ts'
import { derive } from '../../resources/event/when.ts'
import type { Bound } from '../../store/store.ts'
import type { Context } from '../context.ts'

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

/**
 * The dates of a series after those that are stored, up to a wall time, at most so many: in order, without IDs of their own. `until`:
 * where they end, if there may be more.
 */
export function datesBeyond(
  series: StoredRecord,
  { from = 0, endsBy, limit }: { from?: number | undefined; endsBy: WallTime; limit: number },
): { records: StoredRecord[]; until?: WallTime | undefined } {
  const { facts } = series
  const recurrence = recurrenceIn(facts)
  const stored = Number(facts.recurrence_until)
  if (!recurrence || stored >= endsBy) return { records: [] }
  const until = Math.min(endsBy, stored + furthest)
  const dates = datesOf(recurrence, {
    starts: Number(facts.starts),
    ends: Number(facts.ends),
    timezone: String(facts.timezone),
    from: stored + 1,
    until,
    limit: limit + 1,
  })
  const records = dates
    .slice(0, limit)
    .filter(({ starts, ends }) => starts >= from && ends <= endsBy)
    .map(date => onUnstored(series, date))
  if (dates.length > limit) return { records, until: dates[limit - 1]?.starts }
  return { records, until: until < endsBy ? until : undefined }
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
