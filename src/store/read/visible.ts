/** Which records a caller sees in lists: any author's of some statuses, and their own of some. */
export type Visible = { statuses: string[]; own?: { author: number; statuses: string[] } }

/** True if a caller sees records of this status and author in lists. */
export const sees = (
  { statuses, own }: Visible,
  { status, author }: { status: string; author: number },
) => statuses.includes(status) || (own?.author === author && own.statuses.includes(status))

/** The authors whose protected events a caller may read: all, or one (0 or less: none). */
export type ProtectedOf = 'all' | number

/** May a caller read the text, links and place of an event? SQL says it in `protectedFrom` (visible-in-sql.ts), the list index in `protectedKeys`. */
export const isReadable = (
  event: { protected: number; author: number },
  protectedOf: ProtectedOf,
): boolean => protectedOf === 'all' || event.protected === 0 || event.author === protectedOf
