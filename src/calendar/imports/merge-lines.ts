import type { Values } from '../../define/param.ts'
import { isDated, type StoredRecord } from '../../define/record.ts'
import {
  daySeconds,
  formatWall,
  lastWall,
  startOfDay,
  type WallTime,
} from '../../define/time/clock.ts'
import { parseMoment } from '../../define/time/parse.ts'
import { datesOf, type SeriesDate } from '../../define/time/recurrence/dates.ts'
import { expand, withDefaults } from '../../define/time/recurrence/expand.ts'
import { recurrenceOf, storedLines } from '../../define/time/recurrence/lines.ts'
import { maxValues, readRecurrence } from '../../define/time/recurrence/read-recurrence.ts'
import type {
  FurtherDate,
  Recurrence,
  RemovedDate,
  Rule,
} from '../../define/time/recurrence/rule.ts'
import { shifted } from '../../define/time/recurrence/shift.ts'
import { instantOf, wallOf } from '../../define/time/zone.ts'
import { isSeries, recurrenceIn } from '../../resources/index.ts'
import type { Context } from '../base/context.ts'
import { importedIn } from '../write/imported.ts'
import { type EditedFields, isMovedHere, versionThen } from './edited.ts'

/** A recurrence on the clock of its series, from the start of that. */
type Side = { starts: WallTime; recurrence: Recurrence }

/** `lines`: what to write; `source`: the start and lines of the source, to be remembered where they are others. */
type MergedLines = { lines: string[]; source: string | undefined; isConflict: boolean }

const none: Recurrence = { further: [], removed: [] }

/**
 * The recurrence of a series that was edited here and imported again: RRULE, RDATE and EXDATE are merged one by one (I8). Undefined where nothing was
 * edited, or where it is not known what the source said before.
 */
export async function mergedLines(
  context: Pick<Context, 'store' | 'now'>,
  stored: StoredRecord,
  sent: Values,
  edited: EditedFields,
): Promise<MergedLines | undefined> {
  if (sent.recurrence === undefined || edited === undefined) return undefined
  const isMoved = isMovedHere(edited)
  if (!isMoved && !edited.has('recurrence')) return undefined
  const timezone = String(sent.timezone ?? stored.facts.timezone)
  const theirs = sideIn({ ...sent, timezone }, context)
  const base = theirs && (await baseOf(context, stored))
  if (!theirs || !base) return undefined
  const ours = sideOf(stored)
  const sides = onOneClock({ base, ours, theirs, isMoved, timezone })
  const { recurrence, isConflict } = merged(sides)
  const isSame = linesOf(recurrence).join() === linesOf(sides.theirs).join()
  return {
    lines: linesOf(recurrence),
    source: isSame && !isMoved ? undefined : textOf(theirs),
    isConflict,
  }
}

const sideOf = ({ facts }: StoredRecord): Side => ({
  starts: Number(facts.starts),
  recurrence: recurrenceIn(facts) ?? none,
})

function sideIn(
  { recurrence, start_date, timezone, all_day }: Values,
  { now }: Pick<Context, 'now'>,
): Side | undefined {
  const zone = String(timezone)
  const start = parseMoment(String(start_date), now(), zone)
  const read = readRecurrence(recurrence, zone)
  if (!start || 'fieldError' in read) return undefined
  const days = <D extends FurtherDate | RemovedDate>(dates: readonly D[]) =>
    all_day === true
      ? dates.map(date => ({ ...date, at: startOfDay(date.at), isDay: true }))
      : dates
  const { rule, further, removed } = read.value ?? none
  return {
    starts: start.at,
    recurrence: { rule, further: days(further), removed: days(removed) },
  }
}

/** The start and lines that the source had at the last import, to be remembered; undefined for a single event, or where they are not known. */
export async function sourceLines(
  context: Pick<Context, 'store'>,
  stored: StoredRecord,
): Promise<string | undefined> {
  const base = isDated(stored.kind) ? await baseOf(context, stored) : undefined
  return base && textOf(base)
}

const textOf = ({ starts, recurrence }: Side) => JSON.stringify([starts, linesOf(recurrence)])

/** The side of the source at the last import. */
async function baseOf(
  { store }: Pick<Context, 'store'>,
  stored: StoredRecord,
): Promise<Side | undefined> {
  const imported = importedIn(stored.facts)
  if (!imported) return undefined
  if (imported.lines !== undefined) {
    const [starts, lines]: [WallTime, string[]] = JSON.parse(imported.lines)
    return { starts, recurrence: lines.length > 0 ? recurrenceOf(lines) : none }
  }
  const edited = new Set(imported.edited)
  if (edited.has('recurrence') || isMovedHere(edited)) return undefined
  if (imported.version === stored.version) return sideOf(stored)
  const then = await versionThen(store, stored, imported.version)
  return then && sideOf(then.record)
}

type Sides<T> = { base: T; ours: T; theirs: T }

/** The recurrences as if each began when the event will begin. A source that only leaves out its first dates moves none. */
function onOneClock({
  base,
  ours,
  theirs,
  isMoved,
  timezone,
}: Sides<Side> & { isMoved: boolean; timezone: string }): Sides<Recurrence> {
  const at = theirs.starts
  const times = { starts: base.starts, ends: base.starts, timezone, from: at, until: at, limit: 1 }
  const isLater = at > base.starts && datesOf(base.recurrence, times).length > 0
  const there = isLater ? 0 : at - base.starts
  const here = isMoved ? ours.starts - base.starts : 0
  const by = ({ starts, recurrence }: Side, step: number) =>
    step === 0 ? recurrence : shifted(recurrence, starts, starts + step)
  return {
    base: by(base, isMoved ? here : there),
    ours: by(ours, isMoved ? 0 : there),
    theirs: by(theirs, isMoved ? here - there : 0),
  }
}

const linesOf = (recurrence: Recurrence) =>
  recurrence.rule || recurrence.further.length > 0 ? storedLines(recurrence) : []

function merged({ base, ours, theirs }: Sides<Recurrence>) {
  const rules = [base, ours, theirs].map(({ rule }) =>
    rule ? storedLines({ ...none, rule }).join() : '',
  )
  const [was, here, there] = rules
  const isConflict = here !== was && there !== was && here !== there
  const recurrence: Recurrence = {
    rule: here === was ? theirs.rule : ours.rule,
    further: mergedDates(base.further, ours.further, theirs.further),
    removed: mergedDates(base.removed, ours.removed, theirs.removed),
  }
  return { recurrence, isConflict }
}

const keyOf = ({ at, isDay, ends }: FurtherDate) => `${at} ${isDay ?? false} ${ends ?? ''}`

/** The dates of the source, with those that were added here and without those that were taken away. */
function mergedDates<D extends FurtherDate>(
  base: readonly D[],
  ours: readonly D[],
  theirs: readonly D[],
): D[] {
  const [was, here] = [base, ours].map(dates => new Set(dates.map(keyOf)))
  const all = [
    ...theirs.filter(date => here?.has(keyOf(date)) || !was?.has(keyOf(date))),
    ...ours.filter(date => !was?.has(keyOf(date))),
  ]
  return [...new Map(all.map(date => [keyOf(date), date])).values()]
}

/** The values of a series whose source names only what comes, with the dates that are over; `since`: the first date that the source has. */
type RolledOn = { sent: Values; since: WallTime }

/**
 * I9: a series whose source begins later than at the last import, with a date that is not over, has dropped the dates before because they are over: they
 * stay. The dates that both have are then the same ones, whatever the rule counts. Undefined for all others, such as a series that is moved before its
 * first date.
 */
export async function rolledOn(
  context: Pick<Context, 'store' | 'now'>,
  stored: StoredRecord,
  sent: Values,
): Promise<RolledOn | undefined> {
  const { facts } = stored
  if (!isSeries(stored) && importedIn(facts)?.lines === undefined) return undefined
  const timezone = String(sent.timezone ?? facts.timezone)
  const wasAllDay = facts.all_day === 1
  const isAllDay = sent.all_day === undefined ? wasAllDay : sent.all_day === true
  const now = context.now()
  const theirs = sideIn({ ...sent, timezone, all_day: isAllDay }, context)
  if (!theirs || facts.timezone !== timezone || wasAllDay !== isAllDay) return undefined
  const { starts: since } = theirs
  const ends = Math.max(since, parseMoment(String(sent.end_date), now, timezone)?.at ?? since)
  const base = (await baseOf(context, stored)) ?? sideOf(stored)
  if (since <= base.starts || instantOf(ends, timezone) < now) return undefined
  const length = Number(facts.ends) - Number(facts.starts)
  const over = overBefore(since, base, { length, timezone, now })
  const isLongAsNow = length === ends - since
  const whole = over && withEarlier(theirs, base.starts, { over, isAllDay, isLongAsNow })
  if (!whole) return undefined
  const { starts, recurrence } = whole
  const rolled: Values = {
    ...sent,
    start_date: formatWall(starts),
    recurrence: linesOf(recurrence),
  }
  if (sent.end_date !== undefined) rolled.end_date = formatWall(starts + ends - since)
  return { sent: rolled, since }
}

/** Dates that are over, at most: 27 years of a daily series. More would hold up readers. */
const maxOver = 10_000

/**
 * The dates before a start that have begun or begin later on the same day as now; undefined where the first of them has not begun, or where they
 * are too many.
 */
function overBefore(
  since: WallTime,
  { starts, recurrence }: Side,
  { length, timezone, now }: { length: number; timezone: string; now: number },
): readonly SeriesDate[] | undefined {
  if (!recurrence.rule && recurrence.further.length === 0) return undefined
  const times = { starts, ends: starts + length, timezone, until: since - 1, limit: maxOver + 1 }
  const tomorrow = instantOf(startOfDay(wallOf(now, timezone)) + daySeconds, timezone)
  const over = datesOf(recurrence, times).filter(({ utcStarts }) => utcStarts < tomorrow)
  return over[0] && over[0].utcStarts <= now && over.length <= maxOver ? over : undefined
}

type Over = { over: readonly SeriesDate[]; isAllDay: boolean; isLongAsNow: boolean }

/**
 * A series with dates before its start: its rule from the former start on where that gives the same dates since, else each of its dates. Undefined where
 * these are too many; of single dates that are over the latest stay.
 */
function withEarlier(theirs: Side, starts: WallTime, before: Over): Side | undefined {
  const { rule, further, removed } = theirs.recurrence
  const { over, isAllDay, isLongAsNow } = before
  const dayOr = <D extends FurtherDate>(date: D) =>
    isAllDay ? { at: startOfDay(date.at), isDay: true as const } : date
  const earlier = over.map(({ original, ends }) =>
    dayOr({ at: original, ...(!isLongAsNow && { ends }) }),
  )
  const began = rule && ruleSince(rule, starts, theirs.starts)
  if (!began) return asDates(theirs, before, { earlier, dayOr })
  const given = new Set(began.before)
  const missing = given.difference(new Set(over.map(({ original }) => original)))
  const extra = earlier.filter((_, at) => !isLongAsNow || !given.has(over[at]?.original ?? 0))
  const first = began.isStart ? [] : [dayOr({ at: theirs.starts })]
  const recurrence: Recurrence = {
    rule: began.rule,
    further: [...extra, ...first, ...further],
    removed: [...[...missing].map(at => dayOr({ at })), ...removed],
  }
  const isFit = [recurrence.further, recurrence.removed].every(({ length }) => length <= maxValues)
  return isFit ? { starts, recurrence } : undefined
}

type Earlier = { earlier: readonly FurtherDate[]; dayOr(date: FurtherDate): FurtherDate }

function asDates(
  { starts, recurrence }: Side,
  { over }: Over,
  { earlier, dayOr }: Earlier,
): Side | undefined {
  const { rule, further } = recurrence
  if (rule && rule.count === undefined && rule.until === undefined) return undefined
  const times = { starts, ends: starts, timezone: 'UTC', limit: maxValues }
  const later = datesOf({ ...recurrence, further: [] }, times)
  const others = [...later.map(({ original }) => dayOr({ at: original })), ...further]
  const kept = earlier.slice(-Math.max(1, maxValues - others.length))
  const all = new Map([...others, ...kept].map(date => [date.at, date]))
  const first = over.at(-kept.length)
  if (all.size > maxValues || !first) return undefined
  const dates = [...all.values()].sort((a, b) => a.at - b.at)
  return { starts: first.original, recurrence: { further: dates, removed: [] } }
}

/** As many dates tell one rule from another. */
const compared = 60

/** A rule from an earlier start on, and its dates before the later one; undefined where it would give others since. */
function ruleSince(rule: Rule, starts: WallTime, since: WallTime) {
  const wanted = expand(rule, since, lastWall).take(compared).toArray()
  for (const { count, ...each } of [rule, withDefaults(rule, since)]) {
    const before = expand(each, starts, since - 1)
      .take(maxOver)
      .toArray()
    const from = count === undefined ? each : { ...each, count: count + before.length }
    const all = expand(from, starts, lastWall)
    const dates = all.drop(before.length).take(compared).toArray()
    if (dates.join() === wanted.join()) return { rule: from, before, isStart: wanted[0] === since }
  }
  return undefined
}
