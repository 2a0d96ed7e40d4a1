import { type CsvError, parse } from 'csv-parse'
import type { FieldError } from '../../define/field-type.ts'

/** A row of a table, and its number, which spreadsheets show. */
export type Row = { cells: string[]; line: number }
/** A row that cannot be read. */
export type Broken = { line: number; broken: FieldError }

/** Characters of one row, at most. */
const maxRow = 4_000_000
/** Cells of a row, at most: further ones are not held to find its end. */
const maxCells = 50_000
/** The parser reads so many, to find the next row. */
const maxRead = 4 * maxRow

/** The sign that parts the cells of the first lines, of which some may be titles; Excel may name it in the first one. */
export async function delimiterIn(text: AsyncIterable<string>): Promise<string> {
  let start = ''
  for await (const part of text) {
    start += part
    if (start.length > 65_536) break
  }
  const first = start.split(/\r?\n|\r/).find(line => line.trim() !== '') ?? ''
  const named = /^sep=(.)$/i.exec(first)?.[1]
  if (named) return named
  const lines = start
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n|\r/)
    .filter(line => line.trim() !== '')
    .slice(0, sampled)
  const ranked = [',', ';', '\t', '|'].map(sign => ({ sign, rank: likeness(lines, sign) }))
  const [best] = ranked.toSorted((a, b) => b.rank - a.rank)
  return best && best.rank > 0 ? best.sign : ','
}
const sampled = 40

/** How like the cells of a table a sign parts lines: by the number of lines that have it equally often, then by how often. */
function likeness(lines: readonly string[], sign: string): number {
  const counts = new Map<number, number>()
  for (const line of lines) {
    const count = line.split(sign).length - 1
    if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1)
  }
  return Math.max(0, ...[...counts].map(([count, number]) => number + Math.min(count, 999) / 1000))
}

/** The rows of a table, the headings first. A row that cannot be read is no end of the others. */
export async function* rowsIn(
  text: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<Row | Broken> {
  const broken: Broken[] = []
  let lastBroken = 0
  let lost = 0
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: maxRead,
  })
  // the parser reports values that are too long in each part of its input
  parser.on('skip', (error: CsvError) => {
    const next = brokenBy(error)
    if (error.lines !== lastBroken) broken.push(next)
    lastBroken = Number(error.lines)
  })
  const fed = feed(boundedLines(text, delimiter), parser)
  const records: AsyncIterable<Parsed> = parser
  try {
    for await (const { record, info } of records) {
      for (const each of broken.splice(0)) yield { ...each, line: each.line + lost++ }
      if (isSign(record)) continue
      const line = info.records + info.empty_lines + lost
      if (record.length > maxCells) yield { line, broken: { sentence: tooManyCells } }
      else if (record.reduce((sum, { length }) => sum + length, 0) > maxRow)
        yield { line, broken: { sentence: tooLong } }
      else if (record.some(cell => cell.trim() !== '')) yield { cells: record, line }
    }
  } catch (error) {
    if (!isCsvError(error)) throw error
    broken.push(brokenBy(error))
  }
  await fed
  for (const each of broken) yield { ...each, line: each.line + lost++ }
}

/** The line of Excel that names the sign between cells. */
const isSign = ([first = '', ...others]: string[]) =>
  /^sep=.?$/i.test(first) && others.every(cell => cell === '')

type Parsed = { record: string[]; info: { records: number; empty_lines: number } }

/** The text without what a line has beyond so many cells, quoted or not. */
async function* boundedLines(text: AsyncIterable<string>, delimiter: string) {
  let cells = 0
  for await (const part of text) {
    let from = 0
    for (let at = 0; at < part.length; at++) {
      const sign = part[at]
      if (sign === '\n' || sign === '\r') {
        if (cells > maxCells) from = at
        cells = 0
      } else if (sign === delimiter && cells <= maxCells && ++cells > maxCells)
        yield part.slice(from, at + 1)
    }
    if (cells <= maxCells) yield part.slice(from)
  }
}

async function feed(text: AsyncIterable<string>, parser: ReturnType<typeof parse>) {
  try {
    for await (const part of text) {
      if (parser.destroyed) return
      if (!parser.write(part))
        await new Promise<void>(resolve => {
          const go = () => {
            parser.off('drain', go).off('close', go)
            resolve()
          }
          parser.on('drain', go).on('close', go)
        })
    }
    parser.end()
  } catch (error) {
    parser.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

const isCsvError = (error: unknown): error is CsvError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')

const brokenBy = (error: CsvError): Broken => ({
  line: Number(error.records ?? 0) + Number(error.empty_lines ?? 0) + 1,
  broken:
    error.code === 'CSV_MAX_RECORD_SIZE'
      ? { sentence: endless }
      : { sentence: notRead, params: { why: error.message } },
})

const tooLong = {
  en: 'The row is too long. Expected at most 4,000,000 characters.',
  fr: 'La ligne est trop longue. Attendu\u00a0: 4\u202f000\u202f000 caractères au plus.',
}
const tooManyCells = {
  en: 'The row has more than 50,000 cells.',
  fr: 'La ligne a plus de 50\u202f000 cellules.',
}
const endless = {
  en: 'The row has no end within 16,000,000 characters: a quote may be missing. What follows is left out.',
  fr: 'La ligne n’a pas de fin en 16\u202f000\u202f000 caractères\u00a0: il manque peut-être un guillemet. La suite n’est pas lue.',
}
const notRead = { en: 'The row cannot be read: {why}', fr: 'La ligne est illisible\u00a0: {why}' }
