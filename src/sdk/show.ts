import { clockIn, dateRowOf, polished } from '../define/text/written-dates.ts'
import type { CalendarEvent, ImageView, Language, Venue } from './types.ts'

/** The start of an event. */
export const startOf = (event: Pick<CalendarEvent, 'utc_start_date'>): Date =>
  instant(event.utc_start_date)

/** The end of an event. */
export const endOf = (event: Pick<CalendarEvent, 'utc_end_date'>): Date =>
  instant(event.utc_end_date)

type Sized = Pick<ImageView, 'url' | 'width' | 'height' | 'sizes'>

/** The `srcset` of an image: its sizes that show all of it, by width. Empty where there is no image. */
export function srcset(image: Sized | false | undefined): string {
  if (!image) return ''
  const showsAll = ({ width, height }: Pick<Sized, 'width' | 'height'>) =>
    Math.abs(height - (width * image.height) / image.width) <= 1
  const byWidth = new Map<number, string>()
  for (const size of [...Object.values(image.sizes), image])
    if (showsAll(size)) byWidth.set(size.width, size.url)
  return [...byWidth]
    .sort(([a], [b]) => a - b)
    .map(([width, url]) => `${url} ${width}w`)
    .join(', ')
}

/** The venues of an event as a list, which responses show as one object, none or several. */
export const venuesOf = ({ venue }: Pick<CalendarEvent, 'venue'>): Venue[] =>
  Array.isArray(venue) ? venue : [venue]

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

/** A title or name without markup: `Jazz &#038; blues` is “Jazz & blues”. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (entity, decimal, hex, name) => {
      if (name) return entities[name] ?? entity
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : entity
    })

/** A date of a response, which is in UTC there. */
const instant = (utc: string) => new Date(`${utc.replace(' ', 'T')}Z`)

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
