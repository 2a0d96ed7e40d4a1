import type { StoredRecord } from '../../define/record.ts'
import { Problem } from '../../problem/problem.ts'
import type { ResourceName } from '../../resources/index.ts'
import type { Store } from '../../store/store.ts'
import { recordOfSource } from '../read/of-source.ts'

type Sought = { kind: ResourceName; source: string; source_id: string }

/** The record of a source that another import has created since this one looked for it; throws any other error of a create again. */
export async function createdMeanwhile(
  store: Pick<Store, 'lookup' | 'getMany'>,
  { kind, ...key }: Sought,
  error: unknown,
): Promise<StoredRecord> {
  const isTaken = error instanceof Problem && error.extra.fieldErrors?.source_id !== undefined
  const stored = isTaken ? await recordOfSource(store, kind, key) : undefined
  if (!stored) throw error
  return stored
}
