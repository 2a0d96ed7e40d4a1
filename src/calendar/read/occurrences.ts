import type { ParamValues } from '../../define/param.ts'
import type { StoredRecord } from '../../define/record.ts'
import type { WallTime } from '../../define/time/clock.ts'
import { allStored, datesFrom, isSeries, type occurrencesParams } from '../../resources/index.ts'
import type { Context, ListCaller, View } from '../base/context.ts'
import { onDates } from './dates.ts'
import { windowOf } from './event-question.ts'
import { datesBefore, datesBeyond } from './horizon.ts'
import { type Listing, pageOf, refuseBeyond } from './lists.ts'
import { viewsOf } from './views.ts'

/** A page of the dates of an event that the caller may read. `read`: the event, or one of its dates. */
export async function listOccurrences(
  context: Context,
  caller: ListCaller,
  read: StoredRecord,
  values: ParamValues<typeof occurrencesParams>,
): Promise<{ listing: Listing; views: View[] }> {
  const { store, site, now } = context
  const isDate = read.facts.occurrence !== undefined
  const event = (isDate ? await store.get('event', read.id) : undefined) ?? read
  const { page, perPage, limit, offset } = pageOf(context, caller, values)
  const { bounds } = windowOf(values, { now: now(), zone: site.zone })
  // without a window all dates are listed
  const window = bounds.filter(({ name }) => name in values)
  const at = (wanted: string) => window.find(({ name }) => name === wanted)?.at
  const span = { from: at('start_date'), endsBy: at('end_date') }
  const earlier = earlierOf(context, event, span)
  const offsetAfter = Math.max(0, offset - earlier.records.length)
  const stored = earlier.until
    ? { records: [], total: 0 }
    : await onDates(context, event, {
        ...span,
        limit: Math.max(0, limit - Math.max(0, earlier.records.length - offset)),
        offset: offsetAfter,
      })
  const later = earlier.until ? earlierEnd(earlier.until) : laterOf(context, event, span)
  const started = [...earlier.records.slice(offset, offset + limit), ...stored.records]
  const first = Math.max(0, offsetAfter - stored.total)
  const left = limit - started.length
  const records = [...started, ...later.records.slice(first, first + left)]
  const total = earlier.records.length + stored.total + later.records.length
  const ids = records.map(({ id }) => id)
  refuseBeyond('event', { ids, total }, page)
  const until = Number.POSITIVE_INFINITY
  const listing = { ids, total, page, perPage, window, until, horizon: later.until }
  return { listing, views: await viewsOf(context, caller, 'event', records) }
}

type OccurrenceWindow = { from: number | undefined; endsBy: number | undefined }

const earlierEnd = (until: WallTime) => ({ records: [], until })

/** Of an old series, dates before those that are stored are computed, from the start of a window that the caller names (R12). `until`: as below. */
function earlierOf({ site }: Context, event: StoredRecord, { from, endsBy }: OccurrenceWindow) {
  const first = isSeries(event) ? datesFrom(event.facts) : undefined
  if (first === undefined || from === undefined || from >= first) return { records: [] }
  return datesBefore(event, { from, before: first, endsBy, limit: site.maxOccurrences })
}

/** Dates that are not stored are computed, up to the end of a window that the caller names (R11). `until`: where the list ends. */
function laterOf({ site }: Context, event: StoredRecord, { from, endsBy }: OccurrenceWindow) {
  const stored = Number(event.facts.recurrence_until)
  if (!isSeries(event) || stored === allStored) return { records: [] }
  if (endsBy === undefined) return { records: [], until: stored }
  return datesBeyond(event, { from, endsBy, limit: site.maxOccurrences })
}
