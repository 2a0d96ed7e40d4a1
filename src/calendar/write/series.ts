import { type Checked, value } from '../../define/field-type.ts'
import type { Row, StoredRecord } from '../../define/record.ts'
import { lastWall, type WallTime } from '../../define/time/clock.ts'
import { dayIn } from '../../define/time/days.ts'
import { addMonths } from '../../define/time/format.ts'
import { fitted } from '../../define/time/recurrence/check.ts'
import { datesOf } from '../../define/time/recurrence/dates.ts'
import { storedLines } from '../../define/time/recurrence/lines.ts'
import { readRecurrence } from '../../define/time/recurrence/read-recurrence.ts'
import type { Recurrence } from '../../define/time/recurrence/rule.ts'
import { shifted } from '../../define/time/recurrence/shift.ts'
import { wallOf } from '../../define/time/zone.ts'
import { recurrenceIn } from '../../resources/event/recurrence.ts'
import { allStored, isSeries } from '../../resources/event/series.ts'
import type { When } from '../../resources/event/when.ts'
import type { SeriesDate, WantedDate } from '../../store/form/series-date.ts'
import type { Reader } from '../../store/store.ts'
import { withPatch } from '../../store/write/previous-versions.ts'
import type { Context } from '../context.ts'
import type { DraftOf, Write } from './write-types.ts'

/** The last second in which dates of series are stored (R11), on the clock of an event. */
export const horizonOf = ({ now, site }: Pick<Context, 'now' | 'site'>, zone: string): WallTime =>
  Math.min(dayIn(addMonths(wallOf(now(), zone), 12 * site.recurrenceHorizon)), lastWall)

/** The facts of a series after a write, or what is wrong with it. `when`: the first date after the write. */
export function seriesAfter(
  context: Context,
  draft: DraftOf<'event'>,
  stored: StoredRecord | undefined,
  when: When,
): Checked<Row> {
  const { recurrence: lines } = draft
  if (lines === null) return value(single)
  const had = stored && recurrenceIn(stored.facts)
  const stays = !had || isSameWhen(stored.facts, when)
  if (lines === undefined && stays) return value({})
  const sent =
    lines === undefined && had
      ? value(moved(had, stored, when))
      : readRecurrence(lines, when.timezone)
  if ('fieldError' in sent) return sent
  if (!sent.value) return value(single)
  const horizon = horizonOf(context, when.timezone)
  const checked = fitted(sent.value, {
    ...timesOf(when),
    allDay: when.all_day === 1,
    horizon,
    maxDates: context.site.maxOccurrences,
  })
  if ('fieldError' in checked) return checked
  return value(seriesRow(checked.value, when, horizon))
}

/** The facts of a series that say how it repeats. */
export const seriesRow = (recurrence: Recurrence, when: When, horizon: WallTime): Row => ({
  recurrence: JSON.stringify(storedLines(recurrence)),
  ...storedUntil(recurrence, when, horizon),
})

/** A series as it is on a date, as a record of its own: with what is otherwise there. */
export async function withPatchOf(
  reader: Pick<Reader, 'datePatches'>,
  series: StoredRecord,
  { id, starts, ends, utc_starts, utc_ends }: SeriesDate,
): Promise<StoredRecord> {
  const patch = (await reader.datePatches([id])).get(id)
  const record = patch ? withPatch(series, patch) : series
  return { ...record, facts: { ...record.facts, starts, ends, utc_starts, utc_ends } }
}

const single: Row = { recurrence: null, recurrence_until: null }

const isSameWhen = ({ starts, ends, timezone, all_day }: Row, when: When) =>
  starts === when.starts &&
  ends === when.ends &&
  timezone === when.timezone &&
  Number(all_day ?? 0) === when.all_day

/** A move of the start moves the dates of the recurrence by the same step (R9). */
const moved = (recurrence: Recurrence, { facts }: StoredRecord, when: When) =>
  shifted(recurrence, Number(facts.starts), when.starts)

/** Up to when dates are stored: the horizon, or all where none is after it. */
function storedUntil(
  recurrence: Recurrence,
  when: Pick<When, 'starts' | 'ends' | 'timezone'>,
  horizon: WallTime,
): Row {
  const until = Math.max(horizon, when.starts)
  const [later] = datesOf(recurrence, { ...timesOf(when), from: until + 1, limit: 1 })
  return { recurrence_until: later ? until : allStored }
}

const timesOf = ({ starts, ends, timezone }: Pick<When, 'starts' | 'ends' | 'timezone'>) => ({
  starts,
  ends,
  timezone,
})

/** The dates that a stored series is to have, from an original start on. */
export function wantedDates({ facts }: Pick<StoredRecord, 'facts'>, from?: WallTime): WantedDate[] {
  const recurrence = recurrenceIn(facts)
  if (!recurrence) return []
  const until = Math.min(Number(facts.recurrence_until), lastWall)
  const dates = datesOf(recurrence, {
    starts: Number(facts.starts),
    ends: Number(facts.ends),
    timezone: String(facts.timezone),
    until,
    ...(from !== undefined && { from }),
  })
  return dates.map(({ utcStarts, utcEnds, ...date }) => ({
    ...date,
    utc_starts: utcStarts,
    utc_ends: utcEnds,
  }))
}

/** Up to when the dates of a stored series are stored when it is extended to the horizon. */
export function untilHorizon(
  context: Pick<Context, 'now' | 'site'>,
  { facts }: StoredRecord,
): number {
  const recurrence = recurrenceIn(facts)
  const times = {
    starts: Number(facts.starts),
    ends: Number(facts.ends),
    timezone: String(facts.timezone),
  }
  const until = recurrence && storedUntil(recurrence, times, horizonOf(context, times.timezone))
  return Number(until?.recurrence_until ?? allStored)
}

const decisive = ['recurrence', 'recurrence_until', 'starts', 'ends', 'timezone'] as const

/** Writes the dates of a series where they differ from those before. */
export async function storeDates(
  { tx }: Pick<Write, 'tx'>,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
): Promise<void> {
  if (!after || !(isSeries(after) || (before && isSeries(before)))) return
  const had = before?.facts
  if (had && decisive.every(name => (had[name] ?? null) === (after.facts[name] ?? null))) return
  const step =
    had && before && isSeries(before) ? Number(after.facts.starts) - Number(had.starts) : 0
  await tx.setDates(after.id, isSeries(after) ? wantedDates(after) : [], step)
}
