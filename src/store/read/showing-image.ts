import { type Piece, piece } from '../form/schema.ts'
import type { PostQuery } from '../store.ts'

/** A count that goes no further. */
export const upTo = (most: number, { sql, values }: Piece): Piece =>
  piece(
    `SELECT count(*) AS total FROM (${sql.replace('count(*) AS total', '1')} LIMIT ?)`,
    ...values,
    most,
  )

/** What a password hides shows no image to those who may not read it (A9). */
export const showingImage = (
  kind: string,
  { image, protectedOf }: NonNullable<PostQuery['showing']>,
): Piece =>
  kind === 'event' && protectedOf !== 'all'
    ? piece('p.image = ? AND (p.password IS NULL OR p.author = ?)', image, protectedOf)
    : piece('p.image = ?', image)
