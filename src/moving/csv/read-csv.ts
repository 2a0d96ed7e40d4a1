import { hash } from 'node:crypto'
import { type CsvError, parse } from 'csv-parse'
import { writtenMapping } from '../../define/column-mapping.ts'
import type { FieldError } from '../../define/field-type.ts'
import { fold } from '../../define/text/fold.ts'
import { fittedId } from '../fitted-id.ts'
import {
  type ColumnMapping,
  type Item,
  type ReadContext,
  ReadError,
  type Reader,
  type ReaderOptions,
  type Refused,
  type TableColumn,
  type Yielded,
} from '../item.ts'
import { type DateOrder, dateOrders, orderIn } from './cells.ts'
import { type Column, columnsOf, type RowKind } from './columns.ts'
import { valuesOf } from './rows.ts'
import { type Encoding, encodingOf, encodings, textIn } from './text-of.ts'

/** The form of a table. */
type Form = {
  encoding: Encoding
  delimiter: string
  kind: RowKind
  columns: (Column | undefined)[]
  headings: string[]
  /** The first value of each column. */
  samples: readonly string[]
  dates: DateOrder
  /** The earlier choice for a table with the same columns. */
  saved: ColumnMapping | undefined
}

/** Columns of a table, at most: more are no table of events, and their samples would take minutes. */
const maxColumns = 1000
/** Characters of one row, at most. */
const maxRow = 4_000_000
/** The parser reads so many, to find the next row. */
const maxRead = 4 * maxRow
/** Number of rows that are sampled to detect the format of dates. */
const sampled = 20_000
/** Number of rows of which one has the sample of a column, and its length. */
const sampleRows = 20
const maxSample = 80

type Row = { cells: string[]; line: number }
type Broken = { line: number; broken: FieldError }

/** Reads a table of events, venues or organizers: CSV, TSV and their relatives. */
export const readCsv: Reader<ReaderOptions> = async function* (source, context, options) {
  const option = encodings.find(each => each === options.encoding?.toLowerCase())
  const encoding = option ?? (await encodingOf(source))
  const text = () => textIn(source, encoding)
  const delimiter = options.delimiter ?? (await delimiterIn(text()))
  const form = await formOf(rowsIn(text(), delimiter), { encoding, delimiter }, context, options)
  yield {
    about: {
      read: describe(form),
      columns: columnsIn(form),
      ...(form.saved && { note: asBefore(form.saved) }),
    },
  }
  const ids = openIds()
  let isFirst = true
  for await (const row of rowsIn(text(), delimiter)) {
    if (isFirst && 'cells' in row) {
      isFirst = false
      continue
    }
    const read = rowOf(row, form, ids)
    if (read) yield read
  }
}

/** The sign that parts the cells of the first line; Excel may name it there. */
async function delimiterIn(text: AsyncIterable<string>): Promise<string> {
  let start = ''
  for await (const part of text) {
    start += part
    if (start.length > 65_536) break
  }
  const first = start.split(/\r?\n|\r/).find(line => line.trim() !== '') ?? ''
  const named = /^sep=(.)$/i.exec(first)?.[1]
  if (named) return named
  const bare =
    start
      .replace(/"[^"]*"/g, '')
      .split(/\r?\n|\r/)
      .find(line => line.trim() !== '') ?? ''
  const counts = [',', ';', '\t', '|'].map(sign => ({ sign, count: bare.split(sign).length - 1 }))
  const [best] = counts.toSorted((a, b) => b.count - a.count)
  return best && best.count > 0 ? best.sign : ','
}

/** The rows of a table, the headings first. A row that cannot be read is no end of the others. */
async function* rowsIn(
  text: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<Row | Broken> {
  const broken: Broken[] = []
  let lastBroken = 0
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
    if (next.line !== lastBroken) broken.push(next)
    lastBroken = next.line
  })
  const fed = feed(text, parser)
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      yield* broken.splice(0)
      if (isSign(record)) continue
      if (record.reduce((sum, { length }) => sum + length, 0) > maxRow)
        yield { line: info.lines, broken: { sentence: tooLong } }
      else if (record.some(cell => cell.trim() !== '')) yield { cells: record, line: info.lines }
    }
  } catch (error) {
    if (!isCsvError(error)) throw error
    broken.push(brokenBy(error))
  }
  await fed
  yield* broken
}

/** The line of Excel that names the sign between cells. */
const isSign = ([first = '', ...others]: string[]) =>
  /^sep=.?$/i.test(first) && others.every(cell => cell === '')

type Parsed = { record: string[]; info: { lines: number } }

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
  line: Number((error as unknown as { lines?: number }).lines ?? 0),
  broken:
    error.code === 'CSV_MAX_RECORD_SIZE'
      ? { sentence: endless }
      : { sentence: notRead, params: { why: error.message } },
})

/** The form of a table, from its headings and first rows. */
async function formOf(
  rows: AsyncIterable<Row | Broken>,
  { encoding, delimiter }: Pick<Form, 'encoding' | 'delimiter'>,
  { language }: ReadContext,
  { mapping, dates: givenDates, mappings }: ReaderOptions,
): Promise<Form> {
  let headings: string[] | undefined
  let saved: ColumnMapping | undefined
  let columns: ReturnType<typeof columnsOf>
  const cells: string[] = []
  const samples: string[] = []
  let read = 0
  for await (const row of rows) {
    if (!('cells' in row)) continue
    if (!headings) {
      if (row.cells.length > maxColumns) throw new ReadError({ sentence: tooManyColumns })
      headings = row.cells.map(cell => cell.trim())
      saved = mapping ? undefined : await mappings?.saved(headings)
      columns = columnsOf(headings, mapping ?? saved?.columns)
      if (mapping && columns) await mappings?.chosen(headings, mappingAs(mapping, givenDates))
      continue
    }
    if (read < sampleRows)
      for (const [at, cell] of row.cells.entries()) samples[at] ||= cell.trim().slice(0, maxSample)
    for (const [at, column] of (columns?.columns ?? []).entries())
      if (column?.field === 'start_date' || column?.field === 'end_date')
        cells.push(row.cells[at] ?? '')
    if (++read >= (columns ? sampled : sampleRows)) break
  }
  if (!headings) throw new ReadError({ sentence: nothing })
  const refused = (reason: FieldError) =>
    new ReadError(
      reason,
      columnsIn({ headings: headings ?? [], samples, columns: columns?.columns ?? [] }),
    )
  if (!columns)
    throw refused({ sentence: noColumns, params: { names: headings.join(', ').slice(0, 500) } })
  const dates = givenDates ?? saved?.dates
  const order = orderIn(cells)
  if (order === 'mixed' && !dates) throw refused({ sentence: mixedDates })
  const usual = language === 'fr' ? 'dmy' : 'mdy'
  return {
    encoding,
    delimiter,
    ...columns,
    headings,
    samples,
    saved,
    dates: dateOrders.find(each => each === dates) ?? (order && order !== 'mixed' ? order : usual),
  }
}

const mappingAs = (columns: ColumnMapping['columns'], dates: string | undefined) => ({
  columns,
  ...(dates && { dates }),
})

const asBefore = ({ columns }: ColumnMapping): FieldError => ({
  sentence: {
    en: 'The columns are read as for the last table with the same columns: {map}.',
    fr: 'Les colonnes sont lues comme pour le dernier tableau aux mêmes colonnes\u00a0: {map}.',
  },
  params: { map: writtenMapping(columns).slice(0, 500) },
})

const nothing = {
  en: 'The file has no rows.',
  fr: 'Le fichier n’a aucune ligne.',
}
const tooManyColumns = {
  en: 'The table has too many columns. Expected at most 1,000.',
  fr: 'Le tableau a trop de colonnes. Attendu\u00a0: 1\u202f000 au plus.',
}
const noColumns = {
  en: 'No columns for title and start were found among: {names}. Choose the field of each column; on the command line, with --map What=title,When=start_date.',
  fr: 'Aucune colonne de titre et de début parmi\u00a0: {names}. Choisissez le champ de chaque colonne\u202f; en ligne de commande, avec --map Quoi=title,Quand=start_date.',
}
const mixedDates = {
  en: 'Some dates have the day first, others the month. Write all dates in one order, and choose that order; on the command line, with --dates dmy or --dates mdy.',
  fr: 'Certaines dates commencent par le jour, d’autres par le mois. Écrivez toutes les dates dans le même ordre, et choisissez cet ordre\u202f; en ligne de commande, avec --dates dmy ou --dates mdy.',
}

/** The form in which a table was read, for people to check. */
const describe = ({ encoding, delimiter, dates, columns, headings, kind }: Form) => ({
  encoding,
  delimiter,
  dates,
  kind,
  ...Object.fromEntries(
    headings.map((heading, at) => [`column ${heading}`, fieldOf(columns[at]) || '-']),
  ),
})

const fieldOf = (column: Column | undefined) =>
  column ? [column.field, column.language].filter(Boolean).join('.') : ''

const columnsIn = ({
  headings,
  samples,
  columns,
}: Pick<Form, 'headings' | 'samples' | 'columns'>): TableColumn[] =>
  headings.map((name, at) => ({ name, sample: samples[at] ?? '', field: fieldOf(columns[at]) }))

const notAsWide = {
  en: 'The row has {cells} {cells|cell|cells}; the headings are {headings}.',
  fr: 'La ligne compte {cells} {cells|cellule|cellules}, pour {headings} {headings|titre de colonne|titres de colonnes}.',
}
const noDay = {
  en: '{name} is {value}, a day that does not exist.',
  fr: '{name} vaut {value}, un jour qui n’existe pas.',
}
const tooLong = {
  en: 'The row is too long. Expected at most 4,000,000 characters.',
  fr: 'La ligne est trop longue. Attendu : 4 000 000 caractères au plus.',
}
const endless = {
  en: 'The row has no end within 16,000,000 characters: a quote may be missing. What follows is left out.',
  fr: 'La ligne n’a pas de fin en 16 000 000 caractères : il manque peut-être un guillemet. La suite n’est pas lue.',
}
const notRead = { en: 'The row cannot be read: {why}', fr: 'La ligne est illisible : {why}' }

function rowOf(
  row: Row | Broken,
  { kind, columns, headings, dates }: Form,
  ids: ReturnType<typeof openIds>,
): Yielded | undefined {
  const at = { line: row.line }
  const refused = (error: Refused['refused']): Refused => ({ kind, at, refused: error })
  if ('broken' in row) return refused(row.broken)
  if (row.cells.slice(headings.length).some(cell => cell.trim() !== ''))
    return refused({
      sentence: notAsWide,
      params: { cells: row.cells.length, headings: headings.length },
    })
  const { id, values, fingerprint, wrongDay } = valuesOf(kind, row.cells, columns, dates)
  const source_id = id ? fittedId(id) : ids.of(fingerprint, row.cells)
  if (wrongDay)
    return {
      ...refused({ sentence: noDay, params: { name: wrongDay, value: String(values[wrongDay]) } }),
      source_id,
    }
  return { kind, source_id, ...(!id && { isUnnamed: true }), at, values } satisfies Item
}

/** IDs of rows that have none, from their kind, time and place. Rows of the same ID that differ are numbered. */
function openIds() {
  const numbers = new Map<string, Map<string, number>>()
  const short = (text: string) => hash('sha256', text, 'base64url').slice(0, 22)
  return {
    of(fingerprint: readonly string[], cells: readonly string[]): string {
      const id = short(fingerprint.map(part => fold(part.trim())).join('\n'))
      const row = short(cells.join('\n'))
      const rows = numbers.get(id) ?? new Map<string, number>()
      const number = rows.get(row) ?? rows.size + 1
      numbers.set(id, rows.set(row, number))
      return number === 1 ? id : `${id}-${number}`
    },
  }
}
