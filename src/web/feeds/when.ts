import type { Language } from '../../define/text/language.ts'
import { isoWithOffset } from '../../define/time/format.ts'
import { polished } from '../dates.ts'
import type { FeedEvent } from './feed-event.ts'

type When = Pick<FeedEvent, 'starts' | 'ends' | 'utcStarts' | 'utcEnds'>

/** `2027-07-04T20:00:00+02:00`: on the clock of the event, with its offset. */
export const startOf = ({ starts, utcStarts }: When) => isoWithOffset(starts, starts - utcStarts)
export const endOf = ({ ends, utcEnds }: When) => isoWithOffset(ends, ends - utcEnds)

/** An instant in UTC: `2027-07-04T18:00:00Z` (RFC 3339). */
export const isoInstant = (at: number) => isoWithOffset(at, 0).replace('+00:00', 'Z')
/** For RSS: `Sun, 04 Jul 2027 18:00:00 GMT`. */
export const mailDate = (at: number) => new Date(at * 1000).toUTCString()

// wall times are read as if they were of UTC
const formatted = (language: Language, how: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', dateStyle: 'full', ...how })
const formats = new Map<string, Intl.DateTimeFormat>()
function formatFor(language: Language, isAllDay: boolean): Intl.DateTimeFormat {
  const key = `${language} ${isAllDay}`
  const known = formats.get(key) ?? formatted(language, isAllDay ? {} : { timeStyle: 'short' })
  formats.set(key, known)
  return known
}

/** When an event is, in words: its day and hours, or its days. */
export const whenWords = ({ starts, ends, isAllDay }: FeedEvent, language: Language) =>
  polished(language, formatFor(language, isAllDay).formatRange(starts * 1000, ends * 1000))
