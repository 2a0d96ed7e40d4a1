import { hash } from 'node:crypto'
import { anonymous, type Calendar, type View } from '../../calendar/index.ts'
import type { Validity, WithValidities } from '../../common/index.ts'
import type { GeoPoint } from '../../define/distance.ts'
import type { Language } from '../../define/field-type.ts'
import { linkKinds, type StoredRecord } from '../../define/record.ts'
import type { Changes } from '../../journal/index.ts'
import { imageIdOf, isTerm, modifiedOf } from '../../resources/index.ts'
import type { Show } from '../present/context.ts'
import { present } from '../present/record.ts'
import type { CachedResponse } from './responses.ts'

/** The bytes of a record as anyone sees it, and a digest of them for tags. In lists they begin with a comma. */
export type RecordBytes = WithValidities & {
  bytes: Buffer
  digest: string
  /** For an event in lists: whether a password hides its links. */
  isProtected?: boolean
  /** For a single record: the language shown. */
  language?: Language
  /** For a single record: the whole response, once a plain request was answered with it. */
  response?: CachedResponse
}

/** Sixteen characters that change with the bytes. */
export const digestOf = (bytes: Buffer | string) => hash('sha1', bytes, 'base64url').slice(0, 16)

/**
 * Identifies the last write of a record. The ETag of a single record begins with it in every language, form and encoding, so that each of
 * these is valid for `If-Match`; the part after the first hyphen distinguishes representations for `If-None-Match`. A restored database
 * repeats version numbers, so the second of the change is part of it.
 */
export const versionOf = (record: StoredRecord) =>
  `${record.id}.${record.version}.${Math.abs(modifiedOf(record)).toString(36)}`

export type Readers = { calendar: Calendar; changes: Changes }

/** Validities are taken before a record is read: a concurrent change invalidates the result. */
type Reading = Map<number, Validity>

export const readingOf = ({ changes }: Readers, kind: string, ids: readonly number[]): Reading =>
  new Map(ids.map(id => [id, changes.validity(kind, id)]))

/** Records of a kind as anyone sees them. `isAlone`: by itself, with all that it has, not in a list; `isKept`: with digest and validities. */
export async function bytesOf(
  of: Readers,
  show: Show,
  kind: string,
  {
    records,
    reading,
    isAlone = false,
    isKept = true,
    from,
  }: {
    records: StoredRecord[]
    reading: Reading
    isAlone?: boolean
    isKept?: boolean
    from?: GeoPoint | undefined
  },
): Promise<RecordBytes[]> {
  const handles = isKept ? records.map(record => handlesOf(of.changes, record, reading)) : []
  const since = of.changes.seq
  const caller = { actor: anonymous, language: show.language, fallback: true, from }
  const views = await of.calendar.viewsOf(kind, caller, records)
  const hasChanged = of.changes.seq !== since
  return views.map((view, at) => {
    const text = JSON.stringify(present(show, view, isAlone))
    const bytes = Buffer.from(isAlone ? text : `,${text}`)
    if (!isKept) return { bytes, digest: '', validities: [] }
    const validities = [...(handles[at] ?? []), ...imageHandles(of.changes, view, hasChanged)]
    return { bytes, digest: digestOf(bytes), validities }
  })
}

/** What the bytes of a record follow from: itself, its count, its image, and its linked records, hidden ones too. */
function handlesOf({ validity }: Changes, record: StoredRecord, reading: Reading): Validity[] {
  const { kind, id, links } = record
  const image = imageIdOf(record)
  const handles = [reading.get(id) ?? validity(kind, id)]
  if (isTerm(kind)) handles.push(validity('count', id))
  if (image !== 0) handles.push(validity('image', image))
  for (const kind of linkKinds)
    for (const id of links[kind]) {
      handles.push(validity(kind, id))
      if (isTerm(kind)) handles.push(validity('count', id))
    }
  return handles
}

/** Which images the linked records have is known only once they were read: after a change meanwhile, the bytes are not cached. */
function imageHandles({ validity }: Changes, view: View, hasChanged: boolean): Validity[] {
  const ids = [...view.venues, ...view.organizers].map(({ record }) => imageIdOf(record))
  const images = ids.filter(id => id !== 0)
  if (images.length > 0 && hasChanged) return [{ isStale: true }]
  return images.map(id => validity('image', id))
}
