import { DatabaseError } from './database-error.ts'

/** The key of the note about an unfinished move into a database. */
export const moveNote = 'move'

/** An incomplete calendar must not be opened. */
export function refuseIncompleteMove(note: unknown) {
  if (note !== undefined) throw new DatabaseError('DATABASE_MOVING')
}
