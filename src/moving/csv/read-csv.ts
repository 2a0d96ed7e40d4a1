import { hash } from 'node:crypto'
import { isObject } from '../../define/base/objects.ts'
import type { FieldError } from '../../define/field-type.ts'
import type { Values } from '../../define/param.ts'
import { isDated } from '../../define/record.ts'
import { textNames } from '../../define/resource.ts'
import { fold } from '../../define/text/fold.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { formatWall } from '../../define/time/clock.ts'
import { isWeekday, monthOf } from '../../define/time/names.ts'
import { wallOf } from '../../define/time/zone.ts'
import { resources } from '../../resources/index.ts'
import { fittedId } from '../base/fitted-id.ts'
import {
  type Item,
  type ItemDate,
  type ReadContext,
  ReadError,
  type Reader,
  type ReaderOptions,
  type Refused,
  type Source,
  type Yielded,
} from '../base/item.ts'
import { type Broken, delimiterIn, type Row, rowsIn } from '../sheets/csv-rows.ts'
import { isSheets, sheetsOf } from '../sheets/sheets.ts'
import { type Moment, momentIn } from '../times/moments.ts'
import { jsonIn } from './cell-values.ts'
import type { RowKind } from './columns.ts'
import { columnsIn, type Form, fieldOf, formOf } from './form.ts'
import { inLastHalfYear, type Table, valuesOf } from './rows.ts'
import {
  brokenSigns,
  differingDates,
  guessedEncoding,
  heading,
  noColumns,
  noSheet,
  notAsWide,
  nothing,
  oneSheet,
} from './table-notes.ts'

/** Reads a table of events, venues or organizers: CSV, TSV and their relatives, and the sheets of .xlsx and .ods files. */
export const readCsv: Reader<ReaderOptions> = async function* (source, context, options) {
  if (await isSheets(source)) return yield* readSheets(source, context, options)
  const option = encodings.find(each => each === options.encoding)
  const { encoding, broken, isOdd }: Guess = option
    ? { encoding: option, broken: 0 }
    : await encodingOf(source)
  if (broken > 0) yield { about: { note: brokenSigns(broken) } }
  if (isOdd) yield { about: { note: guessedEncoding } }
  const text = () => textIn(source, encoding)
  const delimiter = options.delimiter || (await delimiterIn(text()))
  const rows = () => rowsIn(text(), delimiter)
  const form = await formOf(rows(), context, options)
  yield* recordsIn(rows(), form, { encoding, delimiter }, context)
}

/** The sheet of the name that was chosen, else the first whose headings say what it is. */
async function* readSheets(
  source: Source,
  context: ReadContext,
  options: ReaderOptions,
): AsyncGenerator<Yielded> {
  const { format, sheets } = await sheetsOf(source)
  const named = fold(options.sheet ?? '')
  const chosen = named === '' ? sheets : sheets.filter(({ name }) => fold(name) === named)
  if (chosen.length === 0)
    throw new ReadError(
      noSheet(
        options.sheet ?? '',
        sheets.map(({ name }) => name),
      ),
    )
  let unclear = new ReadError({ sentence: nothing })
  for (const [at, { name, rows }] of chosen.entries()) {
    const form = await formOf(rows(), context, options).catch((error: unknown) => {
      const isUnclear =
        error instanceof ReadError && [nothing, noColumns].includes(error.reason.sentence)
      if (!isUnclear) throw error
      if (at === 0) unclear = error
    })
    if (!form) continue
    if (chosen.length > 1) yield { about: { note: oneSheet(name, sheets.length) } }
    return yield* recordsIn(rows(), form, { format, sheet: name }, context)
  }
  throw unclear
}

/** The records of a table. `read`: how it was found, for people. */
async function* recordsIn(
  rows: AsyncIterable<Row | Broken>,
  form: Form,
  read: Record<string, string>,
  context: ReadContext,
): AsyncGenerator<Yielded> {
  const { kind, columns, headings, language, notes } = form
  yield { about: { read: { ...read, ...describe(form) }, columns: columnsIn(form) } }
  for (const note of notes) yield { about: { note } }
  const today = formatWall(wallOf(context.now, context.zone)).slice(0, 10)
  const { now, zone, language: spoken, customFields = [] } = context
  const check = { now, zone, language: spoken, customFields }
  const reading = { order: form.dates, today, check }
  const table: Table = { kind, columns, headings, reading, language, above: {} }
  const ids = openIds()
  for await (const row of rows) {
    if (row.line <= form.line) continue
    const yielded = rowOf(row, table, ids)
    if (yielded) yield yielded
  }
}

/** The form in which a table was read, for people to check. */
const describe = ({ dates, columns, headings, kind }: Form) => ({
  dates,
  kind,
  ...Object.fromEntries(
    headings.map((heading, at) => [`column ${heading}`, fieldOf(columns[at]) || '-']),
  ),
})

function rowOf(
  row: Row | Broken,
  table: Table,
  ids: ReturnType<typeof openIds>,
): Yielded | undefined {
  const { kind, headings, language } = table
  const at = { line: row.line }
  if ('broken' in row) return { kind, at, refused: row.broken }
  const cells = isShort(row.cells) && { cells: row.cells }
  const refused = (error: Refused['refused']): Refused => ({ kind, at, refused: error, ...cells })
  if (row.cells.slice(headings.length).some(cell => cell.trim() !== ''))
    return refused({
      sentence: notAsWide,
      params: { cells: row.cells.length, headings: headings.length },
    })
  const section = sectionIn(row, table)
  if (section !== undefined) return sectionOf(row, section, table)
  const {
    id,
    values,
    notes,
    fingerprint,
    dates: dateCell,
    refused: wrong,
    earlier,
  } = valuesOf(row.cells, table)
  const source_id = id ? fittedId(id) : ids.of(fingerprint, row.cells)
  const { dates, note } = datesIn(dateCell, at)
  if (note) notes.push(note)
  if (wrong) return { ...refused(wrong), title: fingerprint[1] ?? '', ...(id && { source_id }) }
  const own = language ?? table.reading.check.language
  const texts = (own && titledTexts(values, own, kind)) ?? { values, language }
  const item: Item = { kind, source_id, ...(!id && { isUnnamed: true }), at, values: texts.values }
  return {
    ...item,
    ...cells,
    ...(texts.language && { language: texts.language }),
    ...(dates && { dates }),
    ...(notes.length > 0 && { notes }),
    ...(earlier && { earlier }),
  }
}

/** The values of a row that has a title in another language alone: as one of that language. */
function titledTexts(
  { translations, ...values }: Values,
  language: Language,
  kind: RowKind,
): { values: Values; language: Language } | undefined {
  const { titled } = resources[kind]
  if (values[titled] || !isObject(translations)) return undefined
  const other = languages.find(each => isObject(translations[each]) && translations[each][titled])
  if (!other || other === language) return undefined
  const names = textNames(resources[kind])
  const isText = ([name]: [string, unknown]) => names.includes(name)
  const before = Object.entries(values).filter(each => isText(each) && each[1] !== '')
  const { [other]: texts, ...others } = translations
  return {
    language: other,
    values: {
      ...Object.fromEntries(Object.entries(values).filter(each => !isText(each))),
      ...(isObject(texts) && texts),
      translations: { ...others, [language]: Object.fromEntries(before) },
    },
  }
}

/** A longer row is passed on without its cells. */
const maxRow = 100_000
const isShort = (cells: readonly string[]) =>
  cells.reduce((sum, { length }) => sum + length, 0) <= maxRow

/** The dates of a series that differ from it, as an export writes them. */
function datesIn(cell: string, at: Item['at']): { dates?: ItemDate[]; note?: FieldError } {
  if (cell === '') return {}
  const listed = jsonIn(cell)
  if (!Array.isArray(listed) || listed.length > maxDates || !listed.every(isDate))
    return { note: differingDates(cell) }
  return { dates: listed.map(({ original, ...values }) => ({ original, at, values })) }
}
const maxDates = 5000
const isDate = (of: unknown): of is Values & { original: string } =>
  isObject(of) &&
  typeof of.original === 'string' &&
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(of.original)

/** The cell of a row that has one alone, in a table of several columns: a day for the rows below, or a title for them. */
function sectionIn({ cells }: Row, { kind, columns, reading }: Table): string | undefined {
  if (!isDated(kind) || columns.filter(column => column && column.field !== 'skip').length < 3)
    return undefined
  const filled = cells.map(cell => cell.trim()).filter(cell => cell !== '')
  const [first = ''] = filled
  const isTitle = (cells[0] ?? '').trim() !== '' || typeof momentIn(first, reading) === 'object'
  return filled.length === 1 && isTitle ? first : undefined
}

const daysOf = ({ day, lastDay }: Moment) => ({ day, ...(lastDay && { lastDay }) })

function sectionOf({ line }: Row, cell: string, table: Table): Yielded | undefined {
  const { reading, above } = table
  const day: Moment | 'noDay' | undefined = momentIn(cell, reading)
  if (typeof day === 'object') {
    if (day.isComing) table.past ??= {}
    const past = table.past && momentIn(cell, inLastHalfYear(reading))
    if (table.past && typeof past === 'object') table.past.days = daysOf(past)
    above.days = daysOf(day)
    return undefined
  }
  // it may be the day of the rows below, in words that are not read
  const [word = ''] = fold(cell).split(/[^a-z]/)
  if (/\d/.test(cell) || isWeekday(word) || monthOf(word)) above.days = undefined
  return { about: { note: heading(line, cell) } }
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

const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'macintosh',
] as const
type Encoding = (typeof encodings)[number]

/** The encoding of a text, and the number of signs in it that are none. `isOdd`: it has signs that people hardly write. */
type Guess = { encoding: Encoding; broken: number; isOdd?: boolean }

/** Letters of ISO-8859-15 (`œ`, `€`) and of Mac Roman (`é`, `à`, `ç`), read as Windows-1252. */
const oddSigns = /[¤¦¨´¸¼½¾ƒ†‡ˆ‰Ž™š›\x81\x8d\x8f\x90\x9d]/

/** The encoding of a text: by its mark, else UTF-8 where nearly all of it is, else Windows-1252. */
async function encodingOf(source: Source): Promise<Guess> {
  const marked = await markedEncoding(source)
  if (marked) return { encoding: marked, broken: 0 }
  let letters = 0
  let broken = 0
  for await (const text of textIn(source, 'utf-8'))
    for (const sign of text.match(/[^\0-\x7f]/gu) ?? []) {
      if (sign === '\ufffd') broken++
      else letters++
    }
  // text in an older alphabet has hardly a sign that happens to be one of UTF-8
  if (letters > 2 * broken) return { encoding: 'utf-8', broken }
  let isOdd = false
  for await (const text of textIn(source, 'windows-1252')) isOdd ||= oddSigns.test(text)
  return { encoding: 'windows-1252', broken: 0, isOdd }
}

/** The encoding that the first bytes say, or UTF-8 for a text without a fault; undefined: it is another one. */
async function markedEncoding(source: Source): Promise<Encoding | undefined> {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const part of source.bytes()) {
      if (isFirst) {
        const [a, b, c] = part
        if (a === 0xff && b === 0xfe) return 'utf-16le'
        if (a === 0xfe && b === 0xff) return 'utf-16be'
        if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
        if (a === 0 && b !== 0) return 'utf-16be'
        if (b === 0 && a !== 0) return 'utf-16le'
        isFirst = false
      }
      strict.decode(part, { stream: true })
    }
    strict.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** The text of a source in parts, without its mark. */
export async function* textIn(source: Source, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const part of source.bytes()) {
    const text = decoder.decode(part, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}
