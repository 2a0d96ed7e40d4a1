import type { Values } from '../../define/param.ts'
import { isDated, type StoredRecord } from '../../define/record.ts'
import { startOfDay, type WallTime } from '../../define/time/clock.ts'
import { parseMoment } from '../../define/time/parse.ts'
import { datesOf } from '../../define/time/recurrence/dates.ts'
import { recurrenceOf, storedLines } from '../../define/time/recurrence/lines.ts'
import { readRecurrence } from '../../define/time/recurrence/read-recurrence.ts'
import type { FurtherDate, Recurrence, RemovedDate } from '../../define/time/recurrence/rule.ts'
import { shifted } from '../../define/time/recurrence/shift.ts'
import { recurrenceIn } from '../../resources/index.ts'
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
  const theirs = sideIn(sent, context)
  const base = theirs && (await baseOf(context, stored))
  if (!theirs || !base) return undefined
  const ours = sideOf(stored)
  const sides = onOneClock({ base, ours, theirs, isMoved, timezone: String(sent.timezone) })
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
    recurrence: { rule, further: days(further), removed: days(removed) } as Recurrence,
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
