import { anonymous } from '../../calendar/access/access.ts'
import type { View } from '../../calendar/context.ts'
import type { Dated } from '../../calendar/read/dates.ts'
import {
  type CacheFigures,
  openAdmission,
  openCache,
  type Table,
  type WithValidities,
} from '../../common/cache.ts'
import { isDated, publicId, type StoredRecord } from '../../define/record.ts'
import { languageOf } from '../../define/record-texts.ts'
import type { ResourceName } from '../../resources/index.ts'
import type { Show } from '../present/context.ts'
import { present } from '../present/record.ts'
import { cachedOn, type DatelessEvents, onDates, openDatelessEvents } from './dateless-events.ts'
import { noLinked } from './event-bytes.ts'
import {
  type EventPieces,
  eventAlone,
  eventBytes,
  openEventPieces,
  patchedEvents,
} from './event-pieces.ts'
import {
  digestOf,
  imagesOf,
  inOne,
  keyOf,
  type PlainKind,
  type Readers,
  type RecordBytes,
  readingOf,
  validities,
  versionOf,
} from './record-bytes.ts'

const comma = ','

/**
 * Bytes of records as anyone sees them: each is written out once per change, base URL and language. Lists are made of these;
 * a record by itself has more in it, and is cached apart.
 */
export type RecordCache = Readers & {
  /** Records of lists in one part. Only events that are requested again: pieces take a quarter of the memory. */
  listed: Table<string, RecordBytes>
  /** Single records, from the second request on: most that a crawl reads are not requested again before they would be evicted. */
  single: Table<string, RecordBytes>
  pieces: EventPieces
  dateless: DatelessEvents
  /** The record that a slug led to; any change of it may have freed the slug for another. */
  slugs: Table<string, SlugRecord>
  figures(): CacheFigures
}
type SlugRecord = WithValidities & { id: number }

/** About what the response takes that is cached with the bytes of a record. */
const responseBytes = 600

export function openRecordCache(readers: Readers, { bytes }: { bytes: number }): RecordCache {
  const cache = openCache({ bytes, journal: readers.changes })
  const dependsOn = ({ validities }: WithValidities) => ({ validities })
  return {
    ...readers,
    listed: cache.table<string, RecordBytes>({
      sizeOf: ({ length }) => length,
      dependsOn,
      admission: openAdmission(0),
    }),
    single: cache.table<string, RecordBytes>({
      sizeOf: ({ length }) => responseBytes + length,
      dependsOn,
      admission: openAdmission(1, 2 * bytes),
    }),
    pieces: openEventPieces(readers, cache),
    dateless: openDatelessEvents(readers, cache),
    slugs: cache.table<string, SlugRecord>({ sizeOf: (_, key) => key.length, dependsOn }),
    figures: cache.figures,
  }
}

/** Bytes of records for a list, in the order of the ids; those that no list may show to anyone are left out. */
export async function listedRecords(
  of: RecordCache,
  show: Show,
  kind: ResourceName,
  { ids, dates }: Dated,
): Promise<RecordBytes[]> {
  const dated = ids.map((_, at) => cachedOn(of.dateless, show, dates?.[at]))
  const cached = ids.map((id, at) => dated[at] ?? of.listed.get(keyOf(show, kind, id)))
  const left = dates?.map((date, at) => (dated[at] ? undefined : date))
  if (!left?.some(date => date) && cached.every(bytes => bytes !== undefined)) return cached
  // an event is listed once for each of its dates
  const missing = [...new Set(ids.filter((_, at) => cached[at] === undefined))]
  const written = isDated(kind)
    ? await eventBytes(of.pieces, show, missing)
    : await plainBytes(of, show, kind, missing)
  for (const [id, bytes] of written)
    if (bytes.parts.length === 1) of.listed.set(keyOf(show, kind, id), bytes)
  // what was read is sent even if it has changed meanwhile
  const listed = ids.map((id, at) => cached[at] ?? written.get(id))
  const presented = left ? await presentOnDates(of, show, { ids, dates: left }, listed) : listed
  return presented.filter(bytes => bytes !== undefined)
}

/** Events on their dates: most differ from their record by the date alone, and share the rest. */
async function presentOnDates(
  of: RecordCache,
  show: Show,
  { ids, dates }: Required<Dated>,
  listed: readonly (RecordBytes | undefined)[],
) {
  const isPatched = (at: number) => dates[at]?.patched === true
  const patchedIds = ids.filter((_, at) => isPatched(at))
  if (patchedIds.length === 0) return onDates(of.dateless, show, { ids, dates }, listed)
  const plain = dates.map((date, at) => (isPatched(at) ? undefined : date))
  const presented = await onDates(of.dateless, show, { ids, dates: plain }, listed)
  const patched = await patchedEvents(of.pieces, show, {
    ids: patchedIds,
    dates: dates.filter((_, at) => isPatched(at)),
  })
  return presented.map((bytes, at) => {
    const date = dates[at]
    return date?.patched ? patched.get(date.occurrence) : bytes
  })
}

/** Venues, organizers, terms and images in lists of their own. */
async function plainBytes(
  of: RecordCache,
  show: Show,
  kind: PlainKind,
  ids: readonly number[],
): Promise<Map<number, RecordBytes>> {
  const reading = readingOf(of, kind, ids)
  const records = await of.calendar.listed(kind, { actor: anonymous }, ids)
  const images = await imagesOf(of, records)
  return new Map(
    records.map(record => {
      const view: View = { record, image: images.of(record), ...noLinked }
      const bytes = Buffer.from(comma + JSON.stringify(present(show, view)))
      const handles = validities(of, record, reading, images)
      return [record.id, { ...inOne(bytes), digest: digestOf(bytes), validities: handles }]
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
  const {
    bytes,
    digest,
    validities: handles,
  } = isDated(kind) ? await eventAlone(of.pieces, show, record) : await plainAlone(of, show, record)
  const single: RecordBytes = {
    ...inOne(bytes),
    digest: `${versionOf(record)}-${digest}`,
    validities: handles,
    language: languageOf(record, show.language),
  }
  // A concurrent change may be missing from it: it is sent, but not cached.
  if (of.changes.seq === before) of.single.set(keyOf(show, kind, id), single)
  return single
}

async function plainAlone(of: RecordCache, show: Show, record: StoredRecord) {
  const reading = readingOf(of, record.kind, [record.id])
  const images = await imagesOf(of, [record])
  const view: View = { record, image: images.of(record), ...noLinked }
  const bytes = Buffer.from(JSON.stringify(present(show, view, true)))
  return { bytes, digest: digestOf(bytes), validities: validities(of, record, reading, images) }
}
