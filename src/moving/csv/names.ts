import { parse } from 'csv-parse/sync'

export type ListedName = { name: string; isQuoted: boolean }

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
