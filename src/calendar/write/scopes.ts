import { existing } from '../../define/base/objects.ts'
import { nested } from '../../define/field-errors.ts'
import type { Row, StoredRecord } from '../../define/record.ts'
import { formatWall } from '../../define/time/clock.ts'
import { listErrors } from '../../define/time/recurrence/check.ts'
import { before, from, without } from '../../define/time/recurrence/parts.ts'
import { readRecurrence } from '../../define/time/recurrence/read-recurrence.ts'
import type { Recurrence } from '../../define/time/recurrence/rule.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import {
  dateError,
  derive,
  notFromHere,
  recurrenceIn,
  type When,
  whenAfter,
  whenByRule,
} from '../../resources/index.ts'
import { removed, type SeriesDate } from '../../store/index.ts'
import { type Act, may } from '../access/access.ts'
import type { Context } from '../base/context.ts'
import { horizonOf } from '../read/horizon.ts'
import { noSuchRecord, recordFor, refuseUnexpected } from '../read/record-for.ts'
import { whenStored } from './event-rules.ts'
import { asOwn, hasDates, isSameRecurrence, seriesRow, setDates, single } from './series.ts'
import { earlierPart, laterPart, noParts } from './split-parts.ts'
import { change, insertCopy, settle, trash } from './write.ts'
import type { DraftOf, Write } from './write-types.ts'

type Draft = DraftOf<'event'>

/** A series and one of its dates, both as they are now. Refuses callers who may not write one of them. */
export async function dateFor(write: Write, act: Act, date: SeriesDate) {
  const { tx, caller } = write
  const now = await tx.seriesDate(date.id)
  // another write of the same commit may have removed it, or made it an event of its own
  if (now?.gone === removed) throw await noSuchRecord(tx, caller.actor, 'event', date.id)
  if (!now || now.gone) throw new Problem('rest-event-not-found', { params: { id: date.id } })
  const stored = await recordFor(write, act, 'event', now.series)
  const { own, written } = await asOwn(tx, stored, now)
  if (!may(caller.actor, act, 'event', own)) throw new Problem('rest_forbidden')
  refuseUnexpected(caller, stored)
  const recurrence = existing(recurrenceIn(stored.facts))
  return { stored, date: now, own, written, recurrence }
}

/** The write without its precondition, which was already checked on the series. */
const unconditional = (write: Write): Write => ({
  ...write,
  caller: { ...write.caller, expects: undefined },
})

/** The same for a draft that takes the place of the one that was sent: the image of that is its own. */
function forDraft(write: Write, sent: Draft, draft: Draft): Write {
  const image = write.images.get(sent)
  const images = image === undefined ? write.images : new Map([[draft, image]])
  return { ...unconditional(write), images }
}

const timesOf = ({ starts, ends, timezone }: Row) => ({
  starts: Number(starts),
  ends: Number(ends),
  timezone: String(timezone),
})

/** Writes another recurrence of a series. */
async function rewrite(write: Write, stored: StoredRecord, recurrence: Recurrence, more: Row = {}) {
  const { tx, context } = write
  const errors = listErrors('EXDATE', recurrence.removed)
  if (errors.length > 0) throw fieldProblem('recurrence', nested(errors))
  const horizon = horizonOf(context, String(stored.facts.timezone))
  const facts: Row = {
    ...seriesRow(recurrence, whenStored(stored), horizon),
    ...more,
    modified: context.now(),
  }
  const version = await tx.update('event', stored.id, facts)
  return settle(write, stored, { ...stored, version, facts: { ...stored.facts, ...facts } })
}

/** Removes dates of a series (R13), or those from one on; the last one takes the series to the trash. Undefined: as of `change`. */
export async function removeDates(
  write: Write,
  scope: 'this' | 'following',
  [first, ...others]: readonly [SeriesDate, ...SeriesDate[]],
): Promise<StoredRecord | undefined> {
  const { stored, date, recurrence } = await dateFor(write, 'remove', first)
  const starts = Number(stored.facts.starts)
  const isAllDay = stored.facts.all_day === 1
  let rest =
    scope === 'this'
      ? without(recurrence, date.original, isAllDay)
      : before(recurrence, starts, date.original)
  for (const other of others) {
    const { date } = await dateFor(write, 'remove', other)
    rest = rest && without(rest, date.original, isAllDay)
  }
  if (!rest || !hasDates(rest, stored)) return trash(unconditional(write), 'event', stored.id)
  return rewrite(write, stored, rest)
}

/**
 * Makes one date an event of its own, which keeps its ID, and changes it. The last one leaves the series in the trash, with a date by
 * its rule whose ID is new: restored, it has that. Undefined: as of `change`.
 */
export async function detach(write: Write, of: SeriesDate, draft: Draft) {
  const { stored, date, own, recurrence } = await dateFor(write, 'change', of)
  const rest = without(recurrence, date.original, stored.facts.all_day === 1)
  await write.tx.detachDate(date.id, 'event')
  if (hasDates(rest, stored)) await rewrite(write, stored, rest)
  else {
    await setDates(write, stored)
    if (!(await trash(unconditional(write), 'event', stored.id))) return undefined
  }
  await insertCopy(write, { ...own, facts: { ...own.facts, ...single, ...noParts } }, date.id)
  return change(unconditional(write), 'event', date.id, draft)
}

/** Splits a series before a date, and changes the second part. IDs of dates stay in both (R9). Undefined: as of `change`. */
export async function changeFollowing(write: Write, of: SeriesDate, draft: Draft) {
  const { stored, date, recurrence } = await dateFor(write, 'change', of)
  const { context, tx } = write
  const later = from(recurrence, Number(stored.facts.starts), date.original)
  if (!later) throw fieldProblem('scope', notFromHere)
  const earlier = before(recurrence, Number(stored.facts.starts), date.original)
  if (!earlier || !hasDates(earlier, stored)) {
    const all = onAll(context, draft, stored, [date])
    return change(forDraft(write, draft, all), 'event', stored.id, all)
  }
  const length = Number(stored.facts.ends) - Number(stored.facts.starts)
  const when = whenByRule({
    ...whenStored(stored),
    starts: date.original,
    ends: date.original + length,
  })
  const horizon = horizonOf(context, when.timezone)
  const id = await tx.newId('event')
  const half = {
    ...stored,
    id,
    facts: {
      ...stored.facts,
      ...when,
      ...seriesRow(later, when, horizon),
      dates_from: null,
      ...laterPart(stored, date.original),
    },
  }
  await insertCopy(write, half, id, () => tx.moveDates(stored.id, id, date.original))
  await rewrite(write, stored, earlier, await earlierPart(write, stored, id, date.original))
  const moved = onAll(context, draft, half, [date])
  return change(forDraft(write, draft, moved), 'event', id, moved)
}

/**
 * The change of all dates that follows from one of them: its start moves the start of the series by the difference. A recurrence that is sent as it
 * is counts as not sent; with another one, the dates sent are those of the first date, unless one that was shown starts then. `presented`: the dates
 * that the caller may have seen; the one nearest to what was sent is meant.
 */
export function onAll(
  context: Pick<Context, 'now' | 'site'>,
  { recurrence: lines, ...draft }: Draft,
  { facts }: StoredRecord,
  presented: readonly OneDate[],
): Draft {
  const had = recurrenceIn(facts)
  const isOther = lines !== undefined && !isStoredRecurrence(lines, had, String(facts.timezone))
  const sent = isOther ? { ...draft, recurrence: lines } : draft
  if (!had || (draft.start_date == null && draft.end_date == null)) return sent
  const moves = presented.map(date => moveOf(context, draft, facts, date))
  const possible = moves.flatMap(move => ('fieldError' in move ? [] : [move]))
  const [nearest = moves[0]] = possible.toSorted(
    (a, b) => Math.abs(a.step) - Math.abs(b.step) || Math.abs(a.endStep) - Math.abs(b.endStep),
  )
  if (!nearest || (isOther && ('fieldError' in nearest || nearest.step !== 0))) return sent
  if ('fieldError' in nearest) throw fieldProblem(nearest.fieldError, dateError(nearest))
  const { step, length } = nearest
  const first = Number(facts.starts) + step
  return { ...sent, start_date: formatWall(first), end_date: formatWall(first + length) }
}

/** A date as it is shown; `original`: its start by the rule. */
type OneDate = { starts: number; ends: number; original?: number }

/**
 * The distances by which a draft moves the start and the end of a date, and the length of all dates then: unchanged, unless the draft states
 * another.
 */
function moveOf(
  { now, site }: Pick<Context, 'now' | 'site'>,
  draft: Draft,
  facts: Row,
  presented: OneDate,
) {
  const { starts, ends, timezone } = timesOf(facts)
  const stored = { timezone, all_day: Number(facts.all_day), ...presented }
  const when = whenAfter(draft, stored, { now: now(), zone: site.zone })
  if ('fieldError' in when) return when
  const byRule = timesByRule(stored, ends - starts)
  const from = when.starts === presented.starts ? byRule.starts : when.starts
  const to = when.ends === presented.ends ? byRule.ends : when.ends
  const isAsLong = to - from === byRule.ends - byRule.starts
  return {
    step: from - byRule.starts,
    endStep: to - byRule.ends,
    length: isAsLong ? ends - starts : to - from,
  }
}

/** The times of a date before skipped clocks moved them (R1); one with times of its own has those that it shows. */
function timesByRule(
  { original, ...presented }: OneDate & Pick<When, 'timezone' | 'all_day'>,
  length: number,
) {
  if (original === undefined) return presented
  const byRule = { ...presented, starts: original, ends: original + length }
  const { starts, ends } = derive(byRule)
  return starts === presented.starts && ends === presented.ends ? byRule : presented
}

/** True if a sent recurrence equals the stored one. */
export function isStoredRecurrence(
  lines: readonly string[] | null,
  had: Recurrence | undefined,
  zone: string,
): boolean {
  const read = readRecurrence(lines, zone)
  if (!('value' in read) || !read.value || !had) return false
  return isSameRecurrence(read.value, had)
}
