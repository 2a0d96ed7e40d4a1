import { DatabaseError } from '../contract/database-error.ts'
import type { CopiedTable } from './tables.ts'

/**
 * A row on its way: one line of text, as COPY of PostgreSQL reads and writes it. The same row is the same line whichever
 * engine it comes from, so checksums are of lines.
 */
export type Line = string

type Read = string | number | bigint | null | Uint8Array
type Written = string | number | bigint | null

const letters: Record<string, string> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}
const byLetter: Record<string, string> = Object.fromEntries(
  Object.entries(letters).map(([character, [, letter = '']]) => [letter, character]),
)
const special = /[\\\b\f\n\r\t\v]/
const eachSpecial = /[\\\b\f\n\r\t\v]/g

const escaped = (text: string) =>
  special.test(text)
    ? text.replace(eachSpecial, character => letters[character] ?? character)
    : text

const plain = (field: string) =>
  field.includes('\\')
    ? field.replace(/\\(.)/g, (_, letter: string) => byLetter[letter] ?? letter)
    : field

const nothing = '\\N'

/**
 * The line of a row that SQLite has read, with whole numbers as bigint. SQLite accepts anything in any column; values that no other engine would
 * accept are refused.
 */
export function lineOf(table: CopiedTable, row: readonly Read[]): Line {
  let line = ''
  for (let at = 0; at < row.length; at++) {
    const value = row[at]
    const type = table.columns[at]?.type
    if (at > 0) line += '\t'
    if (value === null) line += nothing
    else if (type === 'text' && typeof value === 'string') line += escaped(value)
    else if (type === 'integer' && typeof value === 'bigint') line += value
    else if (type === 'real' && typeof value === 'number') line += value
    else throw unfit(table, row, at)
  }
  return line
}

function unfit(table: CopiedTable, row: readonly Read[], at: number) {
  return new DatabaseError('MOVE_VALUE', {
    table: table.name,
    column: table.columns[at]?.name ?? '',
    key: table.key.map(of => String(row[of])).join(', '),
  })
}

/** The values of a line, as SQLite takes them. */
export function valuesOf({ columns }: CopiedTable, line: Line): Written[] {
  return line.split('\t').map((field, at) => {
    const type = columns[at]?.type
    if (field === nothing) return null
    if (type === 'text') return plain(field)
    return type === 'real' || field.length < 16 ? Number(field) : BigInt(field)
  })
}

/** A line of PostgreSQL as it is everywhere: it writes some fractions in another way. */
export function sameEverywhere({ columns }: CopiedTable): ((line: Line) => Line) | undefined {
  const reals = columns.flatMap(({ type }, at) => (type === 'real' ? [at] : []))
  if (reals.length === 0) return undefined
  return line => {
    const fields = line.split('\t')
    for (const at of reals) if (fields[at] !== nothing) fields[at] = String(Number(fields[at]))
    return fields.join('\t')
  }
}
