import { createHash } from 'node:crypto'
import { isUrl } from '../../define/field-types.ts'
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

const bareHost = /^(?:[\p{L}\p{N}-]{1,63}\.){1,10}\p{L}{2,24}(?::\d{1,5})?(?:[/?#]\S*)?$/u

/** A URL with its scheme, which people leave out. */
export const withScheme = (text: string): string =>
  bareHost.test(text) ? `https://${text}` : text.replace(/^\/\//, 'https://')

/** A URL of the web; undefined for any other text. */
export function webUrl(text: string): string | undefined {
  const url = withScheme(text.trim())
  return /^https?:/i.test(url) && isUrl(url) ? url : undefined
}
