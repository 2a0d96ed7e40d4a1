import type { ProtectedOf, Visible } from '../contract/visible.ts'
import { anyOf, type Piece, piece } from './schema.ts'

/** The condition on records that a reader sees, on the columns of the status and the author. */
export function visibleTo({ statuses, own }: Visible, status: string, author: string): Piece {
  const anyone = anyOf(status, statuses)
  if (!own?.statuses.length) return anyone
  const mine = anyOf(status, own.statuses)
  return piece(
    `(${anyone.sql} OR (${author} = ? AND ${mine.sql}))`,
    ...anyone.values,
    own.author,
    ...mine.values,
  )
}

/** Protected events that the caller may not read (`isReadable`). */
export const protectedFrom = (protectedOf: ProtectedOf): Piece =>
  protectedOf === 'all' ? piece('1 = 0') : piece('o.protected = 1 AND o.author <> ?', protectedOf)

export const not = ({ sql, values }: Piece): Piece => piece(`NOT (${sql})`, ...values)
