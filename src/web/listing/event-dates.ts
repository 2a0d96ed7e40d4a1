import type { View } from '../../define/derived.ts'
import type { Day } from '../../define/time/clock.ts'
import { datesNamed, type EventView, isSeries, viewIn } from '../../resources/index.ts'
import { dayOf, monthName, nextMonth, startOfMonth } from '../shell/dates.ts'
import type { PageRequest } from '../shell/page.ts'
import type { Reading } from '../shell/reading.ts'
import { showContextOf } from '../shell/show-context.ts'
import { eventIn } from './items.ts'
import { todayOf } from './now.ts'

/** Maximum number of dates that the page of an event shows at once, and of links to its months; beyond, these are to its years. */
const max = 60
const maxMonths = 24

/** Some dates of an event in their order, and how many it has; `upcoming`: some from today on. */
export type EventDates = {
  dates: readonly EventView[]
  total: number
  upcoming: readonly EventView[]
  /** The days from which the dates before and after these are shown. */
  earlier?: Day | undefined
  later?: Day | undefined
  /** Where not all are shown, the months or years of its dates, each by its first day. */
  parts: readonly Day[]
}

export type Of = { request: PageRequest; reading: Reading; view: View }
type DateQuery = Parameters<Reading['dates']>[1]

async function read({ request, reading, view }: Of, which: DateQuery) {
  const { views, total } = await reading.dates(view, which)
  return { dates: views.map(each => eventIn(request, each)), total }
}

/** Dates from a day on, as many as a page shows, and where those before and after them begin. */
async function datesFrom(of: Of, from: Day): Promise<Omit<EventDates, 'upcoming' | 'parts'>> {
  const { dates, total } = await read(of, { from, limit: max + 1 })
  const before = { before: from, descending: true, limit: 1 }
  const earlier = await read(of, { ...before, offset: max - 1 })
  const first =
    earlier.total > 0 && earlier.dates.length === 0 ? await read(of, { limit: 1 }) : earlier
  return {
    dates: dates.slice(0, max),
    total: total + earlier.total,
    earlier: first.dates[0]?.first,
    later: dates[max]?.first,
  }
}

/**
 * The dates of a series: from the day that the address names on, else from today on, the next first; of one that is over, its last ones. The
 * page of a date shows it among them.
 */
export async function datesOfEvent(of: Of, shown: EventView): Promise<EventDates> {
  const { request, view } = of
  if (!isSeries(view.record)) return { dates: [], total: 1, upcoming: [], parts: [] }
  const today = todayOf(request)
  const next = await datesFrom(of, today)
  const { dates: upcoming } = next
  const asked = dayOf(request.query.get('dates') ?? '')
  const last = upcoming.at(-1)
  const isAmong = shown.first >= today && (!next.later || (last && shown.first <= last.first))
  const other =
    asked === undefined && isAmong ? next : await datesFrom(of, asked ?? startOfMonth(shown.first))
  const from = other.dates.length > 0 ? other : next
  const isAll = (from.earlier ?? from.later) === undefined
  return { ...from, upcoming, parts: isAll ? [] : await partsOf(of) }
}

async function partsOf(of: Of): Promise<Day[]> {
  const [first, last] = [
    await read(of, { limit: 1 }),
    await read(of, { limit: 1, descending: true }),
  ].map(({ dates: [date] }) => startOfMonth(date?.first ?? 0))
  const months: Day[] = []
  for (let at = first ?? 0; at <= (last ?? 0); at = nextMonth(at)) months.push(at)
  const isYear = (at: Day) => monthName(at).endsWith('-01') || at === first
  return months.length > maxMonths ? months.filter(isYear) : months
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
