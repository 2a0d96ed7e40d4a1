import { isDated } from '../../define/record.ts'
import { type Dialect, type Piece, piece } from '../form/schema.ts'
import type { PostQuery, ProtectedOf } from '../store.ts'
import { datesWith } from './dates-with.ts'

/** A count that goes no further. */
export const upTo = (most: number, { sql, values }: Piece): Piece =>
  piece(
    `SELECT count(*) AS total FROM (${sql.replace('count(*) AS total', '1')} LIMIT ?)`,
    ...values,
    most,
  )

/** What a password hides shows no image to those who may not read it (A9). */
export const opened = (of: string, protectedOf: ProtectedOf): Piece =>
  protectedOf === 'all'
    ? piece('')
    : piece(` AND (${of}.password IS NULL OR ${of}.author = ?)`, protectedOf)

export function showingImage(
  kind: string,
  { image, protectedOf }: NonNullable<PostQuery['showing']>,
  dialect: Dialect,
): Piece {
  const open = opened('p', protectedOf)
  if (!isDated(kind)) return piece(`p.image = ?${open.sql}`, image, ...open.values)
  const onDates = datesWith('image', image, dialect)
  return piece(
    `(p.image = ? OR p.id IN (${onDates.sql}))${open.sql}`,
    image,
    ...onDates.values,
    ...open.values,
  )
}
