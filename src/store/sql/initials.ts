import type { Language } from '../../define/text/language.ts'
import type { Initials, InitialsQuery } from '../contract/sorted.ts'
import { anyOf, type Piece, piece, textColumn, usedIn } from './schema.ts'
import { visibleTo } from './visible-in-sql.ts'

const initialIn = (language: Language, of: string) =>
  `substr(${usedIn(language, 'name_key', of)}, 1, 1)`

export const beginningWith = ({ language, among }: Initials, of: string): Piece =>
  anyOf(initialIn(language, of), among)

export function initialsStatement({ kind, language, visible, withTextIn }: InitialsQuery): Piece {
  const seen = visible ? visibleTo(visible, 'r.status', 'r.author') : piece('1 = 1')
  const named = withTextIn ? ` AND r.${textColumn('name_key', withTextIn)} IS NOT NULL` : ''
  return piece(
    `SELECT ${initialIn(language, 'r')} AS initial, count(*) AS total FROM "${kind}" r
      WHERE ${seen.sql}${named} GROUP BY 1 ORDER BY 1`,
    ...seen.values,
  )
}
