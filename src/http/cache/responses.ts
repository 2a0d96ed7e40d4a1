import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { type Dependency, onNothing, openAdmission, openCache } from '../../common/index.ts'
import type { Changes, ListDependency } from '../../journal/index.ts'

/** The sources of a response to anyone. `until`: the same request has another meaning then (computed defaults); Infinity: never. */
export type Basis = Required<Omit<Dependency<ListDependency>, 'validities'>>

export type CachedResponse = {
  etag: string
  /** Unix seconds. */
  lastModified: number
  /** Name, value, name, value … without what depends on the caller. */
  headers: string[]
  /** The plain body, in pieces or in one. */
  parts: readonly Buffer[]
  length: number
  encoded: Partial<Record<Encoding, Buffer[]>>
  basis: Basis
  /** True if it was sent again after it was cached. */
  isUsed?: boolean
  /** The plain body was too large to be cached: there are its tag, and the forms that were compressed. */
  isLarge?: true
}

/** Large responses are feeds of thousands of events: most clients have a current copy or accept compression. */
const largest = 1 / 8
const compressed = 0.2

/** Each encoding of a body is another representation, and has a strong tag of its own. */
export const tagOf = ({ etag }: CachedResponse, encoding: Encoding) =>
  encoding === 'identity' ? `"${etag}"` : `"${etag}-${encoding}"`

/** True if the caller has this response already. `If-None-Match` alone decides when it is sent (RFC 9110, 13.2.2). */
export function isUnchanged(
  { etag, lastModified }: CachedResponse,
  ifNoneMatch: string | undefined,
  ifModifiedSince: string | undefined,
): boolean {
  if (ifNoneMatch !== undefined) return ifNoneMatch === '*' || ifNoneMatch.includes(`"${etag}`)
  if (ifModifiedSince === undefined) return false
  // `Last-Modified` names the end of this second; the second itself may be the `Date` of an earlier response
  return Date.parse(ifModifiedSince) / 1000 > lastModified
}

const maxName = 2000

/**
 * Responses to anyone, by the normal form of their URLs. Nothing here belongs to a caller with credentials. A response that a change invalidates is
 * never sent again: a cached response is checked against the journal when it is used.
 */
export function openResponseCache(changes: Changes, now: () => number, size: { bytes: number }) {
  const cache = openCache({ ...size, journal: changes, now })
  const cached = cache.table<string, CachedResponse>({
    // A compressed form takes a tenth of the plain one, and most callers take the same.
    sizeOf: ({ length, headers, isLarge }) =>
      300 + headers.length * 40 + Math.ceil(length * (isLarge ? compressed : 1.1)),
    dependsOn: ({ basis }) => basis,
    // Cached from the second time on: most URLs of a crawl come once, and would only push others out.
    admission: openAdmission(1, 2 * size.bytes),
  })

  return {
    figures: cache.figures,
    get(name: string): CachedResponse | undefined {
      const response = cached.get(name)
      return response && used(response)
    },
    set(name: string, response: CachedResponse) {
      const max = size.bytes * largest
      if (response.length * compressed > max || name.length >= maxName) return
      // its compressed forms are those of the response that is sent now
      cached.set(name, response.length > max ? { ...response, parts: [], isLarge: true } : response)
    },
  }
}

export type ResponseCache = ReturnType<typeof openResponseCache>

/** A list of ten has its envelope and ten events. */
const maxParts = 14

/**
 * Few parts are sent as they are: other lists and the cache of records have the same bytes. Many are joined at the second use: most that are
 * invalidated early never come to it, and the copies would fill the memory. The views of its records are released then; their validities stay.
 */
function used(response: CachedResponse): CachedResponse {
  if (response.isUsed && response.parts.length > maxParts) {
    response.parts = [Buffer.concat(response.parts)]
    const handles = new Set(response.basis.from.flatMap(({ validities }) => validities))
    response.basis.from = [{ validities: [...handles] }]
  }
  response.isUsed = true
  return response
}

export type Encoding = 'identity' | 'gzip' | 'br' | 'zstd'

/** Smaller bodies are not worth compressing. */
const min = 1024

const compressors: Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Promise<Buffer>> = {
  gzip: body => promisify(gzip)(body, { level: 6 }),
  br: body =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  zstd: body => promisify(zstdCompress)(body),
}
const preferred = ['br', 'zstd', 'gzip'] as const

/** Enough for two hundred headers: browsers send few different ones. */
const chosen = openCache({ bytes: 100_000 }).table<string, Encoding>({
  sizeOf: (_, accept) => accept.length,
  dependsOn: onNothing,
})

/** The best encoding that a caller takes (RFC 9110, 12.5.3). */
export function encodingFor(accept: string | undefined): Encoding {
  if (!accept) return 'identity'
  const cached = chosen.get(accept)
  if (cached) return cached
  const weights = new Map(
    accept
      .slice(0, 500)
      .split(',')
      .map(part => {
        const [name = '', ...rest] = part.trim().toLowerCase().split(';')
        const q = rest.map(text => /^\s*q=([0-9.]+)$/.exec(text)?.[1]).find(Boolean)
        return [name.trim(), q === undefined ? 1 : Number(q)]
      }),
  )
  const weight = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const best =
    preferred.filter(name => weight(name) > 0).sort((a, b) => weight(b) - weight(a))[0] ??
    'identity'
  chosen.set(accept, best)
  return best
}

/** A body in pieces, and what of its compressed forms is there. */
type Encodable = {
  parts: readonly Buffer[]
  length: number
  encoded: Partial<Record<Encoding, Buffer[]>>
}

/** The body in an encoding: compressed once, off this thread, and cached next to the plain one. */
export async function encoded(
  of: Encodable,
  encoding: Encoding,
): Promise<[Encoding, readonly Buffer[]]> {
  if (encoding === 'identity' || of.length < min) return ['identity', of.parts]
  const cached = of.encoded[encoding]
  if (cached) return [encoding, cached]
  const body = [await compressors[encoding](Buffer.concat(of.parts))]
  of.encoded[encoding] = body
  return [encoding, body]
}
