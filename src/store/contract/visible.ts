/** The statuses of the records that a caller sees in lists. `own`: further ones of records by this author, the caller. */
export type Visible = { statuses: string[]; own?: { author: number; statuses: string[] } }

/** True if a caller sees records of this status and author in lists. */
export const sees = (
  { statuses, own }: Visible,
  { status, author }: { status: string; author: number },
) => statuses.includes(status) || (own?.author === author && own.statuses.includes(status))

/** The authors whose protected events a caller may read: all, or one (0 or less: none). */
export type ProtectedOf = 'all' | number

/**
 * True if a caller may read the text, links and place of an event. The same in SQL: `protectedFrom` (visible-in-sql.ts); in the list index:
 * `protectedKeys`.
 */
export const isReadable = (
  event: { protected: number; author: number },
  protectedOf: ProtectedOf,
): boolean => protectedOf === 'all' || event.protected === 0 || event.author === protectedOf
