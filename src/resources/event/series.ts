import type { StoredRecord } from '../../define/record.ts'

/** Is the event a series? Its dates are stored up to `recurrence_until`, in wall seconds. */
export const isSeries = ({ facts }: Pick<StoredRecord, 'facts'>): boolean =>
  typeof facts.recurrence_until === 'number'

/** `recurrence_until` of a series all of whose dates are stored. */
export const allStored = Number.MAX_SAFE_INTEGER

/** Is it a series as its readers see it, on its next date? That changes with time, without a write. */
export const isOnNextDate = ({ facts }: Pick<StoredRecord, 'facts'>): boolean =>
  facts.next !== undefined
