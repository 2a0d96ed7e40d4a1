import { DatabaseError } from './database-error.ts'

/** What a database notes of a move into it that is not finished. */
export const moveNote = 'move'

/** An incomplete calendar must not be opened. */
export function refuseIncompleteMove(note: unknown) {
  if (note !== undefined) throw new DatabaseError('DATABASE_MOVING')
}
