import { withoutAccents } from './letters.ts'
import { collapseSpaces } from './markup.ts'
import { letterwise } from './plain-fold.ts'

/** Enough for any honest search, little enough for the database. Of events: what The Events Calendar takes for words at all. */
const maxWords = 20
const maxEventWords = 9
const maxSearch = 500

/**
 * The form in which texts are searched and names compared (H1): lower case, no accents, ligatures spelled out,
 * plain quotes and dashes, single blanks. Any script stays searchable. Folding twice changes nothing.
 */
export const fold = letterwise(foldAny, ' ')

/** The definition of folding. `fold` does the same to Latin texts, many times sooner: every write and every search folds some. */
export function foldAny(text: string): string {
  const compatible = text
    .toWellFormed()
    .replace(quotes, '"')
    .replace(/´/g, "'")
    .normalize('NFKD')
    .replace(vowelPoints, '')
    .replace(apostrophes, "'")
  return collapseSpaces(
    withoutAccents(withoutAccents(compatible).toLowerCase())
      .replace(dashes, '-')
      .replace(/ς/g, 'σ')
      .replace(invisible, ''),
  )
}

const quotes = /[“”„‟″«»]/g
const apostrophes = /[‘’‚‛′ʼ]/g
const dashes = /[‐‑‒–—―−]/g
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
/** Points and tones that Greek, Cyrillic, Hebrew and Arabic readers leave out when they search. */
const vowelPoints =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0655\u0670]/g

/** A search for events: the words that must all be there, and those that must not unless the search stands there as such. */
type EventSearch = { all: string[]; none: string[]; asSent?: string }

/**
 * The folded words of a search: every word must be in the text, `"quoted words"` as a phrase, and none of those after a `-`. Words end at blanks,
 * commas, quotes and `+`. No word is dropped as too common. A search without words (`-`, `,`), or with ten and more, is searched as it stands, as in
 * The Events Calendar. A text in which the search stands as it was sent is always found (M11): it has all of its words, but perhaps one that must not
 * be there as well.
 */
export function eventSearch(query: string): EventSearch {
  const folded = fold(query.slice(0, maxSearch))
  const all: string[] = []
  const none: string[] = []
  for (const [, minus, phrase, word] of folded.matchAll(/(-?)(?:"([^"]*)(?:"|$)|([^\s",+]+))/g)) {
    const sought = (phrase ?? word ?? '').trim()
    if (sought === '') continue
    const list = minus ? none : all
    if (list.includes(sought)) continue
    list.push(sought)
    if (all.length + none.length > maxEventWords) return { all: [folded], none: [] }
  }
  if (none.length > 0) return { all, none, asSent: folded }
  return all.length > 0 || folded === '' ? { all, none } : { all: [folded], none }
}

/**
 * The words of a search for venues or organizers, folded: all of them must be in one field.
 * Anything but letters, digits and their marks parts them: `info@acme` is two words.
 */
export function wordsOf(query: string): string[] {
  const words = fold(query.slice(0, maxSearch)).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return [...new Set(words)].slice(0, maxWords)
}

/** `aujourd'hui` is looked for without its apostrophe too: such words stand behind the text once more, written together. */
export function withContractions(words: string): string {
  if (!words.includes("'")) return words
  const contracted = words.match(/[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)+/gu) ?? []
  const together = new Set(contracted.map(word => word.replaceAll("'", '')))
  return together.size === 0 ? words : `${words}\n${[...together].join(' ')}`
}
