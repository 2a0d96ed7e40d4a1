import { type Piece, piece } from '../form/schema.ts'
import type { PostQuery, ProtectedOf } from '../store.ts'

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

export function showingImage({ image, protectedOf }: NonNullable<PostQuery['showing']>): Piece {
  const open = opened('p', protectedOf)
  return piece(`p.image = ?${open.sql}`, image, ...open.values)
}
