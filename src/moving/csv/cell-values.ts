import { parse } from 'csv-parse/sync'
import type { CheckContext, FieldError, FieldType } from '../../define/field-type.ts'
import { fold } from '../../define/text/fold.ts'
import { zoneWritten } from '../../define/time/zone.ts'
import { withScheme } from '../base/fitted-id.ts'
import { zoneNamed } from '../ics/zones.ts'
import { type DayReading, momentIn } from '../times/moments.ts'
import { decimal, flagOf } from './cells.ts'
import { cellLeftOut, endLeftOut, firstUrl } from './table-notes.ts'

/** The rules by which the cells of a table are read. */
export type CellReading = DayReading & { check: CheckContext }

/** The value of a cell as its field takes it; no value: it cannot be read, and the note says why. */
type CellValue = { value?: unknown; note?: FieldError }

const wordOf = ({ choices = {} }: FieldType, written: string): string => {
  const word = fold(written.replace(/[_-]/g, ' ')).trim()
  const match = Object.entries(choices).find(([value, labels]) =>
    [value.replace(/[_-]/g, ' '), ...Object.values(labels)].some(name => fold(name) === word),
  )
  return match?.[0] ?? written
}

/** The first URL of a cell; a bare host gets its scheme. */
function urlIn(cell: string): { url: string; isFirst: boolean } {
  const [first = cell, ...others] = cell.split(/[\s,;|]+(?=https?:|www\.)/i)
  return { url: withScheme(first), isFirst: others.length > 0 }
}

/** The zone that a cell names, in the spellings of people and of Windows. */
const zoneIn = (cell: string) =>
  zoneWritten(cell) ??
  zoneNamed(cell) ??
  zoneWritten(
    cell
      .trim()
      .replace(/\s*\/\s*/g, '/')
      .replace(/\s+/g, '_'),
  )

/** A value of JSON in a cell; anything else as it is. */
export function jsonIn(cell: string): unknown {
  if (!/^[[{]/.test(cell)) return cell
  try {
    return JSON.parse(cell)
  } catch {
    return cell
  }
}

function written(type: FieldType, cell: string, reading: CellReading): unknown {
  // a name of a file looks like a host
  if (type.isImage) return cell.includes('/') ? urlIn(cell).url : cell
  switch (type.input) {
    case 'flag':
      return flagOf(cell)
    case 'choice':
      return wordOf(type, cell)
    case 'choices':
      return namesIn(cell).map(({ name }: ListedName) => wordOf(type, name))
    case 'terms':
      return namesIn(cell).map(({ name }) => name)
    case 'url':
      return urlIn(cell).url
    case 'zone':
      return zoneIn(cell) ?? cell
    case 'number':
      return decimal(cell)
    case 'moment': {
      const moment = momentIn(cell, reading)
      return typeof moment === 'object' ? [moment.day, moment.time].filter(Boolean).join(' ') : cell
    }
    case 'lines':
      return cell.split(/\s*[\n|]\s*/).filter(line => line !== '')
    case 'audience':
    case 'custom':
      return jsonIn(cell)
    default:
      return type.index.type === 'number' ? decimal(cell) : cell
  }
}

/** Reads an optional cell: what its field does not take is left out. */
export function cellValue(
  type: FieldType,
  column: string,
  cell: string,
  reading: CellReading,
): CellValue {
  const value = written(type, cell, reading)
  if (cell === '') return { value }
  // the API also takes words such as tomorrow
  if (type.input === 'moment' && value === cell && typeof momentIn(cell, reading) !== 'object')
    return { note: endLeftOut({ column, value: cell }, 'day') }
  const checked = type.check(value, reading.check)
  if ('fieldError' in checked)
    return { note: cellLeftOut({ column, value: cell }, checked.fieldError) }
  const isFirst = type.input === 'url' && urlIn(cell).isFirst
  return { value, ...(isFirst && { note: firstUrl({ column, value: cell }) }) }
}

type ListedName = { name: string; isQuoted: boolean }

export const wordsIn = (cell: string, sign: RegExp) =>
  cell
    .split(sign)
    .map(word => word.trim())
    .filter(word => word !== '')

/** The names of a list. One in quotes may contain the signs between them, and is never an ID; where quotes do not close, they are signs like others. */
export function namesIn(cell: string): ListedName[] {
  const plain = () => wordsIn(cell, /[,;|]/).map(name => ({ name, isQuoted: false }))
  if (!cell.includes('"')) return plain()
  try {
    const names: ListedName[] = []
    parse(cell, {
      delimiter: [',', ';', '|'],
      record_delimiter: '\0',
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      cast: (name, { quoting }) => names.push({ name, isQuoted: quoting }),
    })
    return names.filter(({ name }) => name !== '')
  } catch {
    return plain()
  }
}
