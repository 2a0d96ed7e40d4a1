import { tableOf } from '../../define/base/objects.ts'
import type { ParamValues } from '../../define/param.ts'
import { languages } from '../../define/text/language.ts'
import { formatWall } from '../../define/time/clock.ts'
import { datesOf } from '../../define/time/recurrence/dates.ts'
import { linesOf } from '../../define/time/recurrence/lines.ts'
import { sentenceOf } from '../../define/time/recurrence/sentence.ts'
import { wallOf } from '../../define/time/zone.ts'
import { fieldProblem } from '../../problem/index.ts'
import type { triedParams } from '../../resources/admin-api/index.ts'
import {
  allStored,
  costOf,
  dateError,
  datesFrom,
  derive,
  type previewParams,
  type RecurrencePreview,
  recurrenceIn,
  whenAfter,
} from '../../resources/index.ts'
import { may } from '../access/access.ts'
import type { Context, WriteCaller } from '../base/context.ts'
import { forbidden } from './check.ts'
import { whenOf } from './event-rules.ts'
import { seriesAfter } from './series.ts'

type Tried = ParamValues<typeof triedParams>

/** The presented fields of an event of these values; throws the problem that a write would have with its dates. */
export function tryEvent(context: Context, draft: Tried) {
  const { currency, zone } = context.site
  const cost = String(draft.cost ?? '')
  return {
    when: triedWhen(context, draft, zone),
    cost: tableOf(languages, language => costOf(cost, currency, language).cost),
  }
}

function triedWhen(context: Context, draft: Tried, zone: string) {
  if (draft.start_date == null || draft.end_date == null) return null
  const when = derive(whenOf(context, draft, undefined))
  return {
    timezone: when.timezone,
    timezone_abbr: when.timezone_abbr,
    start_date: formatWall(when.starts),
    end_date: formatWall(when.ends),
    utc_start_date: formatWall(when.utc_starts),
    utc_end_date: formatWall(when.utc_ends),
    site_timezone: zone,
    site_start_date: formatWall(wallOf(when.utc_starts, zone)),
    site_end_date: formatWall(wallOf(when.utc_ends, zone)),
  }
}

const maxRows = 50

/**
 * The dates that an event would have with a recurrence; nothing is written. For users who may write events: computing dates costs up to
 * 0.1 s of the processor.
 */
export function previewRecurrence(
  context: Context,
  caller: WriteCaller,
  { recurrence = [], ...draft }: ParamValues<typeof previewParams>,
): RecurrencePreview {
  if (!may(caller.actor, 'create', 'event')) throw forbidden(caller)
  const when = whenAfter(draft, undefined, { now: context.now(), zone: context.site.zone })
  if ('fieldError' in when) throw fieldProblem(when.fieldError, dateError(when))
  const series = seriesAfter(context, { recurrence }, undefined, when)
  if ('fieldError' in series) throw fieldProblem('recurrence', series.fieldError)
  const { recurrence_until } = series.value
  const from = datesFrom(series.value)
  const read = recurrenceIn(series.value)
  const rule = read ?? { further: [], removed: [] }
  const isComplete = !read || recurrence_until === allStored
  const until = isComplete ? undefined : Number(recurrence_until)
  const dates = datesOf(rule, { ...when, from, until })
  return {
    recurrence: read ? linesOf(read, { timezone: when.timezone, allDay: when.all_day === 1 }) : [],
    recurrence_text: read
      ? sentenceOf(read, when.starts, context.site.locales[caller.language])
      : '',
    total: dates.length,
    from: from === undefined ? null : formatWall(from),
    until: until === undefined ? null : formatWall(until),
    dates: dates.slice(0, maxRows).map(({ starts, ends, utcStarts, utcEnds }) => ({
      start_date: formatWall(starts),
      end_date: formatWall(ends),
      utc_start_date: formatWall(utcStarts),
      utc_end_date: formatWall(utcEnds),
    })),
  }
}
