import { DatabaseError } from './database-error.ts'

/** The key of the note by which earlier versions marked a database into which a move was not finished. */
export const moveNote = 'move'

export const unfinishedMove = () => new DatabaseError('DATABASE_UNFINISHED')

/** Part of a calendar must not be opened. */
export function refuseUnfinishedMove(note: unknown) {
  if (note !== undefined) throw unfinishedMove()
}

/** Files of a folder are being exchanged, or a database is being copied into it. */
export function refuseMarked(isMarked: boolean) {
  if (isMarked) throw new DatabaseError('DATABASE_MOVING')
}
