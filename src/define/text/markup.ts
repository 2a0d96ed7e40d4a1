/** A stretch of HTML: text between tags, or one tag as written. */
export type Piece =
  | { kind: 'text'; source: string }
  | { kind: 'open' | 'close'; source: string; name: string }

/**
 * HTML as texts and tags, in order; nothing is lost but comments. For HTML that was cleaned on the way in, where
 * a `>` always ends its tag. On any other text it still answers, and in linear time.
 */
export function pieces(html: string): Piece[] {
  const all: Piece[] = []
  let from = 0
  for (let tag = tagFrom(html, 0); tag; tag = tagFrom(html, from)) {
    const { at, end, name } = tag
    if (at > from) all.push({ kind: 'text', source: html.slice(from, at) })
    if (name !== undefined) {
      const kind = html[at + 1] === '/' ? 'close' : 'open'
      all.push({ kind, source: html.slice(at, end), name })
    }
    from = end
  }
  if (from < html.length) all.push({ kind: 'text', source: html.slice(from) })
  return all
}

/** The next tag, or comment, which has no name. */
export function tagFrom(
  html: string,
  from: number,
): { at: number; end: number; name: string | undefined } | undefined {
  for (let at = html.indexOf('<', from); at >= 0; at = html.indexOf('<', at + 1)) {
    const name = nameAt(html, at)
    const isComment = name === undefined && html.startsWith('<!--', at)
    if (name === undefined && !isComment) continue
    const last = isComment ? html.indexOf('-->', at) : html.indexOf('>', at)
    return last < 0 ? undefined : { at, end: last + (isComment ? 3 : 1), name }
  }
  return undefined
}

const tagName = /<\/?([a-z][^\s/>]*)/iy

function nameAt(html: string, at: number): string | undefined {
  const start = html.charCodeAt(at + 1) === slash ? at + 2 : at + 1
  let end = start
  while (isSmall(html.charCodeAt(end))) end++
  const after = html.charCodeAt(end)
  if (end > start && (after === greaterThan || after === blank)) return html.slice(start, end)
  // `h2`, capitals, and whatever else a name may be
  tagName.lastIndex = at
  return tagName.exec(html)?.[1]?.toLowerCase()
}
const [slash, greaterThan, blank] = [47, 62, 32]
const isSmall = (code: number) => code >= 97 && code <= 122

/** Tags whose content is no text for readers. */
const unread = /^<(script|style)\b/i

/**
 * Text without its tags: `A <b>b</b>` becomes `A b`. Scripts and styles go with their content; a `<` that starts
 * no tag (`5 < 6`, `<3`) and one that is never closed stay. No tag is left, even where taking one out would have
 * made another (`<<b>b>`), and the time is linear.
 */
export function withoutTags(text: string): string {
  if (!text.includes('<') || !text.includes('>')) return text
  // what stays so far, and where in it tags were opened and not closed yet
  const clean: string[] = []
  const opened: number[] = []
  const ends = new Map([
    ['script', /<\/script\b/gi],
    ['style', /<\/style\b/gi],
  ])
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    const start = char === '>' ? opened.pop() : undefined
    if (start === undefined) {
      if (startsTag(clean, char)) opened.push(clean.length - (clean.at(-1) === '/' ? 2 : 1))
      clean.push(char)
      continue
    }
    const tag = clean.slice(start, start + 8).join('')
    clean.length = start
    const end = ends.get(unread.exec(tag)?.[1]?.toLowerCase() ?? '')
    if (!end) continue
    end.lastIndex = at
    const close = end.exec(text)
    // an unclosed script runs to the end, as in a browser
    if (!close) return clean.join('')
    at = close.index - 1
  }
  return clean.join('')
}

const startsTag = (clean: readonly string[], char: string) =>
  (clean.at(-1) === '<' || (clean.at(-1) === '/' && clean.at(-2) === '<')) && /[a-z]/i.test(char)

const controls = /[\p{Cc}--[\t\n\r]]/gv

/** Text a database can keep: whole characters (no halves of pairs), and no control characters but blanks. */
export function storable(text: string): string {
  return text.toWellFormed().replace(controls, '')
}
