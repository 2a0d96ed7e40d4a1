import { decodeHTMLStrict } from 'entities/decode'
import { pieces } from './markup.ts'
import { isBlock } from './paragraphs.ts'

/** A description as plain text that keeps its lines: paragraphs apart, list items marked, the URL of a link behind its words. */
export function htmlToLines(html: string): string {
  if (html === '') return ''
  const lines = openLines()
  let link: { url: string; words: string } | undefined
  for (const piece of pieces(html)) {
    if (piece.kind === 'text') {
      const words = decoded(piece.source)
      if (link) link.words += words
      lines.write(words)
    } else if (piece.name === 'br') lines.end()
    else if (piece.name === 'a') {
      if (link && piece.kind === 'close') lines.write(behind(link))
      link = piece.kind === 'open' ? { url: hrefOf(piece.source), words: '' } : undefined
    } else if (piece.name === 'li') {
      lines.end()
      if (piece.kind === 'open') lines.write('• ')
    } else if (isBlock(piece.name)) lines.part()
  }
  return lines.text()
}

/** The same in one line, for summaries: headings and list items are no parts of the sentence that follows. */
export function htmlToLine(html: string): string {
  let all = ''
  for (const line of htmlToLines(html.replace(/<\/?a\b[^>]*>/gi, '')).split('\n')) {
    if (line === '') continue
    if (all !== '') all += /[.!?…:;,]$/.test(all) ? ' ' : ' · '
    all += line.replace(/^• /, '')
  }
  return all
}

/** Lines of text, with at most one empty line between two. */
function openLines() {
  const lines: string[] = []
  let line = ''
  const end = () => {
    const text = singleSpaces(line).trim()
    if (text !== '') lines.push(text)
    line = ''
    return text !== ''
  }
  return {
    write(words: string) {
      line += words
    },
    end,
    /** Ends a paragraph. */
    part() {
      end()
      if (lines.length > 0 && lines.at(-1) !== '') lines.push('')
    },
    text() {
      end()
      return lines.join('\n').trimEnd()
    },
  }
}

/** Spaces that do not break stay. */
const singleSpaces = (text: string) =>
  /[\t\n\r\f]| {2}/.test(text) ? text.replace(/[ \t\n\r\f]+/g, ' ') : text

const decoded = (text: string) => (text.includes('&') ? decodeHTMLStrict(text) : text)

const hrefOf = (tag: string) => decoded(/\shref="([^"]*)"/i.exec(tag)?.[1] ?? '')

/** The URL behind a link, unless its words are the URL. */
const behind = ({ url, words }: { url: string; words: string }) =>
  /^https?:/i.test(url) && words.trim() !== url ? ` (${url})` : ''
