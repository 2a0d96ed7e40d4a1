import { DatabaseError } from './database-error.ts'

/** What a database notes of a move into it that is not finished. */
export const moveNote = 'move'

/** Half a calendar is none: nobody may open it. */
export function refuseIncompleteMove(note: unknown) {
  if (note !== undefined) throw new DatabaseError('DATABASE_MOVING')
}
