import { hash } from 'node:crypto'
import type { Language } from '../../define/field-type.ts'
import type { CachedResponse } from './responses.ts'
import type { Made } from './valid-cache.ts'

/** The bytes of a record as anyone sees it, and a digest of them for tags. In lists they begin with a comma. */
export type RecordBytes = Made & {
  /** One, or several of which other records have some too. */
  parts: readonly Buffer[]
  length: number
  digest: string
  /** Of a record by itself: the language shown. */
  language?: Language
  /** Of a record by itself: the whole response, once a request for nothing else was answered with it. */
  response?: CachedResponse
}

/** Sixteen characters that change with the bytes. */
export const digestOf = (bytes: Buffer | string) => hash('sha1', bytes, 'base64url').slice(0, 16)

export const inOne = (bytes: Buffer) => ({ parts: [bytes], length: bytes.length })
