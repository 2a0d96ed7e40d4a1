import { clockIn, dateRowOf, polished } from '../define/text/written-dates.ts'
import type { CalendarEvent, Language } from './types.ts'

/** A date of a response, which is in UTC there. */
export const instant = (utc: string) => new Date(`${utc.replace(' ', 'T')}Z`)

type When = Pick<CalendarEvent, 'start_date' | 'end_date' | 'all_day'>
type Style = Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>

/**
 * The dates of an event as people write them, on the clock of the event. In the languages of the calendar as its pages have them: “Saturday 5 December 2026, 8 pm – 10:30 pm”. Any other language, and `timeStyle`, is that of `Intl.DateTimeFormat`.
 */
export function whenOf(
  { start_date, end_date, all_day }: When,
  language: Language | (string & {}),
  { dateStyle = 'full', timeStyle = 'short' }: Style = {},
): string {
  const row = dateRowOf(language)
  const ownClock = timeStyle === 'short' && !all_day ? row : undefined
  const format = new Intl.DateTimeFormat(row?.locale ?? language, {
    dateStyle,
    ...(!all_day && !ownClock && { timeStyle }),
    // the clock of the event is written out in its dates, whatever its zone is called
    timeZone: 'UTC',
  })
  const days = (from: string, to: string) => {
    const parts = format.formatRangeToParts(instant(from), instant(to))
    if (!row) return parts.map(({ value }) => value).join('')
    const { firstOfMonth = '1' } = row
    return polished(
      parts
        .map(({ type, value }) => (type === 'day' && value === '1' ? firstOfMonth : value))
        .join(''),
      row,
    )
  }
  if (!ownClock) return days(start_date, end_date)
  const hour = (date: string) =>
    clockIn(ownClock, Number(date.slice(11, 13)), Number(date.slice(14, 16)))
  const from = `${days(start_date, start_date)}, ${hour(start_date)}`
  if (start_date === end_date) return from
  const isOneDay = start_date.slice(0, 10) === end_date.slice(0, 10)
  return `${from} – ${isOneDay ? '' : `${days(end_date, end_date)}, `}${hour(end_date)}`
}
