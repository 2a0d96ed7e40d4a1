import { Marked, Renderer } from 'marked'
import { type Html, html, raw } from '../shell/html.ts'

/** Where a link of a page leads; undefined: to nothing that is served, so that its words stand alone. */
export type LinkOf = (target: string) => string | undefined

/** The anchor of a heading, as links between pages of documentation name it. */
export const anchorOf = (heading: string) =>
  plainOf(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

/** The words of a line without its marks. */
export const plainOf = (text: string) =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*+(?=\S)|(?<=\S)\*+|`|\\(?=[|*_[\]])/g, '')

/** The guides as HTML; tags in the text stand as they are written. */
export const htmlOf = (markdown: string, linkOf: LinkOf): Html =>
  raw(markedWith(linkOf).parse(markdown, { async: false }))

const { table } = Renderer.prototype

const markedWith = (linkOf: LinkOf) =>
  new Marked({
    renderer: {
      heading({ depth, text, tokens }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const words = raw(this.parser.parseInline(tokens))
        const to = linkOf(href)
        return String(to === undefined ? words : html`<a href="${to}">${words}</a>`)
      },
      image: ({ href, text }) =>
        String(html`<img src="${linkOf(href)}" alt="${text}" loading="lazy">`),
      table(token) {
        return `<div class="scrolls" tabindex="0">${table.call(this, token)}</div>\n`
      },
      html: ({ text }) => String(html`${text}`),
    },
  })
