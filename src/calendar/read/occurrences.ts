import type { ParamValues } from '../../define/param.ts'
import type { StoredRecord } from '../../define/record.ts'
import type { occurrencesParams } from '../../resources/event/occurrences.ts'
import type { Caller, Context, View } from '../context.ts'
import { onDates } from './dates.ts'
import { type Listing, pageOf, refuseBeyond } from './lists.ts'
import { viewsOf } from './views.ts'
import { windowOf } from './window.ts'

/** A page of the dates of an event that the caller may read. `read`: the event, or one of its dates. */
export async function listOccurrences(
  context: Context,
  caller: Caller,
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
  const query = { from: at('start_date'), endsBy: at('end_date'), limit, offset }
  const { records, total } = await onDates(context, event, query)
  const ids = records.map(({ id }) => id)
  refuseBeyond('event', { ids, total }, page)
  const listing = { ids, total, page, perPage, window, until: Number.POSITIVE_INFINITY }
  return { listing, views: await viewsOf(context, caller, 'event', records) }
}
