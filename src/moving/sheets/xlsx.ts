import { daySeconds, formatWall, wallTime } from '../../define/time/clock.ts'
import { ReadError } from '../base/item.ts'
import type { Row } from './csv-rows.ts'
import { notSheets, type Parts } from './parts.ts'

/** A sheet by its name; its rows are read again each time. */
export type Sheet = { name: string; rows(): AsyncGenerator<Row> }

/** Columns behind this are in no table. */
const maxColumn = 2000
/** Characters of all shared texts, at most. */
const maxShared = 64_000_000

/** The visible sheets of an .xlsx file, in their order. */
export async function xlsxSheets(parts: Parts): Promise<Sheet[]> {
  const targets = new Map<string, string>()
  for await (const piece of piecesOf(parts.text('xl/_rels/workbook.xml.rels')))
    if ('open' in piece && piece.open === 'Relationship')
      targets.set(piece.attributes.Id ?? '', pathOf(piece.attributes.Target ?? ''))
  const sheets: { name: string; path: string }[] = []
  let is1904 = false
  for await (const piece of piecesOf(parts.text('xl/workbook.xml'))) {
    if (!('open' in piece)) continue
    const { name = '', id = '', state = 'visible', date1904 = '' } = piece.attributes
    if (piece.open === 'workbookPr') is1904 = /^(?:1|true)$/.test(date1904)
    if (piece.open === 'sheet' && state === 'visible')
      sheets.push({ name, path: targets.get(id) ?? '' })
  }
  const texts = await sharedTexts(parts)
  const formats = await dateFormats(parts)
  const first = is1904 ? wallTime(1904, 1, 1) : wallTime(1899, 12, 30)
  return sheets
    .filter(({ path }) => parts.has(path))
    .map(({ name, path }) => ({
      name,
      rows: () => rowsOfSheet(parts, path, { texts, formats, first }),
    }))
}

const pathOf = (target: string) =>
  target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`

/** The texts that cells name by their number; of a phonetic reading, nothing. */
async function sharedTexts(parts: Parts): Promise<string[]> {
  const texts: string[] = []
  let length = 0
  let text = ''
  let isText = false
  let isPhonetic = false
  for await (const piece of piecesOf(parts.text('xl/sharedStrings.xml'))) {
    if ('open' in piece) {
      if (piece.open === 'si') text = ''
      if (piece.open === 'rPh') isPhonetic = true
      if (piece.open === 't') isText = !isPhonetic
    } else if ('close' in piece) {
      if (piece.close === 'rPh') isPhonetic = false
      if (piece.close === 't') isText = false
      if (piece.close === 'si') texts.push(text)
    } else if (isText) {
      text += piece.text
      length += piece.text.length
      if (length > maxShared) throw new ReadError({ sentence: notSheets })
    }
  }
  return texts
}

/** For each style of cells, whether its numbers are days or hours. */
async function dateFormats(parts: Parts): Promise<boolean[]> {
  const codes = new Map<number, string>()
  const styles: boolean[] = []
  let isInCells = false
  for await (const piece of piecesOf(parts.text('xl/styles.xml'))) {
    if ('close' in piece && piece.close === 'cellXfs') isInCells = false
    if (!('open' in piece)) continue
    const { numFmtId = '0', formatCode = '' } = piece.attributes
    if (piece.open === 'numFmt') codes.set(Number(numFmtId), formatCode)
    if (piece.open === 'cellXfs') isInCells = !piece.isEmpty
    if (piece.open === 'xf' && isInCells) styles.push(isDate(Number(numFmtId), codes))
  }
  return styles
}

/** The formats of days and hours that no file defines, and codes with letters of them outside of quotes and colors. */
const isDate = (id: number, codes: ReadonlyMap<number, string>) =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58) ||
  /[dmyhs]/i.test(
    (codes.get(id) ?? '')
      .split(';', 1)
      .join('')
      .replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|General/gi, ''),
  )

/** A number as it was typed: files have the digits of its binary form, `19.989999999999998`. */
export const shownNumber = (value: string) =>
  /\.\d{14,}|e/i.test(value) ? String(Number(Number(value).toPrecision(15))) : value

type Reading = { texts: readonly string[]; formats: readonly boolean[]; first: number }

async function* rowsOfSheet(parts: Parts, path: string, reading: Reading): AsyncGenerator<Row> {
  let cells: string[] = []
  let line = 0
  let at = -1
  let attributes: Readonly<Record<string, string>> = {}
  let value = ''
  let isValue = false
  for await (const piece of piecesOf(parts.text(path))) {
    if ('text' in piece) {
      if (isValue) value += piece.text
    } else if ('open' in piece) {
      if (piece.open === 'row') {
        cells = []
        at = -1
        line = Number(piece.attributes.r ?? line + 1)
      } else if (piece.open === 'c') {
        attributes = piece.attributes
        at = attributes.r === undefined ? at + 1 : columnOf(attributes.r)
        value = ''
      } else if (piece.open === 'v' || piece.open === 't') isValue = true
    } else if (piece.close === 'v' || piece.close === 't') isValue = false
    else if (piece.close === 'c') {
      if (at < maxColumn && value !== '') put(cells, at, textOf(value, attributes, reading))
    } else if (piece.close === 'row' && cells.some(cell => cell.trim() !== ''))
      yield { cells, line }
  }
}

function put(cells: string[], at: number, text: string) {
  while (cells.length < at) cells.push('')
  cells[at] = text
}

/** The number of a column, from 0, by its letters: `AB12`. */
const columnOf = (reference: string) =>
  [
    ...reference
      .replace(/[^A-Z]/gi, '')
      .toUpperCase()
      .slice(0, 4),
  ].reduce((column, letter) => 26 * column + letter.charCodeAt(0) - 64, 0) - 1

function textOf(
  value: string,
  { t = 'n', s = '0' }: Readonly<Record<string, string>>,
  { texts, formats, first }: Reading,
): string {
  if (t === 's') return texts[Number(value)] ?? ''
  if (t === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (t !== 'n') return value
  if (!formats[Number(s)]) return shownNumber(value)
  const days = Number(value)
  if (!(days >= 0 && days < 2_958_466)) return value
  const wall = formatWall(first + Math.round(days * daySeconds))
  // an hour alone is a part of the first day
  if (days < 1) return wall.slice(11)
  return wall.endsWith(' 00:00:00') ? wall.slice(0, 10) : wall
}

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
