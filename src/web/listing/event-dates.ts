import type { View } from '../../define/derived.ts'
import { datesNamed } from '../../resources/event/date-name.ts'
import { type EventView, viewIn } from '../../resources/view.ts'
import type { PageRequest } from '../shell/page.ts'
import type { Reading } from '../shell/reading.ts'
import { showContextOf } from '../shell/show-context.ts'
import { eventIn } from './items.ts'
import { todayOf } from './now.ts'

/** Maximum number of other dates on the page of an event. */
const max = 20

/** Dates of an event, and how many there are. */
export type EventDates = { dates: readonly EventView[]; total: number }

export type Of = { request: PageRequest; reading: Reading; view: View }
type DateQuery = Parameters<Reading['dates']>[1]

async function read({ request, reading, view }: Of, which: DateQuery): Promise<EventDates> {
  const { views, total } = await reading.dates(view, which)
  return { dates: views.map(each => eventIn(request, each)), total }
}

/** The dates of an event from today on, the next first; of one that is over, its last ones. */
export async function nextDates(of: Of): Promise<EventDates> {
  const next = await read(of, { from: todayOf(of.request), limit: max })
  if (next.total > 0) return next
  const last = await read(of, { descending: true, limit: max })
  return { dates: last.dates.toReversed(), total: last.dates.length }
}

/** True if the event had a date of this name, which was removed. Then its URLs lead to the series. */
export async function hadDateOn({ reading, view }: Of, name: string): Promise<boolean> {
  const window = datesNamed(name)
  return window !== undefined && (await reading.hadDate(view, window))
}

/** The event, or the date of another one, that a date of this name has become. */
export async function dateMovedTo(
  { request, reading, view }: Of,
  name: string,
): Promise<EventView | undefined> {
  const window = datesNamed(name)
  const record = window && (await reading.movedDate(view, window))
  return record && viewIn('event', { record }, showContextOf(request))
}

/** The date of an event that a URL names: the first of a day, or the one at a time. */
export async function dateOn(of: Of, name: string): Promise<EventView | undefined> {
  const window = datesNamed(name)
  if (!window) return undefined
  const view = await of.reading.dateIn(of.view, window)
  return view && eventIn(of.request, view)
}
