import { createHash } from 'node:crypto'
import { maxSourceId } from '../resources/source.ts'

/** An ID of another calendar as it fits: a longer one ends in a hash of the whole. */
export const fittedId = (written: string): string =>
  written.length <= maxSourceId
    ? written
    : `${written.slice(0, maxSourceId - 44)}#${createHash('sha256').update(written).digest('base64url')}`
