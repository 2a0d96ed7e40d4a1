import { existing } from '../../define/base/objects.ts'
import type { Instant, WallTime } from '../../define/time/clock.ts'
import type { StoredRecord } from '../../store/index.ts'
import type { Caller, Context, View } from '../base/context.ts'
import { patchedOn } from './dates.ts'
import { mayShow, type Showing, showingTo, visibilityOf, visibleOf } from './showing.ts'
import { viewsOf } from './views.ts'

/** A series with its irregular dates, as calendar files (iCalendar) need it. */
export type FullSeries = {
  /** The series on its first date. */
  view: View
  /** Its dates that do not follow from the rule and the first date, in the order of their original starts. */
  dates: View[]
  /** The original starts of dates that the caller does not see. */
  hidden: WallTime[]
  /** The end of its last date. */
  last: Instant
}

/** True if a date is part of its series for this caller: equally visible or in the caller’s lists, and without a password of its own. */
function isVisible(showings: readonly Showing[], date: StoredRecord, series: StoredRecord) {
  const [own, of] = [visibilityOf(date), visibilityOf(series)]
  if (own.protected !== of.protected) return false
  if (own.status === of.status && own.hidden === of.hidden) return true
  return showings.some(showing => mayShow(showing, date))
}

/** Reads series that the caller may read, with their irregular dates. `showings`: those that lists show the caller. */
export async function fullSeries(
  context: Context,
  caller: Caller,
  series: readonly StoredRecord[],
  showings: readonly Showing[] = [showingTo(caller.actor)],
): Promise<FullSeries[]> {
  const { store } = context
  const ids = series.map(({ id }) => id)
  const [irregular, lastEnds] = [await store.irregularDates(ids), await store.lastEnds(ids)]
  const all = new Map<number, Parts>()
  for (const event of series) all.set(event.id, { event, dates: [], hidden: [] })
  for (const { patch, ...date } of irregular) {
    const { event, dates, hidden } = existing(all.get(date.series))
    const own = patchedOn(event, { ...date, occurrence: date.id }, patch)
    if (isVisible(showings, own, event)) dates.push(own)
    else hidden.push(date.original)
  }
  const parts = [...all.values()]
  const records = parts.flatMap(({ event, dates }) => [event, ...dates])
  const views = (await viewsOf(context, caller, 'event', records)).values()
  const nextView = () => existing(views.next().value)
  return parts.map(({ event, dates, hidden }) => ({
    view: nextView(),
    dates: dates.map(nextView),
    hidden,
    last: lastEnds.get(event.id) ?? Number(event.facts.utc_ends),
  }))
}

type Parts = { event: StoredRecord; dates: StoredRecord[]; hidden: WallTime[] }

/** The same of series of a list. A date alone may be in it, so the series itself need not be what the list shows. */
export async function listedSeries(
  context: Context,
  caller: Caller,
  ids: readonly number[],
  showing: Showing,
): Promise<FullSeries[]> {
  const records = await context.store.getMany('event', ids)
  const own = { ...showing, ...showingTo(caller.actor) }
  const listed = records.filter(record => mayShow(showing, record))
  const others = records.filter(record => !mayShow(showing, record))
  const series = [...listed, ...visibleOf(context, own, others)]
  return fullSeries(context, caller, series, [showing, own])
}
