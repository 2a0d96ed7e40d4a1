import { ReadError, type Source } from '../base/item.ts'
import type { Row } from './csv-rows.ts'
import { notSheets, oldOrLocked, openParts, type Parts } from './parts.ts'
import { type Piece, piecesOf, type Sheet, shownNumber, xlsxSheets } from './xlsx.ts'

/** True for a file whose first bytes are those of a zip file, as that of every file of sheets. */
export async function isSheets(source: Source): Promise<boolean> {
  for await (const [a, b, c, d] of source.bytes()) {
    if (a === 0xd0 && b === 0xcf && c === 0x11 && d === 0xe0)
      throw new ReadError({ sentence: oldOrLocked })
    return a === 0x50 && b === 0x4b && c === 3 && d === 4
  }
  return false
}

/** The sheets of a file, in their order. */
export async function sheetsOf(source: Source): Promise<{ format: string; sheets: Sheet[] }> {
  const parts = await openParts(source)
  if (parts.has('xl/workbook.xml')) return { format: 'xlsx', sheets: await xlsxSheets(parts) }
  if (parts.has('content.xml')) return { format: 'ods', sheets: await odsSheets(parts) }
  throw new ReadError({ sentence: notSheets })
}

/** Columns behind this are in no table. */
const maxColumn = 2000
/** Rows and cells with values that stand for several, at most. */
const maxRepeated = 1000

/** The sheets of an .ods file, in their order. */
async function odsSheets(parts: Parts): Promise<Sheet[]> {
  const names: string[] = []
  for await (const piece of piecesOf(parts.text('content.xml')))
    if ('open' in piece && piece.open === 'table') names.push(piece.attributes.name ?? '')
  return names.map((name, at) => ({ name, rows: () => rowsOf(parts, at) }))
}

type Attributes = Readonly<Record<string, string>>

async function* rowsOf(parts: Parts, sheet: number): AsyncGenerator<Row> {
  let at = -1
  let cells: string[] = []
  let column = 0
  let rows = 1
  let line = 0
  let cell: Attributes = {}
  let lines: string[] = []
  let depth = 0
  for await (const piece of piecesOf(parts.text('content.xml'))) {
    if ('open' in piece && piece.open === 'table') at++
    if (at > sheet) return
    if (at < sheet) continue
    if ('text' in piece) {
      if (depth > 0) lines.push((lines.pop() ?? '') + piece.text)
    } else if ('open' in piece) {
      if (piece.open === 'table-row') {
        cells = []
        column = 0
        rows = countOf(piece.attributes['number-rows-repeated'])
      } else if (isCell(piece.open)) {
        cell = piece.attributes
        lines = []
      } else if (piece.open === 'annotation') depth -= 1000
      else if (piece.open === 'p') {
        depth++
        lines.push('')
      } else if (depth > 0) lines.push((lines.pop() ?? '') + blankOf(piece))
    } else if (piece.close === 'annotation') depth += 1000
    else if (piece.close === 'p') depth--
    else if (isCell(piece.close)) column = addCell(cells, column, cell, lines)
    else if (piece.close === 'table-row') {
      const isFilled = cells.some(each => each.trim() !== '')
      const count = isFilled ? Math.min(rows, maxRepeated) : 0
      for (let each = 1; each <= count; each++) yield { cells: [...cells], line: line + each }
      line += rows
    }
  }
}

const isCell = (name: string) => name === 'table-cell' || name === 'covered-table-cell'
const countOf = (written: string | undefined) => Math.max(1, Number(written ?? 1) || 1)

/** Blanks, tabs and breaks of lines are elements. */
function blankOf(piece: Extract<Piece, { open: string }>): string {
  if (piece.open === 's') return ' '.repeat(Math.min(countOf(piece.attributes.c), 100))
  if (piece.open === 'tab') return '\t'
  return piece.open === 'line-break' ? '\n' : ''
}

/** Puts a cell, or several alike, behind the columns before; empty ones at the end are none. Returns the next column. */
function addCell(cells: string[], at: number, attributes: Attributes, lines: readonly string[]) {
  const text = textOf(attributes, lines)
  const next = at + countOf(attributes['number-columns-repeated'])
  if (text !== '')
    for (let each = at; each < Math.min(next, maxColumn); each++) {
      while (cells.length < each) cells.push('')
      cells[each] = text
    }
  return next
}

/** The value of a cell, not as it is formatted. */
function textOf(attributes: Attributes, lines: readonly string[]): string {
  const { 'value-type': type, value, 'date-value': date, 'time-value': time } = attributes
  if (type === 'date' && date !== undefined) return date.replace('T', ' ').replace(/ 00:00:00$/, '')
  if (type === 'time' && time !== undefined) {
    const [, hours = '0', minutes = '00', seconds = '00'] =
      /^PT(\d+)H(?:(\d+)M)?(?:(\d+)[\d.,]*S)?$/.exec(time) ?? []
    return [hours, minutes, seconds].map(part => part.padStart(2, '0')).join(':')
  }
  if (type === 'boolean') return attributes['boolean-value'] === 'true' ? 'TRUE' : 'FALSE'
  return type === 'float' && value !== undefined ? shownNumber(value) : lines.join('\n')
}
