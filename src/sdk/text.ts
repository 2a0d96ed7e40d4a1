import type { CalendarEvent, Venue } from './types.ts'

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
