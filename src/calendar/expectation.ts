import { Problem } from '../problem.ts'
import type { StoredRecord } from '../store/store.ts'
import type { Caller } from './context.ts'

/**
 * Refuses a write to a record that is no longer what its caller has read. Asked inside the transaction, after everything that
 * refuses for another reason: of two who have read the same, one writes.
 */
export function refuseUnexpected({ expects }: Caller, stored: StoredRecord) {
  if (expects && !expects(stored)) throw new Problem('rest_precondition_failed')
}
