import { fold, wordsOf } from '../../define/text/fold.ts'
import { isOneLetterOff } from '../../define/text/one-letter-off.ts'
import type { Filters } from '../listing/filters.ts'
import { type Html, html } from '../shell/html.ts'

/** Folded words that are highlighted in a list. */
export type Sought = readonly string[]

export const soughtIn = ({ q, search }: Pick<Filters, 'q' | 'search'>): Sought =>
  wordsOf(q ?? search ?? '')

const shortestForgiven = 5

/** A text in which the words that hold something sought, or are one letter off, are marked. */
export function marked(text: string, sought: Sought): Html | string {
  if (sought.length === 0) return text
  const has = (word: string) =>
    sought.some(
      each =>
        word.includes(each) || (each.length >= shortestForgiven && isOneLetterOff(each, word)),
    )
  return html`${text
    .split(/([\p{L}\p{N}\p{M}]+)/u)
    .map((part, at) => (at % 2 === 1 && has(fold(part)) ? html`<mark>${part}</mark>` : part))}`
}
