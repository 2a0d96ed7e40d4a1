import type { CalendarEvent } from '../../../sdk/types.ts'
import { addDays, type Day } from './days.ts'

const fields = [
  ...(['id', 'title', 'url', 'start_date', 'end_date', 'all_day'] as const),
  ...(['venue', 'event_status', 'attendance'] as const),
] as const

/** What is shown of an event. */
export type Shown = Pick<CalendarEvent, (typeof fields)[number]>

/** Which events: where the API is, its filters as attributes name them, and the language. */
export type Source = { api: string; filters: Record<string, string>; language: string }

const perPage = 50
/** A month that has more is looked at in the calendar itself. */
const mostPages = 6

type Listed = { events: Shown[]; total_pages: number }

async function page(
  { api, filters, language }: Source,
  query: Record<string, string>,
  signal: AbortSignal,
): Promise<Listed> {
  const search = new URLSearchParams({
    ...filters,
    ...query,
    ml_language: language,
    strict_dates: 'true',
    _fields: [...fields.map(name => `events.${name}`), 'total_pages'].join(),
  })
  const response = await fetch(`${api}/events?${search}`, {
    credentials: 'omit',
    headers: { Accept: 'application/json' },
    signal,
  })
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
  return response.json()
}

/** Everything that takes place on the days from the first to the last. */
export async function eventsWithin(
  source: Source,
  first: Day,
  last: Day,
  signal: AbortSignal,
): Promise<Shown[]> {
  const query = {
    ends_after: `${addDays(first, -1)} 23:59:59`,
    starts_before: `${addDays(last, 1)} 00:00:00`,
    per_page: String(perPage),
    occurrences: 'each',
  }
  const { events, total_pages } = await page(source, query, signal)
  const rest = Array.from({ length: Math.min(total_pages, mostPages) - 1 }, (_, n) =>
    page(source, { ...query, page: String(n + 2) }, signal),
  )
  return [...events, ...(await Promise.all(rest)).flatMap(more => more.events)]
}

/** A page of what is not over yet, and whether there is another after it. */
export async function upcoming(
  source: Source,
  of: { limit: number; page: number },
  signal: AbortSignal,
) {
  const { events, total_pages } = await page(
    source,
    { ends_after: 'now', per_page: String(of.limit), page: String(of.page) },
    signal,
  )
  return { events, hasMore: of.page < total_pages }
}

/** Does it take place on that day? An event that ends at midnight does not take place on the next. */
export const isOn = ({ start_date, end_date }: Shown, day: Day): boolean =>
  start_date.slice(0, 10) <= day &&
  (start_date.slice(0, 10) === day || end_date > `${day} 00:00:00`)
