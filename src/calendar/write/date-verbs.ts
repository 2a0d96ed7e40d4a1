import { existing } from '../../define/base/objects.ts'
import type { StoredRecord } from '../../define/record.ts'
import { localized } from '../../define/record-texts.ts'
import { fieldProblem } from '../../problem/index.ts'
import {
  isSeries,
  recurrenceIn,
  ruleOfOne,
  type Scope,
  scopeOfSeries,
  slugOfOne,
} from '../../resources/index.ts'
import type { SeriesDate } from '../../store/index.ts'
import type { Caller, Context, WriteCaller } from '../base/context.ts'
import { occurrenceOf, onNextDate } from '../read/dates.ts'
import { draftsOf, refuseFacts } from './check.ts'
import { inWrites } from './kept-responses.ts'
import { withImages } from './new-images.ts'
import { changeDate } from './one-date.ts'
import { changeFollowing, detach, isStoredRecurrence, onAll, removeDates } from './scopes.ts'
import { change, trash } from './write.ts'
import type { DraftOf, Write } from './write-types.ts'

/** A series, and the date of it that was addressed. */
export type OnSeries = { series: StoredRecord; date: SeriesDate | undefined }

/**
 * The dates that a series shows under its own ID: the first to its editors, the next to readers, or the last (R10). A form shows the
 * first alone.
 */
async function datesBefore(context: Context, { editing }: Caller, series: StoredRecord) {
  const records = editing ? [series] : [series, await onNextDate(context, series)]
  return records.map(({ facts }) => ({ starts: Number(facts.starts), ends: Number(facts.ends) }))
}

/** Changes a series, or as much of it as the scope says; gives what was changed as it is now. */
export async function changeSeries(
  context: Context,
  caller: WriteCaller,
  { series, date }: OnSeries,
  sent: DraftOf<'event'>,
  scope: Scope = date ? 'this' : 'all',
): Promise<StoredRecord> {
  if (!date && scope !== 'all') throw fieldProblem('scope', scopeOfSeries)
  if (scope === 'following' || scope === 'detach') refuseFacts(caller, 'event', { scope })
  const draft = date && scope === 'this' ? await ofOneDate(context, caller, date, sent) : sent
  // a source states the first date and the rule, not a move of a date that it was shown
  const isAsSent = !date && caller.importing !== undefined
  const all =
    scope === 'all' && !isAsSent
      ? onAll(context, draft, series, date ? [date] : await datesBefore(context, caller, series))
      : draft
  const write = (work: (write: Write) => Promise<StoredRecord | undefined>) =>
    withImages(context, caller, draftsOf(all), images =>
      inWrites(context, caller, work, { images }),
    )
  if (!date || scope === 'all')
    return write(async one => {
      const changed = await change(one, 'event', series.id, all)
      return changed && withDiffering(one, changed)
    })
  if (scope === 'detach') return write(one => detach(one, date, draft))
  // Read within the write: another one of the same commit may take the date away. A new rule may leave the date out.
  return write(async one => {
    const changed = await (scope === 'this'
      ? changeDate(one, date, draft)
      : changeFollowing(one, date, draft))
    if (!changed || !isSeries(changed)) return changed
    return (await occurrenceOf({ store: one.tx }, date.id)) ?? changed
  })
}

/** A series as it was changed, with the IDs of the dates on which something is otherwise: the change leaves that as it is. */
async function withDiffering({ tx }: Write, series: StoredRecord): Promise<StoredRecord> {
  const dates = isSeries(series) ? await tx.overridesOf(series.id) : []
  if (dates.length === 0) return series
  const differing = JSON.stringify(dates.map(({ id }) => id))
  return { ...series, facts: { ...series.facts, differing } }
}

/** The fields that a request may send for one date: the rule and the slug of its series only unchanged. */
export async function ofOneDate(
  context: Context,
  { language }: Caller,
  { id }: SeriesDate,
  sent: DraftOf<'event'>,
): Promise<DraftOf<'event'>> {
  const { recurrence, slug, ...draft } = sent
  if (recurrence === undefined && slug === undefined) return sent
  const date = await occurrenceOf(context, id)
  const zone = String((date?.series ?? date)?.facts.timezone)
  const had = date && recurrenceIn(date.facts)
  if (recurrence !== undefined && !isStoredRecurrence(recurrence, had, zone))
    throw fieldProblem('recurrence', ruleOfOne)
  if (slug !== undefined && !(date && slug === localized(date, 'slug', language)))
    throw fieldProblem('slug', slugOfOne)
  return draft
}

/** Removes a series, or as much of it as the scope says. */
export async function removeOfSeries(
  context: Context,
  caller: WriteCaller,
  { series, date }: OnSeries,
  scope: Exclude<Scope, 'detach'> = date ? 'this' : 'all',
): Promise<StoredRecord> {
  if (!date && scope !== 'all') throw fieldProblem('scope', scopeOfSeries)
  if (!date || scope === 'all')
    return inWrites(context, caller, write => trash(write, 'event', series.id))
  return inWrites(context, caller, async write => {
    const before = await occurrenceOf({ store: write.tx }, date.id)
    const left = await removeDates(write, scope, [date])
    if (left?.facts.status !== 'trash' || !before) return left && existing(before)
    return { ...before, facts: { ...before.facts, status: 'trash' } }
  })
}
