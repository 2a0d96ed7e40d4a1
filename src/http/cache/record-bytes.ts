import { hash } from 'node:crypto'
import type { WithValidities } from '../../common/cache.ts'
import type { Language } from '../../define/field-type.ts'
import type { StoredRecord } from '../../define/record.ts'
import { modifiedOf } from '../../resources/record-view.ts'
import type { CachedResponse } from './responses.ts'

/** The bytes of a record as anyone sees it, and a digest of them for tags. In lists they begin with a comma. */
export type RecordBytes = WithValidities & {
  /** One, or several of which other records have some too. */
  parts: readonly Buffer[]
  length: number
  digest: string
  /** Of an event in lists: a password hides what it is linked to. */
  isProtected?: boolean
  /** Of a record by itself: the language shown. */
  language?: Language
  /** Of a record by itself: the whole response, once a request for nothing else was answered with it. */
  response?: CachedResponse
}

/** Sixteen characters that change with the bytes. */
export const digestOf = (bytes: Buffer | string) => hash('sha1', bytes, 'base64url').slice(0, 16)

export const inOne = (bytes: Buffer) => ({ parts: [bytes], length: bytes.length })

/**
 * Names a record as it was last written. The ETag of a single record begins with it, in every language, form and encoding, so that each
 * of these can be sent as `If-Match`; what follows the first hyphen tells representations apart, for `If-None-Match`. A database that was
 * put back from a copy counts its versions again, so the second of the change is in it too.
 */
export const versionOf = (record: StoredRecord) =>
  `${record.id}.${record.version}.${Math.abs(modifiedOf(record)).toString(36)}`
