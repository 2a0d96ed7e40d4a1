import type { IncomingHttpHeaders } from 'node:http'
import type { WriteCaller } from '../../calendar/index.ts'
import type { StoredRecord } from '../../define/record.ts'
import { modifiedOf } from '../../resources/index.ts'
import { digestOf, versionOf } from '../cache/record-bytes.ts'
import type { Request } from '../request/request.ts'
import type { Service } from '../services/service.ts'
import type { Response } from './call.ts'
import { lastModified } from './headers.ts'

/** The tag in the response to a successful write: good for the next `If-Match`, and equal to the tag of no representation. */
export const writtenTag = (record: StoredRecord) => ({ ETag: `"${versionOf(record)}"` })

/** The strong tag of a response; lists have no version. */
const tagFor = (version: string | undefined, bytes: Buffer) =>
  `"${version === undefined ? '' : `${version}-`}${digestOf(bytes)}"`

/**
 * A response made for its caller, with a tag. With credentials it is private and revalidated each time.
 * `instant` (Unix seconds) was taken before anything was read.
 */
export function tagged(
  given: Response,
  version: string | undefined,
  { headers }: Pick<Request, 'headers'>,
  { now }: Pick<Service, 'now'>,
  instant: number,
): Response {
  const bytes = Buffer.from(JSON.stringify(given.body))
  return {
    ...given,
    bytes,
    headers: {
      ...(headers.authorization && {
        'Cache-Control': 'private, no-cache',
        Vary: 'Origin, Authorization',
      }),
      ...given.headers,
      ETag: tagFor(version, bytes),
      ...lastModified(instant, now()),
    },
  }
}

const tags = /(W\/)?"([^"]*)"/g

/** True if `If-None-Match` names this tag. Weak tags count too; a response that is made for its caller is sent in no other encoding. */
export const isNamed = (etag: string, ifNoneMatch: string) =>
  ifNoneMatch.trim() === '*' || tagsIn(ifNoneMatch, 'weak').some(opaque => `"${opaque}"` === etag)

/**
 * The condition of a write on its record, by its headers (RFC 9110, 13.1 and 13.2.2). Undefined: none. No record: a write that would create one,
 * which only `If-Match` refuses.
 */
export function expectation(headers: IncomingHttpHeaders): WriteCaller['expects'] {
  const match = headers['if-match']
  const none = headers['if-none-match']
  const since = Date.parse(headers['if-unmodified-since'] ?? '') / 1000
  if (match === undefined && none === undefined && Number.isNaN(since)) return undefined
  return record => {
    if (!record) return match === undefined
    const isCurrent =
      match !== undefined
        ? names(record, match, 'strong')
        : Number.isNaN(since) || modifiedOf(record) <= since
    return isCurrent && (none === undefined || !names(record, none, 'weak'))
  }
}

/** The opaque parts of the tags in a header. A weak tag is none in a strong comparison, as that of `If-Match`. */
export const tagsIn = (sent: string, how: 'strong' | 'weak'): string[] =>
  [...sent.matchAll(tags)].flatMap(([, weak, opaque = '']) =>
    how === 'strong' && weak !== undefined ? [] : [opaque],
  )

/** A record that is there is named by `*`. */
function names(record: StoredRecord, sent: string, how: 'strong' | 'weak'): boolean {
  if (sent.trim() === '*') return true
  const version = versionOf(record)
  return tagsIn(sent, how).some(opaque => opaque.split('-', 1)[0] === version)
}
