import { createHash } from 'node:crypto'
import { maxSourceId } from '../../resources/index.ts'

/** An ID of another calendar as it fits: a longer one ends in a hash of the whole. */
export const fittedId = (written: string, max = maxSourceId): string =>
  written.length <= max
    ? written
    : `${written.slice(0, max - 44)}#${createHash('sha256').update(written).digest('base64url')}`

/** The IDs of an event whose ID others may share: alone, and with its start (I8). */
export function sharedIds(written: string, separator: string, start: string) {
  const before = fittedId(written, maxSourceId - separator.length - start.length) + separator
  return { id: fittedId(written), dated: before + start, before }
}

/** The beginning of an ID that ends in a start (`formatWall`). */
export const beforeStart = (dated: string) => dated.slice(0, -'2027-06-05 20:00:00'.length)
