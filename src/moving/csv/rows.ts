import { parse } from 'csv-parse/sync'
import type { Values } from '../../define/param.ts'
import { isDated } from '../../define/record.ts'
import { clockTime, type DateOrder, decimal, flagOf, isoDate, timesIn, unguarded } from './cells.ts'
import type { Column, RowKind } from './columns.ts'

/** The content of a row: its own ID, if it has one; otherwise the values that identify it; and its values as the API takes them. */
type RowValues = {
  id: string
  fingerprint: string[]
  values: Values
  /** A field with a day that no calendar has. */
  wrongDay?: string | undefined
}

type Cells = Map<string, string>

const flags = new Set([
  'all_day',
  'hide_from_listings',
  'sticky',
  'featured',
  'show_map',
  'show_map_link',
])
const lists = new Set(['categories', 'tags'])
/** Read together with others. */
const parts = new Set([
  'id',
  'skip',
  'start_date',
  'start_time',
  'end_date',
  'end_time',
  'venue',
  'organizer',
  'cost',
  'currency_code',
  'currency_symbol',
  'currency_position',
  'address2',
])

/** The values of a row. Cells that are empty are not sent, but for those of a text, which they clear. */
export function valuesOf(
  kind: RowKind,
  row: readonly string[],
  columns: readonly (Column | undefined)[],
  dates: DateOrder,
): RowValues {
  const cells: Cells = new Map()
  const translations: Record<string, Values> = {}
  for (const [at, column] of columns.entries()) {
    if (!column) continue
    const cell = unguarded((row[at] ?? '').trim())
    if (column.language && cell !== '')
      translations[column.language] = { ...translations[column.language], [column.field]: cell }
    else if (!column.language) cells.set(column.field, cell)
  }
  const values = isDated(kind) ? eventValues(cells, dates) : plainValues(cells)
  if (!isDated(kind)) {
    Object.assign(values, nameOf(kind, cells))
    const second = cells.get('address2')
    if (second) values.address = [cells.get('address'), second].filter(Boolean).join(', ')
  }
  if (Object.keys(translations).length > 0) values.translations = translations
  const title =
    cells.get(isDated(kind) ? 'title' : kind) || String(Object.values(translations)[0]?.title ?? '')
  return {
    id: cells.get('id') ?? '',
    fingerprint: [
      kind,
      title,
      String(values.start_date ?? ''),
      cells.get(isDated(kind) ? 'venue' : 'city') ?? '',
    ],
    values,
    wrongDay: ['start_date', 'end_date'].find(name => !isDay(String(values[name] ?? ''))),
  }
}

/** True if the date exists. The API reads 31 February as 3 March. */
function isDay(date: string): boolean {
  const day = /^\d{4}-\d\d-\d\d/.exec(date)?.[0]
  if (day === undefined) return true
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

const nameOf = (kind: RowKind, cells: Cells): Values => ({ [kind]: cells.get(kind) ?? '' })

function plainValues(cells: Cells): Values {
  const values: Values = {}
  for (const [field, cell] of cells) {
    if (parts.has(field) || field.startsWith('venue.')) continue
    if (flags.has(field)) values[field] = flagOf(cell)
    else if (lists.has(field)) values[field] = namesIn(cell).map(({ name }) => name)
    else if (field === 'recurrence') values[field] = wordsIn(cell, /[\n|]/)
    else if (field.startsWith('geo_')) values[field] = decimal(cell)
    else if (field === 'status' ? cell !== '' : true) values[field] = cell
  }
  for (const name of ['timezone', 'slug', 'image', 'title'])
    if (values[name] === '') delete values[name]
  return values
}

const wordsIn = (cell: string, sign: RegExp) =>
  cell
    .split(sign)
    .map(word => word.trim())
    .filter(word => word !== '')

type ListedName = { name: string; isQuoted: boolean }

/** The names of a list. One in quotes may contain the signs between them, and is never an ID; where quotes do not close, they are signs like others. */
function namesIn(cell: string): ListedName[] {
  const plain = () => wordsIn(cell, /[,;|]/).map(name => ({ name, isQuoted: false }))
  if (!cell.includes('"')) return plain()
  try {
    const rows = parse(cell, {
      delimiter: [',', ';', '|'],
      record_delimiter: '\0',
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      cast: (name, { quoting }) => ({ name, isQuoted: quoting }),
    }) as unknown as ListedName[][]
    return rows.flat().filter(({ name }) => name !== '')
  } catch {
    return plain()
  }
}

function eventValues(cells: Cells, dates: DateOrder): Values {
  const values = plainValues(cells)
  Object.assign(values, timesOf(cells, dates))
  const venue = venueOf(cells)
  if (cells.has('venue')) values.venue = venue ? [venue] : []
  const organizers = cells.get('organizer')
  if (organizers !== undefined)
    values.organizer = namesIn(organizers).map(({ name, isQuoted }) =>
      /^\d+$/.test(name) && !isQuoted ? Number(name) : { organizer: name },
    )
  const cost = costOf(cells)
  if (cost !== undefined) values.cost = cost
  return values
}

/** Start and end; without times of day, whole days. Without an end, the event ends as it starts. */
function timesOf(cells: Cells, dates: DateOrder): Values {
  const start = partsOf(cells, 'start', dates)
  const end = partsOf(cells, 'end', dates)
  const isAllDay = !start.time && !end.time && !cells.get('all_day')
  const endDate = end.date || start.date
  const ended = end.time || start.until
  const endTime = ended || (end.date && end.date !== start.date ? '' : start.time)
  const isPastMidnight = !end.date && ended !== '' && start.time !== '' && ended < start.time
  return {
    start_date: [start.date, start.time].filter(Boolean).join(' '),
    end_date: [isPastMidnight ? nextDay(endDate) : endDate, endTime].filter(Boolean).join(' '),
    ...(isAllDay && start.date !== '' && { all_day: true }),
  }
}

/** Maximum length of a date. */
const maxDate = 100

/** A date and its time of day, which may stand in the cell of the date; `until`: that of the end, where the cell has both. */
function partsOf(cells: Cells, which: 'start' | 'end', dates: DateOrder) {
  const cell = cells.get(`${which}_date`) ?? ''
  if (cell.length > maxDate) return { date: cell, time: '', until: '' }
  const written = isoDate(cell, dates)
  const own = cells.get(`${which}_time`)?.trim()
  const match = /^(\d{4}-\d\d-\d\d)(?:[T\s,]+(.+))?$/.exec(written)
  const [, date = written, rest = ''] = match ?? []
  if (own) return { date, ...clockIn(own) }
  const inDate = rest.replace(/^(?:à|at)\s+/i, '').trim()
  // with an offset, as programs write it
  if (/^\d\d:\d\d(?::\d\d)?[+-]\d\d/.test(inDate)) return { date, time: inDate, until: '' }
  return { date, ...clockIn(inDate) }
}

function clockIn(text: string) {
  const [time = text === '' ? '' : clockTime(text), until = ''] = timesIn(text) ?? []
  return { time, until }
}

function nextDay(date: string): string {
  const at = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(at) ? date : new Date(at + 86_400_000).toISOString().slice(0, 10)
}

function venueOf(cells: Cells): number | Values | undefined {
  const name = cells.get('venue')
  if (!name) return undefined
  if (/^\d+$/.test(name)) return Number(name)
  const more = [...cells].flatMap(([field, cell]) =>
    field.startsWith('venue.') && cell !== ''
      ? [[field.slice(6), field.startsWith('venue.geo_') ? decimal(cell) : cell]]
      : [],
  )
  const [, digits] = /^"(\d+)"$/.exec(name) ?? []
  return { venue: digits ?? name, ...Object.fromEntries(more) }
}

/** The cost as it is shown: a bare number with the currency of the row. */
function costOf(cells: Cells): string | undefined {
  const cost = cells.get('cost')
  const symbol = cells.get('currency_symbol') || ''
  const code = cells.get('currency_code') || ''
  if (!cost || !/^\d+([.,]\d+)?$/.test(cost) || Number(cost.replace(',', '.')) === 0) return cost
  const isAfter = /suffix|post|after|après/i.test(cells.get('currency_position') ?? '')
  if (symbol) return isAfter ? `${cost} ${symbol}` : `${symbol}${cost}`
  return code ? `${cost} ${code}` : cost
}
