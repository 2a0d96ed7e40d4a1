import { decodeHTMLStrict } from 'entities'
import sanitize from 'sanitize-html'
import { collapsed, shownLine } from './line.ts'
import { pieces, storable } from './markup.ts'
import { isBlock } from './paragraphs.ts'

export { paragraphs } from './paragraphs.ts'

/** More than any description has; the parser's time grows with the square of it. */
const mostTags = 20_000
const mostTimes = 6

/** HTML for everyone to read, close to what the reference lets its authors write. */
const allowed: sanitize.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'div', 'section', 'article', 'aside', 'header', 'footer', 'address'],
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hgroup', 'blockquote', 'pre', 'details', 'summary'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'figure', 'figcaption', 'img'],
    ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ...['a', 'abbr', 'b', 'bdi', 'bdo', 'big', 'cite', 'code', 'del', 'dfn', 'em', 'i', 'ins'],
    ...['kbd', 'mark', 'q', 'rp', 'rt', 'ruby', 's', 'samp', 'small', 'span', 'strike', 'strong'],
    ...['sub', 'sup', 'time', 'tt', 'u', 'var', 'wbr'],
  ],
  allowedAttributes: {
    '*': ['class', 'title', 'lang', 'dir'],
    a: ['href', 'rel', 'target', 'hreflang'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    ol: ['start', 'reversed', 'type'],
    li: ['value'],
    th: ['colspan', 'rowspan', 'scope', 'abbr'],
    td: ['colspan', 'rowspan'],
    col: ['span'],
    colgroup: ['span'],
    blockquote: ['cite'],
    q: ['cite'],
    del: ['datetime', 'cite'],
    ins: ['datetime', 'cite'],
    time: ['datetime'],
    details: ['open'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'ftp'],
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite'],
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  // their content is code, or a form's, and no text for readers; what a script says stays as words, as in the reference
  // deeper tags go and their text stays; the parser's time grows with the depth
  nestingLimit: 100,
  nonTextTags: [
    ...['style', 'textarea', 'option', 'xmp', 'title'],
    ...['noscript', 'noembed', 'noframes', 'iframe'],
  ],
}

/**
 * HTML as it is kept, safe to show (A5, H2): scripts, styles, frames, forms, event handlers and addresses that run
 * code are gone, whoever sent them. Cleaning twice changes nothing.
 */
export function cleanHtml(html: string): string {
  const text = storable(html).replace(/\r\n?/g, '\n')
  if (count(text, '<') > mostTags) return shownLine(plainText(text))
  // once is enough for all but broken nesting, which a browser may read differently after the first time
  let clean = text
  for (let time = 0; time < mostTimes; time++) {
    const again = sanitize(clean, allowed).trim()
    if (again === clean) return again
    clean = again
  }
  return shownLine(plainText(clean))
}

/** The words of cleaned HTML, for searching and summaries: no tags, entities decoded, single blanks. */
export function plainText(html: string): string {
  const words = pieces(html).map(piece => {
    if (piece.kind === 'text') return piece.source
    return isBlock(piece.name) || piece.name === 'br' ? ' ' : ''
  })
  return collapsed(decodeHTMLStrict(words.join('')))
}

function count(text: string, char: string): number {
  let found = 0
  for (let at = text.indexOf(char); at >= 0; at = text.indexOf(char, at + 1)) found++
  return found
}
