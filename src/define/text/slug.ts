import { withoutAccents } from './letters.ts'
import { storable, withoutTags } from './markup.ts'
import { letterwise } from './plain-fold.ts'

const maxLength = 200

/**
 * The slug of a text, as The Events Calendar makes it: accents folded, lower case, `-` for blanks, dots
 * and slashes, other punctuation dropped, other scripts percent-encoded in lower case. At most 200 characters, no
 * half sequence at the end. `''` when nothing is left. A slug is its own slug.
 */
export function slugOf(text: string): string {
  // a tag may span words
  return cut(text.includes('<') ? slugAny(text) : slugOfWords(text), maxLength)
}

/** The definition of a slug, but for its length. */
export function slugAny(text: string): string {
  const plain = storable(withoutTags(text)).replace(/&(?:[a-z]\w*|#\w+);/gi, '')
  const folded = withoutAccents(decoded(plain).normalize('NFC').replace(silent, '')).toLowerCase()
  const words = folded
    .replace(/€/g, 'e')
    .replace(/£/g, '')
    .replace(/×/g, 'x')
    .replace(/[\s\p{Zs}./–—]+/gu, '-')
    .replace(/[^\w\u0080-\u{10ffff}-]/gu, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
  return encodeURI(words).toLowerCase()
}

/** `&` and `%` begin sequences. */
const slugOfWords = letterwise(slugAny, '-', '&%')

/** The form in which slugs are compared, whichever way they were typed: `''` fits nothing (M6). */
export const slugKey = slugOf

/** The slug with a number behind, for one that is taken: `jazz-2`; still within 200 characters. */
export function numbered(slug: string, n: number): string {
  if (slug === '') return String(n)
  const ending = `-${n}`
  return cut(slug, maxLength - ending.length) + ending
}

/** Without a trace in a slug, as in The Events Calendar: quotes, marks, and what has no width. */
const silent =
  /[\u00a1\u00a9\u00ab\u00ad\u00ae\u00b0\u00b4\u00bb\u00bf\u02ca\u2018-\u201f\u2022\u2026\u2039\u203a\u2122\u200b-\u200f\u202a-\u202e\u2060\ufeff\ufffc\ufffd]|\ufe0e|\ufe0f/g

/** Decodes percent sequences; broken ones stay. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, sequence => {
    try {
      return storable(decodeURIComponent(sequence))
    } catch {
      return sequence
    }
  })
}

/** The beginning of a slug, without half a character or a `-` at its end. */
function cut(slug: string, length: number): string {
  if (slug.length <= length) return slug.replace(/-$/, '')
  // back to where a character begins: not inside `%e6`, and not between the bytes of one character
  let end = length
  while (end > 0 && !beginsCharacter(slug, end)) end--
  return slug.slice(0, end).replace(/-$/, '')
}

function beginsCharacter(slug: string, at: number): boolean {
  if (slug[at - 1] === '%' || slug[at - 2] === '%') return false
  // the second and later bytes of a character are %80 to %bf
  return !/^%[89ab]/.test(slug.slice(at, at + 2))
}
