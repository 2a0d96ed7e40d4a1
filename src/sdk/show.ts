import { hourWords } from '../define/time/hours.ts'
import type { CalendarEvent, Language, ShownImage, Venue } from './types.ts'

const instant = (utc: string) => new Date(`${utc.replace(' ', 'T')}Z`)

/** When an event starts. */
export const startOf = (event: Pick<CalendarEvent, 'utc_start_date'>): Date =>
  instant(event.utc_start_date)

/** When an event ends. */
export const endOf = (event: Pick<CalendarEvent, 'utc_end_date'>): Date =>
  instant(event.utc_end_date)

type When = Pick<CalendarEvent, 'start_date' | 'end_date' | 'all_day'>
type Style = Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>

/**
 * The dates of an event as people write them, on the clock of the event. In `en` and in French as the pages of the calendar have
 * them: “Saturday 5 December 2026, 8 pm – 10:30 pm”. Any other language, and `timeStyle`, is that of `Intl.DateTimeFormat`.
 */
export function whenOf(
  { start_date, end_date, all_day }: When,
  language: Language | (string & {}),
  { dateStyle = 'full', timeStyle = 'short' }: Style = {},
): string {
  const isFrench = /^fr\b/i.test(language)
  const hasOwnHours = (isFrench || language === 'en') && timeStyle === 'short'
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle,
    ...(!all_day && !hasOwnHours && { timeStyle }),
    // the clock of the event is written out in its dates, whatever its zone is called
    timeZone: 'UTC',
  })
  const days = (from: string, to: string) =>
    format
      .formatRangeToParts(instant(from), instant(to))
      // the first of a month is an ordinal in French
      .map(({ type, value }) => (isFrench && type === 'day' && value === '1' ? '1er' : value))
      .join('')
      .replace(language === 'en' ? /,/g : '', '')
  if (all_day || !hasOwnHours) return days(start_date, end_date)
  const hour = (date: string) =>
    hourWords(Number(date.slice(11, 13)), Number(date.slice(14, 16)), isFrench)
  const from = `${days(start_date, start_date)}, ${hour(start_date)}`
  if (start_date === end_date) return from
  const isOneDay = start_date.slice(0, 10) === end_date.slice(0, 10)
  return `${from} – ${isOneDay ? '' : `${days(end_date, end_date)}, `}${hour(end_date)}`
}

/** The venues of an event as a list, which responses show as one object, none or several. */
export const venuesOf = ({ venue }: Pick<CalendarEvent, 'venue'>): Venue[] =>
  Array.isArray(venue) ? venue : [venue]

type Sized = Pick<ShownImage, 'url' | 'width' | 'height' | 'sizes'>

/** The `srcset` of an image: its sizes that show all of it, by width. Empty where there is no image. */
export function srcset(image: Sized | false | undefined): string {
  if (!image) return ''
  const isWhole = ({ width, height }: Pick<Sized, 'width' | 'height'>) =>
    Math.abs(height - (width * image.height) / image.width) <= 1
  const byWidth = new Map<number, string>()
  for (const size of [...Object.values(image.sizes), image])
    if (isWhole(size)) byWidth.set(size.width, size.url)
  return [...byWidth]
    .sort(([a], [b]) => a - b)
    .map(([width, url]) => `${url} ${width}w`)
    .join(', ')
}

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
