import type { Visible } from '../store.ts'

/** May a caller see a record of this status and author in lists? */
export const sees = (
  { statuses, own }: Visible,
  { status, author }: { status: string; author: number },
) => statuses.includes(status) || (own?.author === author && own.statuses.includes(status))
