import { nested } from '../../define/field-errors.ts'
import type { Row, StoredRecord } from '../../define/record.ts'
import { listErrors } from '../../define/time/recurrence/check.ts'
import { before, without } from '../../define/time/recurrence/parts.ts'
import type { Recurrence } from '../../define/time/recurrence/rule.ts'
import { fieldProblem } from '../../problem/index.ts'
import { recurrenceIn } from '../../resources/index.ts'
import {
  type DatePatch,
  type DatePatches,
  detached,
  originalNow,
  overlaid,
  type Reader,
} from '../../store/index.ts'
import { may } from '../access/access.ts'
import { horizonOf } from '../read/horizon.ts'
import { whenNow } from '../write/event-rules.ts'
import { asOwn, hasDates, seriesRow, timesOnPatches, wantedDates } from '../write/series.ts'
import type { Write } from '../write/write-types.ts'
import type { LeftOut } from './versions.ts'

/**
 * The recurrence of a series as in a version, up to the current horizon. Dates that another event has meanwhile stay with it: those after a split,
 * and those that were detached. A version that has no other dates leaves the series as it is.
 */
export async function seriesAgain(
  { tx, context }: Write,
  again: StoredRecord,
  stored: StoredRecord,
  leftOut: LeftOut[],
): Promise<Row> {
  const recurrence = recurrenceIn(again.facts)
  if (!recurrence) return {}
  const when = whenNow(again)
  const horizon = horizonOf(context, when.timezone)
  const until = Math.max(horizon, when.starts)
  const originals = new Set(wantedDates(again, { until }).map(({ original }) => original))
  const isThere = (event: StoredRecord | undefined) => event && event.facts.status !== 'trash'
  const elsewhere = (id: number) => leftOut.push({ field: 'recurrence', id, language: null })
  let rest: Recurrence | undefined = recurrence
  const { continued_by } = stored.facts
  const later = continued_by ? await tx.get('event', Number(continued_by)) : undefined
  const splitAt = later && isThere(later) ? splitIn(again, stored, later) : undefined
  if (later && splitAt !== undefined && [...originals].some(original => original >= splitAt)) {
    rest = before(rest, when.starts, splitAt)
    elsewhere(later.id)
  }
  const step = Number(again.facts.starts) - Number(stored.facts.starts)
  const removed = await tx.seriesDates(stored.id, { gone: detached })
  const events = await tx.getMany(
    'event',
    removed.map(({ id }) => id),
  )
  const own = new Set(events.filter(isThere).map(({ id }) => id))
  for (const date of removed) {
    const { id } = date
    const at = originalNow(date) + step
    if (!own.has(id) || !originals.has(at)) continue
    rest = rest && without(rest, at, again.facts.all_day === 1)
    elsewhere(id)
  }
  const errors = rest ? listErrors('EXDATE', rest.removed) : []
  if (errors.length > 0) throw fieldProblem('recurrence', nested(errors))
  const { recurrence: now = null, recurrence_until = null, dates_from = null } = stored.facts
  return rest && hasDates(rest, again)
    ? seriesRow(rest, when, horizon)
    : { ...whenNow(stored), recurrence: now, recurrence_until, dates_from }
}

/**
 * The start from which a later part has the dates of a version. It moves with the start of the series. A version from after the split
 * has none of these dates, and an earlier start there may be one more date instead of a move: no date before either place is left out.
 */
function splitIn(again: StoredRecord, stored: StoredRecord, later: StoredRecord): number {
  const splitAt = Number(later.facts.split_at)
  const { continued_after: after } = stored.facts
  // a series that was split before this was stored
  if (typeof after !== 'number') return splitAt
  const moved = Number(again.facts.starts) + after
  return again.facts.continued_after === after ? Math.max(splitAt, moved) : moved
}

/** A record as it was, without what it cannot have any more. */
type WithoutRemoved = (
  now: StoredRecord,
  previous: StoredRecord,
) => Promise<{ record: StoredRecord }>

/** Gives dates of a series what was otherwise on them in a version, where the series still has them. `series`: as it is restored. */
export async function restoreDates(
  { tx, caller }: Write,
  series: StoredRecord,
  dates: DatePatches,
  withoutRemoved: WithoutRemoved,
): Promise<void> {
  const ids = Object.keys(dates)
  if (ids.length === 0) return
  const byRule = new Map(wantedDates(series).map(date => [date.original, date]))
  for (const id of ids) {
    const date = await tx.seriesDate(Number(id))
    const wanted = date && byRule.get(date.original)
    if (!date || date.gone || date.series !== series.id || !wanted) continue
    const { own, written } = await asOwn(tx, series, date)
    if (!may(caller.actor, 'change', 'event', own)) continue
    const previous = dates[id]
    const patch = previous ? await possible(previous, written) : undefined
    await tx.patchDate(date.id, patch ?? null, timesOnPatches(series)(wanted, patch ?? {}))
  }

  /** The earlier differences of a date that can be restored. */
  async function possible(previous: DatePatch, now: StoredRecord): Promise<DatePatch> {
    const { record } = await withoutRemoved(now, overlaid(series, previous))
    const { facts, links } = previous
    const namesOf = (part: object = {}) => Object.keys(part)
    const those = <T extends object>(part: T, names: string[]) =>
      Object.fromEntries(Object.entries(part).filter(([name]) => names.includes(name)))
    return {
      ...previous,
      ...(facts && { facts: those(record.facts, namesOf(facts)) }),
      ...(links && { links: those(record.links, namesOf(links)) }),
    }
  }
}

/** A date of a series whose differences in a version are not those of now; `original`: its start by the rule, in wall seconds. */
export type OtherDate = { id: number; original: number }

export async function otherDates(
  reader: Pick<Reader, 'datePatches' | 'seriesDate'>,
  series: number,
  dates: DatePatches,
): Promise<OtherDate[]> {
  const ids = Object.keys(dates).map(Number)
  if (ids.length === 0) return []
  const now = await reader.datePatches(ids)
  const others = ids.filter(
    id => JSON.stringify(now.get(id) ?? null) !== JSON.stringify(dates[id] ?? null),
  )
  const changed: OtherDate[] = []
  for (const id of others) {
    const date = await reader.seriesDate(id)
    if (date?.series === series && date.gone !== detached)
      changed.push({ id, original: date.original })
  }
  return changed
}
