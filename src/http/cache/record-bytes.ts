import { hash } from 'node:crypto'
import type { Language } from '../../define/field-type.ts'
import type { Validity } from '../../journal/validity.ts'

/** The bytes of a record as anyone sees it, with what they were made from, and a digest for tags. In lists they begin with a comma. */
export type Ready = {
  bytes: Buffer
  digest: string
  made: readonly Validity[]
  /** Of single records: the language shown. */
  language?: Language
}

/** Sixteen characters that change with the bytes. */
export const digestOf = (bytes: Buffer) => hash('sha1', bytes, 'base64url').slice(0, 16)

/** Is everything that this was made from still as it was? */
export const isFresh = ({ made }: { made: readonly Validity[] }) => {
  for (const token of made) if (token.isOver) return false
  return true
}
