import type { StoredRecord } from '../../define/record.ts'
import type { ResourceName } from '../../resources/index.ts'
import type { Reader } from '../../store/index.ts'

/** The identity of a record in another calendar. */
type SourceKey = { source: string; source_id: string }

/** However many there are. */
const all = 2 ** 31

type SourceQuery = { source?: string | undefined; source_id?: string | undefined }

/** The record that was imported as this, whatever its status. */
export async function recordOfSource(
  reader: Pick<Reader, 'lookup' | 'getMany'>,
  kind: ResourceName,
  { source, source_id }: SourceKey,
): Promise<StoredRecord | undefined> {
  const ids = await reader.lookup(kind, 'source_id', source_id, all)
  const alike = await reader.getMany(kind, ids)
  return alike.find(({ facts }) => facts.source === source)
}

/** The IDs of records of a source, or of an ID in any; undefined where the request names neither. */
export async function idsOfSource(
  reader: Pick<Reader, 'lookup' | 'getMany'>,
  kind: ResourceName,
  { source, source_id }: SourceQuery,
): Promise<number[] | undefined> {
  if (source_id === undefined)
    return source === undefined ? undefined : reader.lookup(kind, 'source', source, all)
  const ids = await reader.lookup(kind, 'source_id', source_id, all)
  if (source === undefined) return ids
  const alike = await reader.getMany(kind, ids)
  return alike.filter(({ facts }) => facts.source === source).map(({ id }) => id)
}
