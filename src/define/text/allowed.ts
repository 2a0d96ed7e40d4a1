/** HTML for everyone to read, close to what The Events Calendar lets its authors write. */
export const allowedTags = [
  ...['p', 'br', 'hr', 'div', 'section', 'article', 'aside', 'header', 'footer', 'address'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hgroup', 'blockquote', 'pre', 'details', 'summary'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'figure', 'figcaption', 'img'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['a', 'abbr', 'b', 'bdi', 'bdo', 'big', 'cite', 'code', 'del', 'dfn', 'em', 'i', 'ins'],
  ...['kbd', 'mark', 'q', 'rp', 'rt', 'ruby', 's', 'samp', 'small', 'span', 'strike', 'strong'],
  ...['sub', 'sup', 'time', 'tt', 'u', 'var', 'wbr'],
]

/** By tag; `*` is every tag. */
export const allowedAttributes: Record<string, string[]> = {
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
}

export const allowedSchemes = ['http', 'https', 'mailto', 'tel', 'ftp']
/** Attributes that hold addresses. */
export const addressed = ['href', 'src', 'cite']

/** More than any description has; the parser's time grows with the square of it. */
export const mostTags = 20_000
/** Deeper tags go and their text stays; the parser's time grows with the depth. */
export const deepest = 100
