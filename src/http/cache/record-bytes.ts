import { hash } from 'node:crypto'
import type { Calendar } from '../../calendar/calendar.ts'
import type { Validity, WithValidities } from '../../common/cache.ts'
import type { Language } from '../../define/field-type.ts'
import type { StoredRecord } from '../../define/record.ts'
import type { Changes } from '../../journal/follower.ts'
import { isTerm, type ResourceName } from '../../resources/index.ts'
import { imageIdOf, modifiedOf } from '../../resources/record-view.ts'
import type { Show } from '../present/context.ts'
import type { CachedResponse } from './responses.ts'

/** The bytes of a record as anyone sees it, and a digest of them for tags. In lists they begin with a comma. */
export type RecordBytes = WithValidities & {
  /** One, or several of which other records have some too. */
  parts: readonly Buffer[]
  length: number
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

export const inOne = (bytes: Buffer) => ({ parts: [bytes], length: bytes.length })

/**
 * Identifies the last write of a record. The ETag of a single record begins with it in every language, form and encoding, so that each of
 * these is valid for `If-Match`; the part after the first hyphen distinguishes representations for `If-None-Match`. A restored database
 * repeats version numbers, so the second of the change is part of it.
 */
export const versionOf = (record: StoredRecord) =>
  `${record.id}.${record.version}.${Math.abs(modifiedOf(record)).toString(36)}`

export type Readers = { calendar: Calendar; changes: Changes }

/** Names a record as it is written out for a base URL and a language. */
export const keyOf = (show: Show, kind: string, id: number) => `${show.key}${kind}${id}`

/** Validities are taken before a record is read: a concurrent change invalidates the result. */
type Reading = Map<number, Validity>

export const readingOf = ({ changes }: Readers, kind: string, ids: readonly number[]): Reading =>
  new Map(ids.map(id => [id, changes.validity(kind, id)]))

/** The images that some records show. */
export type Images = {
  of(record: StoredRecord): StoredRecord | undefined
  reading: Reading
}

export async function imagesOf(
  readers: Readers,
  records: readonly StoredRecord[],
): Promise<Images> {
  const ids = [...new Set(records.map(imageIdOf).filter(id => id !== 0))]
  if (ids.length === 0) return noImages
  const reading = readingOf(readers, 'image', ids)
  const images = await readers.calendar.records('image', ids)
  const byId = new Map(images.map(image => [image.id, image]))
  return { of: record => byId.get(imageIdOf(record)), reading }
}
const noImages: Images = { of: () => undefined, reading: new Map() }

/** The sources of the bytes of a record: itself, its count and its image. */
export function validities(
  { changes }: Readers,
  record: StoredRecord,
  reading: Reading,
  images: Images,
): Validity[] {
  const { kind, id } = record
  const image = imageIdOf(record)
  const handles = [reading.get(id) ?? changes.validity(kind, id)]
  if (isTerm(kind)) handles.push(changes.validity('count', id))
  if (image !== 0) handles.push(images.reading.get(image) ?? changes.validity('image', image))
  return handles
}

/** Kinds whose records are written out for lists as they are by themselves. */
export type PlainKind = Exclude<ResourceName, 'event'>
