import { onNothing, openCache } from '../../common/index.ts'
import { tableOf } from '../../define/base/objects.ts'
import { type Checked, value } from '../../define/field-type.ts'
import type { Row, StoredRecord } from '../../define/record.ts'
import {
  addMonths,
  daySeconds,
  endOfDay,
  firstWall,
  lastWall,
  startOfDay,
  type WallTime,
} from '../../define/time/clock.ts'
import { fitted } from '../../define/time/recurrence/check.ts'
import {
  type SeriesDate as DateByRule,
  datesOf,
  type SeriesTimes,
} from '../../define/time/recurrence/dates.ts'
import { storedLines } from '../../define/time/recurrence/lines.ts'
import { readRecurrence } from '../../define/time/recurrence/read-recurrence.ts'
import type { Recurrence } from '../../define/time/recurrence/rule.ts'
import { shifted } from '../../define/time/recurrence/shift.ts'
import { wallOf } from '../../define/time/zone.ts'
import { append } from '../../journal/index.ts'
import {
  allStored,
  datesFrom,
  derive,
  isSeries,
  recurrenceIn,
  type When,
} from '../../resources/index.ts'
import {
  type DatePatch,
  dateColumns,
  overlaid,
  type Reader,
  type SeriesDate,
  type SettingDates,
  type Transaction,
  type WantedDate,
  withPatch,
} from '../../store/index.ts'
import { service } from '../access/access.ts'
import type { Context } from '../base/context.ts'
import { horizonOf } from '../read/horizon.ts'
import { listedChange, listedEvent } from './log-change.ts'
import type { DraftOf, Write } from './write-types.ts'

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
  if (stays && had && isSameRecurrence(sent.value, had)) return value(repeatsOf(stored.facts))
  const checked = fitted(sent.value, {
    ...timesOf(when),
    allDay: when.all_day === 1,
    horizon: horizonOf(context, when.timezone),
    maxDates: context.site.maxOccurrences,
    lastFrom: startOfDay(addMonths(wallOf(context.now(), when.timezone), -12)),
  })
  if ('fieldError' in checked) return checked
  const { recurrence, hasLater, until, dates, from = null } = checked.value
  const recurrence_until = hasLater ? until : allStored
  const row = {
    recurrence: JSON.stringify(storedLines(recurrence)),
    recurrence_until,
    dates_from: from,
  }
  expansions.set(nameOf({ ...row, ...timesOf(when) }), dates.map(wanted))
  return value(row)
}

/**
 * Dates of series that were checked a moment ago: they are written next. Computing them would take as long as all else that writing a
 * series does in this process.
 */
const expansions = openCache({ bytes: 2 * 1024 * 1024 }).table<string, readonly WantedDate[]>({
  sizeOf: (dates, name) => name.length + 80 * dates.length,
  dependsOn: onNothing,
})

const repeatsOf = ({
  recurrence = null,
  recurrence_until = null,
  dates_from = null,
}: Row): Row => ({ recurrence, recurrence_until, dates_from })

/** True if two recurrences are stored alike. */
export const isSameRecurrence = (a: Recurrence, b: Recurrence): boolean =>
  storedLines(a).join() === storedLines(b).join()

/** All that the dates of a series follow from. */
const nameOf = ({ recurrence, recurrence_until, dates_from = null, ...row }: Row) =>
  JSON.stringify([recurrence, recurrence_until, dates_from, row.starts, row.ends, row.timezone])

const wanted = ({ utcStarts, utcEnds, original, starts, ends }: DateByRule): WantedDate => ({
  original,
  starts,
  ends,
  utc_starts: utcStarts,
  utc_ends: utcEnds,
})

/** The facts of a series that say how it repeats. */
export const seriesRow = (recurrence: Recurrence, when: When, horizon: WallTime): Row => ({
  recurrence: JSON.stringify(storedLines(recurrence)),
  ...storedUntil(recurrence, when, horizon),
})

/** A series on a date, as a record of its own: as it is, and as it was written, which may be more visible than the series. */
export async function asOwn(
  reader: Pick<Reader, 'datePatches'>,
  series: StoredRecord,
  { id, starts, ends, utc_starts, utc_ends }: SeriesDate,
): Promise<{ own: StoredRecord; written: StoredRecord }> {
  const patch = (await reader.datePatches([id])).get(id) ?? {}
  const on = (record: StoredRecord) => ({
    ...record,
    facts: { ...record.facts, starts, ends, utc_starts, utc_ends },
  })
  return { own: on(withPatch(series, patch)), written: on(overlaid(series, patch)) }
}

/** True if a recurrence has at least one date. */
export const hasDates = (
  recurrence: Recurrence,
  { facts: { starts, ends, timezone } }: StoredRecord,
): boolean => {
  const first = { starts: Number(starts), ends: Number(ends), timezone: String(timezone) }
  return datesOf(recurrence, { ...first, limit: 1 }).length > 0
}

/** The facts of an event that does not repeat. */
export const single: Row = { recurrence: null, recurrence_until: null, dates_from: null }

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

type Among = Pick<SeriesTimes, 'from' | 'until' | 'limit'>
const everything: Among = {}

/** The dates that a stored series is to have by its rule. */
export function wantedDates(
  { facts }: Pick<StoredRecord, 'facts'>,
  among: Among = everything,
): readonly WantedDate[] {
  const cached = among === everything ? expansions.get(nameOf(facts)) : undefined
  if (cached) return cached
  const recurrence = recurrenceIn(facts)
  if (!recurrence) return []
  const dates = datesOf(recurrence, {
    starts: Number(facts.starts),
    ends: Number(facts.ends),
    timezone: String(facts.timezone),
    until: Math.min(Number(facts.recurrence_until), lastWall),
    ...among,
    from: Math.max(among.from ?? firstWall, datesFrom(facts) ?? firstWall),
  })
  return dates.map(wanted)
}

/**
 * The times of the dates of a series that differ from it. Own wall times are a pair, and stay when the series changes (R9); instants follow from them
 * and the zone, which is that of the series unless the date has its own.
 */
export const timesOnPatches =
  ({ facts: series }: Pick<StoredRecord, 'facts'>) =>
  (byRule: WantedDate, { facts = {} }: DatePatch): WantedDate => {
    if (!timeNames.some(name => name in facts)) return byRule
    const { timezone, all_day } = { ...series, ...facts }
    const { starts, ends } = ownTimes(byRule, facts)
    const isAllDay = Number(all_day) === 1
    const when = derive({
      timezone: String(timezone),
      all_day: Number(isAllDay),
      starts: isAllDay ? startOfDay(starts) : starts,
      ends: isAllDay ? endOfDay(ends) : ends,
    })
    return { original: byRule.original, ...tableOf(dateColumns, name => when[name]) }
  }

/** The facts that state the times of a date. */
const timeNames = ['starts', 'ends', 'timezone', 'all_day'] as const

/** Earlier patches may have one of the two alone. */
function ownTimes(byRule: WantedDate, { starts, ends }: Row) {
  if (typeof starts === 'number')
    return { starts, ends: typeof ends === 'number' ? ends : Math.max(starts, byRule.ends) }
  return typeof ends === 'number' ? { starts: Math.min(byRule.starts, ends), ends } : byRule
}

/** Stores the dates of a series as it is now. */
export const setDates = (
  { tx }: Pick<Write, 'tx'>,
  series: StoredRecord,
  how: Pick<SettingDates, 'step' | 'from'> = {},
): Promise<void> =>
  tx.setDates(
    series.id,
    wantedDates(series, how.from === undefined ? everything : { from: how.from }),
    {
      ...how,
      timesOf: timesOnPatches(series),
    },
  )

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

const decisive = [
  'recurrence',
  'recurrence_until',
  'dates_from',
  'starts',
  'ends',
  'timezone',
  'all_day',
] as const

/** Writes the dates of a series where they differ from those before. */
export async function storeDates(
  { tx, caller }: Pick<Write, 'tx' | 'caller'>,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
): Promise<void> {
  if (!after || !(isSeries(after) || (before && isSeries(before)))) return
  const had = before?.facts
  if (had && decisive.every(name => (had[name] ?? null) === (after.facts[name] ?? null))) return
  const isRolling = had && caller.importing && endsAlike(had, after.facts)
  const step = had && !isRolling ? stepBetween(had, after.facts) : 0
  await setDates({ tx }, after, { step })
}

/**
 * Seconds by which all dates move. None where given dates get one more or one less before the others: then the former start is among those of now,
 * or that of now was among those before. A single event has no dates that move: those of its former series keep their original starts.
 */
function stepBetween(had: Row, now: Row): number {
  const [was, is] = [recurrenceIn(had), recurrenceIn(now)]
  const [from, to] = [Number(had.starts), Number(now.starts)]
  if (!was || !is || from === to) return 0
  const areGiven = !was.rule && !is.rule && !isSameRecurrence(is, shifted(was, from, to))
  return areGiven && (hasGiven(is, from) || hasGiven(was, to)) ? 0 : to - from
}

/**
 * True for two series of one source of which one has the last dates of the other: a feed may name only those that are to come. Without an end, they have
 * the same rule.
 */
function endsAlike(had: Row, now: Row): boolean {
  const [was, is] = [recurrenceIn(had), recurrenceIn(now)]
  if (!was?.rule || !is?.rule || had.starts === now.starts) return false
  const [early, late] = Number(had.starts) < Number(now.starts) ? [had, now] : [now, had]
  const from = Number(late.starts)
  const [next] = wantedDates({ facts: early }, { from, limit: 1 })
  if (next?.original !== from || had.timezone !== now.timezone) return false
  const ends = [had, now].filter(({ recurrence_until }) => recurrence_until === allStored)
  if (ends.length < 2) return ends.length === 0 && isSameRecurrence(was, is)
  const starts = (facts: Row) => wantedDates({ facts }, { from }).map(({ original }) => original)
  return starts(early).join() === starts(late).join()
}

const hasGiven = ({ further }: Recurrence, at: WallTime) =>
  further.some(date => date.at === (date.isDay ? startOfDay(at) : at))

/** A series is extended once it lacks dates of so many seconds: once a month, and not every day. */
const lag = 30 * daySeconds
/** They share a commit, and others write and read between two of these. */
const atOnce = 64

/**
 * Stores the dates of series up to the horizon, which moves with the clock (R11); returns the number of extended series. After an interruption, the
 * next run continues with the series that still lack dates.
 */
export async function extendSeries(
  context: Context,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const before = horizonOf(context, context.site.zone) - lag
  const errors: unknown[] = []
  let extended = 0
  let passedOver = 0
  while (!isStopped()) {
    const ids = await context.store.seriesStoredUntil(before, atOnce, passedOver)
    const done = await Promise.allSettled(
      ids.map(id => context.store.write(tx => extend(context, tx, id, before))),
    )
    for (const each of done) {
      if (each.status === 'rejected') errors.push(each.reason)
      if (each.status === 'fulfilled' && each.value) extended += 1
      else passedOver += 1
    }
    if (ids.length < atOnce) break
    await new Promise(setImmediate)
  }
  if (errors.length > 0) throw errors[0]
  return extended
}

/** It is no version of its own: nothing that anyone has written changes. False: the series is gone, or left out because it cannot be shown. */
async function extend(
  context: Context,
  tx: Transaction,
  id: number,
  before: number,
): Promise<boolean> {
  const stored = await tx.get('event', id)
  if (!stored || !isSeries(stored)) return false
  const from = Number(stored.facts.recurrence_until)
  if (from >= before) return true
  const until = untilHorizon(context, stored)
  const after = { ...stored, facts: { ...stored.facts, recurrence_until: until } }
  await tx.add('event', [id], 'recurrence_until', until - from)
  await setDates({ tx }, after, { from: from + 1 })
  // rows of lists and texts to search in do not follow from the horizon
  await tx.derive(stored, stored)
  const by = { instant: context.now(), actor: service.id, language: context.site.language }
  const listed = listedEvent(stored)
  const change = await listedChange(tx, listed, listed, tx.takeDatesChange(id))
  await append(tx, by, stored, after, change)
  return true
}
