import { decodeHTMLStrict } from 'entities/decode'

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
