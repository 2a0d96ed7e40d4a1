import { decodeHTMLStrict } from 'entities/decode'
import type sanitize from 'sanitize-html'
import {
  addressed,
  allowedAttributes,
  allowedSchemes,
  allowedTags,
  deepest,
  maxTags,
} from './allowed.ts'
import { collapsedText, escapeLine, storable, tagFrom } from './markup.ts'
import { isBlock } from './paragraphs.ts'
import { orderly } from './simple-html.ts'
import { playersAsLinks } from './videos.ts'

export { paragraphs } from './paragraphs.ts'

const maxTimes = 6

/** Loaded by the first HTML that needs it: that takes longer than loading everything that is needed at every start. */
let sanitiser: typeof sanitize | undefined
function openSanitiser(): typeof sanitize {
  const { createRequire } = process.getBuiltinModule('node:module')
  const loaded: typeof sanitize = createRequire(import.meta.url)('sanitize-html')
  sanitiser = loaded
  return loaded
}

const allowed: sanitize.IOptions = {
  allowedTags,
  allowedAttributes,
  allowedSchemes,
  allowedSchemesAppliedToAttributes: addressed,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  nestingLimit: deepest,
  // their content is code, or a form's, and no text for readers
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'xmp',
    'title',
    'noscript',
    'noembed',
    'noframes',
    'iframe',
  ],
}

/**
 * HTML as it is stored, safe to show (A5, H2): scripts, styles, frames, forms, event handlers and addresses that run
 * code are removed, for every sender. Cleaning twice changes nothing.
 */
export function cleanHtml(html: string, allowance?: Allowance): string {
  const lines = html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html
  return orderly(lines)?.trim() ?? sanitised(html, isOrderly, allowance)
}

/** The number of tags that the sanitiser may still visit: the rest becomes plain text. One allowance for all texts of a request. */
export type Allowance = { tags: number }
export const allowance = (): Allowance => ({ tags: maxTags })

const isOrderly = (html: string) => orderly(html) === html

/** The definition of cleaning: repeated until nothing changes any more. `cleanHtml` does the same to HTML in good order, many times sooner. */
export function sanitised(html: string, isSettled = isOrderly, left = allowance()): string {
  const text = playersAsLinks(storable(html).replace(/\r\n?/g, '\n'))
  const tags = count(text, '<')
  if (tags > left.tags) return escapeLine(htmlToText(text))
  left.tags -= tags
  const sanitise = sanitiser ?? openSanitiser()
  // once is enough for all but broken nesting, which a browser may read differently after the first time
  let clean = text
  for (let time = 0; time < maxTimes; time++) {
    const again = sanitise(clean, allowed).trim()
    if (again === clean || isSettled(again)) return again
    clean = again
  }
  return escapeLine(htmlToText(clean))
}

/** The words of cleaned HTML, for searching and summaries: no tags, entities decoded, single spaces; those that do not break stay. */
export function htmlToText(html: string): string {
  let words = ''
  let from = 0
  for (let tag = tagFrom(html, 0); tag; tag = tagFrom(html, from)) {
    words += html.slice(from, tag.at)
    if (tag.name !== undefined && (isBlock(tag.name) || tag.name === 'br')) words += ' '
    from = tag.end
  }
  words += html.slice(from)
  return collapsedText(words.includes('&') ? decodeHTMLStrict(words) : words)
}

function count(text: string, char: string): number {
  let total = 0
  for (let at = text.indexOf(char); at >= 0; at = text.indexOf(char, at + 1)) total++
  return total
}
