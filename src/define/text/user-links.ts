import { decodeHTMLStrict } from 'entities/decode'
import { pieces } from './markup.ts'

/** The relation of links that a user wrote: search engines ignore them, so that proposals do not pay for spammers. */
const relOfUsers = ['nofollow', 'ugc', 'noopener']

/** The value of `rel` for such a link. */
export const userRel = relOfUsers.join(' ')

const isElsewhere = (href: string, own: string) =>
  /^(?:(?:https?|ftp):)?\/\//i.test(href) && href !== own && !href.startsWith(`${own}/`)

/** Cleaned HTML whose links to other sites say that a user wrote them. `own`: the URL of this site. */
export function withUserLinks(html: string, own: string): string {
  if (!html.includes('<a')) return html
  let written = ''
  for (const piece of pieces(html))
    written +=
      piece.kind === 'open' && piece.name === 'a' ? marked(piece.source, own) : piece.source
  return written
}

function marked(tag: string, site: string): string {
  const [, href] = /\shref="([^"]*)"/i.exec(tag) ?? []
  if (href === undefined || !isElsewhere(decodeHTMLStrict(href), site)) return tag
  const [, rel = ''] = /\srel="([^"]*)"/i.exec(tag) ?? []
  const words = new Set([
    ...rel.split(/\s+/).filter(word => word && word !== 'opener'),
    ...relOfUsers,
  ])
  // the value may hold `$'` or `$&`, which mean something in a replacement text
  const own = `<a rel="${[...words].join(' ')}"`
  return tag.replace(/\srel="[^"]*"/gi, '').replace(/^<a/i, () => own)
}
