import { ReadError } from '../base/item.ts'
import { notSheets } from './parts.ts'

/** One piece of XML; names are without their prefix. */
export type Piece =
  | { open: string; attributes: Readonly<Record<string, string>>; isEmpty: boolean }
  | { close: string }
  | { text: string }

/** Characters of one tag or one text, at most. */
const maxPiece = 4_000_000

const tag = /^<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>$/
const attribute = /(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** The tags and texts of XML as programs for spreadsheets write it, in bounded memory. Entities of a file's own are none. */
export async function* piecesOf(parts: AsyncIterable<string>): AsyncGenerator<Piece> {
  let left = ''
  for await (const part of parts) {
    left += part
    let at = 0
    for (;;) {
      const end = pieceEnd(left, at)
      if (end < 0) break
      yield* pieceOf(left.slice(at, end))
      at = end
    }
    left = left.slice(at)
    if (left.length > maxPiece) throw new ReadError({ sentence: notSheets })
  }
}

/** The end of the piece that begins here; -1: it is not there yet. */
function pieceEnd(xml: string, at: number): number {
  if (at >= xml.length) return -1
  if (xml[at] !== '<') return xml.indexOf('<', at)
  for (const [start, end] of delimited) {
    if (xml.startsWith(start, at)) {
      const close = xml.indexOf(end, at + start.length)
      return close < 0 ? -1 : close + end.length
    }
    // the sign that decides may be in the next part
    if (start.startsWith(xml.slice(at))) return -1
  }
  let quote = ''
  for (let next = at + 1; next < xml.length; next++) {
    const sign = xml[next] ?? ''
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return next + 1
  }
  return -1
}
const delimited = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

function* pieceOf(xml: string): Generator<Piece> {
  if (!xml.startsWith('<')) yield { text: decoded(xml) }
  else if (xml.startsWith('<![CDATA[')) yield { text: xml.slice(9, -3) }
  const [, slash, name, rest = '', empty] = tag.exec(xml) ?? []
  if (name === undefined) return
  if (slash) yield { close: name }
  else {
    const attributes: Record<string, string> = {}
    for (const [, key = '', double, single] of rest.matchAll(attribute))
      attributes[key] = decoded(double ?? single ?? '')
    yield { open: name, attributes, isEmpty: empty === '/' }
    if (empty === '/') yield { close: name }
  }
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decoded = (text: string) =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (all, decimal, hex, name) =>
        name === undefined
          ? signOf(Number.parseInt(decimal ?? hex, decimal ? 10 : 16))
          : (named[name] ?? all),
      )
    : text

const signOf = (code: number) => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\ufffd')
