import type { CalendarEvent, ImageView, Venue } from './types.ts'
import { instant } from './when.ts'

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
