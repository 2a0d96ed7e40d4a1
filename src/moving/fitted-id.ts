import { createHash } from 'node:crypto'
import { longestId } from '../resources/source.ts'

/** An ID of another calendar as it fits: a longer one ends in a hash of the whole. */
export const fittedId = (written: string): string =>
  written.length <= longestId
    ? written
    : `${written.slice(0, longestId - 44)}#${createHash('sha256').update(written).digest('base64url')}`
