import { anonymous, type Dated } from '../../calendar/index.ts'
import {
  type Cache,
  openAdmission,
  openCache,
  type Table,
  type WithValidities,
} from '../../common/index.ts'
import { existing } from '../../define/base/objects.ts'
import type { GeoPoint } from '../../define/distance.ts'
import { publicId, type StoredRecord } from '../../define/record.ts'
import { languageOf } from '../../define/record-texts.ts'
import type { ListDependency } from '../../journal/index.ts'
import { hasPassword, type OnDate, type ResourceName } from '../../resources/index.ts'
import type { Show } from '../present/context.ts'
import { bytesOf, type Readers, type RecordBytes, readingOf, versionOf } from './record-bytes.ts'

/**
 * Bytes of records as anyone sees them: each is written out once per change, base URL and language. Lists are made of these;
 * a record by itself has more in it, and is cached apart.
 */
export type RecordCache = Readers & {
  /** Records of lists, events on each of their dates. */
  listed: Table<string, RecordBytes>
  /** Single records, from the second request on: most that a crawl reads are not requested again before they would be evicted. */
  single: Table<string, RecordBytes>
  /** The record that a slug led to; any change of it may have freed the slug for another. */
  slugs: Table<string, SlugRecord>
  /** The memory of all of them, which pages use too. */
  cache: Cache<ListDependency>
}
type SlugRecord = WithValidities & { id: number }

/** About what the response takes that is cached with the bytes of a record. */
const responseBytes = 600

export function openRecordCache(
  readers: Readers,
  { bytes, now }: { bytes: number; now: () => number },
): RecordCache {
  const cache = openCache({ bytes, journal: readers.changes, now })
  const dependsOn = ({ validities }: WithValidities) => ({ validities })
  return {
    ...readers,
    listed: cache.table<string, RecordBytes>({
      sizeOf: ({ bytes }) => bytes.length,
      dependsOn,
      admission: openAdmission(0),
    }),
    single: cache.table<string, RecordBytes>({
      sizeOf: ({ bytes }) => responseBytes + bytes.length,
      dependsOn,
      admission: openAdmission(1, 2 * bytes),
    }),
    slugs: cache.table<string, SlugRecord>({ sizeOf: (_, key) => key.length, dependsOn }),
    cache,
  }
}

/** Names a record as it is written out for a base URL and a language. */
const keyOf = (show: Show, kind: string, id: number) => `${show.key}${kind}${id}`

/**
 * Names a record of a list. That of a date holds everything that its bytes contain, as a list may be older than the change that
 * invalidates them; without a key, the date has values of its own, and is not cached.
 */
function listKeyOf(show: Show, kind: string, id: number, date: OnDate | undefined) {
  if (!date) return keyOf(show, kind, id)
  const { occurrence, starts, ends, original, count, patched } = date
  if (patched) return undefined
  return `${starts} ${ends} ${original} ${count} ${keyOf(show, kind, occurrence)}`
}

/** Bytes of records for a list, in the order of the ids; those that no list may show to anyone are left out. A list of all would evict others (`isKept`). */
export async function listedRecords(
  of: RecordCache,
  show: Show,
  kind: ResourceName,
  { ids, dates, from, isKept = true }: Dated & { from?: GeoPoint; isKept?: boolean },
): Promise<RecordBytes[]> {
  const entries = ids.map((id, at) => {
    const date = dates?.[at]
    // distances are from this point alone
    const key = from ? undefined : listKeyOf(show, kind, id, date)
    return { id, date, key, bytes: key === undefined ? undefined : of.listed.get(key) }
  })
  const missing = entries.filter(({ bytes }) => bytes === undefined)
  const written =
    missing.length > 0 ? await listedBytes(of, show, kind, missing, { from, isKept }) : undefined
  // what was read is sent even if it has changed meanwhile
  return entries.flatMap(({ id, date, key, bytes }) => {
    if (bytes) return bytes
    const created = written?.get(date?.occurrence ?? id)
    if (created && key !== undefined && isKept) of.listed.set(key, created)
    return created ?? []
  })
}

/** By the IDs that lists show. */
async function listedBytes(
  of: RecordCache,
  show: Show,
  kind: ResourceName,
  entries: readonly { id: number; date: OnDate | undefined }[],
  { from, isKept }: { from: GeoPoint | undefined; isKept: boolean },
): Promise<Map<number, RecordBytes>> {
  const ids = entries.map(({ id }) => id)
  const reading = isKept ? readingOf(of, kind, ids) : new Map()
  const dates = entries.map(({ date }) => date)
  const records = await of.calendar.listed(kind, { actor: anonymous }, { ids, dates })
  const written = await bytesOf(of, show, kind, { records, reading, isKept, from })
  return new Map(
    records.map((record, at) => {
      const bytes = existing(written[at])
      return [publicId(record), hasPassword(record) ? { ...bytes, isProtected: true } : bytes]
    }),
  )
}

/** A record by itself, if it is cached. */
export const cachedRecord = (of: RecordCache, show: Show, kind: string, id: number) =>
  of.single.get(keyOf(show, kind, id))

export const slugKeyOf = (kind: string, slug: string) => `${kind} ${slug}`

/** A single record, in the form that is the same for all of its readers. */
export async function singleRecord(
  of: RecordCache,
  show: Show,
  record: StoredRecord,
): Promise<RecordBytes> {
  const { kind } = record
  const id = publicId(record)
  const cached = cachedRecord(of, show, kind, id)
  if (cached) return cached
  const before = of.changes.seq
  const reading = readingOf(of, kind, [record.id])
  const [written] = await bytesOf(of, show, kind, { records: [record], reading, isAlone: true })
  // as many as records
  const bytes = existing(written)
  const single: RecordBytes = {
    ...bytes,
    digest: `${versionOf(record)}-${bytes.digest}`,
    language: languageOf(record, show.language),
  }
  // A concurrent change may be missing from it: it is sent, but not cached.
  if (of.changes.seq === before) of.single.set(keyOf(show, kind, id), single)
  return single
}
