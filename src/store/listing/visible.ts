import type { Visible } from '../store.ts'

export const isPublic = ({ statuses, own }: Visible) =>
  !own?.statuses.length && statuses.length === 1 && statuses[0] === 'publish'

/** May a caller see a record of this status and author in lists? */
export const sees = (
  { statuses, own }: Visible,
  { status, author }: { status: string; author: number },
) => statuses.includes(status) || (own?.author === author && own.statuses.includes(status))
