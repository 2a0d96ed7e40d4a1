import type { FieldError } from '../../define/field-type.ts'
import { isLanguage, type Language } from '../../define/text/language.ts'
import {
  type ColumnMapping,
  type ReadContext,
  ReadError,
  type ReaderOptions,
  type TableColumn,
} from '../base/item.ts'
import type { Broken, Row } from '../sheets/csv-rows.ts'
import { type DateOrder, dateOrders, type OrderEvidence, openOrder } from '../times/days.ts'
import {
  type Column,
  type Content,
  columnsAs,
  columnsOf,
  countMeanings,
  isDay,
  languagesOf,
  mappedField,
  rowKinds,
} from './columns.ts'
import {
  asBefore,
  guessedOrder,
  mixedDates,
  noColumns,
  noField,
  nothing,
  notRead,
  tooManyColumns,
} from './table-notes.ts'

/** The form of a table. */
export type Form = Content & {
  headings: string[]
  /** The row of the headings. */
  line: number
  columns: (Column | undefined)[]
  /** The first value of each column. */
  samples: readonly string[]
  dates: DateOrder
  /** The language of its texts, where the headings say it: English ones are those of a format, whatever the texts are in. */
  language?: Language | undefined
  /** Remarks about how the table is read. */
  notes: FieldError[]
}

/** Columns of a table, at most: more are no table of events, and their samples would take minutes. */
const maxColumns = 1000
/** Number of rows that are sampled to detect the format of dates. */
const sampled = 20_000
/** Number of the first rows in one of which the headings are. */
const headingRows = 20
/** Number of rows of which one has the sample of a column, and its length. */
const sampleRows = 20
const maxSample = 80

/** The form of a table, from its headings and first rows. */
export async function formOf(
  rows: AsyncIterable<Row | Broken>,
  { language, customFields = [] }: Pick<ReadContext, 'language' | 'customFields'>,
  options: ReaderOptions,
): Promise<Form> {
  const first: Row[] = []
  const order = openOrder()
  let table: Table | undefined
  let read = 0
  for await (const row of rows) {
    if (!('cells' in row)) continue
    if (table) addDates(order, table.columns, row)
    else if (first.push(row) === headingRows + sampleRows) {
      table = await tableIn(first, options, customFields)
      for (const each of first) addDates(order, table.columns, each)
    }
    if (++read >= sampled) break
  }
  if (!table) {
    table = await tableIn(first, options, customFields)
    for (const each of first) addDates(order, table.columns, each)
  }
  const { saved, ...form } = table
  const { decided, sample } = order.evidence
  const given = dateOrders.find(each => each === (options.dates || saved?.dates))
  if (decided === 'mixed' && !given) throw refusedAs({ sentence: mixedDates }, form)
  const spoken = languagesOf(form.kind, form.headings)
  const dates = given ?? usualOrder(order.evidence, spoken, language)
  const isGuess = !given && !decided && sample !== undefined
  const unread = unreadIn(form)
  return {
    ...form,
    dates,
    language: spoken.includes('en') || spoken.length > 1 ? undefined : spoken.find(isLanguage),
    notes: [
      ...(saved ? [asBefore(saved)] : []),
      ...(isGuess ? [guessedOrder(sample, dates)] : []),
      ...(unread.length > 0 ? [notRead(unread)] : []),
    ],
  }
}

/** The order where no number decides it: as the hours are written, else that of the headings, else of the site. */
function usualOrder(
  { decided, suggested }: OrderEvidence,
  spoken: readonly string[],
  language: Language,
): DateOrder {
  if (decided && decided !== 'mixed') return decided
  const languages = spoken.length > 0 ? spoken : [language]
  return suggested ?? (languages.includes('en') ? 'mdy' : 'dmy')
}

/** Columns with values that have no meaning here. */
const unreadIn = ({ columns, headings, samples }: Shape) =>
  headings
    .map((heading, at) => heading || `(${at + 1})`)
    .filter((_, at) => columns[at] === undefined && (samples[at] ?? '') !== '')

type CustomFields = NonNullable<ReadContext['customFields']>
type Table = Omit<Form, 'dates' | 'language' | 'notes'> & { saved: ColumnMapping | undefined }

/** The cells in which days are written. */
function addDates(
  order: ReturnType<typeof openOrder>,
  columns: readonly (Column | undefined)[],
  { cells }: Row,
) {
  for (const [at, column] of columns.entries())
    if (/^(?:start|end)_(?:date|time)$/.test(column?.field ?? '')) order.add(cells[at] ?? '')
}

/** The table that begins in one of the first rows: with the first headings that say what it is. */
async function tableIn(
  first: readonly Row[],
  options: ReaderOptions,
  custom: CustomFields,
): Promise<Table> {
  const { mapping, mappings } = options
  if (first.some(({ cells }) => cells.length > maxColumns))
    throw new ReadError({ sentence: tooManyColumns })
  const tables = first.slice(0, headingRows).map((row, at) => {
    const headings = row.cells.map(cell => cell.trim())
    return { headings, line: row.line, rows: first.slice(at + 1), filled: filledIn(row.cells) }
  })
  if (tables.length === 0) throw new ReadError({ sentence: nothing })
  const counts = tables.map(({ headings }) => countMeanings(headings, mapping ?? {}, custom))
  for (const [at, table] of tables.entries()) {
    // of two rows of headings, those of merged cells are the less known
    const isAbove = !mapping && (counts[at + 1] ?? 0) > (counts[at] ?? 0)
    if ((table.filled < 2 && tables.length > 1) || isAbove) continue
    const { headings, rows, line } = table
    const saved = mapping ? undefined : await mappings?.saved(headings)
    const map = mapping ?? saved?.columns ?? {}
    if (mapping && !headings.some(heading => isMapped(mapping, heading))) continue
    const samples = samplesOf(headings, rows)
    const content = columnsOf({
      headings,
      mapping: map,
      custom,
      samples,
      hasDayRows: rows.some(isDayRow),
    })
    if (!content) continue
    if (mapping) {
      checkMapping(mapping, custom, { headings, samples, ...content })
      await mappings?.chosen(headings, mappingAs(mapping, options.dates || undefined))
    }
    return { ...content, headings, line, samples, saved }
  }
  const at = Math.max(
    counts.some(count => count > 0)
      ? counts.indexOf(Math.max(...counts))
      : tables.findIndex(({ filled }) => filled > 1),
    0,
  )
  const { headings = [], rows = [] } = tables[at] ?? {}
  throw refusedAs(
    { sentence: noColumns, params: { names: headings.filter(Boolean).join(', ').slice(0, 500) } },
    // those that are known are chosen already
    {
      headings,
      samples: samplesOf(headings, rows),
      columns: columnsAs('event', headings, mapping ?? {}, custom),
    },
  )
}

const filledIn = (cells: readonly string[]) => cells.filter(cell => cell.trim() !== '').length

/** A row of one day alone. */
const isDayRow = ({ cells }: Row) =>
  filledIn(cells) === 1 && isDay(cells.find(cell => cell.trim() !== '') ?? '')

const sameName = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const isMapped = (mapping: Readonly<Record<string, string>>, heading: string) =>
  Object.keys(mapping).some(name => sameName(name) === sameName(heading))

function samplesOf(headings: readonly string[], rows: readonly Row[]): string[] {
  const samples = headings.map(() => '')
  for (const { cells } of rows.slice(0, sampleRows))
    for (const [at, cell] of cells.entries()) samples[at] ||= cell.trim().slice(0, maxSample)
  return samples
}

/** A field of a mapping that no table has is an error of the user, not a column without a meaning. */
function checkMapping(
  mapping: Readonly<Record<string, string>>,
  custom: CustomFields,
  table: Shape,
) {
  for (const [name, field] of Object.entries(mapping))
    if (!rowKinds.some(kind => mappedField(kind, field, custom)))
      throw refusedAs({ sentence: noField, params: { column: name, field } }, table)
}

const refusedAs = (reason: FieldError, table: Shape) => new ReadError(reason, columnsIn(table))

type Shape = Pick<Form, 'headings' | 'samples' | 'columns'>

export const columnsIn = ({ headings, samples, columns }: Shape): TableColumn[] =>
  headings.map((name, at) => ({ name, sample: samples[at] ?? '', field: fieldOf(columns[at]) }))

/** The meaning of a column as mappings write it; empty: none. */
export const fieldOf = (column: Column | undefined) =>
  column ? [column.field, column.language].filter(Boolean).join('.') : ''

const mappingAs = (columns: ColumnMapping['columns'], dates: string | undefined) => ({
  columns,
  ...(dates && { dates }),
})
