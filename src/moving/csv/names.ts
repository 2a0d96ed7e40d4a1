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
