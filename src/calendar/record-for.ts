import { unknownId } from '../define/field-errors.ts'
import type { StoredRecord } from '../define/record.ts'
import { fieldProblem, Problem } from '../problem.ts'
import type { ResourceName } from '../resources/index.ts'
import type { Reader } from '../store/store.ts'
import { type Act, may } from './access.ts'
import type { Caller } from './context.ts'
import type { Write } from './write-types.ts'

/** The record that someone would change or remove, as they may. */
export async function recordFor(
  { tx, caller }: Write,
  act: Act,
  kind: ResourceName,
  id: number,
): Promise<StoredRecord> {
  const stored = await tx.get(kind, id)
  if (!stored) throw await noSuchRecord(tx, kind, id)
  if (!may(caller.actor, act, kind, stored)) throw new Problem('rest_forbidden')
  return stored
}

/** An unknown ID of an event is 404, the ID of another record 400; elsewhere the ID is at fault (observed, section 3). */
export async function noSuchRecord(
  reader: Pick<Reader, 'kindOf'>,
  kind: ResourceName,
  id: number,
): Promise<Problem> {
  if (kind !== 'event') return fieldProblem('id', unknownId(kind, id))
  return (await reader.kindOf('post', id))
    ? new Problem('rest-invalid-event-id')
    : new Problem('rest-event-not-found', { params: { id } })
}

/**
 * Refuses a write to a record that is no longer what its caller has read. Asked inside the transaction, after everything that
 * refuses for another reason: of two who have read the same, one writes.
 */
export function refuseUnexpected({ expects }: Caller, stored: StoredRecord) {
  if (expects && !expects(stored)) throw new Problem('rest_precondition_failed')
}
