import type { Locale } from '../../define/text/language.ts'
import { isoWithOffset, lastDayOf } from '../../define/time/clock.ts'
import { clock, formatDay, formatDays, startOfDay } from '../shell/dates.ts'
import type { FeedEvent } from './format.ts'

type When = Pick<FeedEvent, 'starts' | 'ends' | 'utcStarts' | 'utcEnds'>

/** `2027-07-04T20:00:00+02:00`: on the clock of the event, with its offset. */
export const startOf = ({ starts, utcStarts }: When) => isoWithOffset(starts, starts - utcStarts)
export const endOf = ({ ends, utcEnds }: When) => isoWithOffset(ends, ends - utcEnds)

/** An instant in UTC: `2027-07-04T18:00:00Z` (RFC 3339). */
export const isoInstant = (at: number) => isoWithOffset(at, 0).replace('+00:00', 'Z')
/** For RSS: `Sun, 04 Jul 2027 18:00:00 GMT`. */
export const mailDate = (at: number) => new Date(at * 1000).toUTCString()

/** When an event is, in words: its day and hours, or its days. */
export function formatWhen(
  { starts, ends, isAllDay }: Pick<FeedEvent, 'starts' | 'ends' | 'isAllDay'>,
  locale: Locale,
): string {
  const [first, last] = [startOfDay(starts), lastDayOf(starts, ends)]
  const day = formatDay(starts, 'long', locale)
  if (isAllDay) return first === last ? day : formatDays(first, last, locale)
  const from = `${day}, ${clock(starts, locale)}`
  if (ends === starts) return from
  return `${from} – ${first === last ? '' : `${formatDay(ends, 'long', locale)}, `}${clock(ends, locale)}`
}
