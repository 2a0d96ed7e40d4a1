import { decodeHTMLStrict } from 'entities/decode'
import { storable, withoutTags } from './markup.ts'

/**
 * One line of plain text, as titles and names are stored (H1): markup gone, its content left, entities decoded
 * once, white space collapsed (the blank that does not break stays), control characters removed. Quotes, dots, backslashes and angle brackets that
 * start no tag stay as typed: `A &amp; <b>B</b>` is stored as `A & B`.
 */
export function normalizeLine(text: string): string {
  // as most come
  if (text.isWellFormed() && !unusual.test(text)) return text.trim()
  const decoded = decodeHTMLStrict(withoutTags(storable(text)))
  // again: escaped markup (`&lt;script&gt;`) is markup to a reader that decodes once more
  return withoutTags(storable(decoded))
    .replace(/[^\S\u00a0\u202f]+/g, ' ')
    .trim()
}

/** Characters that may have to be removed, decoded or collapsed. */
const unusual = /[&<\p{Cc}]|[^\S \u00a0\u202f]| [^\S\u00a0\u202f]/u

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A stored line as it goes out (H1): `&`, `<` and `>` as entities, so that it is safe inside HTML. */
export function escapeLine(stored: string): string {
  return stored.replace(/[&<>]/g, char => entities[char] ?? char)
}

/**
 * A stored line where it goes out as it is: addresses, phone numbers, costs. A `<` that could begin a tag is an entity, as
 * WordPress writes it; one that could not (`<3`, `5 < 6`) stays.
 */
export function escapeAngles(stored: string): string {
  return stored.includes('<') ? stored.replace(/<(?=[a-z/!?]|$)/gi, '&lt;') : stored
}

/** As `collapseSpaces`, for readers: a no-break space that stands alone stays, as in `12,50 €` and `Quoi ?`. */
export function collapsedText(text: string): string {
  return text.replace(/[^\S ]\s*| \s+/g, run => (/^[\u00a0\u202f]$/.test(run) ? run : ' ')).trim()
}

/** White space as single blanks, none at the ends. */
export function collapseSpaces(text: string): string {
  // most are single already, and are passed over
  return text.replace(/[^\S ]\s*| \s+/g, ' ').trim()
}
